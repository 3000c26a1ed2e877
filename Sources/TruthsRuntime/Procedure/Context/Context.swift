import Synchronization
package import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
package import TruthsText

/// The state that proposals are decided on: the ledger, its facts in typed and indexed form, its runs, and its approvals. A
/// value type.
package struct Context: Sendable {
  package private(set) var ledger: Ledger
  package private(set) var store: FactStore
  package private(set) var runs: RunIndex
  package private(set) var approvals: ApprovalIndex
  /// The adoptions of truths in order, each with its time, the truths hash, and the sequence of the entry.
  private var adoptions: [(moment: Timestamp, hash: String, sequence: Int)] = []
  /// Whether the ledger has facts in short form that no seal covers.
  package private(set) var hasUnsealedShortForms = false
  /// The number of fact entries in the ledger.
  package private(set) var factsCount = 0
  /// The sequence up to which the ledger is closed; 0 if unknown. Truths that start from facts, instead of a proposal, have
  /// fired for every match of the facts up to this sequence.
  private(set) var closedAt = 0
  /// The number of traces in the ledger that truths have left when they fired for a match of facts.
  private var matchTraces = 0
  /// The matches that these traces record.
  private var fired = FiredMatches()
  /// Cached results about this context.
  private(set) var knowledge = ContextKnowledge()
  /// The built-in fact type of each index in ``Program/facts``; `nil` for a declared type.
  private let builtInFacts: [BuiltInFact?]
  /// The decisions of the ledger as facts; `nil` if no truth reads them.
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
    decisions = readsDecisions ? DecisionHistory(program, language: language) : nil
  }

  /// Merges the layers of storage that copies left, before many proposals are decided on the context.
  ///
  /// - Complexity: O(facts) if there are several layers.
  mutating func settle() { store.settle() }

  /// Returns the context with the limits for computing views. The facts of views do not count as facts of the run.
  package func reading(within budget: Budget) -> Context {
    var context = self
    var limits = budget.derivation
    limits.facts = max(limits.facts, Budget.standard.maxFacts)
    context.store.viewLimits = limits
    return context
  }

  /// The hash of the truths that were adopted last; `nil` if no adoption is recorded.
  package var adopted: String? { adoptions.last?.hash }

  /// Returns the last adoption in the ledger whose time is not later than a given time; `nil` if none exists.
  func adoption(at moment: Timestamp) -> (moment: Timestamp, hash: String)? {
    adoptions.last { $0.moment <= moment }.map { ($0.moment, $0.hash) }
  }

  /// The entry that determines the truths in force: the last adoption or, without one, the first decision with a truths hash
  /// (ledgers §6.1). `nil` if the ledger has neither.
  package var entryInForce: Entry? { ledger.entry(sequence: adoptions.last?.sequence ?? runs.firstTruthsSequence) }

  /// Returns the context with a meter that counts its work; `nil` for unlimited work.
  package func working(_ meter: WorkMeter?) -> Context {
    var context = self
    context.store.work = meter
    return context
  }

  /// The Merkle tree head of the ledger, `sha256:…`.
  package var head: String { knowledge.head { ledger.head } }

  /// Returns the newest proposal entry of a run.
  package func proposal(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.proposalSequence) }

  /// Returns the newest proposal entry of the run with an id.
  package func proposal(ofRun runID: String) -> Entry? { runs.record(runID).flatMap { proposal(of: $0) } }

  /// Returns the time at which a run began; `nil` if there is no run with the id.
  ///
  /// The time is the timestamp of the run's first proposal entry, whatever time the sender claims.
  package func beginning(ofRun runID: String) -> Timestamp? {
    runs.record(runID).flatMap { ledger.entry(sequence: $0.firstProposalSequence)?.timestamp }
  }

  /// Returns the newest decision entry of a run.
  package func decision(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.decisionSequence) }

  /// Returns the trace that records a run's cancellation; `nil` if the run was not cancelled.
  package func cancellation(of record: RunRecord) -> Entry? { ledger.entry(sequence: record.cancellationSequence) }

  /// The head and size of the ledger.
  package var point: ContextPoint { ContextPoint(head: head, size: ledger.size) }

  /// The sequence of the next entry.
  package var nextSequence: Int { ledger.size + 1 }

  /// Appends an entry. Its fact, if it has one, is already decoded.
  ///
  /// - Parameter fact: the decoded fact of a fact entry; `nil` for other entries.
  package mutating func append(_ entry: Entry, fact: TypedFact?, program: Program) {
    append(HashedEntry(entry: entry, leafHash: entry.leafHash), fact: fact, program: program)
  }

  /// Appends an entry whose leaf is already hashed, and whose fact, if it has one, is already decoded.
  ///
  /// - Parameters:
  ///   - line: the line from which the ledger may read the entry again; `nil` if the ledger must keep the entry.
  ///   - proposal: the proposal in the entry, if it was read earlier; otherwise `nil`.
  package mutating func append(
    _ hashed: HashedEntry, line: LedgerLine? = nil, fact: TypedFact?, proposal: ProposalOfRun? = nil, program: Program
  ) {
    goOn()
    if let line { ledger.append(hashed, readFrom: line) } else { ledger.append(hashed) }
    fired.take(hashed.entry, at: ledger.size)
    take(hashed.entry, at: ledger.size, fact: fact, proposal, program: program)
  }

  /// Appends entries whose Merkle tree is already known.
  ///
  /// - Parameters:
  ///   - tree: the tree that includes the entries.
  ///   - facts: the decoded facts of the fact entries, in the order of these entries.
  mutating func append(_ entries: [Entry], tree: MerkleTree, facts: [TypedFact], program: Program) {
    let first = nextSequence
    goOn()
    ledger.append(entries, tree: tree)
    var facts = facts[...]
    for (place, entry) in entries.enumerated() {
      take(entry, at: first + place, fact: entry.type == .fact ? facts.popFirst() : nil, program: program)
    }
  }

  /// Replaces entries in memory by the lines that were written for them. The entries are then read from these lines; see
  /// ``Ledger/keep(from:in:)``.
  package mutating func keep(from sequence: Int, in lines: [LedgerLine]) { ledger.keep(from: sequence, in: lines) }

  /// Records that a fact in short form was read.
  mutating func markUnsealed() { hasUnsealedShortForms = true }

  /// Records that a seal follows all facts in short form.
  mutating func markSealed() { hasUnsealedShortForms = false }

  /// Updates the indexes by an entry of the ledger.
  private mutating func take(
    _ entry: Entry, at sequence: Int, fact: TypedFact?, _ proposal: ProposalOfRun? = nil, program: Program
  ) {
    runs.append(entry, at: sequence, proposal)
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

  /// Removes the cached results, except for the fired matches, before the context grows. Copies of the context keep their
  /// results.
  private mutating func goOn() {
    if knowledge.isClosed { closedAt = ledger.size }
    forgetKnown()
  }

  private mutating func forgetKnown() {
    if isKnownUniquelyReferenced(&knowledge), knowledge.isEmpty { return }
    if let asked = knowledge.fired, asked.taken > fired.taken { fired = asked }
    knowledge = ContextKnowledge()
  }

  /// A copy with an empty cache, with which this context's cached results are computed. A shared cache would refer to itself.
  var apart: Context {
    var context = self
    context.knowledge = ContextKnowledge(knowledge.lookUp { FiredLookUp(fired, ledger) })
    return context
  }

  /// Sets an observer of the data that decisions on this context and on its copies read. The observer affects no decision.
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

  /// Records that truths have fired for every match of the current facts.
  mutating func markClosed() {
    closedAt = ledger.size
    forgetKnown()
  }

  /// Records that truths have fired for every match of the facts up to a sequence, as an earlier run established.
  mutating func markClosed(upTo sequence: Int) { closedAt = max(closedAt, min(sequence, ledger.size)) }

  /// The point from which truths that start from facts continue: the facts already closed, and the matches already fired.
  package var derivationStart: DerivationStart {
    guard matchTraces > 0 else { return DerivationStart(closedAt: closedAt) }
    let lookUp = knowledge.lookUp { FiredLookUp(fired, ledger) }
    return DerivationStart(closedAt: closedAt) { lookUp.contains($0, of: $1) }
  }

  /// The number of entries that were read again from the ledger in order to find the fired matches.
  var entriesReadForMatches: Int { max(fired.read, knowledge.fired?.read ?? 0) }

  /// Applies a `policy.set` fact, unless a fact with a higher step was applied to the policy before (declarations §13).
  private mutating func applyPolicy(_ fact: TypedFact, program: Program) {
    guard let setting = PolicySetting(fact.fields, program: program),
      setting.step >= runs.lastStep(ofPolicy: setting.policy)
    else { return }
    runs.setLastStep(setting.step, ofPolicy: setting.policy)
    store.setPolicy(setting.policy, to: setting.value)
  }
}

