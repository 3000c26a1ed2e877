import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRendering
import TruthsRuntime
package import TruthsText

/// An evaluated clause with its result, in words for readers.
package struct ExplainedClause: Sendable {
  /// The result: `✓` holds, `✗` does not hold, `…` waits for people, `?` unknown, `–` does not apply, `!` warns.
  package let mark: String
  let style: Style?
  package let text: String
  /// The words after the clause: its reason, unless the text states the reason; who approved it; whose approval it requested.
  /// Empty, or begins with a separator.
  package let remark: String
  /// The terms of the clause, each with its value as text.
  package let values: [(label: String, value: String)]

  /// The lines of a diagram with the value under each term of the clause.
  package var diagram: [String] { TermDiagram(text: text, values: values).rows }
}

extension Explanation {
  /// The lines about clauses: those that do not hold, grouped by truth, or all with `--verbose`. The truth that decided comes
  /// first. Violations that belong to no evaluated clause come last.
  var clauses: [String] {
    var reported = Set<Int>()
    var sections: [(isDeciding: Bool, lines: [String])] = []
    var hidden = 0
    for truth in evaluated {
      var shown: [(rank: Int, lines: [String])] = []
      var isDeciding = false
      let clauses = violated(in: truth, beside: &reported)
      let groups = detail.isVerbose ? nil : missingFactGroups(of: clauses.map(\.violation))
      for (position, (clause, index)) in clauses.enumerated() {
        if let index, run.violations[index].truthID == run.truthID { isDeciding = true }
        if index == nil, !detail.isVerbose {
          hidden += 1
          continue
        }
        if groups?.isFolded(position) == true { continue }
        let violation = index.map { run.violations[$0] }
        let rank = violation == nil ? 2 : violation == run.deciding ? 0 : 1
        let remainder = groups?.remainder(after: position).map { ["    \($0) (--verbose)"] } ?? []
        shown.append((rank, lines(for: clause, violation) + remainder))
      }
      if shown.isEmpty, !(detail.isVerbose && truth.clauses.isEmpty) { continue }
      let ordered = (0...2).flatMap { rank in shown.filter { $0.rank == rank } }
      let asked = truth.clauses.isEmpty ? ["  it asks for nothing"] : ordered.flatMap(\.lines)
      sections.append((isDeciding, [Style.emphasis.paint(truth.id, isColored)] + asked))
    }
    sections = sections.filter(\.isDeciding) + sections.filter { !$0.isDeciding }
    let others = run.violations.indices.filter { !reported.contains($0) }.map { run.violations[$0] }
    if !others.isEmpty { sections.append((false, others.flatMap(self.lines(forOther:)))) }
    if sections.isEmpty { return [] }
    let lines = sections.map(\.lines).joined(separator: [""])
    return lines
      + (hidden > 0
        ? ["", "\(counted(hidden, "other clause")) \(hidden == 1 ? "holds, or does" : "hold, or do") not apply (--verbose)"] : [])
  }

  /// Groups the clauses of a truth by the missing fact that they wait for.
  ///
  /// - Parameter indices: the index in `run.violations` of the violation of each clause.
  private func missingFactGroups(of indices: [Int?]) -> MissingFactGroups {
    MissingFactGroups(
      indices.map { index in
        guard let index else { return ("", JSONObject()) }
        return (run.violations[index].reason ?? "", run.violations[index].values)
      })
  }

  /// Returns the clauses of a truth, each with the index of its violation in `run.violations`; the index is `nil` without a
  /// violation.
  ///
  /// - Parameter reported: the indices of violations already assigned to clauses. The violations of this truth are added.
  private func violated(
    in truth: EvaluatedTruth, beside reported: inout Set<Int>
  ) -> [(clause: EvaluatedClause, violation: Int?)] {
    truth.clauses.map { clause in
      let index = run.violations.indices.first { !reported.contains($0) && matches(run.violations[$0], truth, clause) }
      if let index { reported.insert(index) }
      return (clause, index)
    }
  }

  /// Every evaluated clause with its result, keyed by its location in the truth file. For a clause that was evaluated several
  /// times, a result with a violation wins.
  package var explainedClauses: [Span: ExplainedClause] {
    var reported = Set<Int>()
    var explainedClauses: [Span: ExplainedClause] = [:]
    for truth in evaluated {
      for (clause, index) in violated(in: truth, beside: &reported) {
        guard let span = clause.span else { continue }
        // A truth on facts is evaluated for each of its matches; the match with a violation is shown.
        if explainedClauses[span] != nil, index == nil { continue }
        explainedClauses[span] = explained(clause, index.map { run.violations[$0] })
      }
    }
    return explainedClauses
  }

