import Synchronization
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
package import TruthsText

/// The state that the procedure decides on: the ledger, its facts typed and indexed, its runs, and its approvals. A value type.
package struct Context: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var store: FactStore
  package private(set) var runs: RunIndex
  package private(set) var approvals: ApprovalIndex
  /// The adoptions of truths in order: time, hash, and sequence of the entry.
  private var adoptions: [(moment: Timestamp, hash: String, sequence: Int)] = []
  /// Whether the ledger has facts in short form after the last seal.
  package private(set) var hasUnsealedShortForms = false
  /// The number of fact entries in the ledger.
  package private(set) var factsCount = 0
  /// The sequence up to which every match of truths on facts has fired; 0 where that is unknown.
  private(set) var closedAt = 0
  /// The number of traces of matches in the ledger.
  private var matchTraces = 0
  /// The matches in these traces.
  private var fired = FiredMatches()
  /// Cached results about this context.
  private(set) var known = ContextKnowledge()
  /// The built-in fact types, by index of the type.
  private let builtInFacts: [BuiltInFact?]
  /// The decisions as facts; `nil` where no truth reads them.
  private(set) var decisions: DecisionHistory?

  /// Creates a context without entries.
  ///
  /// - Parameters:
  ///   - store: the program's store without facts.
  ///   - readsDecisions: whether the program reads earlier decisions.
  ///   - language: the language version that decides on the context.
  init(program: Program, store: FactStore, readsDecisions: Bool, language: LanguageVersion) {
    ledger = Ledger()
    self.store = store
    runs = RunIndex(language: language)
    approvals = ApprovalIndex()
    builtInFacts = program.facts.map { BuiltInFact(rawValue: $0.name) }
    decisions = readsDecisions ? DecisionHistory(program) : nil
  }

  /// Merges the layers that copies left, before many proposals are decided on it.
  ///
  /// - Complexity: O(facts) where there are several layers.
  mutating func settle() { store.settle() }

  /// Returns the context with a budget for computing views, whose facts do not count as facts of the run.
  package func reading(within budget: Budget) -> Context {
    var context = self
    var limits = budget.derivation
    limits.facts = max(limits.facts, Budget.standard.maxFacts)
    context.store.viewLimits = limits
    return context
  }

  /// The hash of the truths adopted last; `nil` where none were adopted.
  package var adopted: String? { adoptions.last?.hash }

  /// Returns the last adoption at or before a time.
  func adoption(at moment: Timestamp) -> (moment: Timestamp, hash: String)? {
    adoptions.last { $0.moment <= moment }.map { ($0.moment, $0.hash) }
  }

  /// The entry that determines the truths in force: the last adoption, or else the first decision with a truths hash (ledgers
  /// §6.1).
  package var entryInForce: Entry? { ledger.entry(sequence: adoptions.last?.sequence ?? runs.firstTruthsSequence) }

  /// Returns the context with a meter for its work; `nil` for unbounded work.
  package func working(_ meter: WorkMeter?) -> Context {
    var context = self
    context.store.work = meter
    return context
  }

  /// The Merkle tree head of the ledger, `sha256:…`.
  package var head: String { known.head { ledger.head } }

  /// Returns the newest proposal entry of a run.
  package func proposal(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.proposalSequence) }

  /// Returns the newest proposal entry of the run with an id.
  package func proposal(ofRun runID: String) -> Entry? { runs.record(runID).flatMap { proposal(of: $0) } }

  /// Returns the time at which a run began; `nil` where there is no run with the id.
  ///
  /// It is the time of its first decision, as in its entries, whatever a sender claims.
  package func beginning(ofRun runID: String) -> Timestamp? {
    runs.record(runID).flatMap { ledger.entry(sequence: $0.firstProposalSequence)?.timestamp }
  }

  /// Returns the newest decision entry of a run.
  package func decision(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.decisionSequence) }

  /// Returns the trace of a run's cancellation, if there was one.
  package func cancellation(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.cancellationSequence) }

  /// The head and size of the ledger.
  package var point: ContextPoint { ContextPoint(head: head, size: ledger.size) }

  /// The sequence of the next entry.
  package var nextSequence: Int { ledger.size + 1 }

  /// Appends an entry whose fact, if any, has been decoded.
  ///
  /// - Parameter fact: `nil` for entries of other types.
  package mutating func append(_ entry: Entry, fact: TypedFact?, program: Program) {
    append(HashedEntry(entry: entry, leafHash: entry.leafHash), fact: fact, program: program)
  }

  /// Appends an entry whose leaf has been hashed, and whose fact, if any, has been decoded.
  ///
  /// - Parameter line: the line from which the ledger may read the entry again instead of keeping it.
  package mutating func append(_ hashed: HashedEntry, line: LedgerLine? = nil, fact: TypedFact?, program: Program) {
    goOn()
    if let line { ledger.append(hashed, readFrom: line) } else { ledger.append(hashed) }
    fired.take(hashed.entry, at: ledger.size)
    take(hashed.entry, at: ledger.size, fact: fact, program: program)
  }

  /// Appends entries whose Merkle tree is known.
  ///
  /// - Parameters:
  ///   - tree: the tree that includes the entries.
  ///   - facts: the decoded facts of the fact entries, in order.
  mutating func append(_ entries: [Entry], tree: MerkleTree, facts: [TypedFact], program: Program) {
    let first = nextSequence
    goOn()
    ledger.append(entries, tree: tree)
    var facts = facts[...]
    for (place, entry) in entries.enumerated() {
      take(entry, at: first + place, fact: entry.type == .fact ? facts.popFirst() : nil, program: program)
    }
  }

  /// Replaces kept entries by the lines written for them, from which they are read again; see ``Ledger/keep(from:in:)``.
  package mutating func keep(from sequence: Int, in lines: [LedgerLine]) { ledger.keep(from: sequence, in: lines) }

  /// Records that a fact in short form was read.
  mutating func markUnsealed() { hasUnsealedShortForms = true }

  /// Records that a seal follows all facts in short form.
  mutating func markSealed() { hasUnsealedShortForms = false }

  /// Updates the indexes by an entry of the ledger.
  private mutating func take(_ entry: Entry, at sequence: Int, fact: TypedFact?, program: Program) {
    runs.append(entry, at: sequence)
    if entry.type == .trace, entry.follows != nil { matchTraces += 1 }
    if entry.type == .decision, let made = decisions?.fact(of: entry, runs.record(entry.runID)) { store.append(made) }
    guard let fact else { return }
    factsCount += 1
    let reference = EntryReference(
      id: entry.entryID, sequence: entry.sequence, timestamp: entry.timestamp, truthID: entry.truthID, actor: entry.actor,
      isCorrection: entry.corrects != nil)
    store.append(FactRecord(type: fact.type, fields: fact.fields, entry: reference))
    guard let builtIn = builtInFacts[fact.type] else { return }
    switch builtIn {
    case .policySet: applyPolicy(fact, program: program)
    case .decisionMade: decisions?.note(fact.fields)
    case .truthsAdopted: adoptions.append((entry.timestamp, entry.payload.text("hash") ?? "", sequence))
    default: approvals.append(entry, as: builtIn)
    }
  }

  /// Drops the cached results, except for the fired matches, before the context grows. Copies keep their own.
  private mutating func goOn() {
    if known.isClosed { closedAt = ledger.size }
    forgetKnown()
  }

  private mutating func forgetKnown() {
    if isKnownUniquelyReferenced(&known), known.isEmpty { return }
    if let asked = known.fired, asked.taken > fired.taken { fired = asked }
    known = ContextKnowledge()
  }

  /// A copy for computing this context's own cached results, because a shared cache would retain itself.
  var apart: Context {
    var context = self
    context.known = ContextKnowledge(known.lookUp { FiredLookUp(fired, ledger) })
    return context
  }

  /// Sets an observer for reads of decisions on this context and those derived from it. It affects no decision.
  package mutating func observe(with observer: ReadingObserver?) {
    store.observe(with: observer)
    forgetKnown()
  }

  /// A copy of the context without an observer.
  package var unobserved: Context {
    guard store.observer != nil else { return self }
    var context = self
    context.observe(with: nil)
    return context
  }

  /// Records that every match of the facts so far has fired.
  mutating func markClosed() {
    closedAt = ledger.size
    forgetKnown()
  }

  /// Records that every match of the facts up to a sequence has fired, as an earlier run established.
  mutating func markClosed(upTo sequence: Int) { closedAt = max(closedAt, min(sequence, ledger.size)) }

  /// The start of the fixed point of truths on facts.
  var derivationStart: DerivationStart {
    guard matchTraces > 0 else { return DerivationStart(closedAt: closedAt) }
    let lookUp = known.lookUp { FiredLookUp(fired, ledger) }
    return DerivationStart(closedAt: closedAt) { lookUp.contains($0, of: $1) }
  }

  /// The number of entries read again from the ledger to find the fired matches.
  var entriesReadForMatches: Int { max(fired.read, known.fired?.read ?? 0) }

  /// Applies a `policy.set` fact, unless the policy has a higher step already (declarations §13).
  private mutating func applyPolicy(_ fact: TypedFact, program: Program) {
    guard let setting = PolicySetting(fact.fields, program: program),
      setting.step >= runs.lastStep(ofPolicy: setting.policy)
    else { return }
    runs.setLastStep(setting.step, ofPolicy: setting.policy)
    store.setPolicy(setting.policy, to: setting.value)
  }
}

