import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
package import TruthsText

/// The runs of a context. For each run, the index keeps its proposal and its newest decision.
///
/// A ledger may have millions of runs. About 100 bytes are kept for each run; other data is read from the ledger again.
package struct RunIndex: Sendable {
  /// The language version that computes proposal hashes, also for proposals that an older version recorded.
  private let language: LanguageVersion
  private var runs = SharedTable<PackedID, KeptRun>()
  /// The names of users and intents, which many runs share.
  private var names = InternedTexts()
  private var count = 0
  /// The waiting runs, and some runs that waited earlier, keyed by the order in which they began.
  private var waited = SharedTable<Int, PackedID>()
  /// The number of runs in `waited`.
  private var waitedCount = 0
  /// The number of waiting runs.
  package private(set) var waitingCount = 0
  /// The runs that were begun with an idempotency key. The first run is keyed by the key and the user. Each run is also keyed
  /// by the key, the user and the proposal hash.
  private var byKey = SharedTable<IdempotencyKey, PackedID>()
  /// The run of each proposal that is open, or was open last, keyed by proposal hash.
  private var byHash = SharedTable<Digest, PackedID>()
  /// The ids of the proposals that were accepted.
  private var accepted = SharedTable<PackedID, Bool>()
  /// The highest step that was set for each policy, keyed by the index in ``Program/policies``.
  private var policySteps: [Int: Int] = [:]
  /// The governing hashes of past decisions about each intent, in the order of the decisions. The keys are the intents' actions.
  /// A hash that equals the one before it is left out.
  ///
  /// The governing hash is the hash of the truths that apply to the intent, and of all that they refer to.
  private var governing = SharedTable<Text, [GoverningMoment]>()
  /// The truths hash of the first decision that records one. These truths are in force until different truths are adopted.
  package private(set) var firstTruths: String?
  /// The sequence of the decision with `firstTruths`; 0 if there is no such decision.
  private(set) var firstTruthsSequence = 0
  /// The run with the last decision. `sequence` is that of the last entry that belongs to the decision: the decision itself, or
  /// a fact or trace right after it.
  private var last: (run: PackedID, sequence: Int)?

  /// The waiting runs, in the order in which they began.
  ///
  /// - Complexity: O(w log w) for w waiting runs.
  package var waiting: [String] { open.sorted { $0.key < $1.key }.map { $0.value.text(Self.prefix) } }

  private var open: [(key: Int, value: PackedID)] { waited.elements.filter { runs[$0.value]?.status == .waiting } }

  /// Creates the index of a context without entries.
  init(language: LanguageVersion) { self.language = language }

  /// Whether no run has begun yet.
  package var isEmpty: Bool { count == 0 }

  /// Returns the run with an id; `nil` if none exists.
  package func record(_ runID: String) -> RunRecord? { record(PackedID(runID, Self.prefix)) }

  private func record(_ id: PackedID) -> RunRecord? {
    guard let run = runs[id] else { return nil }
    var record = RunRecord(
      runID: id.text(Self.prefix), proposalID: run.proposalID.text(Self.proposalPrefix), proposalHash: run.proposalHash,
      userID: names[run.user] ?? "", action: names[run.action], proposalSequence: run.proposalSequence,
      firstProposalSequence: run.firstProposalSequence, status: run.status)
    record.order = run.order
    record.cancellationSequence = run.cancellationSequence
    record.decisionSequence = run.decisionSequence
    record.lastSequence = last.flatMap { $0.run == id ? $0.sequence : nil } ?? run.lastSequence
    return record
  }

  /// Returns the run that an actor began with an idempotency key: the first such run or, if a hash is given, the run of the
  /// proposal with that hash.
  package func run(key: String, userID: String, hash: Digest? = nil) -> RunRecord? {
    byKey[IdempotencyKey(key: Text(key), userID: Text(userID), hash: hash)].flatMap { record($0) }
  }

  /// Returns the open run of the proposal with a hash: a run that waits, or has no decision yet. Otherwise `nil`.
  package func openRun(hash: Digest) -> RunRecord? { run(hash: hash).flatMap { $0.isOpen ? $0 : nil } }

  /// Returns the run of the proposal with a hash that is open, or was open last; `nil` if none exists.
  func run(hash: Digest) -> RunRecord? { byHash[hash].flatMap { record($0) } }

  /// Returns whether the proposal with an id was accepted before.
  package func isAccepted(proposalID: String) -> Bool { accepted[PackedID(proposalID, Self.proposalPrefix)] ?? false }

  /// Returns the highest step that was set for a policy; 0 if the policy was never set. The index is one in
  /// ``Program/policies``.
  package func lastStep(ofPolicy index: Int) -> Int { policySteps[index] ?? 0 }

  /// Returns the governing hash at a time: the hash in the last decision about the intent up to that time. `nil` if none
  /// exists.
  ///
  /// - Parameter start: a time before which governing hashes are ignored; `nil` to ignore none.
  package func governingHash(ofAction action: String, at moment: Timestamp, since start: Timestamp? = nil) -> String? {
    let known = governing[Text(action), default: []].last { $0.moment <= moment }
    guard let known, start.map({ $0 <= known.moment }) ?? true else { return nil }
    return known.hash
  }

  mutating func setLastStep(_ step: Int, ofPolicy index: Int) { policySteps[index] = step }

  /// Updates the index by an entry.
  ///
  /// - Parameters:
  ///   - sequence: the entry's sequence in the ledger.
  ///   - proposal: the proposal in the entry, if it was read earlier; otherwise `nil`.
  mutating func append(_ entry: Entry, at sequence: Int, _ proposal: ProposalOfRun? = nil) {
    switch entry.type {
    case .proposal: begin(entry, at: sequence, proposal)
    case .decision: decide(entry, at: sequence)
    case .fact, .trace: follow(entry, at: sequence)
    }
    if entry.type == .trace, entry.truthID == BuiltInTruth.cancelled.rawValue { cancel(entry, at: sequence) }
  }

  /// Ends a run because of the trace of its cancellation. This also happens when the context is read again later.
  private mutating func cancel(_ entry: Entry, at sequence: Int) {
    let id = PackedID(entry.runID, Self.prefix)
    guard var run = runs[id], run.isOpen else { return }
    run.lastSequence = last.flatMap { $0.run == id ? $0.sequence : nil } ?? run.lastSequence
    run.cancellationSequence = sequence
    set(run, .halted, id)
  }

  private mutating func begin(_ entry: Entry, at sequence: Int, _ proposal: ProposalOfRun?) {
    settleLast()
    let id = PackedID(entry.runID, Self.prefix)
    if let run = runs[id] { return goOn(run, id, at: sequence) }
    let proposal = proposal ?? ProposalOfRun(entry, language)
    let run = KeptRun(
      proposalID: PackedID(proposal.identity, Self.proposalPrefix), proposalHash: proposal.hash,
      user: names.number(of: proposal.userID), action: proposal.action.map { names.number(of: $0) } ?? -1,
      proposalSequence: sequence, order: count)
    count += 1
    runs.set(run, for: id)
    // A proposal that claims another actor gets no key and no open run; it is rejected each time.
    if proposal.claimsAnotherActor { return }
    if openRun(hash: run.proposalHash) == nil { byHash.set(id, for: run.proposalHash) }
    guard let key = proposal.idempotencyKey else { return }
    for hash in [nil, run.proposalHash] {
      let place = IdempotencyKey(key: Text(key), userID: Text(proposal.userID), hash: hash)
      if byKey[place] == nil { byKey.set(id, for: place) }
    }
  }

  /// Updates an open run whose proposal was received again. The newest proposal entry counts.
  private mutating func goOn(_ run: KeptRun, _ id: PackedID, at sequence: Int) {
    guard run.isOpen else { return }
    var run = run
    run.proposalSequence = sequence
    runs.set(run, for: id)
  }

  /// Adds a fact or trace to the decision, if it comes right after it in the ledger. Later facts of the run came from outside.
  private mutating func follow(_ entry: Entry, at sequence: Int) {
    guard last?.sequence == sequence - 1, last?.run == PackedID(entry.runID, Self.prefix) else { return settleLast() }
    last?.sequence = sequence
  }

  /// Stores the sequence of the last entry that belongs to the last decision.
  private mutating func settleLast() {
    guard let ended = last else { return }
    last = nil
    guard var run = runs[ended.run], run.lastSequence != ended.sequence else { return }
    run.lastSequence = ended.sequence
    runs.set(run, for: ended.run)
  }

  private mutating func decide(_ entry: Entry, at sequence: Int) {
    settleLast()
    let id = PackedID(entry.runID, Self.prefix)
    guard var run = runs[id] else { return }
    run.decisionSequence = sequence
    run.lastSequence = sequence
    let record = DecisionRecord(entry.payload)
    set(run, record.status.flatMap(RunState.Status.init) ?? .halted, id)
    last = (id, sequence)
    if firstTruths == nil, let hash = record.truthsHash { (firstTruths, firstTruthsSequence) = (hash, sequence) }
    if let action = names[run.action], let hash = record.governingHash {
      let known = governing[Text(action), default: []]
      if known.last.map({ $0.hash == hash && $0.moment <= entry.timestamp }) != true {
        governing.set(known + [GoverningMoment(moment: entry.timestamp, hash: hash)], for: Text(action))
      }
    }
    if record.decision == DecisionOutcome.accepted.rawValue { accepted.set(true, for: run.proposalID) }
  }

  private mutating func set(_ run: KeptRun, _ status: RunState.Status, _ id: PackedID) {
    if status == .waiting, waited[run.order] == nil {
      waited.set(id, for: run.order)
      waitedCount += 1
    }
    waitingCount += (status == .waiting ? 1 : 0) - (run.status == .waiting ? 1 : 0)
    var run = run
    run.status = status
    runs.set(run, for: id)
    forgetEnded()
  }

  /// Removes ended runs from `waited` once they outnumber the waiting runs. Listing the waiting runs therefore stays cheap.
  private mutating func forgetEnded() {
    guard waitedCount > 2 * waitingCount + Self.fewRuns else { return }
    let open = open
    waited = SharedTable()
    waited.set(Dictionary(uniqueKeysWithValues: open))
    waitedCount = open.count
  }

  /// The number of ended runs that `waited` may always contain.
  private static let fewRuns = 64

  private static let prefix: StaticString = "run_"
  private static let proposalPrefix: StaticString = "prop_"
}