  private func explained(_ clause: EvaluatedClause, _ violation: RecordedViolation?) -> ExplainedClause {
    let text = visible(clause.text)
    let values = clause.values.members.map { member in
      let type = clause.displayTypes[member.name.string]
      return (label: visible(member.name.string), value: ExplanationText.value(member.value, as: type))
    }
    let (mark, style) = mark(clause.result, violation)
    return ExplainedClause(
      mark: mark, style: style, text: text, remark: violation.map { remark($0) } ?? "", values: values)
  }

  /// Whether a violation belongs to a clause. A standalone invariant is matched by its id. A clause of a truth is matched by
  /// its position in the truth, because its violation may report a different id.
  private func matches(_ violation: RecordedViolation, _ truth: EvaluatedTruth, _ clause: EvaluatedClause) -> Bool {
    violation.clause == clause.clause && clause.result != .holds && clause.result != .notApplicable
      && violation.values == clause.values
      && (clause.clause != "rule" || violation.truthID == truth.id)
  }

  private func lines(for clause: EvaluatedClause, _ violation: RecordedViolation?) -> [String] {
    let told = explained(clause, violation)
    let mark = told.style.map { $0.paint(told.mark, isColored) } ?? told.mark
    return ["  \(mark) \(told.text)\(told.remark)"]
      + told.diagram.map { "    " + Style.gutter.paint($0, isColored) }
  }

  /// Returns the lines for a violation that belongs to no evaluated clause: one of a built-in truth, or of a recorded run.
  private func lines(forOther violation: RecordedViolation) -> [String] {
    let id = visible(violation.truthID ?? "")
    let clause = visible(violation.clause ?? "")
    let reason = reason(of: violation)
    let rows = violation.values.members.map {
      (name: visible($0.name.string), value: ExplanationText.value($0.value))
    }
    let place = clause == "built-in" ? "" : " \(clause)"
    let (mark, style) = mark(.violated, violation)
    let painted = style.map { $0.paint(mark, isColored) } ?? mark
    return [Style.emphasis.paint(id, isColored) + place, "  \(painted) \(reason)\(settlement(violation))"]
      + ExplanationText.table(rows, indent: 6)
  }

  /// Returns the reason of a violation, with its values formatted for readers.
  func reason(of violation: RecordedViolation) -> String {
    ReasonText(violation.values, violation.displayTypes).text(visible(violation.reason ?? ""))
  }

  private func mark(_ result: EvaluatedClause.Result, _ violation: RecordedViolation?) -> (mark: String, style: Style?) {
    switch (result, violation?.kind) {
    case (.holds, _): ("✓", .help)
    case (.notApplicable, _): ("–", nil)
    case (_, .requirement): ("✗", .error)
    case (.unknown, _), (_, .unknown): ("?", .warning)
    case (_, .advisory): ("!", .warning)
    case (_, .acceptance): (violation.map { settlement($0).isEmpty } ?? true ? (ending == .waiting ? "…" : "✗") : "✓", .warning)
    case (.violated, _): ("✗", .error)
    }
  }

  /// Returns the reason of a violated clause, unless the clause's text states the reason; then who approved the clause, and
  /// whose approval it requested.
  private func remark(_ violation: RecordedViolation) -> String {
    let reason = violation.tellsItsText ? "" : " → \(self.reason(of: violation))"
    return reason + settlement(violation) + wanted(violation)
  }

  /// Returns the words about the approval that a clause requested in this run; empty if it requested none.
  private func wanted(_ violation: RecordedViolation) -> String {
    let requests = run.facts.lazy.compactMap { $0.objectValue.flatMap { RequestRecord(ifRequested: $0) } }
    return requests.first { $0.isOf(violation) }?.demand.map { ", wants the approval of \(visible($0.words))" } ?? ""
  }

  private func settlement(_ violation: RecordedViolation) -> String {
    if let first = violation.approvers.first {
      if violation.approvers.count == 1, hasConsented(first) { return ", consented to by @\(visible(first))" }
      return ", approved by @\(visible(violation.approvers.joined(separator: ", @")))"
    }
    return violation.isOverridden ? ", overridden by break-glass" : ""
  }

  /// Whether a person consented to the proposal rather than approved it. The proposer, the consenter and the person represented
  /// may not approve (four eyes).
  private func hasConsented(_ person: String) -> Bool {
    consenters.contains(person) || run.proposer?["user_id"]?.stringValue == person || run.proposal?.onBehalfOf == person
  }
}
