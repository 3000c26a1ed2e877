import TruthsDiagnostics
package import TruthsEngine
package import TruthsJSON
import TruthsLedger
import TruthsRendering
package import TruthsRuntime
import TruthsText

/// What an explanation tells.
public struct ExplanationDetail: Hashable, Sendable {
  /// Whether it is written for a terminal with colors.
  public var isColored = false
  /// Whether it lists the proposal, and the clauses that hold or do not apply too.
  public var isVerbose = false
  /// Whether it lists ids and hashes.
  public var showsProof = false

  /// What somebody has to know who is to act.
  public init() {}
}

/// The explanation of a run for people (runs §10.5): what was decided and why, what to do next, the clauses that mattered
/// with the value under each term, and the facts.
///
/// It is made from the object that `truths run --format json` prints, so that a recorded run can be explained too.
package struct Explanation {
  /// The object of runs §10.5.
  let outcome: JSONObject
  /// Every clause that was read; empty for a recorded run, of which only the violations are known.
  let evaluated: [EvaluatedTruth]
  /// Whether the run is in a ledger; otherwise the explanation ends with how to append it.
  let isRecorded: Bool
  let detail: ExplanationDetail
  /// What the numbers of facts and of the proposal count.
  var units = FieldUnits(nil)
  /// Whether the proposal is told: whoever just made it knows it.
  var showsProposal = false
  /// What the proposal asked for before this run: payloads of `approval.requested`.
  var askedBefore: [JSONObject] = []
  /// People known to have consented to the proposal, beside those whom its entry names.
  var consenters: Set<String> = []

  package init(
    outcome: JSONObject, evaluated: [EvaluatedTruth], isRecorded: Bool, detail: ExplanationDetail,
    units: FieldUnits = FieldUnits(nil), showsProposal: Bool = false, askedBefore: [JSONObject] = [], consenters: Set<String> = []
  ) {
    self.outcome = outcome
    self.evaluated = evaluated
    self.isRecorded = isRecorded
    self.detail = detail
    self.units = units
    self.showsProposal = showsProposal
    self.askedBefore = askedBefore
    self.consenters = consenters
  }

  /// The whole explanation; every line ends with a line break.
  package var text: String {
    let parts = [
      headline, section("Proposed", showsProposal || detail.isVerbose ? proposed : []), section("Next steps", advice),
      section("Clauses", clauses), section("Facts", facts), section("Proof", detail.showsProof ? proof : []),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  var isColored: Bool { detail.isColored }

  /// How the run ended. A record that tells no decision halted.
  package var ending: RunEnding {
    RunEnding(recorded: outcome.text("decision"), status: outcome.object("run")?.text("status")) ?? .halted
  }

  var truthID: String { visible(outcome["truth_id"]?.stringValue ?? "") }

  var violations: [JSONValue] { outcome["violations"]?.arrayValue ?? [] }

  var wait: RecordedWait { RecordedWait(outcome.object("run") ?? [:]) }

  /// The deciding violation: the first with the decision's truth and reason.
  var deciding: JSONValue? {
    violations.first { $0["truth_id"] == outcome["truth_id"] && $0["reason"] == outcome["reason"] }
  }

  /// What was decided and why, in one line: `Halted: Period is closed`.
  package var result: String {
    let recorded = visible(outcome["reason"]?.stringValue ?? "")
    let reason = ending == .accepted ? Self.inWords(recorded) : ExplanationText.sentence(recorded)
    // `Accepted under break-glass by …` begins with the outcome.
    let rest = reason.hasPrefix(ending.title + " ") ? String(reason.dropFirst(ending.title.count)) : ": \(reason)"
    return ending.style.paint(ending.title, isColored) + Style.emphasis.paint(rest, isColored)
  }

  private var headline: [String] {
    let place = deciding?["source"]?.stringValue.map { " (\(visible($0)))" } ?? ""
    let lines = [result, "  by \(truthID)\(place)"]
    return ending == .waiting ? lines + ["  waiting for \(visible(ExplanationText.joined(wait.awaited.words)))"] : lines
  }

  /// `1 requirements and 0 invariants hold`, as it is recorded and hashed, in the words that a person expects.
  static func inWords(_ reason: String) -> String {
    let words = reason.split(separator: " ")
    guard words.count == 6, words[1] == "requirements", words[2] == "and", words[4] == "invariants", words[5] == "hold",
      let requirements = Int(words[0]), let invariants = Int(words[3])
    else { return reason }
    let parts = [(requirements, "requirement"), (invariants, "invariant")].filter { $0.0 > 0 }.map { counted($0.0, $0.1) }
    if parts.isEmpty { return "nothing is required" }
    return parts.joined(separator: " and ") + (requirements + invariants == 1 ? " holds" : " hold")
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [Style.emphasis.paint(title, isColored)] + lines.map { $0.isEmpty ? "" : "  \($0)" }
  }
}

extension Explanation {
  /// Members of a proposal that are its envelope; all others are the intent's fields (runs §1).
  private static let envelope: Set<String> = [
    "proposal_id", "action", "pack", "actor", "correlation_id", "run_id", "timestamp", "confidence", "reason", "truth_id",
    "trace_id",
    "requires_consent", "consent", "override", "idempotency_key", "truths_hash", "policies_hash", "queued_at", "on_behalf_of",
    "payload", "proposal", "replay_safe",
  ]

  /// The entry of the proposal, if this run appended it.
  private var entry: JSONValue? {
    outcome["entries"]?.arrayValue?.first { $0["entry_type"]?.stringValue == "proposal" }
  }

  /// Who proposed, if this run appended the proposal.
  var proposer: JSONValue? { entry?["actor"] }

  /// The proposal as it was received, if this run appended it.
  var record: JSONValue? { entry?["payload"] }

  /// The same without the record of a queue around it.
  var proposal: JSONValue? { record.map { $0["proposal"] ?? $0 } }

  /// Who proposed what, and the fields.
  var proposed: [String] {
    guard let entry, let proposal else {
      return ["proposal \(visible(outcome["proposal_id"]?.stringValue ?? "")), which stands in the context already"]
    }
    let action = visible(proposal["action"]?.stringValue ?? "nothing")
    let pack = proposal["pack"]?.stringValue.map { " of pack \(visible($0))" } ?? ""
    var lines = ["\(ExplanationText.actor(entry["actor"])) proposed \(action)\(pack)"]
    lines += ExplanationText.table(fields(of: proposal), indent: 2)
    if let reason = proposal["reason"]?.stringValue { lines.append("because: \(visible(reason))") }
    if let person = proposal["on_behalf_of"]?.stringValue { lines.append("on behalf of @\(visible(person))") }
    if let confidence = proposal["confidence"] { lines.append("with confidence \(ExplanationText.value(confidence))") }
    if let override = proposal["override"] {
      let truth = override["truth_id"].map { ExplanationText.value($0) } ?? "missing"
      lines.append("overriding \(truth): \(override["reason"].map { ExplanationText.value($0) } ?? "no reason given")")
    }
    return lines
  }

  private func fields(of proposal: JSONValue) -> [(name: String, value: String)] {
    let members =
      proposal["payload"]?.objectValue?.members
      ?? (proposal.objectValue?.members ?? []).filter { !Self.envelope.contains($0.name.string) }
    let action = proposal["action"]?.stringValue
    return members.map { member in
      let unit = units.unit(member.name.string, ofIntent: action, in: proposal["payload"] ?? proposal)
      return (visible(member.name.string), ExplanationText.value(member.value, unit: unit))
    }
  }
}

extension Explanation {
  /// How many facts are listed.
  private static var shownFacts: Int { 20 }

  /// The facts that were produced, which of them truths on facts derived, and what the ledger records of the run.
  var facts: [String] {
    let facts = producedFacts
    var lines: [String] = []
    for fact in facts.prefix(Self.shownFacts) {
      let origin = fact.follows.map { " — follows by \(visible($0))" } ?? ""
      let kind = fact.isCorrection ? " corrected" : ""
      lines.append(
        Style.emphasis.paint(visible(fact.payload["type"]?.stringValue ?? "fact"), isColored) + kind
          + Style.gutter.paint(origin, isColored))
      let members = (fact.payload.objectValue?.members ?? []).filter { isShown($0.name.string, of: fact.payload) }
      let rows = members.map { member in
        let unit = units.unit(member.name.string, ofFact: fact.payload)
        return (name: visible(member.name.string), value: ExplanationText.value(member.value, unit: unit))
      }
      lines += ExplanationText.table(rows, indent: 2)
    }
    if facts.count > Self.shownFacts { lines.append("… and \(facts.count - Self.shownFacts) more facts") }
    return lines + closing + (detail.isVerbose ? [recorded] : [])
  }

  private struct ShownFact {
    var payload: JSONValue
    /// The truth on facts that made it.
    var follows: String?
    var isCorrection = false
  }

  /// From the entries, which name their truths; a repeated answer has only the payloads.
  private var producedFacts: [ShownFact] {
    let entries = ownEntries
    guard !entries.isEmpty else { return (outcome["facts"]?.arrayValue ?? []).map { ShownFact(payload: $0) } }
    let followers = Set(entries.filter { $0["payload"]?["from"] != nil }.compactMap { $0["truth_id"]?.stringValue })
    return entries.filter { $0["entry_type"]?.stringValue == "fact" }.map { entry in
      let truth = entry["truth_id"]?.stringValue
      return ShownFact(
        payload: entry["payload"] ?? .null, follows: truth.flatMap { followers.contains($0) ? $0 : nil },
        isCorrection: entry["corrects"] != nil)
    }
  }

  private var ownEntries: [JSONValue] {
    let runID = outcome["run"]?["run_id"]?.stringValue
    return (outcome["entries"]?.arrayValue ?? []).filter { $0["run_id"]?.stringValue == runID }
  }

  /// What closing the context appended before the proposal was evaluated.
  private var closing: [String] {
    let runID = outcome["run"]?["run_id"]?.stringValue
    let facts = (outcome["entries"]?.arrayValue ?? []).filter {
      $0["run_id"]?.stringValue != runID && $0["entry_type"]?.stringValue == "fact"
    }
    guard !facts.isEmpty else { return [] }
    let truths = Set(facts.compactMap { $0["truth_id"]?.stringValue }).sorted().map { visible($0) }
    return ["before it, \(counted(facts.count, "fact")) followed from the context by \(ExplanationText.joined(truths))"]
  }

  /// Whether a field of a fact is shown. The subject of a request for an approval is part of the proposal above.
  private func isShown(_ field: String, of fact: JSONValue) -> Bool {
    if field == "type" { return false }
    return fact["type"]?.stringValue != "approval.requested" || ["request", "role", "reason"].contains(field)
  }

  /// `recorded: 1 proposal, 1 decision, 2 facts and 3 traces, each with its actor, run and truth`
  private var recorded: String {
    let entries = outcome["entries"]?.arrayValue ?? []
    guard !entries.isEmpty else { return "nothing new for the ledger: this answer was given before" }
    let parts = ["proposal", "decision", "fact", "trace"].compactMap { type -> String? in
      let count = entries.count { $0["entry_type"]?.stringValue == type }
      return count == 0 ? nil : counted(count, type)
    }
    return "for the ledger: " + ExplanationText.joined(parts)
  }

  /// Ids and hashes, which another program can recompute.
  var proof: [String] {
    func text(_ name: String) -> String { visible(outcome[name]?.stringValue ?? "") }
    func point(_ name: String) -> String {
      let point = outcome["context"]?[name]
      let size = point?["size"].map { ExplanationText.value($0) } ?? "0"
      return "\(visible(point?["head"]?.stringValue ?? "")), \(size) \(size == "1" ? "entry" : "entries")"
    }
    let rows = [
      ("run", visible(outcome["run"]?["run_id"]?.stringValue ?? "")), ("proposal", text("proposal_id")),
      ("input", text("input_hash")),
      ("output", text("output_hash")), ("truths", text("truths")), ("context before", point("before")),
      ("context after", point("after")),
    ]
    return ExplanationText.table(rows.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }, indent: 0)
  }
}

extension Explanation {
  /// What the reader can do next.
  var advice: [String] {
    let steps: [String] =
      switch ending {
      case .accepted: []
      case .rejected: rejectedAdvice
      case .halted: haltedAdvice
      case .waiting: waitingAdvice
      }
    return steps + (isRecorded ? [] : ["this was a dry run: `--append FILE --now clock --actor FILE` keeps it in a ledger"])
  }

  private var rejectedAdvice: [String] {
    if kind(of: deciding) == "acceptance" { return ["the approval was denied: propose something else"] }
    let unmet = violations.filter { kind(of: $0) == "requirement" }.compactMap { $0["reason"]?.stringValue }
    guard unmet.count > 1 else { return ["mend the proposal, and propose again"] }
    return ["mend all of this in the proposal, and propose again:"] + unmet.map { "- \(ExplanationText.sentence(visible($0)))" }
  }

  private var haltedAdvice: [String] {
    switch kind(of: deciding) {
    case "unknown":
      return ["give what is missing, or mend what the reason names, in the proposal or as a fact, and propose again"]
    case "structural" where truthID == "converge.budget":
      return ["give a higher limit, `--max-cycles`, `--max-steps` or `--max-facts`, or propose less at once"]
    case "structural" where truthID == "converge.truths.changed":
      return ["look at it again under these truths, and propose it anew, with their `truths_hash` or none"]
    default: return ["nobody can override this: propose something else, or wait until the facts that it rests on change"]
    }
  }

  private var waitingAdvice: [String] {
    let steps = wait.awaited.flatMap { awaited -> [String] in
      switch awaited {
      case .approval(let people): approvalAdvice(from: people)
      case .consent(let consenter): consentAdvice(from: consenter)
      case .override(let role): overrideAdvice(from: role)
      case .resume, .other: ["the run goes on after: \(visible(awaited.words))"]
      }
    }
    guard wait.wantsApproval else { return steps }
    return steps + ["in an emergency: propose with an `override` and its reason, by someone who may break the glass"]
  }

  /// How to approve.
  private func approvalAdvice(from people: AskedPeople) -> [String] {
    let requests = requests(of: people)
    let demand = requests.first?.demand
    var who = (demand?.count ?? 1) > 1 ? "\(people.words), each other than the proposer, propose" : "\(people.words) proposes"
    if let role = demand.map(\.soleRole) ?? people.soleName {
      who = "someone with the role \(role), but not the proposer, proposes"
    }
    who = visible(who) + " `grant_approval` or `deny_approval`"
    if requests.isEmpty { return ["\(who) of a `request` that an earlier `approval.requested` names"] }
    return ["\(who):"] + requests.map { "  {\"action\": \"grant_approval\", \"request\": \"\($0.id)\"}" }
  }

  /// How to consent. A user consents to their own proposal by sending it again; a person consents to that of an agent or a
  /// system.
  private func consentAdvice(from consenter: Awaited.Consenter) -> [String] {
    let type = proposer?["type"]?.stringValue
    if type == "user" { return ["\(visible(consenter.words)) proposes again with \"consent\": true"] }
    let hash = outcome["proposal_hash"]?.stringValue ?? ""
    return [
      "\(visible(who(consents: consenter))) proposes `give_consent`:",
      "  {\"action\": \"give_consent\", \"proposal_hash\": \"\(visible(hash))\"}",
    ]
  }

  /// A name is the person's for whom the proposal is made, else a role's.
  private func who(consents consenter: Awaited.Consenter) -> String {
    guard case .named(let name) = consenter, let proposal, proposal["on_behalf_of"]?.stringValue == nil else {
      return consenter.words
    }
    return "someone with the role \(name)"
  }

  private func overrideAdvice(from role: String) -> [String] {
    let fired = outcome["traces"]?.arrayValue?.first { $0["action"]?.stringValue != "guardrail.hit" }
    let truth = fired?["truth_id"]?.stringValue ?? "money.invoice.creation"
    return [
      "a user with the role \(visible(role)) proposes it with an override that names the truth and says why:",
      "  \"override\": {\"truth_id\": \"\(visible(truth))\", \"reason\": \"the warehouse is on fire\"}",
    ]
  }

  /// Open requests that ask certain people, as `waiting_for` names them.
  private func requests(of people: AskedPeople) -> [(id: String, demand: ApprovalDemand)] {
    let asked = askedBefore + (outcome["facts"]?.arrayValue ?? []).compactMap(\.objectValue)
    var found: [(id: String, demand: ApprovalDemand)] = []
    for fact in asked where fact["type"]?.stringValue == "approval.requested" && isOpen(fact) {
      guard let demand = ApprovalDemand(requested: fact), demand.words == people.words, let id = fact["request"]?.stringValue,
        !found.contains(where: { $0.id == visible(id) })
      else { continue }
      found.append((visible(id), demand))
    }
    return found
  }

  /// Whether the clause of a request waits.
  private func isOpen(_ request: JSONObject) -> Bool {
    violations.contains {
      $0["truth_id"] == request["truth_id"] && $0["clause"] == request["clause"] && $0["approved_by"] == nil
        && $0["overridden"] == nil
    }
  }

  private func kind(of violation: JSONValue?) -> String? { violation?["kind"]?.stringValue }
}
