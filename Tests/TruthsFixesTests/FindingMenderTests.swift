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
  ]

  @Test("a rewording that the checker accepts is a fix", arguments: clauses)
  func clause(_ sample: (written: String, meant: String)) {
    let found = Workspace(truths: Self.files(sample.written)).check().diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.fixes.first?.title) == ["write `\(sample.meant)`"])
  }

  static let unknown = ["wholly.unknown > 3", "total > \"a\"", "kind == silver", "open", "frobnicate(total)"]

  @Test("without one there is none", arguments: unknown)
  func nothing(_ clause: String) {
    let found = Workspace(truths: Self.files(clause)).check().diagnostics.filter { $0.severity == .error }
    #expect(found.count == 1)
    #expect(found.allSatisfy { $0.fixes.isEmpty })
  }

  @Test("a `let` that was meant otherwise is reported where it stands")
  func lets() {
    let findings = Workspace(truths: Self.files("plain > 3", lets: "  let:\n    plain: \"number(total)\"\n")).check()
    let found = findings.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.fixes.first?.title) == ["write `number(total)`"])
    #expect(found.map { findings.sources.file($0.span.file)?.text($0.span) } == ["\"number(total)\""])
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

  @Test("a unit that one type alone has is reported there")
  func units() {
    let vocabulary =
      Self.vocabulary.replacing("name: text?", with: "name: text?\n    fee: decimal in eru") + "\n    paid: decimal in eur\n"
    let findings = Workspace(truths: Self.files("fee < total", vocabulary: vocabulary)).check()
    let found = findings.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == ["`eru` is the unit of this type alone, and does not fit where it is used"])
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
