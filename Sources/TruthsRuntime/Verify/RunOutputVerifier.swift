import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsText

/// Verifies the output of one run (runs §10.5). It recomputes ids, hashes and heads, and compares members that state the same.
///
/// If the truths and the context before the run are given, it also computes the decision again and compares every byte.
package struct RunOutputVerifier {
  let output: JSONObject
  /// The output, read into typed members.
  private let record: RunOutputRecord
  let context: Context?
  let procedure: RunProcedure?
  /// Returns the text for a span in a truth file, for the member `source`. If it is `nil`, positions are not compared.
  let source: (@Sendable (Span) -> String)?
  /// Whether the decision is computed again.
  let isReplaying: Bool
  var verification = Verification()
  /// The run's new entries, up to the first malformed one.
  private(set) var entries: [Entry] = []

  /// Creates a verifier.
  ///
  /// - Parameters:
  ///   - output: the object that `truths run --format json` printed.
  ///   - context: the context before the run. If it is `nil` and the output states that the context was empty, an empty one is
  ///     used.
  ///   - procedure: the procedure for the loaded truths; `nil` if no truths are loaded.
  ///   - source: returns the text for a span in these truths; `nil` if positions are not compared.
  ///   - isReplaying: whether the decision is computed again; otherwise only hashes are recomputed.
  package init(
    output: JSONObject, context: Context?, procedure: RunProcedure?, source: (@Sendable (Span) -> String)? = nil,
    isReplaying: Bool = true
  ) {
    self.output = output
    record = RunOutputRecord(output)
    self.isReplaying = isReplaying
    self.context = context ?? (record.before.size == 0 ? procedure?.emptyContext : nil)
    self.procedure = procedure
    self.source = source
  }

  /// Verifies the output.
  ///
  /// - Parameters:
  ///   - head: the head of the context after the run that someone has kept; `nil` if none is given.
  ///   - earlierHead: the head of the context before the run that someone has kept; `nil` if none is given.
  /// - Complexity: O(size of the output), plus the cost of deciding the run again.
  package mutating func verify(against head: String? = nil, after earlierHead: String? = nil) -> Verification {
    var verification = verify()
    if let head, verification.difference == nil {
      verification.compare("the head that was kept", recomputed: verification.end?.head ?? "", found: head)
    }
    if let earlierHead, verification.difference == nil {
      verification.compare("the head that was kept before", recomputed: record.before.head ?? "", found: earlierHead)
    }
    return verification
  }

  private mutating func verify() -> Verification {
    verification.decisions = 1
    if let fault = OutputForm(output).fault {
      verification.compare(fault.path, recomputed: fault.wanted, found: fault.found)
      return verification
    }
    if let head = record.after.head, let size = record.after.size {
      verification.end = ContextPoint(head: head, size: size)
    }
    verifyEntries()
    verifyRecords()
    verifyHashes()
    verifyPlaceInContext()
    guard verification.difference == nil else { return verification }
    if OutputForm.advice.contains(where: { output[$0] != nil }) {
      verification.note("`ways`, `unmendable` and `answers` are beside the record, and were not recomputed")
    }
    if isReplaying { decideAgain() } else { verification.count(unmade: .notAsked) }
    return verification
  }

  /// Verifies each entry alone: its form, its sequence and its ids.
  private mutating func verifyEntries() {
    let first = record.before.size ?? 0
    for (index, json) in record.entries.enumerated() where verification.difference == nil {
      let name = "entries[\(index)]"
      guard let object = json.objectValue, let entry = Entry(json: object) else {
        verification.compare(name, recomputed: "an entry", found: nil)
        return
      }
      verification.compare("\(name), entry_id", recomputed: Entry.id(of: object), found: entry.entryID)
      verification.compare(name, recomputed: canonical(.object(entry.json)), found: canonical(json))
      verification.compare("\(name), sequence", recomputed: String(first + index + 1), found: String(entry.sequence))
      let trace = TraceRecord(entry.payload)
      if entry.type == .trace, case .some(let found?) = trace.traceID {
        verification.compare(
          "\(name), trace_id",
          recomputed: Hashes.traceID(runID: entry.runID, truthID: trace.truthID ?? "", sequence: entry.sequence),
          found: found)
      }
      entries.append(entry)
    }
  }

  /// Compares the other members of the output with the entries.
  private mutating func verifyRecords() {
    guard let decision = entries.last(where: { $0.type == .decision }) else { return }
    let own = entries.filter { $0.runID == decision.runID }
    for (member, type) in [("facts", Entry.EntryType.fact), ("traces", .trace)] {
      let recorded = own.filter { $0.type == type }.map { JSONValue.object($0.payload) }
      verification.compare(member, recomputed: canonical(.array(recorded)), found: output[member].map(canonical))
    }
    for member in ["decision", "truth_id", "reason", "input_hash", "output_hash"] {
      verification.compare(
        member, recomputed: decision.payload[member].map(canonical) ?? "", found: output[member].map(canonical))
    }
    verification.compare(
      "violations", recomputed: decision.payload["violations"].map(canonical) ?? "", found: canonical(.array(violations)))
    verification.compare("run.run_id", recomputed: decision.runID, found: record.runID)
    for member in ["status", "waiting_for"] {
      let found = output["run"]?[member].map(canonical)
      verification.compare("run.\(member)", recomputed: decision.payload[member].map(canonical) ?? "", found: found)
    }
    verification.compare("run.last_activity", recomputed: decision.timestamp.text, found: record.lastActivity)
    verifyBasis(of: decision)
  }

  /// Compares the inputs that the decision's entry records with the output.
  private mutating func verifyBasis(of decision: Entry) {
    let subject = "entry \(decision.sequence)"
    if let fault = RecordedBasis.fault(in: decision.payload) {
      verification.compare("\(subject), \(fault.member)", recomputed: fault.wanted, found: fault.found)
    }
    guard let basis = RecordedBasis(decision.payload) else { return }
    verification.compare("\(subject), truths_hash", recomputed: record.truths ?? "", found: basis.truths)
    verification.compare("\(subject), governing_hash", recomputed: record.governing ?? "", found: basis.governing)
    verification.compare("\(subject), context_head", recomputed: record.before.head ?? "", found: basis.contextHead)
    verification.compare(
      "\(subject), budget", recomputed: record.budget.map(canonical) ?? "nothing",
      found: basis.budget.map(canonical) ?? "nothing")
  }

  /// Returns the language version in which a proposal is hashed: the version of the decision.
  ///
  /// A repeated answer has no decision entry. For it, the version is used that gives the hash in the output.
  private func language(of proposal: ReceivedProposal) -> LanguageVersion {
    if let decision = entries.first(where: { $0.type == .decision }) { return LanguageVersion(hashingFor: decision.payload) }
    let found = record.decision.proposalHash
    return [.current, .two].first { proposal.hash(in: $0).prefixed == found } ?? .current
  }

  /// Verifies the hashes that can be computed from the proposal and the decision.
  private mutating func verifyHashes() {
    let (decision, facts) = (record.decision, record.facts.compactMap(\.objectValue))
    verification.compare(
      "output_hash", recomputed: decision.recomputedOutputHash(facts, violations: violations), found: decision.outputHash)
    guard let entry = entries.first(where: { $0.type == .proposal }) else { return verifyContinued() }
    let proposal = Self.proposal(of: entry)
    verification.compare("proposal_id", recomputed: proposal.identity, found: record.proposalID)
    verification.compare("proposal_id of the entry", recomputed: proposal.identity, found: entry.proposalID)
    verification.compare(
      "proposal_hash", recomputed: proposal.hash(in: language(of: proposal)).prefixed, found: record.decision.proposalHash)
    verifyTruths(proposal, now: entry.timestamp)
    verification.compare(
      "input_hash", recomputed: inputHash(proposal, now: entry.timestamp, truths: record.truths ?? ""),
      found: record.decision.inputHash)
    if proposal.runID == nil, !isContinued {
      verification.compare(
        "run.run_id", recomputed: Hashes.runID(inputHash: record.decision.inputHash ?? ""),
        found: record.runID)
    }
  }

  /// Whether the context before the run contains the run. If the context is unknown, whether it may contain the run.
  private var isContinued: Bool {
    guard let context else { return record.before.size != 0 }
    return context.runs.record(runID) != nil
  }

  /// Verifies a continued run or a repeated answer. Its proposal is in the context before the run.
  private mutating func verifyContinued() {
    guard let entry = context?.proposal(ofRun: runID) else {
      return verification.leave(open: "proposal_id, proposal_hash, input_hash: the proposal is not given")
    }
    let proposal = Self.proposal(of: entry)
    verification.compare("proposal_id", recomputed: proposal.identity, found: record.proposalID)
    verification.compare(
      "proposal_hash", recomputed: proposal.hash(in: language(of: proposal)).prefixed, found: record.decision.proposalHash)
    guard let decision = entries.first(where: { $0.type == .decision }) else { return }
    verifyTruths(proposal, now: decision.timestamp)
    verification.compare(
      "input_hash", recomputed: inputHash(proposal, now: decision.timestamp, truths: record.truths ?? ""),
      found: record.decision.inputHash)
  }

  /// Verifies the truths hash. If the loaded truths give the output's `input_hash`, the output must name them.
  private mutating func verifyTruths(_ proposal: ReceivedProposal, now: Timestamp) {
    guard let procedure, inputHash(proposal, now: now, truths: procedure.truthsHash) == record.decision.inputHash else { return }
    verification.compare("truths", recomputed: procedure.truthsHash, found: record.truths)
  }

  private func inputHash(_ proposal: ReceivedProposal, now: Timestamp, truths: String) -> String {
    var scratch = HashScratch()
    return Hashes.input(
      context: record.before.head ?? "", truths: truths, budget: record.budget, &scratch
    ) { proposal.writeUsed(at: now, to: &$0) }.prefixed
  }

  /// Verifies sizes and, if the context before the run is given, the heads and the number of facts.
  private mutating func verifyPlaceInContext() {
    let (before, after) = (record.before, record.after)
    let size = before.size ?? 0
    verification.compare(
      "context.after.size", recomputed: String(size + entries.count), found: after.size.map(String.init))
    guard let earlier = context?.ledger ?? (size == 0 ? Ledger() : nil) else {
      return verification.leave(
        open: "context.before.head, context.after.head, run.facts_count, run.pending_proposals: the context before the run is "
          + "not given (--context)")
    }
    verification.compare("context.before.size", recomputed: String(earlier.size), found: String(size), isOfContext: true)
    guard verification.compare("context.before.head", recomputed: earlier.head, found: before.head, isOfContext: true) else {
      return
    }
    var ledger = earlier
    for entry in entries { ledger.append(entry) }
    verification.compare("context.after.head", recomputed: ledger.head, found: after.head)
    let facts = (context?.factsCount ?? 0) + entries.count { $0.type == .fact }
    verification.compare(
      "run.facts_count", recomputed: String(facts), found: record.factsCount.map(String.init))
    verification.compareProofs(of: ledger, since: earlier, holding: entries.first { $0.type == .decision })
  }

  /// The violations without positions in files, in the form that is hashed.
  private var violations: [JSONValue] {
    (output["violations"]?.arrayValue ?? []).map { violation in
      guard case .object(var object) = violation else { return violation }
      object["source"] = nil
      return .object(object)
    }
  }

  /// Returns the proposal in an entry, in the form in which it was received.
  static func proposal(of entry: Entry) -> ReceivedProposal {
    ProposalReader.read(LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor)
  }

  func canonical(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}

extension RunOutputVerifier {
  /// Computes the decision again under the same truths on the same context, and compares everything that is printed.
  private mutating func decideAgain() {
    guard let procedure else { return verification.count(unmade: .noTruths) }
    guard procedure.truthsHash == record.truths else {
      return verification.count(unmade: .otherTruths(record.truths ?? ""))
    }
    if let decision = entries.first(where: { $0.type == .decision }) {
      guard let basis = RecordedBasis(decision.payload) else { return verification.count(unmade: .version1) }
      guard basis.version != nil else { return verification.count(unmade: .language(basis.languageText)) }
    }
    if let context, entries.isEmpty, context.runs.record(runID) == nil {
      verification.compare("run.run_id", recomputed: "a run of the context", found: runID)
    }
    guard verification.difference == nil else { return }
    let budget = record.decision.budget
    guard let context, let (proposal, request) = request(context, budget) else {
      return verification.count(unmade: .inputMissing)
    }
    let speaker = procedure.speaking(language(of: proposal))
    let past = speaker === procedure ? context : speaker.context(rereading: context)
    guard let made = try? speaker.run(request, on: past) else { return verification.count(unmade: .overworked) }
    guard made.isReplay || made.inputHash == record.decision.inputHash else {
      return verification.count(unmade: .inputMissing)
    }
    compare(made)
    verification.replayed += 1
  }

  private var runID: String { record.runID ?? "" }

  /// Returns the proposal and the request of the run, from the proposal's entry in the output or the context. `nil` if no such
  /// entry is known.
  private func request(_ context: Context, _ budget: Budget) -> (proposal: ReceivedProposal, request: RunRequest)? {
    let began = entries.first { $0.type == .proposal }
    guard let entry = began ?? context.proposal(ofRun: runID) else { return nil }
    let decided = entries.first { $0.type == .decision }?.timestamp
    let now = began?.timestamp ?? decided ?? record.lastActivity.flatMap { Timestamp(text: $0) }
    return now.map { (Self.proposal(of: entry), RunRequest(again: entry, now: $0, budget: budget)) }
  }

  /// Compares an outcome with the output member by member, in printed order. Positions in files are compared only if known.
  private mutating func compare(_ made: RunOutcome) {
    let object = made.json(source: source ?? { _ in "" })
    for member in object.members {
      let (recomputed, found) = (
        comparable(member.value, member.name), output[member.name.string].map { comparable($0, member.name) }
      )
      verification.compare("\(member.name), decided again", recomputed: recomputed, found: found)
    }
    let names = { (members: JSONObject) in
      let record = members.members.map(\.name.string).filter { !OutputForm.advice.contains($0) }
      return record.sorted().joined(separator: ", ")
    }
    verification.compare("members", recomputed: names(object), found: names(output))
  }

  private func comparable(_ value: JSONValue, _ name: Text) -> String {
    guard source == nil, name == "violations", case .array(let violations) = value else { return canonical(value) }
    return canonical(
      .array(
        violations.map { violation in
          guard case .object(var object) = violation else { return violation }
          object["source"] = nil
          return .object(object)
        }))
  }
}

extension RunRequest {
  /// Creates the request from which a proposal's entry was made.
  ///
  /// If the payload names a different actor than the entry, the entry's actor was known to the caller.
  ///
  /// - Parameter names: the members of the payload to omit.
  package init(again entry: Entry, now: Timestamp, budget: Budget = .standard, without names: [String] = []) {
    var payload = entry.payload
    for name in names { payload[name] = nil }
    let proposal = LocatedJSON(unlocated: .object(payload))
    let isKnown = proposal.namesActor && !KnownActor.areEqual(ProposalReader.read(proposal).actor, entry.actor)
    self.init(proposal: proposal, now: now, actor: isKnown ? entry.actor : nil, budget: budget)
  }
}