/// The fact types that the engine itself reads or appends; pack `converge` declares them.
package enum BuiltInFact: String, Sendable {
  case approvalRequested = "approval.requested"
  case approvalGranted = "approval.granted"
  case approvalDenied = "approval.denied"
  case overrideUsed = "override.used"
  case consentGiven = "consent.given"
  case policySet = "policy.set"
  case truthsAdopted = "truths.adopted"
  case decisionMade = "decision.made"
}

/// Cached results about one context, computed once for all decisions on copies of it, as in a batch.
final class ContextKnowledge: Sendable {
  private struct Known {
    var now: Timestamp
    var limits: DerivationLimits
    var closing: ContextClosure
  }

  private let closing = Mutex<Known?>(nil)
  private let head = Mutex<String?>(nil)
  private let lookUp: Mutex<FiredLookUp?>

  /// Creates an empty cache.
  ///
  /// - Parameter lookUp: a shared look-up of fired matches, if another user has one.
  init(_ lookUp: FiredLookUp? = nil) { self.lookUp = Mutex(lookUp) }

  /// Whether nothing has been computed so far.
  var isEmpty: Bool { closing.withLock { $0 == nil } && head.withLock { $0 == nil } && lookUp.withLock { $0 == nil } }

  /// Whether closing the context appends nothing, at some time.
  ///
  /// Then every match that could fire at that time has fired; matches that depend on the time are searched again in any case.
  var isClosed: Bool { closing.withLock { $0?.closing.isNothing ?? false } }

