package import TruthsAnswers
import TruthsDiagnostics
import TruthsEngine
package import TruthsJSON
import TruthsRendering
import TruthsRuntime
package import TruthsText

/// A printed comparison of two truth sets, which shows how their decisions differ (answers §4).
public struct DifferenceReport: Sendable {
  package let difference: SetDifference
  private let display: FieldDisplay
  /// Whether the single fixture in a file passes with the new truth set.
  package let passes: @Sendable (SourceText) -> Bool

  package init(_ difference: SetDifference, display: FieldDisplay, passes: @escaping @Sendable (SourceText) -> Bool) {
    self.difference = difference
    self.display = display
    self.passes = passes
  }

  /// Whether no declaration differs between the two truth sets.
  public var isSame: Bool { difference.sections.allSatisfy { $0.differences.allSatisfy { $0.kind == .same } } }

  /// The part of the version number that must be raised: `major`, `minor`, `patch` or `none`.
  public var version: String { difference.need.word }

  /// The packs whose version is too low, in one line each. Empty if every version is at least what its changes require.
  public var versionFaults: [String] {
    difference.packs.filter { !$0.isEnough }.map { pack in
      let reasons = pack.because.prefix(3).joined(separator: ", ") + (pack.because.count > 3 ? ", …" : "")
      let because = reasons.isEmpty ? "it was \(pack.old ?? "")" : reasons
      let now = pack.new.map { "its version is \(visible($0))" } ?? "it has no version"
      guard let wanted = pack.wanted else {
        let was = visible(pack.old ?? "")
        return "pack `\(visible(pack.name))`: \(now), and was \(was), which is not major.minor.patch (\(visible(because)))"
      }
      return "pack `\(visible(pack.name))`: \(now); write `version: \(wanted)` at least (\(visible(because)))"
    }
  }

  // MARK: JSON

  /// The report as JSON over several lines: `{"intents": {…}, "tables": {…}, …, "version": "major"}` (answers §4.3).
  public var json: String { JSONValue.object(Self.record.object(of: self)).lines }

  // MARK: Words

  /// The number of differences in each section, such as `2 of 14 intents`; intents come first.
  private var counts: [String] {
    difference.sections.compactMap { section, differences in
      let count = differences.count { $0.kind != .same }
      guard count > 0 || section == "intents" else { return nil }
      let noun = Self.nouns[section] ?? (section, section)
      return section == "intents"
        ? "\(count) of \(differences.count) \(differences.count == 1 ? noun.0 : noun.1)"
        : "\(count) \(count == 1 ? noun.0 : noun.1)"
    }
  }

  static let nouns: [String: (one: String, more: String)] = [
    "intents": ("intent", "intents"), "tables": ("table", "tables"), "functions": ("function", "functions"),
    "lifecycles": ("lifecycle", "lifecycles"), "views": ("view", "views"), "closing": ("truth on facts", "truths on facts"),
    "invariants": ("invariant", "invariants"), "facts": ("fact type", "fact types"), "records": ("record", "records"),
    "enums": ("enum", "enums"), "policies": ("policy", "policies"), "calendars": ("calendar", "calendars"),
    "sources": ("source", "sources"), "roles": ("role", "roles"),
  ]

  /// The first line of the report, with the number of differences and the version change that they require.
  var headline: String {
    if isSame {
      return difference.need == .none
        ? "nothing is different" : "no decision changes; the changed text requires a patch version"
    }
    return "different: \(ExplanationText.joined(counts)); the version needs a \(version) change"
  }

