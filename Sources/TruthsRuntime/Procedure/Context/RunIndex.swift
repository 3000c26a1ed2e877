import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsProgram
package import TruthsText

/// The runs of a context: which proposal each decides, and what was decided last. A ledger may have millions of them: of each
/// some 100 bytes are kept in the tables, and what its entries say is read from the ledger again.
package struct RunIndex: Sendable {
  /// The version of the language whose hashes tell proposals apart, those that were recorded by an older one too.
  private let language: LanguageVersion
  private var runs = SharedTable<PackedID, KeptRun>()
  /// Users and intents, which many runs have in common.
  private var names = InternedTexts()
  /// Runs that are there.
  private var count = 0
  /// The runs that wait, by the order in which they began, among others that waited.
  private var waited = SharedTable<Int, PackedID>()
  /// How many of these there are.
  private var waitedCount = 0
  /// How many runs wait.
  package private(set) var waitingCount = 0
  /// The first run of a key, and the run of a key and a proposal hash.
  private var byKey = SharedTable<IdempotencyKey, PackedID>()
  /// The run of a proposal hash that was open last.
  private var byHash = SharedTable<Digest, PackedID>()
  private var accepted = SharedTable<PackedID, Bool>()
  private var policySteps: [Int: Int] = [:]
  /// The governing hashes that proposals of an intent were decided under, in order; one that was in force before is left out.
  private var governing = SharedTable<Text, [GoverningMoment]>()
  /// The truths of the first decision that says them: they are in force until others are adopted.
  package private(set) var firstTruths: String?
  /// The sequence of that decision; 0 before it.
  private(set) var firstTruthsSequence = 0
  /// The run whose decision, and the facts and traces right behind it, end the ledger so far.
  private var last: (run: PackedID, sequence: Int)?

  /// Runs that wait, in the order in which they began.
  ///
  /// - Complexity: O(w log w) in the runs that wait.
  package var waiting: [String] { open.sorted { $0.key < $1.key }.map { $0.value.text(Self.prefix) } }

  private var open: [(key: Int, value: PackedID)] { waited.elements.filter { runs[$0.value]?.status == .waiting } }

  /// The runs of a context without entries.
  init(language: LanguageVersion) { self.language = language }

  /// Whether no run began yet.
  package var isEmpty: Bool { count == 0 }

  /// The run of an id.
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

  /// The run that an actor began with an idempotency key: the first one, or the one of a proposal hash.
  package func run(key: String, userID: String, hash: Digest? = nil) -> RunRecord? {
    byKey[IdempotencyKey(key: Text(key), userID: Text(userID), hash: hash)].flatMap { record($0) }
  }

  /// The run of a proposal that waits, or was recorded and not decided yet.
  package func openRun(hash: Digest) -> RunRecord? { run(hash: hash).flatMap { $0.isOpen ? $0 : nil } }

  /// The run of a proposal that was open last.
  func run(hash: Digest) -> RunRecord? { byHash[hash].flatMap { record($0) } }

  /// Whether a proposal was accepted before.
  package func isAccepted(proposalID: String) -> Bool { accepted[PackedID(proposalID, Self.proposalPrefix)] ?? false }

  /// The highest step of a policy so far; 0 for none.
  package func lastStep(ofPolicy index: Int) -> Int { policySteps[index] ?? 0 }

  /// The governing hash that the ledger tells for a moment: that of the last decision at or before it about a proposal of the
  /// intent, where that says by which truths it was made.
  ///
  /// - Parameter start: what was decided before it is not looked at.
  package func governingHash(ofAction action: String, at moment: Timestamp, since start: Timestamp? = nil) -> String? {
    let known = governing[Text(action), default: []].last { $0.moment <= moment }
    guard let known, start.map({ $0 <= known.moment }) ?? true else { return nil }
    return known.hash
  }

  mutating func setLastStep(_ step: Int, ofPolicy index: Int) { policySteps[index] = step }

  /// Takes in an entry.
  ///
  /// - Parameter sequence: its place in the ledger.
  mutating func append(_ entry: Entry, at sequence: Int) {
    switch entry.type {
    case .proposal: begin(entry, at: sequence)
    case .decision: decide(entry, at: sequence)
    case .fact, .trace: follow(entry, at: sequence)
    }
    if entry.type == .trace, entry.truthID == BuiltInTruth.cancelled.rawValue { cancel(entry, at: sequence) }
  }

  /// The trace of a cancellation ends its run, also where the context is read again later.
  private mutating func cancel(_ entry: Entry, at sequence: Int) {
    let id = PackedID(entry.runID, Self.prefix)
    guard var run = runs[id], run.isOpen else { return }
    run.lastSequence = last.flatMap { $0.run == id ? $0.sequence : nil } ?? run.lastSequence
    run.cancellationSequence = sequence
    set(run, .halted, id)
  }

  private mutating func begin(_ entry: Entry, at sequence: Int) {
    settleLast()
    let id = PackedID(entry.runID, Self.prefix)
    if let run = runs[id] { return goOn(run, id, at: sequence) }
    // By the rules of before: an id that is malformed by those of now names somebody else than the entry, and leaves no key.
    let proposal = ProposalReader.read(LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor, language: .two)
    let run = KeptRun(
      proposalID: PackedID(proposal.identity, Self.proposalPrefix), proposalHash: proposal.hash(in: language),
      user: names.number(of: proposal.userID), action: proposal.action.map { names.number(of: $0) } ?? -1,
      proposalSequence: sequence, order: count)
    count += 1
    runs.set(run, for: id)
    // What claims to be by somebody else is nobody's proposal: no key stands for it, and it is rejected each time.
    if proposal.actorMismatch != nil { return }
    if openRun(hash: run.proposalHash) == nil { byHash.set(id, for: run.proposalHash) }
    guard let key = proposal.idempotencyKey else { return }
    for hash in [nil, run.proposalHash] {
      let place = IdempotencyKey(key: Text(key), userID: Text(proposal.userID), hash: hash)
      if byKey[place] == nil { byKey.set(id, for: place) }
    }
  }

  /// A proposal that was received again counts as it was received last.
  private mutating func goOn(_ run: KeptRun, _ id: PackedID, at sequence: Int) {
    guard run.isOpen else { return }
    var run = run
    run.proposalSequence = sequence
    runs.set(run, for: id)
  }

  /// The facts and traces that stand right behind a decision are its own; others of the run came later, from outside.
  private mutating func follow(_ entry: Entry, at sequence: Int) {
    guard last?.sequence == sequence - 1, last?.run == PackedID(entry.runID, Self.prefix) else { return settleLast() }
    last?.sequence = sequence
  }

  /// Nothing more stands right behind the last decision.
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

  /// Leaves out the runs that wait no more, once they are more than the others: who asks which wait does not pay for them.
  private mutating func forgetEnded() {
    guard waitedCount > 2 * waitingCount + Self.fewRuns else { return }
    let open = open
    waited = SharedTable()
    waited.set(Dictionary(uniqueKeysWithValues: open))
    waitedCount = open.count
  }

  /// As many runs are gone through without a thought.
  private static let fewRuns = 64

  private static let prefix: StaticString = "run_"
  private static let proposalPrefix: StaticString = "prop_"
}

