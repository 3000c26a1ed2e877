import TruthsEngine
package import TruthsJSON
package import TruthsLedger
package import TruthsText

/// Recomputes what the output of one run says (runs §10.5): ids, hashes and heads, each member against every other that says
/// the same; and with the truths and the context before at hand, the decision itself, to the byte.
package struct RunOutputVerifier {
  let output: JSONObject
  let context: Context?
  let procedure: RunProcedure?
  /// How a place in a truth file reads in `source`; without it places are not compared.
  let source: (@Sendable (Span) -> String)?
  /// Whether the decision is made again.
  let isReplaying: Bool
  var verification = Verification()
  /// The new entries, as far as they are entries.
  private(set) var entries: [Entry] = []

  /// - Parameters:
  ///   - output: the object that `truths run --format json` printed.
  ///   - context: the context before the run; the empty one where the output says that it was empty.
  ///   - procedure: over the truths that are at hand.
  ///   - source: how a place in these truths reads.
  ///   - isReplaying: whether the decision is made again, or hashes alone are recomputed.
  package init(
    output: JSONObject, context: Context?, procedure: RunProcedure?, source: (@Sendable (Span) -> String)? = nil,
    isReplaying: Bool = true
  ) {
    self.output = output
    self.isReplaying = isReplaying
    let isFromEmpty = output["context"]?["before"]?["size"] == .number(.zero)
    self.context = context ?? (isFromEmpty ? procedure?.emptyContext : nil)
    self.procedure = procedure
    self.source = source
  }

  /// - Parameters:
  ///   - head: one that was kept elsewhere: that of the context after the run.
  ///   - earlierHead: the same of the context before it.
  /// - Complexity: O(size of the output), and the run once more.
  package mutating func verify(against head: String? = nil, after earlierHead: String? = nil) -> Verification {
    var whole = verify()
    if let head, whole.difference == nil {
      whole.compare("the head that was kept", recomputed: whole.end?.head ?? "", found: head)
    }
    if let earlierHead, whole.difference == nil {
      whole.compare("the head that was kept before", recomputed: text(in: "before", "head") ?? "", found: earlierHead)
    }
    return whole
  }

  private mutating func verify() -> Verification {
    verification.decisions = 1
    if let fault = OutputForm(output).fault {
      verification.compare(fault.path, recomputed: fault.wanted, found: fault.found)
      return verification
    }
    if let head = text(in: "after", "head"), let size = number(output["context"]?["after"]?["size"]) {
      verification.end = ContextPoint(head: head, size: size)
    }
    verifyEntries()
    verifyRecords()
    verifyHashes()
    verifyPlaceInContext()
    guard verification.difference == nil else { return verification }
    if OutputForm.advice.contains(where: { output[$0] != nil }) {
      verification.note("`ways`, `unmendable` and `answers` stand beside the record, and were not recomputed")
    }
    if isReplaying { decideAgain() } else { verification.count(unmade: .notAsked) }
    return verification
  }

  /// Each entry by itself: its form, its place, its ids.
  private mutating func verifyEntries() {
    let first = number(output["context"]?["before"]?["size"]) ?? 0
    for (index, json) in (output["entries"]?.arrayValue ?? []).enumerated() where verification.difference == nil {
      let name = "entries[\(index)]"
      guard let object = json.objectValue, let entry = Entry(json: object) else {
        verification.compare(name, recomputed: "an entry", found: nil)
        return
      }
      verification.compare("\(name), entry_id", recomputed: Entry.id(of: object), found: entry.entryID)
      verification.compare(name, recomputed: canonical(.object(entry.json)), found: canonical(json))
      verification.compare("\(name), sequence", recomputed: String(first + index + 1), found: String(entry.sequence))
      if entry.type == .trace, let found = entry.payload["trace_id"]?.stringValue {
        let truth = entry.payload["truth_id"]?.stringValue ?? ""
        verification.compare(
          "\(name), trace_id", recomputed: Hashes.traceID(runID: entry.runID, truthID: truth, sequence: entry.sequence),
          found: found)
      }
      entries.append(entry)
    }
  }

  /// What the output says besides its entries, against the entries.
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
    verification.compare("run.run_id", recomputed: decision.runID, found: output["run"]?["run_id"]?.stringValue)
    for member in ["status", "waiting_for"] {
      let found = output["run"]?[member].map(canonical)
      verification.compare("run.\(member)", recomputed: decision.payload[member].map(canonical) ?? "", found: found)
    }
    let activity = output["run"]?["last_activity"]?.stringValue
    verification.compare("run.last_activity", recomputed: decision.timestamp.text, found: activity)
    verifyBasis(of: decision)
  }

  /// What the decision's entry says that it was made with is what the output says.
  private mutating func verifyBasis(of decision: Entry) {
    let subject = "entry \(decision.sequence)"
    if let fault = RecordedBasis.fault(in: decision.payload) {
      verification.compare("\(subject), \(fault.member)", recomputed: fault.wanted, found: fault.found)
    }
    guard let basis = RecordedBasis(decision.payload) else { return }
    verification.compare("\(subject), truths_hash", recomputed: text("truths") ?? "", found: basis.truths)
    verification.compare("\(subject), governing_hash", recomputed: text("governing") ?? "", found: basis.governing)
    verification.compare("\(subject), context_head", recomputed: text(in: "before", "head") ?? "", found: basis.contextHead)
    verification.compare(
      "\(subject), budget", recomputed: output["budget"].map(canonical) ?? "nothing",
      found: basis.budget.map(canonical) ?? "nothing")
  }

  /// The version of the language in which a proposal is hashed: that of the decision. An answer that was given before has none
  /// beside it; then it is the one that explains the hash.
  private func language(of proposal: ReceivedProposal) -> LanguageVersion {
    if let decision = entries.first(where: { $0.type == .decision }) { return LanguageVersion(hashingFor: decision.payload) }
    let found = text("proposal_hash")
    return [.current, .two].first { proposal.hash(in: $0).prefixed == found } ?? .current
  }

  /// What follows from the proposal and from the answer.
  private mutating func verifyHashes() {
    verification.compare(
      "output_hash",
      recomputed: Hashes.output(
        decision: text("decision") ?? "", truthID: text("truth_id") ?? "", reason: text("reason") ?? "",
        violations: .array(violations), facts: output["facts"]?.arrayValue?.compactMap(\.objectValue) ?? []
      ).prefixed,
      found: text("output_hash"))
    guard let entry = entries.first(where: { $0.type == .proposal }) else { return verifyContinued() }
    let proposal = Self.proposal(of: entry)
    verification.compare("proposal_id", recomputed: proposal.identity, found: text("proposal_id"))
    verification.compare("proposal_id of the entry", recomputed: proposal.identity, found: entry.proposalID)
    verification.compare(
      "proposal_hash", recomputed: proposal.hash(in: language(of: proposal)).prefixed, found: text("proposal_hash"))
    verifyTruths(proposal, now: entry.timestamp)
    verification.compare(
      "input_hash", recomputed: inputHash(proposal, now: entry.timestamp, truths: text("truths") ?? ""), found: text("input_hash")
    )
    if proposal.runID == nil, !isContinued {
      verification.compare(
        "run.run_id", recomputed: Hashes.runID(inputHash: text("input_hash") ?? ""),
        found: output["run"]?["run_id"]?.stringValue)
    }
  }

  /// Whether the run stands in the context, or may stand there, where nobody knows the context.
  private var isContinued: Bool {
    guard let context else { return number(output["context"]?["before"]?["size"]) != 0 }
    return context.runs.record(output["run"]?["run_id"]?.stringValue ?? "") != nil
  }

  /// A run that went on, or an answer that was given before: its proposal stands in the context.
  private mutating func verifyContinued() {
    let runID = output["run"]?["run_id"]?.stringValue ?? ""
    guard let entry = context?.proposal(ofRun: runID) else {
      return verification.leave(open: "proposal_id, proposal_hash, input_hash: the proposal is not at hand")
    }
    let proposal = Self.proposal(of: entry)
    verification.compare("proposal_id", recomputed: proposal.identity, found: text("proposal_id"))
    verification.compare(
      "proposal_hash", recomputed: proposal.hash(in: language(of: proposal)).prefixed, found: text("proposal_hash"))
    guard let decision = entries.first(where: { $0.type == .decision }) else { return }
    verifyTruths(proposal, now: decision.timestamp)
    verification.compare(
      "input_hash", recomputed: inputHash(proposal, now: decision.timestamp, truths: text("truths") ?? ""),
      found: text("input_hash"))
  }

  /// Where the truths at hand explain `input_hash`, they are those of the run, whatever `truths` says.
  private mutating func verifyTruths(_ proposal: ReceivedProposal, now: Timestamp) {
    guard let procedure, inputHash(proposal, now: now, truths: procedure.truthsHash) == text("input_hash") else { return }
    verification.compare("truths", recomputed: procedure.truthsHash, found: text("truths"))
  }

  private func inputHash(_ proposal: ReceivedProposal, now: Timestamp, truths: String) -> String {
    var scratch = HashScratch()
    return Hashes.input(
      context: output["context"]?["before"]?["head"]?.stringValue ?? "", truths: truths, budget: output["budget"], &scratch
    ) { proposal.writeUsed(at: now, to: &$0) }.prefixed
  }

  /// Sizes, and with the context before at hand the heads and the facts in it.
  private mutating func verifyPlaceInContext() {
    let (before, after) = (output["context"]?["before"], output["context"]?["after"])
    let size = number(before?["size"]) ?? 0
    verification.compare(
      "context.after.size", recomputed: String(size + entries.count), found: number(after?["size"]).map(String.init))
    guard let earlier = context?.ledger ?? (size == 0 ? Ledger() : nil) else {
      return verification.leave(
        open: "context.before.head, context.after.head, run.facts_count, run.pending_proposals: the context before the run is "
          + "not at hand (--context)")
    }
    verification.compare("context.before.size", recomputed: String(earlier.size), found: String(size))
    guard verification.compare("context.before.head", recomputed: earlier.head, found: before?["head"]?.stringValue) else {
      return
    }
    var ledger = earlier
    for entry in entries { ledger.append(entry) }
    verification.compare("context.after.head", recomputed: ledger.head, found: after?["head"]?.stringValue)
    let facts = (context?.factsCount ?? 0) + entries.count { $0.type == .fact }
    verification.compare(
      "run.facts_count", recomputed: String(facts), found: number(output["run"]?["facts_count"]).map(String.init))
    verification.compareProofs(of: ledger, since: earlier, holding: entries.first { $0.type == .decision })
  }

  /// The violations without places in files, as they are hashed.
  private var violations: [JSONValue] {
    (output["violations"]?.arrayValue ?? []).map { violation in
      guard case .object(var object) = violation else { return violation }
      object["source"] = nil
      return .object(object)
    }
  }

  /// A proposal as it was received.
  static func proposal(of entry: Entry) -> ReceivedProposal {
    ProposalReader.read(LocatedJSON(unlocated: .object(entry.payload)), actor: entry.actor)
  }

  private func text(in point: String, _ member: String) -> String? { output["context"]?[point]?[member]?.stringValue }

  func text(_ member: String) -> String? { output[member]?.stringValue }

  func canonical(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }

  private func number(_ value: JSONValue?) -> Int? {
    guard case .number(let number)? = value else { return nil }
    return number.intValue
  }
}

