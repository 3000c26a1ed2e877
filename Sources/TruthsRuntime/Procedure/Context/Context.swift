import Synchronization
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
package import TruthsText

/// A context as the procedure needs it: the ledger, its facts typed and indexed, its runs, and what was approved. A value type.
package struct Context: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var store: FactStore
  package private(set) var runs: RunIndex
  package private(set) var approvals: ApprovalIndex
  /// When truths were adopted, their hashes, and the sequences of the entries that say so, in order.
  private var adoptions: [(moment: Timestamp, hash: String, sequence: Int)] = []
  /// Whether the ledger has short forms that no seal follows.
  package private(set) var hasUnsealedShortForms = false
  /// Fact entries of the ledger.
  package private(set) var factsCount = 0
  /// The sequence up to which every match of truths on facts has fired; 0 where that is not known.
  private(set) var closedAt = 0
  /// Traces of matches in the ledger.
  private var matchTraces = 0
  /// Which matches these are.
  private var fired = FiredMatches()
  /// What was worked out of this very context.
  private(set) var known = ContextKnowledge()
  /// Which fact types are the engine's own, by index.
  private let builtInFacts: [BuiltInFact?]
  /// The decisions as facts; `nil` where no truth reads them.
  private(set) var decisions: DecisionHistory?

  /// A context without entries.
  ///
  /// - Parameters:
  ///   - store: the program's, without facts.
  ///   - readsDecisions: whether the program reads what was decided.
  ///   - language: the version of the language that decides on it.
  init(program: Program, store: FactStore, readsDecisions: Bool, language: LanguageVersion) {
    ledger = Ledger()
    self.store = store
    runs = RunIndex(language: language)
    approvals = ApprovalIndex()
    builtInFacts = program.facts.map { BuiltInFact(rawValue: $0.name) }
    decisions = readsDecisions ? DecisionHistory(program) : nil
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
    adoptions.last { $0.moment <= moment }.map { ($0.moment, $0.hash) }
  }

  /// The entry that tells which truths are in force: the adoption that was the last, without one the first decision that says its
  /// truths (ledgers §6.1).
  package var entryInForce: Entry? { ledger.entry(sequence: adoptions.last?.sequence ?? runs.firstTruthsSequence) }

  /// The same context, over which work is counted, or no more.
  package func working(_ meter: WorkMeter?) -> Context {
    var context = self
    context.store.work = meter
    return context
  }

  /// The Merkle tree head of the ledger, `sha256:…`.
  package var head: String { known.head { ledger.head } }

  /// The newest proposal entry of a run.
  package func proposal(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.proposalSequence) }

  /// The same of the run of an id.
  package func proposal(ofRun runID: String) -> Entry? { runs.record(runID).flatMap { proposal(of: $0) } }

  /// When a run began: its entries have the moment at which its proposal was decided first, whatever a sender claims. `nil` where
  /// no run of this id is there.
  package func beginning(ofRun runID: String) -> Timestamp? {
    runs.record(runID).flatMap { ledger.entry(sequence: $0.firstProposalSequence)?.timestamp }
  }

  /// The newest decision entry of a run.
  package func decision(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.decisionSequence) }

  /// The trace of a run's cancellation, where somebody cancelled it.
  package func cancellation(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.cancellationSequence) }

  /// Head and size.
  package var point: ContextPoint { ContextPoint(head: head, size: ledger.size) }

  /// The sequence that the next entry will have.
  package var nextSequence: Int { ledger.size + 1 }

  /// Appends an entry whose fact, if it is one, has been decoded.
  ///
  /// - Parameter fact: `nil` for entries of other types.
  package mutating func append(_ entry: Entry, fact: TypedFact?, program: Program) {
    append(HashedEntry(entry: entry, leafHash: entry.leafHash), fact: fact, program: program)
  }

  /// Appends an entry whose leaf has been hashed and whose fact, if it is one, has been decoded.
  ///
  /// - Parameter line: where the ledger may read it again instead of keeping it.
  package mutating func append(_ hashed: HashedEntry, line: LedgerLine? = nil, fact: TypedFact?, program: Program) {
    goOn()
    if let line { ledger.append(hashed, readFrom: line) } else { ledger.append(hashed) }
    fired.take(hashed.entry, at: ledger.size)
    take(hashed.entry, at: ledger.size, fact: fact, program: program)
  }

  /// Appends entries that a tree holds behind those of the ledger.
  ///
  /// - Parameter facts: what the fact entries among them say, in order.
  mutating func append(_ entries: [Entry], tree: MerkleTree, facts: [TypedFact], program: Program) {
    let first = nextSequence
    goOn()
    ledger.append(entries, tree: tree)
    var facts = facts[...]
    for (place, entry) in entries.enumerated() {
      take(entry, at: first + place, fact: entry.type == .fact ? facts.popFirst() : nil, program: program)
    }
  }

  /// From now on entries that were made are read from the lines that were written of them; see ``Ledger/keep(from:in:)``.
  package mutating func keep(from sequence: Int, in lines: [LedgerLine]) { ledger.keep(from: sequence, in: lines) }

  /// Notes that a short form was read.
  mutating func markUnsealed() { hasUnsealedShortForms = true }

  /// Notes that a seal follows all short forms.
  mutating func markSealed() { hasUnsealedShortForms = false }

  /// Takes in what an entry of the ledger says.
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

  /// What was worked out of a context does not hold of one with more in it, apart from what has fired; copies keep what
  /// they know.
  private mutating func goOn() {
    if known.isClosed { closedAt = ledger.size }
    forgetKnown()
  }

  private mutating func forgetKnown() {
    if isKnownUniquelyReferenced(&known), known.isEmpty { return }
    if let asked = known.fired, asked.taken > fired.taken { fired = asked }
    known = ContextKnowledge()
  }

  /// The same context for who works out what follows from it: what is found becomes part of what this one knows, and the two
  /// would keep each other.
  var apart: Context {
    var context = self
    context.known = ContextKnowledge(known.lookUp { FiredLookUp(fired, ledger) })
    return context
  }

  /// From now on an observer sees the reads of decisions on this context and on those derived from it; it changes no decision.
  package mutating func observe(with observer: ReadingObserver?) {
    store.observe(with: observer)
    forgetKnown()
  }

  /// The same context, on which nobody sees what is read.
  package var unobserved: Context {
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

  /// Notes that every match of the facts up to a sequence has fired: what a run closed stands for the next.
  mutating func markClosed(upTo sequence: Int) { closedAt = max(closedAt, min(sequence, ledger.size)) }

  /// What the fixed point of truths on facts begins with.
  var derivationStart: DerivationStart {
    guard matchTraces > 0 else { return DerivationStart(closedAt: closedAt) }
    let lookUp = known.lookUp { FiredLookUp(fired, ledger) }
    return DerivationStart(closedAt: closedAt) { lookUp.contains($0, of: $1) }
  }

  /// Entries that were read from the ledger once more, to tell which matches have fired.
  var entriesReadForMatches: Int { max(fired.read, known.fired?.read ?? 0) }

  /// A `policy.set` fact sets its policy, unless a higher step was there before (declarations §13).
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
  case decisionMade = "decision.made"
}