/// The data that the index reads from the entry of a proposal.
package struct ProposalOfRun: Sendable {
  let identity: String
  let hash: Digest
  let userID: String
  let action: String?
  let idempotencyKey: String?
  let claimsAnotherActor: Bool

  /// - Parameter language: the language version that computes the proposal hash.
  init(_ entry: Entry, _ language: LanguageVersion) {
    // The older rules read the identity, because a malformed id, which the new rules drop, would leave the proposal without a
    // key.
    let proposal = ProposalReader.read(LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor, language: .two)
    (identity, hash, userID) = (proposal.identity, proposal.hash(in: language), proposal.userID)
    (action, idempotencyKey) = (proposal.action, proposal.idempotencyKey)
    claimsAnotherActor = proposal.actorMismatch != nil
  }
}

/// The data that the index keeps for a run.
private struct KeptRun: Sendable {
  let proposalID: PackedID
  let proposalHash: Digest
  /// The numbers of the user and of the action in `names`; -1 for no action.
  let user: Int32
  let action: Int32
  let firstProposalSequence: Int
  var proposalSequence: Int
  var decisionSequence = 0
  var lastSequence = 0
  var cancellationSequence = 0
  /// The number of runs that began earlier.
  let order: Int
  var status = RunState.Status.running

  init(
    proposalID: PackedID, proposalHash: Digest, user: Int32, action: Int32, proposalSequence: Int, order: Int
  ) {
    self.proposalID = proposalID
    self.proposalHash = proposalHash
    self.user = user
    self.action = action
    firstProposalSequence = proposalSequence
    self.proposalSequence = proposalSequence
    self.order = order
  }

