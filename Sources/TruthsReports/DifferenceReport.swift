package import TruthsAnswers
import TruthsDiagnostics
package import TruthsJSON
import TruthsRendering
import TruthsRuntime
package import TruthsText

/// How two truth sets decide otherwise, as it is printed (answers §4).
public struct DifferenceReport: Sendable {
  package let difference: SetDifference
  private let units: FieldUnits
  /// Whether the only fixture of a file passes with the new set.
  package let passes: @Sendable (SourceText) -> Bool

  package init(_ difference: SetDifference, units: FieldUnits, passes: @escaping @Sendable (SourceText) -> Bool) {
    self.difference = difference
    self.units = units
    self.passes = passes
  }

  /// Whether nothing is different.
  public var isSame: Bool { difference.sections.allSatisfy { $0.differences.allSatisfy { $0.kind == .same } } }

  /// Which part of the version has to be raised: `major`, `minor`, `patch` or `none`.
  public var version: String { difference.need.word }

  /// What is wrong with the versions of packs, a line each; empty where each is at least what its changes ask for.
  public var versionFaults: [String] {
    difference.packs.filter { !$0.isEnough }.map { pack in
      let reasons = pack.because.prefix(3).joined(separator: ", ") + (pack.because.count > 3 ? ", …" : "")
      let because = reasons.isEmpty ? "it was \(pack.old ?? "")" : reasons
      let now = pack.new.map { "its version is \(visible($0))" } ?? "it has no version"
      guard let wanted = pack.wanted else {
        let was = visible(pack.old ?? "")
        return "pack `\(visible(pack.name))`: \(now), and was \(was), which is no major.minor.patch (\(visible(because)))"
      }
      return "pack `\(visible(pack.name))`: \(now); write `version: \(wanted)` at least (\(visible(because)))"
    }
  }

  // MARK: JSON

  /// `{"intents": {…}, "tables": {…}, …, "version": "major"}` (answers §4.3), over several lines.
  public var json: String { JSONValue.object(object).lines }

  var object: JSONObject {
    var members: [JSONObject.Member] = []
    for (section, differences) in difference.sections {
      let named = differences.map { JSONObject.Member(name: Text($0.name), value: .object(Self.json(of: $0))) }
      members.append(.init(name: Text(section), value: .object(JSONObject(named))))
    }
    let packs = difference.packs.map { pack -> JSONObject.Member in
      var json: JSONObject = [
        "old": pack.old.map { .text($0) } ?? .null, "new": pack.new.map { .text($0) } ?? .null, "change": .text(pack.need.word),
      ]
      if let wanted = pack.wanted { json["wanted"] = .text(wanted) }
      json["because"] = .array(pack.because.map { .text($0) })
      return .init(name: Text(pack.name), value: .object(json))
    }
    members.append(.init(name: "packs", value: .object(JSONObject(packs))))
    members.append(.init(name: "version", value: .text(version)))
    return JSONObject(members)
  }

  private static func json(of difference: Difference) -> JSONObject {
    var json: JSONObject = ["change": .text(difference.kind.rawValue)]
    if !difference.notes.isEmpty { json["notes"] = .array(difference.notes.map { .text($0) }) }
    let witnesses: [JSONValue] =
      difference.witnesses.map { Self.json(of: $0) }
      + difference.values.map { .object(["given": $0.given, "old": $0.old, "new": $0.new]) }
    if !witnesses.isEmpty { json["witnesses"] = .array(witnesses) }
    if difference.kind == .undecided { json["tried"] = .number(Decimal(difference.tried)) }
    return json
  }