/// What was worked out of one context, once for all who decide on copies of it, as a batch does.
final class ContextKnowledge: Sendable {
  private struct Known {
    var now: Timestamp
    var limits: DerivationLimits
    var closing: ContextClosure
  }

  private let closing = Mutex<Known?>(nil)
  private let head = Mutex<String?>(nil)
  private let lookUp: Mutex<FiredLookUp?>

  /// - Parameter lookUp: asks which matches have fired, where somebody else asks too.
  init(_ lookUp: FiredLookUp? = nil) { self.lookUp = Mutex(lookUp) }

  /// Whether nothing was worked out so far.
  var isEmpty: Bool { closing.withLock { $0 == nil } && head.withLock { $0 == nil } && lookUp.withLock { $0 == nil } }

  /// Whether nothing follows from the context that is not there, at some moment: then every match of its facts has fired that
  /// could fire at the moment, and those that the moment decides about are looked at again in any case.
  var isClosed: Bool { closing.withLock { $0?.closing.isNothing ?? false } }

  /// What follows from the context by itself.
  ///
  /// - Parameter isTimeless: whether a closing that appends nothing is the same at every moment.
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

  /// The Merkle tree head of its ledger.
  func head(_ make: () -> String) -> String { Self.once(head, make) }

  /// Asks which matches have fired.
  func lookUp(_ make: () -> FiredLookUp) -> FiredLookUp { Self.once(lookUp, make) }

  /// The matches that have fired, where somebody asked.
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

/// Entries behind a context, which is as it was. A dry run only tells them; who keeps them asks for the context with them in it.
struct ContextAddition: Sendable {
  private var context: Context
  /// In sequence.
  private(set) var entries: [Entry] = []
  private var tree: MerkleTree
  /// What the fact entries among them say, in order.
  var facts: [ProducedFact] = []

  init(to context: Context) {
    self.context = context
    tree = context.ledger.tree
  }

  /// Forgets the context, for who keeps what was added and decides on: contexts share less and less.
  mutating func forgetContext(for empty: Context) { context = empty }

  /// Makes room for so many entries more.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  /// - Parameter hash: computes the tree, whatever it took in before.
  mutating func append(_ hashed: HashedEntry, _ hash: inout SHA256) {
    entries.append(hashed.entry)
    tree.append(leafHash: hashed.leafHash, &hash)
  }

  /// Head and size of the context with them in it.
  ///
  /// - Parameter hash: computes the head, whatever it took in before.
  func point(_ hash: inout SHA256) -> ContextPoint {
    entries.isEmpty ? context.point : ContextPoint(head: tree.head(&hash).prefixed, size: context.ledger.size + entries.count)
  }

  /// Fact entries of the context with them in it.
  var factsCount: Int { context.factsCount + facts.count }

  /// The sequence up to which every match of truths on facts has fired in the context with them in it.
  ///
  /// - Parameter isClosed: whether all that follows from it is among them.
  func closedAt(isClosed: Bool) -> Int { isClosed ? context.ledger.size + entries.count : context.closedAt }

  /// The context with them in it.
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

/// When facts that a run is given beside its proposal are recorded, and by whom: those of documents, and policies that are set.
package struct FactOrigin: Sendable {
  package var timestamp: Timestamp
  package var actor: JSONObject

  package init(timestamp: Timestamp, actor: JSONObject) {
    self.timestamp = timestamp
    self.actor = actor
  }

  /// Who it is, where nothing arrives from such an actor: agents propose, and do nothing else (declarations §3).
  package var whoBringsNothing: String? {
    let name = "@\(actor["user_id"]?.stringValue ?? "")"
    switch actor["type"]?.stringValue {
    case "user", "system": return nil
    case "agent": return "\(name) is an agent"
    default: return "\(name) is of no type"
    }
  }
}
