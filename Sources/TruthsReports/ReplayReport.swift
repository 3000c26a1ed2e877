public import TruthsAnswers
import TruthsDiagnostics
package import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// The past decisions that would change under other truths, as a printed report (answers §2).
public struct ReplayReport: Sendable {
  /// The number of decisions that were repeated.
  public let decided: Int
  /// The number of decisions that could not be repeated: they exceed the work limit, or continue a run that does not wait
  /// under these truths.
  public let undecided: Int
  private let flips: [Flip]

  package init(decided: Int, undecided: Int, flips: [Flip]) {
    self.decided = decided
    self.undecided = undecided
    self.flips = flips
  }

  /// Returns the number of changed decisions whose kind of change is among `kinds`.
  public func count(of kinds: Set<FlipKind>) -> Int { flips.count { kinds.contains($0.kind) } }

  /// The report as JSON over several lines: `{"decided": n, "undecided": n, "flips": […]}`.
  public var json: String { JSONValue.object(Self.record.object(of: self)).lines }

  /// The changed decisions as JSON, one line each.
  public var ndjson: String { Flip.record.objects(of: flips).map { JSONValue.object($0).line }.joined() }

  /// The report in one line: how many decisions change, and from what to what.
  public var summary: String {
    let kinds = counts(changed, Self.changeOfIntent).prefix(3).map { "\(visible($0.key)) \($0.value.grouped)" }
    return headline { $0 } + (kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))")
  }

  /// Returns the first line, with the number of decisions that come out differently or give another reason.
  private func headline(_ paint: (String) -> String) -> String {
    let count = changed.count
    let told = "\(count.grouped) of \(decided.grouped) \(decided == 1 ? "decision" : "decisions")"
    let verb = count == 1 || decided == 1 ? "comes" : "come"
    let rest = Self.slight.compactMap { kind, words in
      let count = self.count(of: [kind])
      return count == 0 ? nil : ", \(count.grouped) \(count == 1 ? words.one : words.more)"
    }
    let undecided = undecided == 0 ? "" : ", \(self.undecided.grouped) could not be made again"
    return "\(paint(told)) \(verb) out otherwise\(rest.joined())\(undecided)"
  }

  /// The decisions with another outcome or other facts.
  private var changed: [Flip] { flips.filter { $0.kind == .outcome || $0.kind == .facts } }

  /// The kinds of change that leave outcome and facts as they were, with their words.
  private static let slight: [(FlipKind, words: (one: String, more: String))] = [
    (.truth, ("is decided by another truth", "are decided by another truth")),
    (.reason, ("gives another reason", "give another reason")),
  ]

  private func counts(_ flips: [Flip], _ key: (Flip) -> String) -> [(key: String, value: Int)] {
    var counts: [String: Int] = [:]
    for flip in flips { counts[key(flip), default: 0] += 1 }
    return counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
  }

  /// Returns the report for a terminal: the changed decisions, and their number by intent, truth and month.
  public func text(isColored: Bool = false) -> String {
    var lines = [headline { Style.emphasis.paint($0, isColored) }]
    if flips.isEmpty { return lines.joined(separator: "\n") + "\n" }
    for (title, key) in Self.groupings {
      lines += ["", Style.emphasis.paint(title, isColored)]
      let rows = counts(flips, key)
      lines += ExplanationText.table(rows.prefix(20).map { (visible($0.key), $0.value.grouped) }, indent: 2)
      if rows.count > 20 { lines.append("  … and \(rows.count - 20) more") }
    }
    lines += ["", Style.emphasis.paint("Decisions", isColored)]
    // The greatest changes come first.
    let ranked = FlipKind.allCases.flatMap { kind in flips.filter { $0.kind == kind } }
    for flip in ranked.prefix(Self.shown) {
      let name = "\(visible(flip.action)) \(visible(flip.proposalID))"
      lines.append("  entry \(flip.sequence)  \(name): \(Self.change(flip)), \(Self.detail(flip))")
    }
    if flips.count > Self.shown { lines.append("  … and \((flips.count - Self.shown).grouped) more (--format ndjson)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The most decisions that are listed.
  private static let shown = 20

  /// Returns the change: `accepted → waiting`, or `accepted with other facts`.
  @Sendable private static func change(_ flip: Flip) -> String {
    switch flip.kind {
    case .outcome: "\(flip.from.rawValue) → \(flip.to.rawValue)"
    case .facts: "\(flip.to.rawValue) with other facts"
    case .truth: "\(flip.to.rawValue) by another truth"
    case .reason: "\(flip.to.rawValue) for another reason"
    }
  }

  /// Returns the new reason, or the facts that differ.
  private static func detail(_ flip: Flip) -> String {
    switch flip.kind {
    case .outcome, .reason: ReasonText(flip.deciding).text(visible(flip.reason))
    case .truth: "\(visible(flip.truthID)): \(ReasonText(flip.deciding).text(visible(flip.reason)))"
    case .facts: FactChanges(flip.oldFacts, flip.newFacts).words
    }
  }

  @Sendable private static func changeOfIntent(_ flip: Flip) -> String { "\(flip.action): \(change(flip))" }

  private static let groupings: [(title: String, key: @Sendable (Flip) -> String)] = [
    ("By intent", changeOfIntent), ("By truth", { $0.truthID }),
    ("By month", { String($0.timestamp.text.prefix(7)) }),
  ]
}

extension ReplayReport {
  package static let shape = record.shape

  private static let record = JSONRecord<ReplayReport>([
    .required("decided", .count, "How many decisions were made again.") { $0.decided },
    .required("undecided", .count, "How many could not be.") { $0.undecided },
    .required("flips", listOf: Flip.record, "Those that come out otherwise.") { $0.flips },
  ])
}