  /// Returns the closure of the context, computed on first use.
  ///
  /// - Parameter isTimeless: whether a closure that appends nothing is valid at every time.
  func closing(now: Timestamp, limits: DerivationLimits, isTimeless: Bool, _ make: () -> ContextClosure) -> ContextClosure {
    closing.withLock { known in
      if let found = known, found.limits == limits, found.now == now || isTimeless && found.closing.isNothing {
        return found.closing
      }
      let made = make()
      if made.isOverworked { return made }
      known = Known(now: now, limits: limits, closing: made)
      return made
    }
  }

  /// Returns the Merkle tree head of the ledger, computed on first use.
  func head(_ make: () -> String) -> String { Self.once(head, make) }

  /// Returns the look-up of fired matches, created on first use.
  func lookUp(_ make: () -> FiredLookUp) -> FiredLookUp { Self.once(lookUp, make) }

  /// The matches that have fired, if they have been looked up.
  var fired: FiredMatches? { lookUp.withLock { $0?.known } }

  private static func once<Value: Sendable>(_ place: borrowing Mutex<Value?>, _ make: () -> Value) -> Value {
    place.withLock { known in
      if let known { return known }
      let made = make()
      known = made
      return made
    }
  }
}

/// Entries to append to a context, which stays unchanged. A dry run shows only them; otherwise ``whole(program:isClosed:)``
/// appends them.
struct ContextAddition: Sendable {
  private var context: Context
  /// The entries, by sequence.
  private(set) var entries: [Entry] = []
  private var tree: MerkleTree
  /// The facts of the fact entries, in order.
  var facts: [ProducedFact] = []

  init(to context: Context) {
    self.context = context
    tree = context.ledger.tree
  }

  /// Drops the context where the entries are kept but the context is not needed, because contexts share less and less memory.
  mutating func forgetContext(for empty: Context) { context = empty }

  /// Makes room for `count` more entries.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  /// Adds an entry.
  ///
  /// - Parameter hash: a hash function to use; its state is reset.
  mutating func append(_ hashed: HashedEntry, _ hash: inout SHA256) {
    entries.append(hashed.entry)
    tree.append(leafHash: hashed.leafHash, &hash)
  }

  /// Returns the head and size of the context with the entries.
  ///
  /// - Parameter hash: a hash function to use; its state is reset.
  func point(_ hash: inout SHA256) -> ContextPoint {
    entries.isEmpty ? context.point : ContextPoint(head: tree.head(&hash).prefixed, size: context.ledger.size + entries.count)
  }

  /// The number of fact entries in the context with the entries.
  var factsCount: Int { context.factsCount + facts.count }

  /// Returns the sequence up to which every match of truths on facts has fired in the context with the entries.
  ///
  /// - Parameter isClosed: whether the entries include all that follows.
  func closedAt(isClosed: Bool) -> Int { isClosed ? context.ledger.size + entries.count : context.closedAt }

  /// Returns the context with the entries.
  ///
  /// - Complexity: O(entries · log size).
  func whole(program: Program, isClosed: Bool) -> Context {
    var result = context
    let facts = facts.map { TypedFact(type: $0.payload.type, fields: $0.payload.fields) }
    result.append(entries, tree: tree, facts: facts, program: program)
    if isClosed { result.markClosed() }
    return result
  }
}

/// The time and actor to record for facts that a run gets besides its proposal: facts of documents, and policies.
package struct FactOrigin: Sendable {
  package var timestamp: Timestamp
  package var actor: JSONObject

  package init(timestamp: Timestamp, actor: JSONObject) {
    self.timestamp = timestamp
    self.actor = actor
  }

  /// The actor in words, if such an actor may bring nothing in: agents only propose (declarations §3). Otherwise `nil`.
  package var whoBringsNothing: String? {
    let name = "@\(actor["user_id"]?.stringValue ?? "")"
    switch actor["type"]?.stringValue {
    case "user", "system": return nil
    case "agent": return "\(name) is an agent"
    default: return "\(name) is of no type"
    }
  }
}