extension RunOutputVerifier {
  /// Decides the proposal again, under the same truths on the same context, and compares everything that is printed.
  private mutating func decideAgain() {
    guard let procedure else { return verification.count(unmade: .noTruths) }
    guard procedure.truthsHash == text("truths") else {
      return verification.count(unmade: .otherTruths(text("truths") ?? ""))
    }
    if let decision = entries.first(where: { $0.type == .decision }) {
      guard let basis = RecordedBasis(decision.payload) else { return verification.count(unmade: .version1) }
      guard basis.version != nil else { return verification.count(unmade: .language(basis.languageText)) }
    }
    if let context, entries.isEmpty, context.runs.record(runID) == nil {
      verification.compare("run.run_id", recomputed: "a run of the context", found: runID)
    }
    guard verification.difference == nil else { return }
    let budget = output["budget"].flatMap { Budget(json: $0) } ?? .standard
    guard let context, let (proposal, request) = request(context, budget) else {
      return verification.count(unmade: .inputMissing)
    }
    let speaker = procedure.speaking(language(of: proposal))
    let past = speaker === procedure ? context : speaker.context(rereading: context)
    guard let made = try? speaker.run(request, on: past) else { return verification.count(unmade: .overworked) }
    guard made.isReplay || made.inputHash == text("input_hash") else {
      return verification.count(unmade: .inputMissing)
    }
    compare(made)
    verification.replayed += 1
  }

