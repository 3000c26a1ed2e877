import TruthsDiagnostics
package import TruthsEngine
import TruthsJSON
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
package struct Explanation {
  let run: ExplainedRun
  /// Every clause that was read; empty for a recorded run, of which only the violations are known.
  let evaluated: [EvaluatedTruth]
  /// Whether the run is in a ledger; otherwise the explanation ends with how to append it.
  let isRecorded: Bool
  let detail: ExplanationDetail
  /// How people write what facts and the proposal hold.
  var display = FieldDisplay(nil)
  /// Whether the proposal is told: whoever just made it knows it.
  var showsProposal = false
  /// What the proposal asked for before this run.
  var askedBefore: [RequestRecord] = []
  /// People known to have consented to the proposal, beside those whom its entry names.
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

  /// The whole explanation; every line ends with a line break.
  package var text: String {
    let parts = [
      headline, section("Proposed", showsProposal || detail.isVerbose ? proposed : []), section("Next steps", advice),
      section("Clauses", clauses), section("Facts", facts), section("Proof", detail.showsProof ? proof : []),
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  var isColored: Bool { detail.isColored }

  /// How the run ended.
  package var ending: RunEnding { run.ending }

  /// What was decided and why, in one line: `Halted: Period is closed`.
  package var result: String {
    let recorded = visible(run.reason)
    let told = run.deciding.map { self.reason(of: $0) } ?? ReasonText().text(recorded)
    let reason = ending == .accepted ? run.held?.words ?? recorded : told
    // `Accepted under break-glass by …` begins with the outcome.
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
  /// Who proposed what, and the fields.
  private var proposed: [String] {
    guard let entry = run.proposalEntry, let proposal = run.proposal else {
      return ["proposal \(visible(run.proposalID ?? "")), which stands in the context already"]
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

  /// Ids and hashes, which another program can recompute.
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