/// What is kept of a run.
private struct KeptRun: Sendable {
  let proposalID: PackedID
  let proposalHash: Digest
  /// Numbers of names; -1 for none.
  let user: Int32
  let action: Int32
  let firstProposalSequence: Int
  var proposalSequence: Int
  var decisionSequence = 0
  var lastSequence = 0
  var cancellationSequence = 0
  /// How many runs began before it.
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

/// Texts that many have in common, by number.
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

/// When a decision was made, and under which truths.
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
  /// The intent that it names.
  package var action: String?
  /// The sequence of the proposal entry; of a proposal that was received again in other words, of the newest.
  let proposalSequence: Int
  /// The sequence of the proposal entry with which the run began.
  let firstProposalSequence: Int
  package fileprivate(set) var status: RunState.Status
  /// How many runs began before it.
  fileprivate(set) var order = 0
  /// The sequence of the trace of its cancellation; 0 where nobody cancelled it.
  fileprivate(set) var cancellationSequence = 0
  /// Sequences of the newest decision, 0 for none, and of the last entry that belongs to it.
  fileprivate(set) var decisionSequence = 0
  fileprivate var lastSequence = 0

  /// Sequences of the facts and traces behind the newest decision.
  package var resultSequences: Range<Int> { decisionSequence + 1..<max(decisionSequence, lastSequence) + 1 }

