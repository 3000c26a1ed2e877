package import TruthsCheck
package import TruthsEngine
import TruthsJSON
package import TruthsLedger
import TruthsText

/// A context as the procedure needs it: the ledger, its facts typed and indexed, its runs, and what was approved. A value type.
package struct Context: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var store: FactStore
  package private(set) var runs: RunIndex
  package private(set) var approvals: ApprovalIndex
  /// When truths were adopted, and their hashes, in order.
  private var adoptions: [(moment: Timestamp, hash: String)] = []
  /// Whether short forms stand in the ledger that no seal stands behind.
  package private(set) var hasUnsealedShortForms = false
  /// Fact entries of the ledger.
  package private(set) var factsCount = 0
  /// The sequence up to which every match of truths on facts has fired; 0 where that is not known.
  private var closedAt = 0
  /// Traces of matches in the ledger.
  private var matchTraces = 0
  /// What was worked out of this very context.
  private(set) var known = ContextKnowledge()
  /// Which fact types are the engine's own, by index.
  private let builtInFacts: [BuiltInFact?]

  /// A context without entries.
  ///
  /// - Parameter store: the program's, without facts.
  init(program: Program, store: FactStore) {
    ledger = Ledger()
    self.store = store
    runs = RunIndex()
    approvals = ApprovalIndex()
    builtInFacts = program.facts.map { BuiltInFact(rawValue: $0.name) }
  }

  /// Brings together what copies left in parts, for those who decide many proposals on it.
  ///
  /// - Complexity: O(facts) where there are parts.
  mutating func settle() { store.settle() }

  /// The same context, whose views are worked out within a budget. What they hold are no facts of the run.
  package func reading(within budget: Budget) -> Context {
    var context = self
    var limits = budget.derivation
    limits.facts = max(limits.facts, Budget.standard.maxFacts)
    context.store.viewLimits = limits
    return context
  }

  /// The hash of the truths that were adopted last; `nil` where none were.
  package var adopted: String? { adoptions.last?.hash }

  /// The truths that were adopted last at or before a moment, and when.
  func adoption(at moment: Timestamp) -> (moment: Timestamp, hash: String)? {
    adoptions.last { $0.moment <= moment }
  }

  /// The same context, over which work is counted, or no more.
  package func working(_ meter: WorkMeter?) -> Context {
    var context = self
    context.store.work = meter
    return context
  }

  /// The Merkle tree head of the ledger, `sha256:…`.
  package var head: String { known.head { ledger.head } }

  /// Head and size.
  package var point: ContextPoint { ContextPoint(head: head, size: ledger.size) }

  /// The sequence that the next entry will have.
  package var nextSequence: Int { ledger.size + 1 }

  /// Appends an entry whose fact, if it is one, has been decoded.
  ///
  /// - Parameter fact: `nil` for entries of other types.
  package mutating func append(_ entry: Entry, fact: TypedFact?, program: Program) {
    append(SealedEntry(entry: entry, leafHash: entry.leafHash), fact: fact, program: program)
  }

  /// Appends an entry whose leaf has been hashed and whose fact, if it is one, has been decoded.
  ///
  /// - Parameter line: where the ledger may read it again instead of keeping it.
  mutating func append(
    _ sealed: SealedEntry, line: (data: DataBytes, range: Range<Int>)? = nil, fact: TypedFact?, program: Program
  ) {
    if let line { ledger.append(sealed, readFrom: line.range, of: line.data) } else { ledger.append(sealed) }
    forgetKnown()
    take(sealed.entry, at: ledger.size, fact: fact, program: program)
  }

  /// Appends entries whose leaves have been hashed into a tree.
  ///
  /// - Parameter facts: what the fact entries among them say, in order.
  mutating func append(_ entries: [Entry], leafHashes: [Digest], tree: MerkleTree, facts: [TypedFact], program: Program) {
    let first = nextSequence
    ledger.append(entries, leafHashes: leafHashes, tree: tree)
    forgetKnown()
    var facts = facts[...]
    for (place, entry) in entries.enumerated() {
      take(entry, at: first + place, fact: entry.type == .fact ? facts.popFirst() : nil, program: program)
    }
  }

  /// Notes that a short form was read.
  mutating func markUnsealed() { hasUnsealedShortForms = true }

  /// Notes that a seal stands behind all short forms.
  mutating func markSealed() { hasUnsealedShortForms = false }

  /// Takes in what an entry of the ledger says.
  private mutating func take(_ entry: Entry, at sequence: Int, fact: TypedFact?, program: Program) {
    runs.append(entry, at: sequence)
    if entry.type == .trace, entry.follows != nil { matchTraces += 1 }
    guard let fact else { return }
    factsCount += 1
    let reference = EntryReference(
      id: entry.entryID, sequence: entry.sequence, timestamp: entry.timestamp, truthID: entry.truthID, actor: entry.actor)
    store.append(FactRecord(type: fact.type, fields: fact.fields, entry: reference))
    guard let builtIn = builtInFacts[fact.type] else { return }
    switch builtIn {
    case .policySet: applyPolicy(fact, program: program)
    case .truthsAdopted: adoptions.append((entry.timestamp, entry.payload["hash"]?.stringValue ?? ""))
    default: approvals.append(entry, as: builtIn)
    }
  }

  /// What was worked out of a context does not hold of one with more in it; copies keep what they know.
  private mutating func forgetKnown() {
    if !isKnownUniquelyReferenced(&known) || !known.isEmpty { known = ContextKnowledge() }
  }

  /// From now on an observer sees what is read to decide on this context and on those that come of it; it changes no decision.
  package mutating func observe(with observer: ReadingObserver?) {
    store.observe(with: observer)
    forgetKnown()
  }

  /// The same context, on which nobody sees what is read.
  var unobserved: Context {
    guard store.observer != nil else { return self }
    var context = self
    context.observe(with: nil)
    return context
  }

  /// Notes that every match of the facts so far has fired.
  mutating func markClosed() {
    closedAt = ledger.size
    forgetKnown()
  }

  /// What the fixed point of truths on facts begins with.
  var derivationStart: DerivationStart {
    guard matchTraces > 0 else { return DerivationStart(closedAt: closedAt) { _, _ in false } }
    let fired = known.fired { FiredMatches(ledger) }
    return DerivationStart(closedAt: closedAt) { fired.contains(truth: $0, of: $1) }
  }

  /// A `policy.set` fact sets its policy, unless a higher step was there before (language.md §7).
  private mutating func applyPolicy(_ fact: TypedFact, program: Program) {
    guard let setting = PolicySetting(fact.fields, program: program),
      setting.step >= runs.lastStep(ofPolicy: setting.policy)
    else { return }
    runs.setLastStep(setting.step, ofPolicy: setting.policy)
    store.setPolicy(setting.policy, to: setting.value)
  }
}

/// The fact types that the engine itself reads or appends; they are declared in pack `converge`.
package enum BuiltInFact: String, Sendable {
  case approvalRequested = "approval.requested"
  case approvalGranted = "approval.granted"
  case approvalDenied = "approval.denied"
  case overrideUsed = "override.used"
  case consentGiven = "consent.given"
  case policySet = "policy.set"
  case truthsAdopted = "truths.adopted"
}
