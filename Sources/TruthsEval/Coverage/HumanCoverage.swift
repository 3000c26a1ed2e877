import TruthsDiagnostics
import TruthsProgram
package import TruthsText

/// A writer of coverage for people: the total, each pack by kind, then every gap with its location, in order. Without gaps it
/// writes one line.
package struct HumanCoverage {
  private let sources: SourceMap
  private let isColored: Bool

  /// - Parameters:
  ///   - sources: the truth files.
  ///   - isColored: whether to write ANSI colours.
  package init(sources: SourceMap, isColored: Bool = false) {
    self.sources = sources
    self.isColored = isColored
  }

  /// Returns the whole report; each line ends with a line break.
  package func text(_ map: CoverageMap) -> String {
    let share = map.share
    let total = "coverage \(share.percent) %: \(share.exercised) of \(share.total)"
    guard !share.isWhole else { return Style.help.paint(total, isColored) + "\n" }
    let missing = map.items.flatMap { item in
      item.missingWords.map { "\(Style.emphasis.paint(sources.location(of: item.span), isColored)): \($0)" }
    }
    return ([Style.warning.paint(total, isColored)] + table(map) + [""] + missing + unseen(map)).map { $0 + "\n" }.joined()
  }

  // MARK: Packs

  /// Returns a line of headings and a line for each pack. Kinds of items that no pack has are omitted.
  private func table(_ map: CoverageMap) -> [String] {
    let present = Set(map.items.map(\.kind.family))
    let columns = Self.headings.filter { present.contains($0.family) }
    var rows = [[""] + columns.map(\.heading) + [""]]
    for (pack, items) in map.itemsByPack where !items.isEmpty {
      let families = Dictionary(grouping: items, by: \.kind.family)
      let cells = columns.map { column in
        families[column.family].map { "\($0.share.exercised)/\($0.share.total)" } ?? "-"
      }
      rows.append([pack] + cells + ["\(items.share.percent) %"])
    }
    return alignedLines(rows, indent: 2, rightFrom: 1).map { String($0.trimmingSuffix { $0 == " " }) }
  }

  private static let headings: [(family: CoverageItem.Family, heading: String)] = [
    (.truth, "truths"), (.clause, "clause outcomes"), (.row, "rows"), (.transition, "transitions"), (.state, "states"),
  ]

  // MARK: Notes

  /// Returns a line about outcomes that coverage does not count; no line without them.
  private func unseen(_ map: CoverageMap) -> [String] {
    let unknown = map.items.count { $0.kind.family == .clause && $0.count(.unknown) > 0 }
    let unshut = map.items.count { $0.kind == .truth && !$0.text.isEmpty && $0.count(.didNotFire) == 0 }
    var notes: [String] = []
    if unknown > 0 { notes.append("\(counted(unknown, "clause")) unknown in some fixture") }
    if unshut > 0 { notes.append("\(counted(unshut, "truth")) whose `if` is false in no fixture") }
    return notes.isEmpty ? [] : ["not counted: " + notes.joined(separator: "; ")]
  }
}

extension CoverageItem {
  /// Sentences about the gaps, one for each missing outcome that a fixture could show. Empty without gaps, and for a clause
  /// whose truth never fired.
  fileprivate var missingWords: [String] {
    if isOutOfReach || missing.isEmpty { return [] }
    switch kind {
    case .truth:
      let clauses =
        clauses == 0 ? "" : clauses == 1 ? ", so its clause is not read" : ", so none of its \(clauses) clauses is read"
      return ["no fixture fires \(owner)\(clauses)"]
    case .row: return ["no fixture reaches \(owner) \(name) \(quoted)"]
    case .transition: return ["no fixture makes the transition \(quoted) of \(owner)"]
    case .state: return ["no fixture enters the state \(quoted) of \(owner)"]
    case .clause(let clause):
      let isNeverRead = outcomes.allSatisfy { $0.count == 0 }
      if isNeverRead { return ["no fixture reads \(subject)"] }
      return missing.map { words(of: clause, $0) }
    }
  }

  private var quoted: String { "`\(visible(text))`" }

  /// The subject of a sentence about the item: ``money.payment.recording requires[4] `paid > 0` ``
  private var subject: String { "\(owner) \(name) \(quoted)" }

  private func words(of clause: CheckedClause, _ outcome: CoverageOutcome) -> String {
    switch outcome {
    case .violated: clause.hasEffect ? "no fixture trips \(subject): it is never true" : "no fixture violates \(subject)"
    case .notApplicable where clause.hasEffect: "no fixture passes \(subject): it is always true"
    case .notApplicable: "no fixture shows \(subject) where its condition is false"
    default: clause.hasArrow ? "no fixture meets \(subject) where its condition is true" : "no fixture meets \(subject)"
    }
  }
}