  /// Whether a proposal of this run goes on with it: it waits, or its proposal was recorded and nothing decided yet.
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

/// The approvals, denials and consents of a context, by what they are about. All entries count, not only the newest of a key.
package struct ApprovalIndex: Sendable {
  private var grants = SharedTable<Text, [Entry]>()
  private var denials = SharedTable<Text, [Entry]>()
  private var requests = SharedTable<Text, RequestRecord>()
  /// The requests of each proposal, by its hash.
  private var asked = SharedTable<Text, [RequestRecord]>()
  private var consents = SharedTable<Text, [Entry]>()

  /// Whether nothing was granted or denied.
  package private(set) var isEmpty = true

  /// Grants of a request, oldest first.
  package func grants(of request: String) -> [Entry] { grants[Text(request), default: []] }

  /// Denials of a request, oldest first.
  package func denials(of request: String) -> [Entry] { denials[Text(request), default: []] }

  /// Whether an approval was asked for already.
  package func isRequested(_ request: String) -> Bool { requests[Text(request)] != nil }

  /// The hash of the proposal that a request is about; `nil` where nobody asked.
  package func proposalHash(of request: String) -> String? { requests[Text(request)]?.proposalHash }

  /// A request by its id; `nil` where nobody asked.
  package func requested(_ request: String) -> RequestRecord? { requests[Text(request)] }

  /// What was asked for a proposal, by its hash, oldest first.
  package func requests(about hash: String) -> [RequestRecord] { asked[Text(hash), default: []] }

  /// Consents to a proposal hash, oldest first.
  package func consents(to hash: String) -> [Entry] { consents[Text(hash), default: []] }

  /// Takes in a fact entry of a type of the engine's own.
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
      asked.set(asked[hash, default: []] + [record], for: hash)
    case (.consentGiven, _):
      guard let hash = entry.payload["proposal_hash"]?.stringValue.map({ Text($0) }) else { return }
      consents.set(consents[hash, default: []] + [entry], for: hash)
    default: break
    }
  }
}

/// A `policy.set` fact, read against the policies of a program.
package struct PolicySetting: Sendable {
  /// Index in ``Program/policies``.
  package var policy: Int
  package var step: Int
  package var value: Value

  /// - Parameter fields: the values of a `policy.set` fact, in declared order: `policy`, `step`, `value`.
  /// - Returns: `nil` where the policy is unknown or the value is not of its type.
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
  /// JSON without places read as a type; `nil` where it does not fit.
  package func value(of json: JSONValue, as type: ValueType) -> Value? {
    var decoder = ValueDecoder(program: self)
    let value = decoder.value(LocatedJSON(unlocated: json), as: type, path: "value")
    return decoder.faults.isEmpty ? value : nil
  }
}

/// A table that only grows and whose copies share all but small parts, so that a run that goes on from a copy of a large context
/// does not pay for the size of that context. It is a row of dictionaries, each more than twice as large as the next until they
/// are large: those stay as they are, so that no copy ever does more than a bounded part again.
struct SharedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var layers: [[Key: Value]] = []

  /// The empty table.
  init() {}

  /// The value of a key; no key is ever taken out.
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

  /// All keys with their values, in no order.
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
  /// The value of a key, or another where there is none.
  subscript(key: Key, default other: @autoclosure () -> Value) -> Value { self[key] ?? other() }
}