/// The fact types that the engine itself reads or appends. Pack `converge` declares them.
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

/// Cached results about one context. They are computed once for all decisions on copies of the context, as in a batch.
final class ContextKnowledge: Sendable {
  private struct CachedClosing {
    var now: Timestamp
    var limits: DerivationLimits
    var closing: ContextClosure
  }

  private let closing = Mutex<CachedClosing?>(nil)
  private let head = Mutex<String?>(nil)
  private let lookUp: Mutex<FiredLookUp?>

  /// Creates an empty cache.
  ///
  /// - Parameter lookUp: the look-up of fired matches that another cache created; `nil` if none exists.
  init(_ lookUp: FiredLookUp? = nil) { self.lookUp = Mutex(lookUp) }

  /// Whether nothing has been computed so far.
  var isEmpty: Bool { closing.withLock { $0 == nil } && head.withLock { $0 == nil } && lookUp.withLock { $0 == nil } }

  /// Whether the last computed closure of the context appends nothing.
  ///
  /// If so, truths have fired for every match that is possible at the time of that closure. Matches that depend on the time are
  /// searched again in any case.
  var isClosed: Bool { closing.withLock { $0?.closing.isNothing ?? false } }

  /// Returns the closure of the context, computed on first use.
  ///
  /// - Parameter isTimeless: whether a closure that appends nothing holds at every time.
  func closing(now: Timestamp, limits: DerivationLimits, isTimeless: Bool, _ make: () -> ContextClosure) -> ContextClosure {
    closing.withLock { cached in
      if let found = cached, found.limits == limits, found.now == now || isTimeless && found.closing.isNothing {
        return found.closing
      }
      let made = make()
      if made.isOverworked { return made }
      cached = CachedClosing(now: now, limits: limits, closing: made)
      return made
    }
  }