  private var runID: String { output["run"]?["run_id"]?.stringValue ?? "" }

  /// The proposal as received and the moment of the run: from its entry, which stands in the context where the run went on.
  private func request(_ context: Context, _ budget: Budget) -> (proposal: ReceivedProposal, request: RunRequest)? {
    let began = entries.first { $0.type == .proposal }
    guard let entry = began ?? context.proposal(ofRun: runID) else { return nil }
    let decided = entries.first { $0.type == .decision }?.timestamp
    let now = began?.timestamp ?? decided ?? output["run"]?["last_activity"]?.stringValue.flatMap { Timestamp(text: $0) }
    return now.map { (Self.proposal(of: entry), RunRequest(again: entry, now: $0, budget: budget)) }
  }

  /// Member by member, in the order in which they are printed. Places in files are compared where they are known.
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

/// Holds every member of a run's output to its form (runs §10.5): what is unknown, misspelt, missing or of another kind is
/// told, whether or not it can be recomputed.
struct OutputForm {
  /// The first fault: where it is, what belongs there, and what was found.
  private(set) var fault: (path: String, wanted: String, found: String)?

  /// - Complexity: O(size of the output).
  init(_ output: JSONObject) { members(of: output, "", Self.members) }

  /// What a run prints beside its record is some object each: nothing of it can be recomputed.
  private static let members =
    RunOutcome.members + [
      .optional("ways", .list(.map()), ""), .optional("unmendable", .list(.text), ""), .optional("exhausted", .boolean, ""),
      .optional("answers", .list(.map()), ""),
    ]

