import Truths
import TruthsEngine
import TruthsProgram
import TruthsText

/// The results of clauses in hovers.
extension LanguageServer {
  /// Returns the text about the clause at a position: its result in the case shown beside it, suggestions for getting the
  /// proposal accepted where the clause does not hold, and the number of fixtures for each result. A clause of a pack with errors
  /// has its last result.
  func caseHover(_ cursor: CursorPlace) -> String? {
    guard cursor.isTruths else { return nil }
    if cursor.project.readySound?.faulty.contains(cursor.file.id) ?? true { return oldCaseHover(cursor) }
    guard let cases = cursor.project.cases else { return nil }
    for rule in cursor.project.rules(in: cursor.file) {
      guard let clause = rule.clauses.first(where: { Int($0.span.start) <= cursor.offset && cursor.offset <= Int($0.span.end) })
      else { continue }
      var parts: [String] = []
      if let shown = cursor.project.shownCase(beside: rule), let story = cases.story(of: shown),
        let told = story.clauses[clause.span]
      {
        parts.append(told.markdown(in: shown))
        if told.mark != "✓", told.mark != "–", let ways = story.ways {
          parts.append("```text\n\(ways.replacing("```", with: "'''"))```")
        }
      }
      if let text = exercised(clause, cases) { parts.append(text) }
      return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
    }
    return nil
  }

  /// Returns the last result of the clause at a position, if the clause is still the same.
  private func oldCaseHover(_ cursor: CursorPlace) -> String? {
    guard let known = cursor.project.lastHints[cursor.document.path] else { return nil }
    for rule in cursor.project.rules(in: cursor.file) {
      for clause in rule.clauses where Int(clause.span.start) <= cursor.offset && cursor.offset <= Int(clause.span.end) {
        return known[ClauseKey(rule: rule.id, text: cursor.file.text(clause.span))]?.oldTip
      }
    }
    return nil
  }

  /// Returns the results of a clause in fixtures: `in fixtures: holds in 2, violated in 1`. It is `nil` while none is known and
  /// some fixtures are not decided yet.
  private func exercised(_ clause: CheckedClause, _ cases: ServedCases) -> String? {
    let counts = cases.counts(ofClause: clause.span)
    let words = [
      ("holds", counts[.holds]), ("violated", counts[.violated]), ("does not apply", counts[.notApplicable]),
      ("is unknown", counts[.unknown]),
    ].compactMap { what, count in count.map { "\(what) in \($0)" } }
    if words.isEmpty { return cases.isDecided ? "no fixture reads this clause" : nil }
    return (cases.isDecided ? "in fixtures: " : "in fixtures so far: ") + words.joined(separator: ", ")
  }
}