  /// Returns the Merkle tree head of the ledger, computed on first use.
  func head(_ make: () -> String) -> String { Self.once(head, make) }

  /// Returns the look-up of fired matches, created on first use.
  func lookUp(_ make: () -> FiredLookUp) -> FiredLookUp { Self.once(lookUp, make) }

  /// The fired matches; `nil` if no one has looked them up.
  var fired: FiredMatches? { lookUp.withLock { $0?.snapshot } }

  private static func once<Value: Sendable>(_ place: borrowing Mutex<Value?>, _ make: () -> Value) -> Value {
    place.withLock { known in
      if let known { return known }
      let made = make()
      known = made
      return made
    }
  }
}

/// Entries to append to a context, which stays unchanged. A dry run only shows the entries. ``whole(program:isClosed:)``
/// appends them.
struct ContextAddition: Sendable {
  private var context: Context
  /// The entries, in the order of their sequences.
  private(set) var entries: [Entry] = []
  private var tree: MerkleTree
  /// The facts of the fact entries, in the order of these entries.
  var facts: [ProducedFact] = []

  init(to context: Context) {
    self.context = context
    tree = context.ledger.tree
  }

  /// Releases the context if the entries are kept and the context is not needed. Contexts kept for long share less and less
  /// memory.
  mutating func forgetContext(for empty: Context) { context = empty }

  /// Makes room for `count` more entries.
  mutating func reserve(_ count: Int) { entries.reserveCapacity(entries.count + count) }

  /// Adds an entry.
  ///
  /// - Parameter hash: a hash function to reuse; its state is reset.
  mutating func append(_ hashed: HashedEntry, _ hash: inout SHA256) {
    entries.append(hashed.entry)
    tree.append(leafHash: hashed.leafHash, &hash)
  }

  /// Returns the head and size that the context has after the entries are appended.
  ///
  /// - Parameter hash: a hash function to reuse; its state is reset.
  func point(_ hash: inout SHA256) -> ContextPoint {
    entries.isEmpty ? context.point : ContextPoint(head: tree.head(&hash).prefixed, size: context.ledger.size + entries.count)
  }

  /// The number of fact entries that the context has after the entries are appended.
  var factsCount: Int { context.factsCount + facts.count }

  /// Returns the sequence up to which truths have fired for every match, after the entries are appended.
  ///
  /// - Parameter isClosed: whether the entries include all facts that follow from the context.
  func closedAt(isClosed: Bool) -> Int { isClosed ? context.ledger.size + entries.count : context.closedAt }

  /// Returns the context with the entries appended.
  ///
  /// - Complexity: O(entries · log size).
  func extended(program: Program, isClosed: Bool) -> Context {
    var result = context
    let facts = facts.map { TypedFact(type: $0.payload.type, fields: $0.payload.fields) }
    result.append(entries, tree: tree, facts: facts, program: program)
    if isClosed { result.markClosed() }
    return result
  }
}

/// The time and the actor to record for facts that a run is given besides its proposal: facts of documents, and policies.
package struct FactOrigin: Sendable {
  package var timestamp: Timestamp
  package var actor: JSONObject

  package init(timestamp: Timestamp, actor: JSONObject) {
    self.timestamp = timestamp
    self.actor = actor
  }

  /// A description of the actor, if the actor may add no facts from outside; otherwise `nil`. Agents only propose (declarations
  /// §3).
  package var whoBringsNothing: String? {
    let name = "@\(actor["user_id"]?.stringValue ?? "")"
    switch actor["type"]?.stringValue {
    case "user", "system": return nil
    case "agent": return "\(name) is an agent"
    default: return "\(name) is of no type"
    }
  }
}
