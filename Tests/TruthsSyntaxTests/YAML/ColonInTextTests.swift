import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Texts with `: ` that need no quotes around their clause, and are written with them by the formatter (files §2.4).
@Suite struct ColonInTextTests {
  private func truth(_ members: String) -> String { "truth t:\n  when:\n    - intent: i\n\(members)" }

  /// Entries of `invariants`, as an author writes them and as `fmt` does.
  static let samples: [(written: String, quoted: String)] = [
    ("- a → reject(\"b: c\")", "- 'a → reject(\"b: c\")'"),
    ("- a → reject(\"it's: c\")", "- 'a → reject(\"it''s: c\")'"),
    ("- a else \"b: c: d\"", "- 'a else \"b: c: d\"'"),
    ("- a else \"b: c\"  # why", "- 'a else \"b: c\"'  # why"),
    ("- a\n      else \"b: c\"", "- 'a else \"b: c\"'"),
    ("- id: d.e\n      rule: a else \"b: c\"", "- id: d.e\n      rule: 'a else \"b: c\"'"),
    ("- a else \"b: {c} d {e}\"", "- 'a else \"b: {c} d {e}\"'"),
    ("- a else \"b: {c}\"", "- 'a else \"b: {c}\"'"),
    ("- a else \"b: [c\"", "- 'a else \"b: [c\"'"),
    ("- a else \"b: 'c\"", "- 'a else \"b: ''c\"'"),
    ("- a else \"b: &c *d\"", "- 'a else \"b: &c *d\"'"),
    ("- a else \"b: - c\"", "- 'a else \"b: - c\"'"),
    ("- a == \"b: c\"", "- 'a == \"b: c\"'"),
    ("- a in [\"b: c\", \"d: e\"]", "- 'a in [\"b: c\", \"d: e\"]'"),
    ("- requires_approval(b, \"c: {d}\")", "- 'requires_approval(b, \"c: {d}\")'"),
  ]

  @Test(arguments: samples) func aClauseIsReadAsItIsWritten(_ sample: (written: String, quoted: String)) {
    func place(_ entry: String) -> String { truth("  invariants:\n    - f > 0\n    \(entry)\n    - g > 0\n") }
    let (written, quoted) = (Reading(place(sample.written)), Reading(place(sample.quoted)))
    #expect(written.findings == [])
    #expect(invariants(of: written) == invariants(of: quoted))
    #expect(laidOut(place(sample.written)).text == place(sample.quoted))
  }

  /// Other places: values, moves, outputs, rows, defaults of fields, words for people.
  static let places: [(written: String, quoted: String)] = [
    ("enum e:\n  summary: a: b\n  values: [c, d]\n", "enum e:\n  summary: \"a: b\"\n  values: [c, d]\n"),
    ("pack a:\n  summary: It is so: b\n", "pack a:\n  summary: \"It is so: b\"\n"),
    (
      "jtbd j:\n  verb: a: b\n  guardrails:\n    - must_not: c: d\n",
      "jtbd j:\n  verb: \"a: b\"\n  guardrails:\n    - must_not: \"c: d\"\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n      if: a == \"b: c\"\n",
      "truth t:\n  when:\n    - intent: i\n      if: 'a == \"b: c\"'\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  let:\n    b: c + [\"d: {e} f\"]\n",
      "truth t:\n  when:\n    - intent: i\n  let:\n    b: 'c + [\"d: {e} f\"]'\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  let:\n    b: if a then \"c: d\" else \"e\"\n",
      "truth t:\n  when:\n    - intent: i\n  let:\n    b: 'if a then \"c: d\" else \"e\"'\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  moves:\n    - a: b → c → d else \"e: {f}\"\n",
      "truth t:\n  when:\n    - intent: i\n  moves:\n    - a: 'b → c → d else \"e: {f}\"'\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  moves:\n    - a(k = b): c → d else \"e: {f}\"\n",
      "truth t:\n  when:\n    - intent: i\n  moves:\n    - a(k = b): 'c → d else \"e: {f}\"'\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.a.b where c == \"d: e\":\n        f: g\n",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - 'fact.a.b where c == \"d: e\"':\n        f: g\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.a.b where c == \"d: {e} f\"\n",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - 'fact.a.b where c == \"d: {e} f\"'\n"
    ),
    (
      "table t:\n  inputs:\n    a: integer\n  output: text\n  rows:\n    - a > 1 → \"b: c\"\n    - a > 0 → \"b: {a}\"\n    - otherwise → \"d\"\n",
      "table t:\n  inputs:\n    a: integer\n  output: text\n  rows:\n    - 'a > 1 → \"b: c\"'\n    - 'a > 0 → \"b: {a}\"'\n    - otherwise → \"d\"\n"
    ),
    ("record r:\n  fields:\n    version: text = \"b: c\"\n", "record r:\n  fields:\n    version: 'text = \"b: c\"'\n"),
  ]

  @Test(arguments: places) func otherPlacesTakeItToo(_ sample: (written: String, quoted: String)) {
    let path = sample.written.hasPrefix("jtbd") ? "demo/demo.jtbd" : "demo/demo.truths"
    #expect(Reading(sample.quoted, path: path).findings == Reading(sample.written, path: path).findings)
    #expect(!Reading(sample.written, path: path).findings.contains { $0.hasPrefix("T0040") || $0.hasPrefix("T0010") })
    #expect(laidOut(sample.written).text == sample.quoted)
  }

  /// A list of any length is one place, also between clauses in quotes.
  @Test func manyClausesAreRead() {
    let entries = (0..<200).map { $0 % 9 == 4 ? "    - 'a else \"b: \($0)\"'\n" : "    - a else \"b: {c} \($0)\"\n" }
    let reading = Reading(truth("  requires:\n" + entries.joined()))
    #expect(reading.findings == [])
    guard case .truth(let body)? = reading.unit.declarations.first?.body else {
      Issue.record("the truth is lost")
      return
    }
    #expect(body.requires.count == 200)
    #expect(body.requires.last.map { formatted($0.clause) } == "a else \"b: {c} 199\"")
  }

  /// A text that holds something like an entry is left alone.
  @Test func textsAroundAreLeftAlone() {
    let reading = Reading(
      truth(
        "  summary: |\n    requires:\n    - a else \"b: {c}\"\n  requires:\n    - a else \"b: {c}\"\n    - 'd\n    - e else \"f: g\"'\n"
      ))
    guard case .truth(let body)? = reading.unit.declarations.first?.body else {
      Issue.record("the truth is lost")
      return
    }
    #expect(reading.unit.declarations.first?.summary?.text == "requires:\n- a else \"b: {c}\"")
    #expect(body.requires.count == 2)
  }

  /// A finding within such a clause is shown at its place, and effects are reported where they do not belong.
  @Test func findingsKeepTheirPlaces() {
    let reading = Reading(truth("  requires:\n    - id: t.a\n      rule: a → reject(\"b: {c}\")\n"))
    #expect(reading.diagnostics.map(\.code) == ["T0061"])
    #expect(reading.diagnostics.first.map { reading.file.text($0.span) } == "reject")
  }

  private func invariants(of reading: Reading) -> [String] {
    guard case .truth(let truth)? = reading.unit.declarations.first?.body else { return ["lost"] }
    return truth.invariants.map { "\($0.id?.text ?? "") \(formatted($0.clause))" }
  }
}