  var isOpen: Bool { status == .waiting || (decisionSequence == 0 && cancellationSequence == 0) }
}

/// Texts that many runs share, each with a number.
private struct InternedTexts: Sendable {
  private var numbers = SharedTable<Text, Int32>()
  private var texts = SharedTable<Int32, String>()
  private var count: Int32 = 0

  subscript(number: Int32) -> String? { number < 0 ? nil : texts[number] }

  mutating func number(of text: String) -> Int32 {
    if let known = numbers[Text(text)] { return known }
    numbers.set(count, for: Text(text))
    texts.set(text, for: count)
    count += 1
    return count - 1
  }
}

/// The governing hash in a decision, and the time of that decision.
private struct GoverningMoment: Sendable {
  var moment: Timestamp
  var hash: String
}

private struct IdempotencyKey: Hashable {
  var key: Text
  var userID: Text
  var hash: Digest?
}

/// One run of a context.
package struct RunRecord: Sendable {
  package var runID: String
  package var proposalID: String
  package var proposalHash: Digest
  package var userID: String
  /// The intent that the proposal names; `nil` if it names none.
  package var action: String?
  /// The sequence of the newest proposal entry. A run has several if its proposal was received again in a different form.
  let proposalSequence: Int
  /// The sequence of the first proposal entry.
  let firstProposalSequence: Int
  package fileprivate(set) var status: RunState.Status
  /// The number of runs that began earlier.
  fileprivate(set) var order = 0
  /// The sequence of the cancellation trace; 0 for none.
  fileprivate(set) var cancellationSequence = 0
  /// The sequence of the newest decision; 0 for none.
  fileprivate(set) var decisionSequence = 0
  fileprivate var lastSequence = 0

  /// The sequences of the facts and traces that belong to the newest decision.
  package var resultSequences: Range<Int> { decisionSequence + 1..<max(decisionSequence, lastSequence) + 1 }

  /// Whether the run continues when its proposal is received again: the run waits, or has no decision yet.
  package var isOpen: Bool { status == .waiting || (decisionSequence == 0 && cancellationSequence == 0) }

  fileprivate init(
    runID: String, proposalID: String, proposalHash: Digest, userID: String, action: String?, proposalSequence: Int,
    firstProposalSequence: Int, status: RunState.Status
  ) {
    self.runID = runID
    self.proposalID = proposalID
    self.proposalHash = proposalHash
    self.userID = userID
    self.action = action
    self.proposalSequence = proposalSequence
    self.firstProposalSequence = firstProposalSequence
    self.status = status
  }
}

