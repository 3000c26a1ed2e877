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
    (
      "record r:\n  fields:\n    a:\n      type: text = \"b: c\"\n      sensitive: true\n",
      "record r:\n  fields:\n    a:\n      type: 'text = \"b: c\"'\n      sensitive: true\n"
    ),
    (
      "function f:\n  inputs:\n    a: boolean\n  output: text\n  value: if a then \"b: c\" else \"d\"\n",
      "function f:\n  inputs:\n    a: boolean\n  output: text\n  value: 'if a then \"b: c\" else \"d\"'\n"
    ),
    (
      "function f:\n  inputs:\n    a: boolean\n  output: text\n  let:\n    x: if a then \"b: c\" else \"d\"\n  value: x\n",
      "function f:\n  inputs:\n    a: boolean\n  output: text\n  let:\n    x: 'if a then \"b: c\" else \"d\"'\n  value: x\n"
    ),
    (
      "invariant n:\n  applies_to: all\n  rule: a else \"b: c\"\n", "invariant n:\n  applies_to: all\n  rule: 'a else \"b: c\"'\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - fact.a.b for x in y where x == \"d: e\":\n        f: if g then \"h: j\" else x\n",
      "truth t:\n  when:\n    - intent: i\n  produces:\n    - 'fact.a.b for x in y where x == \"d: e\"':\n        f: 'if g then \"h: j\" else x'\n"
    ),
    (
      "truth t:\n  when:\n    - fact: a.b as c\n    - if: c.d == \"e: f\"\n  produces:\n    - fact.g.h where c.d != \"i: j\"\n",
      "truth t:\n  when:\n    - fact: a.b as c\n    - if: 'c.d == \"e: f\"'\n  produces:\n    - 'fact.g.h where c.d != \"i: j\"'\n"
    ),
    (
      "source s:\n  document: d\n  produces:\n    - fact.a.b where d.c == \"e: f\":\n        g: d.h + \"i: j\"\n",
      "source s:\n  document: d\n  produces:\n    - 'fact.a.b where d.c == \"e: f\"':\n        g: 'd.h + \"i: j\"'\n"
    ),
  ]

  /// Keys of moves, in brackets or quotes, and texts with `: ` in them.
  static let moves: [(written: String, quoted: String)] = [
    ("- a(k = \"b): c\"): d → e", "- 'a(k = \"b): c\")': d → e"),
    ("- a(k = \"b: c\"): d → e else \"f: g\"", "- 'a(k = \"b: c\")': 'd → e else \"f: g\"'"),
    ("- a(k = b) : d → e else \"f: g\"", "- a(k = b): 'd → e else \"f: g\"'"),
    ("- a : d → e else \"f: g\"", "- a: 'd → e else \"f: g\"'"),
    ("- 'a(k = b)': d → e else \"f: g\"", "- a(k = b): 'd → e else \"f: g\"'"),
    ("- 'a(k = \"b): c\")': d → e else \"f: g\"", "- 'a(k = \"b): c\")': 'd → e else \"f: g\"'"),
    ("- \"a\": d → e else \"f: g\"", "- a: 'd → e else \"f: g\"'"),
    ("- a(k = b):\n        d → e else \"f: g\"", "- a(k = b): 'd → e else \"f: g\"'"),
  ]

  @Test(arguments: moves) func keysOfMovesAreReadAsTheyAreWritten(_ sample: (written: String, quoted: String)) {
    func place(_ entry: String) -> String { truth("  moves:\n    - x: y → z\n    \(entry)\n    - v: y → w\n") }
    #expect(Reading(place(sample.written)).findings == [])
    #expect(laidOut(place(sample.written)).text == place(sample.quoted))
  }

  /// Values and clauses that begin on the line below their key.
  @Test func theLineBelowIsReadToo() {
    let text = truth(
      "  let:\n    a:\n      if b then \"c: d\" else e\n  requires:\n"
        + "    - id: f.g\n      rule:\n        h else \"i: j\"\n    -\n      k else \"l: m\"\n"
        + "    - n else \"o:\n      p\"\n")
    #expect(Reading(text).findings == [])
  }

  /// The fault of a clause is reported, and not the `: ` in its texts.
  @Test(arguments: [
    ("- amount >> 5 else \"b: c\"", "T00"), ("- a else \"b: c\" d", "T0051"), ("- a → reject(\"b: c\" d)", "T0051"),
    ("- a else \"\" \"b: c\"", "T00"), ("- a = b else \"c: d\"", "T0054"),
  ])
  func theFaultOfAClauseIsReported(_ entry: String, _ code: String) {
    let codes = Reading(truth("  invariants:\n    \(entry)\n")).diagnostics.map { "\($0.code)" }
    #expect(!codes.isEmpty && codes.allSatisfy { $0.hasPrefix(code) && $0 != "T0040" }, "\(codes)")
  }

  /// Other places report their own faults as well.
  @Test func theFaultOfAnotherPlaceIsReported() {
    for text in [
      truth("  let:\n    a: b >> \"c: d\"\n"), truth("  moves:\n    - a: b → else \"c: d\"\n"),
      truth("  produces:\n    - fact.a.b where where \"c: d\"\n"),
      "table t:\n  inputs:\n    a: text\n  output: text\n  rows:\n    - a >> 5 → \"b: c\"\n",
      "record r:\n  fields:\n    a: txt txt = \"b: c\"\n",
    ] {
      let codes = Reading(text).diagnostics.map(\.code)
      #expect(!codes.isEmpty && !codes.contains("T0040") && !codes.contains("T0010"), "\(text) \(codes)")
    }
  }

  /// A type in braces is cut, and the fix writes the quotes.
  @Test func aTypeInBracesIsReported() {
    let text = "record r:\n  fields:\n    a: {type: text = \"b: c\", sensitive: true}\n    d: integer\n"
    let reading = Reading(text)
    #expect(reading.diagnostics.map(\.code) == ["T0040"])
    #expect(reading.mended == text.replacing("text = \"b: c\"", with: "'text = \"b: c\"'"))
    #expect(Reading(reading.mended).findings == [])
  }

  /// Texts without double quotes, in every place that knows what is meant.
  @Test(arguments: [
    ("policy p:\n  type: text\n  default: a: b\n", "policy p:\n  type: text\n  default: \"a: b\"\n"),
    ("record r:\n  fields:\n    a: text = b: c\n", "record r:\n  fields:\n    a: text = \"b: c\"\n"),
    (
      "table t:\n  inputs:\n    a: integer\n  output: text\n  rows:\n    - a > 1 → b: c\n    - otherwise → \"d\"\n",
      "table t:\n  inputs:\n    a: integer\n  output: text\n  rows:\n    - a > 1 → \"b: c\"\n    - otherwise → \"d\"\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  moves:\n    - a: b → c else d: {e}\n",
      "truth t:\n  when:\n    - intent: i\n  moves:\n    - a: b → c else \"d: {e}\"\n"
    ),
    (
      "truth t:\n  when:\n    - intent: i\n  let:\n    a: It is so: b\n",
      "truth t:\n  when:\n    - intent: i\n  let:\n    a: \"It is so: b\"\n"
    ),
  ])
  func aTextWithoutQuotesIsShownWithThem(_ text: String, _ mended: String) {
    let reading = Reading(text)
    #expect(reading.diagnostics.map(\.code) == ["T0040"], "\(reading.findings)")
    #expect(reading.mended == mended)
    #expect(Reading(mended).findings == [])
  }

  /// Beyond the limit the finding says so, with the quotes as its fix.
  @Test func theLimitIsToldAndMended() {
    func text(_ count: Int) -> String {
      "truth t:\n  when:\n    - intent: i\n  let:\n"
        + (0..<count).map { "    x\($0): if a then \"b: c\" else \"d: e\"\n" }.joined()
    }
    #expect(Reading(text(32)).findings == [])
    let reading = Reading(text(33))
    #expect(reading.diagnostics.map(\.code) == ["T0040"])
    let help = "quote the whole value in '…': one declaration may have 32 places with `: ` and no quotes"
    #expect(reading.diagnostics.first?.help == help)
    #expect(Reading(reading.mended).findings == [])
  }

  @Test(arguments: places) func otherPlacesTakeItToo(_ sample: (written: String, quoted: String)) {
    let path = sample.written.hasPrefix("jtbd") ? "demo/demo.jtbd" : "demo/demo.truths"
    #expect(Reading(sample.quoted, path: path).findings == Reading(sample.written, path: path).findings)
    #expect(!Reading(sample.written, path: path).findings.contains { $0.hasPrefix("T0040") || $0.hasPrefix("T0010") })
    #expect(laidOut(sample.written).text == sample.quoted)
  }

  /// A list of any length is one place, also between clauses in quotes.
  @Test(arguments: [2, 9]) func manyClausesAreRead(_ period: Int) {
    let entries =
      (0..<200).map { $0 % period == 1 ? "    - 'a else \"b: \($0)\"'\n" : "    - a else \"b: {c} \($0)\"\n" }
      + ["    - id: t.a\n      rule: a\n", "    - a else \"b: {c} 199\"\n"]
    let reading = Reading(truth("  requires:\n" + entries.joined()))
    #expect(reading.findings == [])
    guard case .truth(let body)? = reading.unit.declarations.first?.body else {
      Issue.record("the truth is lost")
      return
    }
    #expect(body.requires.count == 202)
    #expect(body.requires.last.map { formatted($0.clause) } == "a else \"b: {c} 199\"")
  }

  @Test func manyRowsAreRead() {
    let rows = (0..<200).map { "    - a > \(200 - $0) → \"b: {a} \($0)\"\n" }
    let reading = Reading("table t:\n  inputs:\n    a: integer\n  output: text\n  rows:\n" + rows.joined())
    #expect(reading.findings == [])
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