  private static func json(of witness: DifferenceWitness) -> JSONValue {
    func side(_ result: ProbeResult) -> JSONValue {
      var json: JSONObject = ["decision": .text(result.ending.rawValue), "reason": .text(result.reason)]
      if result.ending == .waiting { json["waiting_for"] = .texts(result.waitingFor.words) }
      if witness.shift == .effects {
        json["facts"] = .array(result.facts.map { .object($0) })
        json["warnings"] = .array(result.warningReasons.map { .text($0) })
      }
      return .object(json)
    }
    var json: JSONObject = [
      "change": .text(witness.shift.rawValue), "proposal": .object(witness.probe.proposal),
      "context": .array(witness.probe.known.map { .object($0) }),
    ]
    if let now = witness.probe.now { json["now"] = .text(now.text) }
    json["old"] = side(witness.old)
    json["new"] = side(witness.new)
    return .object(json)
  }

  // MARK: Words

  /// What is different in each sort, `2 of 14 intents`, those that are first.
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

  /// The first line: how much is different, and what the version needs.
  var headline: String {
    if isSame {
      return difference.need == .none
        ? "nothing is different" : "nothing is decided otherwise; what is written otherwise asks for a patch version"
    }
    return "different: \(ExplanationText.joined(counts)); the version needs a \(version) change"
  }

  /// For people.
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

  /// For a review.
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

  /// What is told of a difference, a line each.
  private func details(of one: Difference) -> [String] {
    var lines = one.notes.map { visible($0) }
    lines += one.witnesses.map { DifferenceWords(units: units).words(of: $0) }
    lines += one.values.map { DifferenceWords(units: units).words(of: $0) }
    if one.kind == .undecided, one.tried > 0 {
      lines.append("what it means is written otherwise, and none of \(counted(one.tried, "case")) comes out otherwise")
    }
    return lines
  }

  /// A line as a code span, in which nothing is markup, a link or a mention: packs say what they want. Its fence is longer than
  /// any run of backticks in it.
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
  /// As reports call it.
  var title: String { self == .effects ? "other effects" : rawValue }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension DifferenceReport {
  package static let shape = JSONShape.members(
    SetDifference().sections.map { section, _ in
      .required(section, .map(.named("difference") { .members(difference) }), "Each that one of the sets declares, by name.")
    } + [
      .required("packs", .map(.members(pack)), "What the version of each pack needs."),
      .required("version", .words(needs), "What the whole needs."),
    ])

  private static let needs = VersionNeed.allCases.map(\.word)

  private static let difference: [JSONMember] = [
    .required("change", .words(DifferenceKind.allCases.map(\.rawValue)), "What became of it."),
    .optional("notes", .list(.text), "What was added, removed or is declared otherwise."),
    .optional(
      "witnesses",
      .list(.choice(if: .open([.required("proposal", .anything, "")]), then: .members(witness), else: .members(value))),
      "Cases that come out otherwise."),
    .optional("tried", .count, "In how many cases it came out the same."),
  ]

  private static let witness: [JSONMember] = [
    .required("change", .text, "Which way it differs."), .required("proposal", .map(), "The proposal."),
    .required("context", .list(.map()), "The facts that are there."), .optional("now", .text, "The moment."),
    .required("old", side, "What it came to."), .required("new", side, "What it comes to."),
  ]

  private static let side = JSONShape.named("side") {
    .members([
      .required("decision", .text, "The decision."), .required("reason", .text, "Why."),
      .optional("waiting_for", .list(.text), "What the run waits for."),
      .optional("facts", .list(.map()), "The facts that follow."),
      .optional("warnings", .list(.text), "The warnings."),
    ])
  }

  private static let value: [JSONMember] = [
    .required("given", .anything, "The inputs, or the facts that are there."),
    .required("old", .anything, "The value that came of them."), .required("new", .anything, "The value that comes of them."),
  ]

  private static let pack: [JSONMember] = [
    .required("old", JSONShape.text.orNull, "The old version."), .required("new", JSONShape.text.orNull, "The new version."),
    .required("change", .words(needs), "Which part of it has to be raised."),
    .optional("wanted", .text, "The least version that does."), .required("because", .list(.text), "What asks for that."),
  ]
}
