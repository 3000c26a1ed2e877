import Truths
import TruthsEngine
import TruthsProgram
import TruthsText

/// The results of clauses in hovers.
extension LanguageServer {
  /// Returns the text about the clause at a position: its result in the case shown beside it, suggestions for getting the
  /// proposal accepted where the clause does not hold, and the number of fixtures for each result.
  func caseHover(_ cursor: CursorPlace) -> String? {
    guard cursor.isTruths, let cases = cursor.project.cases else { return nil }
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
      parts.append(exercised(clause, cases))
      return parts.joined(separator: "\n\n")
    }
    return nil
  }

  /// Returns the results of a clause in fixtures: `in fixtures: holds in 2, violated in 1`.
  private func exercised(_ clause: CheckedClause, _ cases: ServedCases) -> String {
    let counts = cases.counts(ofClause: clause.span)
    let words = [
      ("holds", counts[.holds]), ("violated", counts[.violated]), ("does not apply", counts[.notApplicable]),
      ("is unknown", counts[.unknown]),
    ].compactMap { what, count in count.map { "\(what) in \($0)" } }
    return words.isEmpty ? "no fixture reads this clause" : "in fixtures: " + words.joined(separator: ", ")
  }
}
