import TruthsDiagnostics
package import TruthsEngine
import TruthsJSON
import TruthsRendering
package import TruthsRuntime
import TruthsText

/// The options of an explanation.
public struct ExplanationDetail: Hashable, Sendable {
  /// Whether the explanation has colours for a terminal.
  public var isColored = false
  /// Whether the explanation also lists the proposal, and the clauses that hold or do not apply.
  public var isVerbose = false
  /// Whether the explanation lists ids and hashes.
  public var showsProof = false

  /// Creates the default options, which show what a reader needs in order to act.
  public init() {}
}

/// The explanation of a run for people (runs §10.5). It shows the decision with its reason, the next steps, the deciding
/// clauses with the value under each term, and the facts.
package struct Explanation {
  let run: ExplainedRun
  /// Every truth that was evaluated, with its clauses. Empty for a recorded run, because a ledger records only the violations.
  let evaluated: [EvaluatedTruth]
  /// Whether the run is in a ledger. If not, the explanation ends with how to append it.
  let isRecorded: Bool
  let detail: ExplanationDetail
  /// The display types of members of facts and of the proposal.
  var display = FieldDisplay(nil)
  /// Whether the proposal is shown. A reader who has just sent the proposal does not need it.
  var showsProposal = false
  /// The requests of earlier runs of this proposal.
  var askedBefore: [RequestRecord] = []
  /// The ids of people who are known to have consented, besides those that the proposal's entry names.
  var consenters: Set<String> = []

  package init(
    _ run: ExplainedRun, evaluated: [EvaluatedTruth], isRecorded: Bool, detail: ExplanationDetail,
    display: FieldDisplay = FieldDisplay(nil), showsProposal: Bool = false, askedBefore: [RequestRecord] = [],
    consenters: Set<String> = []
  ) {
    self.run = run
    self.evaluated = evaluated
    self.isRecorded = isRecorded
    self.detail = detail
    self.display = display
    self.showsProposal = showsProposal
    self.askedBefore = askedBefore
    self.consenters = consenters
  }

  /// The whole explanation as text; every line ends with a line break.
  package var text: String {
    let parts = [
      headline, section("Proposed", showsProposal || detail.isVerbose ? proposed : []), section("Next steps", advice),
      section("Clauses", clauses), section("Facts", facts), section("Proof", detail.showsProof ? proof : []),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  var isColored: Bool { detail.isColored }

  package var ending: RunEnding { run.ending }

  /// The decision and its reason in one line, such as `Halted: Period is closed`.
  package var result: String {
    let recorded = visible(run.reason)
    let told = run.deciding.map { self.reason(of: $0) } ?? ReasonText().text(recorded)
    let reason = ending == .accepted ? run.heldClauses?.words ?? recorded : told
    // `Accepted under break-glass by …` already begins with the outcome.
    let rest = reason.hasPrefix(ending.title + " ") ? String(reason.dropFirst(ending.title.count)) : ": \(reason)"
    return ending.style.paint(ending.title, isColored) + Style.emphasis.paint(rest, isColored)
  }

  private var headline: [String] {
    let place = run.deciding?.source.map { " (\(visible($0)))" } ?? ""
    let lines = [result, "  by \(visible(run.truthID))\(place)"]
    return ending == .waiting ? lines + ["  waiting for \(visible(ExplanationText.joined(run.wait.awaited.words)))"] : lines
  }

  private func section(_ title: String, _ lines: [String]) -> [String] {
    lines.isEmpty ? [] : [Style.emphasis.paint(title, isColored)] + lines.map { $0.isEmpty ? "" : "  \($0)" }
  }
}

extension Explanation {
  /// The proposer, the intent, and the fields of the proposal.
  private var proposed: [String] {
    guard let entry = run.proposalEntry, let proposal = run.proposal else {
      return ["proposal \(visible(run.proposalID ?? "")), which is in the context already"]
    }
    let action = visible(proposal.action ?? "nothing")
    let pack = proposal.pack.map { " of pack \(visible($0))" } ?? ""
    var lines = ["\(ExplanationText.actor(entry.actor)) proposed \(action)\(pack)"]
    lines += ExplanationText.table(fields(of: proposal), indent: 2)
    if let reason = proposal.reason { lines.append("because: \(visible(reason))") }
    if let person = proposal.onBehalfOf { lines.append("on behalf of @\(visible(person))") }
    if let confidence = proposal.confidence { lines.append("with confidence \(ExplanationText.value(confidence))") }
    if let override = proposal.override {
      let truth = override.truthID.map { ExplanationText.value($0) } ?? "missing"
      lines.append("overriding \(truth): \(override.reason.map { ExplanationText.value($0) } ?? "no reason given")")
    }
    return lines
  }

  private func fields(of proposal: ProposalRecord) -> [(name: String, value: String)] {
    proposal.fields.map { member in
      let type = display.type(of: member.name.string, ofProposal: proposal)
      return (visible(member.name.string), ExplanationText.value(member.value, as: type))
    }
  }

  /// The ids and hashes of the run, which a different program can compute as well.
  private var proof: [String] {
    func point(_ point: ContextPoint?) -> String {
      let size = point.map { ExplanationText.value(.integer($0.size)) } ?? "0"
      return "\(visible(point?.head ?? "")), \(size) \(size == "1" ? "entry" : "entries")"
    }
    let rows = [
      ("run", visible(run.runID)), ("proposal", visible(run.proposalID ?? "")), ("input", visible(run.inputHash)),
      ("output", visible(run.outputHash)), ("truths", visible(run.truths)), ("context before", point(run.before)),
      ("context after", point(run.after)),
    ]
    return ExplanationText.table(rows.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) }, indent: 0)
  }
}
