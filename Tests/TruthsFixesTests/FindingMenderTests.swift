import Testing
import Truths
import TruthsDiagnostics
import TruthsText

/// Fixes that the checker cannot know are found by trial. Findings that follow from something unread are left out.
@Suite("Findings that mend")
struct FindingMenderTests {
  private static let vocabulary = """
    pack demo:
      version: 1.0.0

    enum kind: [paper, copper]

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        total: decimal in eur
        note: text

    intent open:
      fields:
        order_id: text
        total: decimal in eur
        kind: kind
        name: text?
        days_late: integer in days
    """

  private static func files(_ clause: String, lets: String = "", vocabulary: String = vocabulary) -> [SourceText] {
    let truth = """
      truth opening:
        when:
          - intent: open
      \(lets)  invariants:
          - \(clause)
        produces:
          - trace.demo.opening

      """
    return [("demo.truths", vocabulary), ("demo.opening.truths", truth)].map { name, text in
      SourceText(path: "truths/demo/\(name)", bytes: Array(text.utf8))
    }
  }

  static let clauses: [(written: String, meant: String)] = [
    ("name != null", "name exists"), ("name", "name exists"), ("LENGTH(order_id) > 3", "length(order_id) > 3"),
    ("order_id.length() > 3", "length(order_id) > 3"), ("total > 3 → \"Too much\"", "total > 3 → reject(\"Too much\")"),
    ("total > 3 → raise(\"Too much\")", "total > 3 → reject(\"Too much\")"), ("input.kind == paper", "kind == paper"),
    ("order.placed(\"x\").total > 3", "order.placed(order_id = \"x\").total > 3"),
    ("order.note == name", "order.placed.note == name"), ("days_late * total > 3", "number(days_late) * total > 3"),
    ("days(total) > 3", "total > 3"), ("now + days(30, \"d\") > proposal.at", "now + days(30) > proposal.at"),
    ("kind == kind.paper", "kind == paper"), ("name == \"x\" or none", "name missing or name == \"x\""),
    ("'name == \"x\" or none'", "name missing or name == \"x\""), ("order.placed.exists", "order.placed exists"),
    ("order.placed(order_id == \"x\").total > 3", "order.placed(order_id = \"x\").total > 3"),
    ("name == \"x\" or null", "name missing or name == \"x\""),
    ("total > 3 and name == \"x\" or none", "total > 3 and (name missing or name == \"x\")"),
    ("(if kind == paper then order_id else null) exists", "(if kind == paper then order_id else missing) exists"),
    ("round(number(total), 0, \"half_up\") > 3", "round(number(total), 0, half_up) > 3"),
    // A field of the built-in pack is called `for`.
    ("any(o.total > 3 for o in order.placed) → reject(\"No\")", "some o in order.placed satisfies o.total > 3 → reject(\"No\")"),
  ]