/// The approvals, denials and consents of a context. All entries count, not only the newest entry with a key.
package struct ApprovalIndex: Sendable {
  private var grants = SharedTable<Text, [Entry]>()
  private var denials = SharedTable<Text, [Entry]>()
  private var requests = SharedTable<Text, RequestRecord>()
  /// The requests about each proposal, keyed by the proposal's hash.
  private var requestsByProposal = SharedTable<Text, [RequestRecord]>()
  private var consents = SharedTable<Text, [Entry]>()

  /// Whether the context has neither grants nor denials.
  package private(set) var isEmpty = true

  /// Returns the grants of a request, oldest first.
  package func grants(of request: String) -> [Entry] { grants[Text(request), default: []] }

  /// Returns the denials of a request, oldest first.
  package func denials(of request: String) -> [Entry] { denials[Text(request), default: []] }

  /// Returns whether the context has a request with an id.
  package func isRequested(_ request: String) -> Bool { requests[Text(request)] != nil }

  /// Returns the hash of the proposal that a request is about; `nil` if there is no request with the id.
  package func proposalHash(of request: String) -> String? { requests[Text(request)]?.proposalHash }

  /// Returns the request with an id; `nil` if none exists.
  package func requested(_ request: String) -> RequestRecord? { requests[Text(request)] }

  /// Returns the requests about the proposal with a hash, oldest first.
  package func requests(about hash: String) -> [RequestRecord] { requestsByProposal[Text(hash), default: []] }

  /// Returns the consents to a proposal hash, oldest first.
  package func consents(to hash: String) -> [Entry] { consents[Text(hash), default: []] }

  /// Updates the index by a fact entry of a built-in type.
  mutating func append(_ entry: Entry, as type: BuiltInFact) {
    let request = entry.payload["request"]?.stringValue.map { Text($0) }
    switch (type, request) {
    case (.approvalGranted, let request?):
      isEmpty = false
      grants.set(grants[request, default: []] + [entry], for: request)
    case (.approvalDenied, let request?):
      isEmpty = false
      denials.set(denials[request, default: []] + [entry], for: request)
    case (.approvalRequested, let request?):
      let record = RequestRecord(entry.payload)
      requests.set(record, for: request)
      guard let hash = record.proposalHash.map({ Text($0) }) else { return }
      requestsByProposal.set(requestsByProposal[hash, default: []] + [record], for: hash)
    case (.consentGiven, _):
      guard let hash = entry.payload["proposal_hash"]?.stringValue.map({ Text($0) }) else { return }
      consents.set(consents[hash, default: []] + [entry], for: hash)
    default: break
    }
  }
}