  /// Members that tell what would have to be different: they are no part of the record.
  static let advice = ["ways", "unmendable", "exhausted", "answers"]

  private mutating func members(of object: JSONObject, _ path: String, _ shapes: [JSONMember]) {
    for member in object.members where fault == nil {
      let name = member.name.string
      guard let shape = shapes.first(where: { $0.name == name })?.shape else {
        let nearest = nearestName(to: name, among: shapes.names)
        fault = (path + name, nearest.map { "no such member; perhaps `\($0)`" } ?? "no such member", text(member.value))
        return
      }
      check(member.value, path + name, shape)
    }
    for member in shapes where fault == nil && member.isRequired && object[member.name] == nil {
      fault = (path + member.name, wanted(member.shape), "nothing")
    }
  }

  /// Facts, traces and entries are held to their forms where they are read; here they are some object each.
  private mutating func check(_ value: JSONValue, _ path: String, _ shape: JSONShape) {
    switch (shape, value) {
    case (.text, .string), (.boolean, .boolean): return
    case (.named("violation", let shape), _): check(value, path, shape())
    case (.named, .object): return
    case (.hash, .string(let text)) where Hashes.isHash(text.string): return
    case (.words(let words), .string(let text)) where words.contains(text.string): return
    case (.count, .number(let number)) where number.intValue.map { $0 >= 0 } ?? false: return
    case (.list(let element, _), .array(let elements)):
      for (place, value) in elements.enumerated() where fault == nil { check(value, "\(path)[\(place)]", element) }
    case (.object(let shape), .object(let object)):
      if shape.others == nil { members(of: object, path + ".", shape.members) }
    default: fault = (path, wanted(shape), text(value))
    }
  }

  private func wanted(_ shape: JSONShape) -> String {
    switch shape {
    case .text: "a text"
    case .count: "a whole number from 0"
    case .hash: "`sha256:` and 64 hexadecimal digits"
    case .boolean: "true or false"
    case .words(let words): "one of " + words.joined(separator: ", ")
    case .list: "a list"
    default: "an object"
    }
  }

  private func text(_ value: JSONValue) -> String { String(decoding: value.canonical(), as: UTF8.self) }
}

extension RunRequest {
  /// The request that a proposal's entry was the beginning of. Where the payload names somebody else than the entry, the actor
  /// of the entry was known otherwise.
  ///
  /// - Parameter names: of members that are left out.
  package init(again entry: Entry, now: Timestamp, budget: Budget = .standard, without names: [String] = []) {
    var payload = entry.payload
    for name in names { payload[name] = nil }
    let proposal = LocatedJSON(unlocated: .object(payload))
    let isKnown = proposal.namesActor && !KnownActor.areEqual(ProposalReader.read(proposal).actor, entry.actor)
    self.init(proposal: proposal, now: now, actor: isKnown ? entry.actor : nil, budget: budget)
  }
}