  @Test("a rewording that the checker accepts is a fix", arguments: clauses)
  func clause(_ sample: (written: String, meant: String)) {
    let found = Workspace(truths: Self.files(sample.written)).check().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.fixes.first?.title) == ["write `\(sample.meant)`"])
  }

  static let unknown = [
    "wholly.unknown > 3", "total > \"a\"", "kind == silver", "open", "frobnicate(total)",
    // Each would be always true, or always false, with the nearest name.
    "total <= totl", "order_id == ordr_id", "order_id == actor.order_id", "not (total > ttotal)",
    "total > 0 and name == nme",
    // A word for no value is no text, and a text of an argument has a meaning.
    "coalesce(name, null) == \"x\"", "length(order_id, \"x\") > 3",
  ]

  @Test("without one there is none", arguments: unknown)
  func nothing(_ clause: String) {
    let found = Workspace(truths: Self.files(clause)).check().diagnostics.filter { $0.severity == .error }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.fixes.isEmpty })
  }

  @Test(
    "a function of another language has help only where its arguments fit",
    arguments: [
      ("datediff(date(now), date(proposal.at)) > 3", "write `days_between(date(proposal.at), date(now))`"),
      ("ceiling(total) > 3", "write `ceil(total)`"), ("ceiling(total, 10) > 3", nil),
      ("datediff(kind, order_id, name) > 3", nil), ("concat(\", \", name) == order_id", "write one text: `\", {name}\"`"),
    ])
  func foreignFunction(_ clause: String, _ meant: String?) {
    let found = Workspace(truths: Self.files(clause)).check().diagnostics.filter { $0.code == "T1016" }
    #expect(found.count == 1)
    if let meant { #expect(found.map(\.help) == [meant]) }
    #expect(found.allSatisfy { meant != nil || !($0.help ?? "").contains("write `") }, "\(found.map(\.help))")
  }

  @Test("a function of another language with other arguments is shown with its own")
  func foreignArguments() {
    let found = Workspace(truths: Self.files("networkdays(date(now), date(now)) > 3")).check().diagnostics
    let help = found.first { $0.code == "T1016" }?.help
    #expect(help == "use `working_days_between`, whose arguments differ")
  }

  @Test("a `let` that was meant otherwise is reported where it stands")
  func lets() {
    let findings = Workspace(truths: Self.files("plain > 3", lets: "  let:\n    plain: \"number(total)\"\n")).check()
    let found = findings.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.fixes.first?.title) == ["write `number(total)`"])
    #expect(found.map { findings.sources.file($0.span.file)?.text($0.span) } == ["\"number(total)\""])
  }

  @Test(
    "a default that is none of its type is written as it was meant",
    arguments: [
      ("date", "2024-1-1", "\"2024-01-01\""), ("date", "1.2.2024", "\"2024-02-01\""), ("time", "17.30", "\"17:30\""),
      ("time", "5pm", "\"17:00\""), ("time", "12.30 am", "\"00:30\""), ("duration", "24h", "\"PT24H\""),
      ("duration", "1.5h", "\"PT1H30M\""), ("duration", "-3 days", "\"-P3D\""), ("duration", "1h 30m", "\"PT1H30M\""),
      ("duration", "90m", "\"PT90M\""), ("duration", "0.5 days", "\"PT12H\""), ("period", "-1.5 years", "\"-P1Y6M\""),
      ("duration", "3 days", "\"P3D\""), ("period", "3m", "\"P3M\""), ("text", "hello world", "\"hello world\""),
    ])
  func defaults(_ type: String, _ written: String, _ meant: String) {
    let forms = [
      "policy demo_limit:\n  type: \(type)\n  default: \(written)", "policy demo_limit: {type: \(type), default: \(written)}",
      "record line:\n  fields:\n    a: \(type) = \(written)",
    ]
    for form in forms {
      let found = Workspace(truths: Self.files("total > 3", vocabulary: Self.vocabulary + "\n\(form)\n")).check().diagnostics
      #expect(found.filter { $0.severity == .error }.map(\.fixes.first?.title) == ["write `\(meant)`"], "\(form)")
    }
  }

  @Test(
    "a default that is a list is written as one",
    arguments: [
      ("list of text", "a, b", "[\"a\", \"b\"]"), ("list of text", "\"a\", \"b c\"", "[\"a\", \"b c\"]"),
      ("list of integer", "1, 2", "[1, 2]"), ("list of time", "8.30, 17.30", "[\"08:30\", \"17:30\"]"),
      ("text", "red, green", "\"red, green\""),
    ])
  func listDefaults(_ type: String, _ written: String, _ meant: String) throws {
    let policy = "policy demo_limit:\n  type: \(type)\n  default: \(written)"
    let errors = try Self.mended(Self.vocabulary + "\n\(policy)\n", "write `\(meant)`")
    #expect(errors.isEmpty, "\(errors)")
  }

  @Test("a default of which no value is certain gets no fix", arguments: ["1h30", "5 apples", "hours(limit)", "2 fortnights"])
  func noDefaults(_ written: String) {
    let policy = "policy demo_limit:\n  type: duration\n  default: \(written)"
    let found = Workspace(truths: Self.files("total > 3", vocabulary: Self.vocabulary + "\n\(policy)\n")).check().diagnostics
    #expect(found.filter { $0.severity == .error }.flatMap(\.fixes).map(\.title) == [])
  }

  private static let momentVocabulary = vocabulary + "\n    day: date\n    early: time\n    vip: boolean\n"

  @Test(
    "a date or time that is read as a number is quoted where one is compared",
    arguments: [
      ("day > 2024-1-1", "day > \"2024-01-01\""), ("2024-1-31 <= day", "\"2024-01-31\" <= day"),
      ("early < 17.30", "early < \"17:30\""), ("early != 9.05", "early != \"09:05\""), ("vip == no", "vip == false"),
      ("vip == off", "vip == false"), ("order_id.padStart(8) == \"x\"", "pad_left(order_id, 8, \" \") == \"x\""),
    ])
  func moments(_ written: String, _ meant: String) throws {
    let truths = Self.files(written, vocabulary: Self.momentVocabulary)
    let found = Workspace(truths: truths).check().diagnostics.filter { $0.severity == .error }
    #expect(found.count == 1)
    let edit = try #require(found.first?.fixes.first?.edits.first)
    var bytes = truths[1].bytes
    bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8))
    #expect(String(decoding: bytes, as: UTF8.self).contains("- \(meant)\n"), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test(
    "a number that is no time, or compares with a text, is not quoted",
    arguments: ["early < 17.5", "early < 25.30", "day > 2024-13-1", "name == 17.30", "early < 1730"])
  func noMoments(_ clause: String) {
    let found = Workspace(truths: Self.files(clause, vocabulary: Self.momentVocabulary)).check().diagnostics
    let fixes = found.filter { $0.severity == .error }.flatMap(\.fixes).map(\.title)
    #expect(fixes.allSatisfy { !$0.contains(":") && !$0.contains("-") }, "\(fixes)")
  }

  static let columns: [(written: String, help: String)] = [
    ("policy limit:\n  type: integer\ndefault: 5", "`default` belongs to the declaration above"),
    ("policy limit:\ntype: integer\n  default: 5", "`type` belongs to the declaration above"),
    ("record line:\nfields:\n    a: text", "`fields` belongs to the declaration above"),
    ("record line:\nfields:\n  a: text", "`fields` belongs to the declaration above"),
    ("record line:\nfields:\n  a: text\n  summary: A line", "`fields` belongs to the declaration above"),
    ("intent stop:\nfields:\n  a: text\n  required: [a]", "`fields` belongs to the declaration above"),
    ("fact line.known:\nfields:\n  a: text\n  key: [a]", "`fields` belongs to the declaration above"),
    ("fact line.known:\nfields:\n  key: text\n  a: text", "`fields` belongs to the declaration above"),
    ("record line:\n  fields:\n    a: text\n\n  record other:\n  fields:\n    a: text", "a declaration begins its line"),
    ("record line:\n  fields:\n    a: text\n\n record other:\n   fields:\n     a: text", "a declaration begins its line"),
  ]

  @Test("a key in the wrong column is moved", arguments: columns)
  func column(_ sample: (written: String, help: String)) throws {
    let errors = try Self.mended(Self.vocabulary + "\n\(sample.written)\n", sample.help)
    #expect(errors.isEmpty, "\(errors)")
  }

  /// Returns the errors of a vocabulary after the first fix of its first error, whose help is expected.
  private static func mended(_ vocabulary: String, _ help: String) throws -> [String] {
    let files = files("total > 3", vocabulary: vocabulary)
    let errors = Workspace(truths: files).check().diagnostics.filter { $0.severity == .error }
    #expect(errors.first?.help?.contains(help) == true, "\(errors)")
    let edits = try #require(errors.first?.fixes.first).edits.sorted { $1.span < $0.span }
    var bytes = files[0].bytes
    for edit in edits { bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8)) }
    let changed = Workspace(truths: [SourceText(path: files[0].path, bytes: bytes), files[1]]).check().diagnostics
    return changed.filter { $0.severity == .error }.map(\.message)
  }

  @Test("a type that a policy lacks is written in its form")
  func missingType() {
    for (form, title) in [
      ("policy limit:\n  default: 5", "write `type: integer`"), ("policy limit: {default: 5}", "write `type: integer`"),
    ] {
      let found = Workspace(truths: Self.files("total > 3", vocabulary: Self.vocabulary + "\n\(form)\n")).check().diagnostics
      #expect(found.filter { $0.severity == .error }.map(\.fixes.first?.title) == [title], "\(form)")
    }
  }

  @Test(
    "what a declaration that was not read may hold is not called unknown",
    arguments: [
      "enum kind [paper, copper]", "enum Kind: [paper, copper]", "enum ki nd: [paper, copper]", "enm kind: [paper, copper]",
    ])
  func rootCauses(_ declaration: String) {
    let vocabulary = Self.vocabulary.replacing("enum kind: [paper, copper]", with: declaration)
    let found = Workspace(truths: Self.files("kind == paper", vocabulary: vocabulary)).check().diagnostics
    #expect(found.filter { $0.severity == .error }.map(\.code.family) == ["T0"])
  }

  @Test(
    "a part that is missing is the narrowest that fits",
    arguments: [
      ("function half_of:\n  inputs:\n    total: decimal in eur\n  value: total / 2", "output: decimal in eur"),
      ("function is_large:\n  inputs:\n    total: decimal in eur\n  value: total > 100", "output: boolean"),
      ("function other_of:\n  inputs:\n    kind: kind\n  value: if kind == paper then copper else paper", "output: kind"),
      ("invariant large:\n  rule: total > 100 → reject(\"Too much\")", "applies_to: [open]"),
      ("invariant stocked:\n  rule: every p in order.placed satisfies p.total > 0", "applies_to: state"),
    ])
  func parts(_ declaration: String, _ part: String) {
    let text = Self.vocabulary + "\n\n" + declaration + "\n"
    let found = Workspace(truths: Self.files("total > 0", vocabulary: text)).check().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.fixes.first?.title) == ["write `\(part)`"], "\(found.map(\.message))")
  }

  @Test("a move without its lifecycle is that of the one with its states")
  func moves() {
    func found(_ other: String) -> [String?] {
      let lifecycles = ["order", other].map { name in
        "lifecycle \(name):\n  key: [order_id]\n  initial: \(name == "other" ? "fresh" : "fresh_2")\n  transitions:\n"
          + "    - \(name == "other" ? "fresh" : "fresh_2") → done\n  terminal: [done]\n"
      }
      let truth =
        "truth ending:\n  when:\n    - intent: open\n  moves:\n    - fresh_2 → done\n  produces:\n    - trace.demo.ending\n"
      let text = Self.vocabulary + "\n\n" + lifecycles.joined(separator: "\n") + "\n" + truth
      let files = [SourceText(path: "truths/demo/demo.truths", bytes: Array(text.utf8))]
      return Workspace(truths: files).check().diagnostics.filter { $0.code == "T0028" }.map(\.fixes.first?.title)
    }
    #expect(found("other") == ["write `order: fresh_2 → done`"])
    #expect(found("third") == [nil])
  }

  @Test("a unit that one type alone has is reported there")
  func units() {
    let vocabulary =
      Self.vocabulary.replacing("name: text?", with: "name: text?\n    fee: decimal in eru") + "\n    paid: decimal in eur\n"
    let findings = Workspace(truths: Self.files("fee < total", vocabulary: vocabulary)).check()
    let found = findings.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == ["no other type has the unit `eru`, and the value does not fit where it is used"])
    #expect(found.map(\.fixes.first?.title) == ["write `eur`"])
  }

  @Test("a live workspace says the same", arguments: clauses.map(\.written) + unknown)
  func live(_ clause: String) {
    let live = IncrementalWorkspace(truths: Self.files("total > 3"))
    _ = live.findings
    live.replace(with: Self.files(clause))
    let first = live.findings.text()
    #expect(first == Workspace(truths: Self.files(clause)).check().text())
    #expect(live.findings.text() == first)
    live.replace(with: Self.files("total > 3"))
    #expect(!live.findings.hasErrors)
  }
}
