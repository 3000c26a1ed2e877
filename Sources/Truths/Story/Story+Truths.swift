import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsText

extension Story {
  /// Each truth that applied with its clauses; then what was violated besides, which no clause that was read says.
  var truths: [String] {
    var told = Set<Int>()
    var lines: [String] = []
    for truth in examined {
      if !lines.isEmpty { lines.append("") }
      lines.append(Style.emphasis.paint(truth.id, isColored))
      if truth.clauses.isEmpty { lines.append("  it asks for nothing") }
      for clause in truth.clauses {
        let index = violations.indices.first { !told.contains($0) && matches(violations[$0], truth, clause) }
        if let index { told.insert(index) }
        lines += self.lines(for: clause, index.map { violations[$0] })
      }
    }
    let others = violations.indices.filter { !told.contains($0) }.map { violations[$0] }
    if !others.isEmpty, !lines.isEmpty { lines.append("") }
    return lines + others.flatMap(self.lines(forOther:))
  }

  /// Whether a violation is that of a clause. An invariant's rule is read under its own id, a clause of a truth under the truth's
  /// place, whatever id the clause reports.
  private func matches(_ violation: JSONValue, _ truth: ExaminedTruth, _ clause: ExaminedClause) -> Bool {
    violation["clause"]?.stringValue == clause.clause && clause.result != .holds && clause.result != .notApplicable
      && violation["values"] == .object(clause.values)
      && (clause.clause != "rule" || violation["truth_id"]?.stringValue == truth.id)
  }

  private func lines(for clause: ExaminedClause, _ violation: JSONValue?) -> [String] {
    let text = visible(clause.text)
    var head = "  \(mark(clause.result, violation)) \(text)"
    if let violation { head += remark(violation, text) }
    let values = clause.values.members.map { (label: visible($0.name.string), value: StoryText.value($0.value)) }
    let rows = TermDiagram(text: text, values: values).rows
    return [head] + rows.map { "    " + Style.gutter.paint($0, isColored) }
  }

  /// A violation of a built-in truth, or of a run of which only the violations are recorded.
  private func lines(forOther violation: JSONValue) -> [String] {
    let id = visible(violation["truth_id"]?.stringValue ?? "")
    let clause = visible(violation["clause"]?.stringValue ?? "")
    let reason = visible(violation["reason"]?.stringValue ?? "")
    let rows = (violation["values"]?.objectValue?.members ?? []).map {
      (name: visible($0.name.string), value: StoryText.value($0.value))
    }
    let place = clause == "built-in" ? "" : " \(clause)"
    return [Style.emphasis.paint(id, isColored) + place, "  \(mark(.violated, violation)) \(reason)\(settlement(violation))"]
      + StoryText.table(rows, indent: 6)
  }

  private func mark(_ result: ExaminedClause.Result, _ violation: JSONValue?) -> String {
    switch (result, violation?["kind"]?.stringValue) {
    case (.holds, _): Style.help.paint("✓", isColored)
    case (.notApplicable, _): "–"
    case (_, "requirement"): Style.error.paint("✗", isColored)
    case (.unknown, _), (_, "unknown"): Style.warning.paint("?", isColored)
    case (_, "advisory"): Style.warning.paint("!", isColored)
    case (_, "acceptance"): Style.warning.paint(settlement(violation ?? .null).isEmpty ? "✗" : "✓", isColored)
    case (.violated, _): Style.error.paint("✗", isColored)
    }
  }

  /// What a violated clause demands, where the clause does not say it itself, and by whom it was settled.
  private func remark(_ violation: JSONValue, _ text: String) -> String {
    let reason = visible(violation["reason"]?.stringValue ?? "")
    let isMade = reason.utf8.starts(with: text.utf8) || reason.utf8.starts(with: "cannot tell whether ".utf8)
    return (isMade ? "" : " → \(reason)") + settlement(violation) + wanted(violation)
  }

  /// Whose approval a clause asked for in this run.
  private func wanted(_ violation: JSONValue) -> String {
    let request = (outcome["facts"]?.arrayValue ?? []).first {
      $0["type"]?.stringValue == "approval.requested" && $0["truth_id"] == violation["truth_id"]
        && $0["clause"] == violation["clause"]
    }
    return request?["role"]?.stringValue.map { ", wants the approval of @\(visible($0))" } ?? ""
  }

  private func settlement(_ violation: JSONValue) -> String {
    if let approver = violation["approved_by"]?.stringValue { return ", approved by @\(visible(approver))" }
    return violation["overridden"] == .boolean(true) ? ", overridden by break-glass" : ""
  }
}