/// The setting that a `policy.set` fact makes, for a policy of a program.
package struct PolicySetting: Sendable {
  /// The index of the policy in ``Program/policies``.
  package var policy: Int
  package var step: Int
  package var value: Value

  /// Reads a `policy.set` fact.
  ///
  /// - Parameter fields: the values of the fact, in declared order: `policy`, `step`, `value`.
  /// - Returns: `nil` if the policy is unknown, or the value is not of the policy's type.
  package init?(_ fields: [Value], program: Program) {
    guard fields.count == 3, case .text(let name) = fields[0], case .number(let number) = fields[1], let step = number.intValue,
      case .json(let json) = fields[2], let policy = program.policies.firstIndex(where: { $0.qualifiedName == name.string })
    else { return nil }
    guard let value = program.value(of: json, as: program.policies[policy].type) else { return nil }
    self.policy = policy
    self.step = step
    self.value = value
  }
}

extension Program {
  /// Returns JSON that has no spans as a value of a type; `nil` if the JSON does not fit the type.
  package func value(of json: JSONValue, as type: ValueType) -> Value? {
    var decoder = ValueDecoder(program: self)
    let value = decoder.value(LocatedJSON(unlocated: json), as: type, path: "value")
    return decoder.faults.isEmpty ? value : nil
  }
}

/// An append-only table whose copies share almost all memory. The cost of a run therefore does not depend on the size of the
/// context.
///
/// The table is a list of dictionaries. Each is more than twice as large as the next, except that a dictionary of 65,536 keys
/// or more is never merged. The work for a copy is therefore limited.
struct SharedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var layers: [[Key: Value]] = []

  /// Creates an empty table.
  init() {}

  /// The value of a key; `nil` if the key was never set. Keys are never removed.
  ///
  /// - Complexity: O(log n) look-ups, and one more for every 65,536 keys.
  subscript(key: Key) -> Value? {
    var place = layers.count
    while place > 0 {
      place -= 1
      if let value = layers[place][key] { return value }
    }
    return nil
  }

  /// Sets the value of a key.
  ///
  /// - Complexity: O(log n) on average.
  mutating func set(_ value: Value, for key: Key) { set([key: value]) }

  /// Sets the values of some keys.
  ///
  /// - Complexity: O(k log n) on average.
  mutating func set(_ values: [Key: Value]) {
    layers.append(values)
    while layers.count > 1, layers[layers.count - 2].count < Self.large,
      layers[layers.count - 2].count <= 2 * layers[layers.count - 1].count, let newer = layers.popLast(),
      let older = layers.popLast()
    {
      layers.append(Self.merged(older, newer))
    }
  }

  private static func merged(_ older: consuming [Key: Value], _ newer: [Key: Value]) -> [Key: Value] {
    older.merge(newer) { _, new in new }
    return older
  }

  /// All keys with their values, in no defined order.
  ///
  /// - Complexity: O(n).
  var elements: [(key: Key, value: Value)] {
    var found: [Key: Value] = [:]
    for layer in layers { found.merge(layer) { _, new in new } }
    return found.map { ($0.key, $0.value) }
  }

  private static var large: Int { 65_536 }
}

extension SharedTable {
  /// The value of a key, or a default value if the key was never set.
  subscript(key: Key, default other: @autoclosure () -> Value) -> Value { self[key] ?? other() }
}