  /// Returns the report for a terminal.
  public func text(isColored: Bool = false) -> String {
    var lines = [Style.emphasis.paint(headline, isColored)]
    for (section, differences) in difference.sections {
      for one in differences where one.kind != .same {
        let noun = Self.nouns[section]?.one ?? section
        let style: Style = [.stricter, .both, .removed, .undecided].contains(one.kind) ? .error : .warning
        lines += ["", "\(noun) \(Style.emphasis.paint(visible(one.name), isColored)): \(style.paint(one.kind.title, isColored))"]
        lines += details(of: one).map { "  \($0)" }
      }
    }
    let packs = difference.packs.filter { $0.need != .none || !$0.isEnough }
    if !packs.isEmpty { lines += ["", Style.emphasis.paint("Versions", isColored)] }
    for pack in packs { lines.append("  " + words(of: pack)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The report as Markdown, for a review.
  public var markdown: String {
    var lines = ["**\(headline.prefix(1).uppercased() + headline.dropFirst())**"]
    for (section, differences) in difference.sections where differences.contains(where: { $0.kind != .same }) {
      lines += ["", "### \((Self.nouns[section]?.more ?? section).capitalizedFirst)", ""]
      for one in differences where one.kind != .same {
        lines.append("- \(Self.code(visible(one.name))): **\(one.kind.title)**")
        lines += details(of: one).map { "  - \(Self.code($0))" }
      }
    }
    let packs = difference.packs.filter { $0.need != .none || !$0.isEnough }
    if !packs.isEmpty { lines += ["", "### Versions", ""] + packs.map { "- \(Self.code(words(of: $0)))" } }
    return lines.joined(separator: "\n") + "\n"
  }

  private func words(of pack: PackDifference) -> String {
    let versions = "\(pack.old ?? "none") → \(pack.new ?? "none")"
    let wanted = pack.isEnough ? "" : pack.wanted.map { "; write \($0) at least" } ?? ""
    let because = pack.because.prefix(5).joined(separator: ", ") + (pack.because.count > 5 ? ", …" : "")
    let reasons = because.isEmpty ? "" : " (\(because))"
    return visible("\(pack.name) \(versions): \(pack.need.word)\(wanted)\(reasons)")
  }

  private func details(of difference: Difference) -> [String] {
    var lines = difference.notes.map { visible($0) }
    lines += difference.witnesses.map { DifferenceWords(display: display).words(of: $0) }
    lines += difference.values.map { DifferenceWords(display: display).words(of: $0, difference.name) }
    if difference.kind == .undecided, difference.tried > 0 {
      lines.append("the text changed; \(counted(difference.tried, "case")) gave the same result")
    }
    return lines
  }

  /// Returns a line as a Markdown code span, so that names from packs cannot contain markup, links or mentions. The fence is
  /// longer than any run of backticks in the line.
  private static func code(_ text: String) -> String {
    var (longest, run) = (0, 0)
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "`") ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? fence + text + fence : "\(fence) \(text) \(fence)"
  }
}

extension DifferenceKind {
  /// The name of the kind of difference in reports.
  var title: String { self == .effects ? "other effects" : rawValue }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension DifferenceReport {
  package static let shape = record.shape

  private static let record = JSONRecord<DifferenceReport>(
    SetDifference().sections.enumerated().map { place, section in
      .required(section.name, .map(difference.shape), "Each that one of the sets declares, by name.") {
        named($0.difference.sections[place].differences, Self.difference, \.name)
      }
    },
    [
      .required("packs", .map(pack.shape), "The version change that each pack needs.") {
        named($0.difference.packs, pack, \.name)
      },
      .required("version", .words(needs), "The largest version change that a pack needs.") { $0.version },
    ])

  private static func named<Part>(_ parts: [Part], _ record: JSONRecord<Part>, _ name: (Part) -> String) -> JSONObject {
    JSONObject(parts.map { JSONObject.Member(name: Text(name($0)), value: .object(record.object(of: $0))) })
  }

  private static let needs = VersionNeed.allCases.map(\.word)

  private static let difference = JSONRecord<Difference>(
    named: "difference",
    [
      .required("change", .words(DifferenceKind.allCases.map(\.rawValue)), "The kind of change.") { $0.kind.rawValue },
      .optional("notes", .list(.text), "What was added, removed or changed.") { $0.notes.nonEmpty },
      .optional(
        "witnesses",
        .list(.choice(if: .open([.required("proposal", .anything, "")]), then: witness.shape, else: value.shape)),
        "Cases with another result."
      ) { (witness.objects(of: $0.witnesses) + value.objects(of: $0.values)).nonEmpty },
      .optional("tried", .count, "The number of cases with the same result.") { $0.kind == .undecided ? $0.tried : nil },
    ])

  private static let witness = JSONRecord<DifferenceWitness>([
    .required("change", .text, "The kind of difference.") { $0.shift.rawValue },
    .required("proposal", .map(), "The proposal.") { $0.scenario.proposal },
    .required("context", .list(.map()), "The facts before the proposal.") { $0.scenario.known },
    .optional("now", .text, "The moment.") { $0.scenario.now?.text },
    .required("old", of: side, "The result under the old rules.") { ($0.old, $0.shift) },
    .required("new", of: side, "The result under the new rules.") { ($0.new, $0.shift) },
  ])

  private static let side = JSONRecord<(result: ProbeResult, shift: DecisionShift)>(
    named: "side",
    [
      .required("decision", .text, "The decision.") { $0.result.ending.rawValue },
      .required("reason", .text, "The reason.") { $0.result.reason },
      .optional("waiting_for", .list(.text), "The agreements or events that the run waits for.") {
        $0.result.ending == .waiting ? $0.result.waitingFor.words : nil
      },
      .optional("facts", .list(.map()), "The facts that follow.") { $0.shift == .effects ? $0.result.facts : nil },
      .optional("warnings", .list(.text), "The warnings.") { $0.shift == .effects ? $0.result.warnings.map(\.reason) : nil },
    ])

  private static let value = JSONRecord<ValueWitness>([
    .required("given", .anything, "The inputs, or the facts of the context.") { $0.given },
    .required("old", .anything, "The value before.") { $0.old },
    .required("new", .anything, "The value now.") { $0.new },
  ])

  private static let pack = JSONRecord<PackDifference>([
    .required("old", JSONShape.text.orNull, "The old version.") { $0.old?.jsonValue ?? .null },
    .required("new", JSONShape.text.orNull, "The new version.") { $0.new?.jsonValue ?? .null },
    .required("change", .words(needs), "The part of the version that must be raised.") { $0.need.word },
    .optional("wanted", .text, "The lowest version that is high enough.") { $0.wanted },
    .required("because", .list(.text), "The changes that require a higher version.") { $0.because },
  ])
}
