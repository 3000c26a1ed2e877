public import TruthsAnswers
import TruthsDiagnostics
package import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// A printed report on the past decisions that would change under different truths (answers §2).
public struct ReplayReport: Sendable {
  /// The number of decisions that were decided again under the different truths.
  public let decided: Int
  /// The number of decisions that could not be decided again. They exceed the work limit, or continue a run that does not wait
  /// under the different truths.
  public let undecided: Int
  private let flips: [Flip]
  private let display: FieldDisplay

  /// - Parameter display: the display types of facts in the different truths.
  package init(decided: Int, undecided: Int, flips: [Flip], display: FieldDisplay) {
    self.decided = decided
    self.undecided = undecided
    self.flips = flips
    self.display = display
  }

  /// Returns how many decisions change in one of the given kinds.
  public func count(of kinds: Set<FlipKind>) -> Int { flips.count { kinds.contains($0.kind) } }

  /// The report as JSON over several lines: `{"decided": n, "undecided": n, "flips": […]}`.
  public var json: String { JSONValue.object(Self.record.object(of: self)).lines }

  /// The changed decisions as JSON, one line each.
  public var ndjson: String { Flip.record.objects(of: flips).map { JSONValue.object($0).line }.joined() }

  /// The report in one line: how many decisions change, and from which outcome to which.
  public var summary: String {
    let kinds = counts(changed, Self.changeOfIntent).prefix(3).map { "\(visible($0.key)) \($0.value.grouped)" }
    return headline { $0 } + (kinds.isEmpty ? "" : " (\(kinds.joined(separator: ", ")))")
  }

  /// Returns the first line, with the number of decisions that get a different outcome, different facts or a different reason.
  private func headline(_ paint: (String) -> String) -> String {
    let count = changed.count
    let share = "\(count.grouped) of \(decided.grouped) \(decided == 1 ? "decision" : "decisions")"
    let verb = count == 1 || decided == 1 ? "changes" : "change"
    let rest = Self.slight.compactMap { kind, words in
      let count = self.count(of: [kind])
      return count == 0 ? nil : ", \(count.grouped) \(count == 1 ? words.one : words.more)"
    }
    let undecided = undecided == 0 ? "" : ", \(self.undecided.grouped) could not be repeated"
    return "\(paint(share)) \(verb)\(rest.joined())\(undecided)"
  }

  /// The decisions that get a different outcome or different facts.
  private var changed: [Flip] { flips.filter { $0.kind == .outcome || $0.kind == .facts } }

  /// The kinds of change that keep outcome and facts, with their words.
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
      lines.append("  entry \(flip.sequence)  \(name): \(Self.change(flip)), \(detail(flip))")
    }
    if flips.count > Self.shown { lines.append("  … and \((flips.count - Self.shown).grouped) more (--format ndjson)") }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The greatest number of decisions that are listed.
  private static let shown = 20

  /// Returns the kind of change in words, such as `accepted → waiting` or `accepted with other facts`.
  @Sendable private static func change(_ flip: Flip) -> String {
    switch flip.kind {
    case .outcome: "\(flip.from.rawValue) → \(flip.to.rawValue)"
    case .facts where asksOthersAlone(flip): "\(flip.to.rawValue) for other people"
    case .facts: "\(flip.to.rawValue) with other facts"
    case .truth: "\(flip.to.rawValue) by another truth"
    case .reason: "\(flip.to.rawValue) for another reason"
    }
  }

  /// Returns whether only the people differ for whom the decision waits, as those of a consent, about which no fact is left.
  private static func asksOthersAlone(_ flip: Flip) -> Bool {
    flip.kind == .facts && flip.oldFacts.isEmpty && flip.newFacts.isEmpty
  }

  /// Returns the new reason of a decision, or the facts that differ.
  private func detail(_ flip: Flip) -> String {
    switch flip.kind {
    case .outcome, .reason: Self.reason(flip)
    case .truth: "\(visible(flip.truthID)): \(Self.reason(flip))"
    case .facts where Self.asksOthersAlone(flip):
      [flip.oldWait, flip.newWait].map { wait in ExplanationText.joined(wait.map { visible($0) }) }.joined(separator: " → ")
    case .facts: FactChanges(flip.oldFacts, flip.newFacts, display).words
    }
  }

  /// Returns the new reason, with the number of clauses that hold in words.
  private static func reason(_ flip: Flip) -> String {
    if flip.to == .accepted, let held = HeldClauses(recorded: flip.reason) { return held.words }
    return ReasonText(flip.deciding).text(visible(flip.reason))
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
    .required("decided", .count, "The number of decisions that were repeated.") { $0.decided },
    .required("undecided", .count, "The number of decisions that could not be repeated.") { $0.undecided },
    .required("flips", listOf: Flip.record, "The decisions with a different result.") { $0.flips },
  ])
}
