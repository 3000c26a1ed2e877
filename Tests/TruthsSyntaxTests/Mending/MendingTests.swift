import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Fixes keep the author's text, give readable files, and have the intended meaning.
@Suite struct MendingTests {
  static let clauses: [(written: String, meant: String)] = [
    // SQL
    ("a is null", "a missing"), ("a IS NOT NULL or b", "a exists or b"), ("a in (b, c)", "a in [b, c]"),
    ("case when a then b when c then d else f end > 0", "(if a then b else if c then d else f) > 0"),
    ("now - interval '10 minutes' > a", "now - minutes(10) > a"),
    // Python, JavaScript, Rego, Excel
    ("a ?? b", "coalesce(a, b)"), ("all(x > 0 for x in s)", "every x in s satisfies x > 0"),
    ("some x in s; x.a == b", "some x in s satisfies x.a == b"),
    ("every x in s { x.a missing or x.a < 3 }", "every x in s satisfies x.a missing or x.a < 3"),
    ("f(a).length() > 3", "length(f(a)) > 3"),
    ("IF(a, 1, 0) > 0", "(if a then 1 else 0) > 0"), ("a > 5 pct", "a > 5%"), ("a regex \"[A-Z]+\"", "a matches \"[A-Z]+\""),
    ("reject(\"x\") if a", "a → reject(\"x\")"), ("a → reject \"x\"", "a → reject(\"x\")"),
    // English
    ("a greater than b", "a > b"), ("a is at least b", "a >= b"), ("a implies b", "a → b"), ("exists(a)", "a exists"),
    ("a is not given", "a missing"), ("a else Too late", "a else \"Too late\""),
    ("a otherwise \"Too late\"", "a else \"Too late\""),
    ("a > 2 unless b == c", "a > 2 or b == c"), ("a or c > 2 unless b", "a or c > 2 or b"), ("not a unless b", "not a or b"),
    ("a > 2 unless b → reject(\"x\")", "a > 2 and not b → reject(\"x\")"),
    ("a or c unless b > 1 → warn(\"x\")", "(a or c) and not (b > 1) → warn(\"x\")"),
    ("a → reject(\"x\") unless b", "a and not b → reject(\"x\")"), ("a → c > 2 unless b", "a → c > 2 or b"),
    ("unless b, a > 2", "b or a > 2"), ("unless b then a > 2", "b or a > 2"), ("unless b → warn(\"x\")", "not b → warn(\"x\")"),
    ("count(x in s where x.a > 2 unless x.b exists) > 1", "count(x in s where x.a > 2 and not (x.b exists)) > 1"),
    ("if a then b > 2", "a → b > 2"), ("if a, b > 2", "a → b > 2"), ("a in b, c or d", "a in [b, c] or d"),
    ("a == b or missing", "a missing or a == b"), ("a in 1..5", "a between 1 and 5"), ("a in [1..5]", "a between 1 and 5"),
    ("a between 1..5", "a between 1 and 5"), ("a.b 1..5", "a.b between 1 and 5"),
    // Values as people write them
    ("left + 3 days > now", "left + days(3) > now"), ("a > now - 2 hours", "a > now - hours(2)"),
    ("a > now - 24h", "a > now - hours(24)"), ("a within 14 days of b", "a between b and b + days(14)"),
    ("a within 14 days after b", "a between b and b + days(14)"), ("a within 2 hours before b", "a between b - hours(2) and b"),
    ("a within 24h of now", "a between now - hours(24) and now + hours(24)"),
    ("a in 1,000, 2,000", "a in [1000, 2000]"), ("a in 1,5, 2,5", "a in [1.5, 2.5]"), ("a in 1, 2, 3", "a in [1, 2, 3]"),
    ("a not between 1,5 and 2,5", "a not between 1.5 and 2.5"), ("a > 1.5 and b < 2,5", "a > 1.5 and b < 2.5"),
    ("a <= 1,000", "a <= 1000"), ("a <= 1,000,000.50", "a <= 1000000.50"), ("a <= 1.000,50", "a <= 1000.50"),
    ("a <= 10.000,00", "a <= 10000"), ("a > 3 reason \"Too late\"", "a > 3 else \"Too late\""),
    ("first(x.b for x in s by x.a descending) > 1", "first(x.b for x in s by x.a desc) > 1"),
    ("a between 1,000 and 2,000", "a between 1000 and 2000"), ("a <= 1 000", "a <= 1000"), ("a <= 40% of b", "a <= 40% * b"),
    ("a <= 40 percent", "a <= 40%"),
    ("a <= 2500 €", "a <= 2500"), ("a <= £2500", "a <= 2500"),
    ("a matches \"[A-Z\"", "a matches \"[A-Z]\""),
    // Words that are misspelt, in capitals or missing
    ("a exsts", "a exists"), ("a AND b OR c", "a and b or c"), ("a reject(\"x\")", "a → reject(\"x\")"),
    ("a \"Too late\"", "a else \"Too late\""), ("f(a b) > 3", "f(a, b) > 3"), ("f a.b, c > 3", "f(a.b, c) > 3"),
    ("length a.b > 3", "length(a.b) > 3"),
    ("count(x in s x.a == b) > 3", "count(x in s where x.a == b) > 3"), ("sum(x.a x in s) > 3", "sum(x.a for x in s) > 3"),
    // Signs that are missing, or too many
    ("a > 3,", "a > 3"), ("(a > 3", "(a > 3)"), ("a → reject(\"x)", "a → reject(\"x\")"), ("a > 3 else \"x", "a > 3 else \"x\""),
    ("a else \"b \" + c + \" d\"", "a else \"b {c} d\""),
  ]

  @Test("a form of another language gets a fix for the whole", arguments: clauses)
  func clause(_ sample: (written: String, meant: String)) {
    #expect(Self.mended(invariant: sample.written).text == Self.truth(sample.meant))
  }

  static let moves: [(written: String, meant: String)] = [
    ("open → paid else There is no order {a}", "open → paid else \"There is no order {a}\""),
    ("open > paid else \"Too late\"", "open → paid else \"Too late\""),
    ("open → paid \"Too late\"", "open → paid else \"Too late\""),
    ("open → paid else reject(\"Too late\")", "open → paid else \"Too late\""),
    ("open → paid otherwise \"Too late\"", "open → paid else \"Too late\""),
  ]

  @Test("a move gets a fix for its states and its reason", arguments: moves)
  func move(_ sample: (written: String, meant: String)) {
    func truth(_ move: String) -> String { "truth t:\n  when:\n    - intent: go\n  moves:\n    - order: \(move)\n" }
    #expect(Self.mended(truth(sample.written)).text == truth(sample.meant))
  }

  static let types: [(written: String, meant: String)] = [
    ("list<text>", "list of text"), ("text[]", "list of text"), ("list text", "list of text"), ("decimal(eur)", "decimal in eur"),
    ("decimal eur", "decimal in eur"), ("optional text", "text?"), ("text (optional)", "text?"),
    ("integer? in kg", "integer in kg?"),
    ("integer max 5 min 0", "integer min 0 max 5"), ("integer max 5 min 0 = 2", "integer min 0 max 5 = 2"),
    ("integer min 0?", "integer? min 0"), ("decimal in eur >= 0", "decimal in eur min 0"),
    ("integer between 1 and 5", "integer min 1 max 5"), ("integer 1..5", "integer min 1 max 5"),
    ("integer minimum 1", "integer min 1"), ("boolean, default false", "boolean = false"), ("varchar(20)", "text"),
    ("map<text, integer>", "map of integer"), ("decimal(10, 2)", "decimal"), ("integer positive", "integer min 1"),
    ("unsigned integer", "integer min 0"),
  ]

  @Test(
    "what is no range of numbers becomes no unit, and no number of a type is left out",
    arguments: [
      "integer min", "integer min limit", "decimal max", "decimal positive", "integer(0, 5)", "decimal(0, 5)", "integer(5)",
    ])
  func noUnit(_ type: String) {
    #expect(Self.mended("record line:\n  fields:\n    a: \(type)\n").found.allSatisfy { $0.fixes.isEmpty })
  }

  @Test("a word that is no function is not called", arguments: ["g a.b, c > 3", "unlss a, b <= c"])
  func noCall(_ clause: String) {
    let found = Self.mended(invariant: clause).found
    #expect(found.flatMap(\.fixes).allSatisfy { !$0.title.contains("g(") && !$0.title.contains("unlss(") })
  }

  @Test("`unless` in a condition of `when` takes away from what it stands behind")
  func exceptionInCondition() {
    func truth(_ condition: String) -> String {
      "truth demo:\n  when:\n    - intent: go\n    - if: \(condition)\n  requires:\n    - b\n"
    }
    #expect(Self.mended(truth("a > 2 unless b")).text == truth("a > 2 and not b"))
  }

  @Test("a type of another language likewise", arguments: types)
  func type(_ sample: (written: String, meant: String)) {
    func record(_ type: String) -> String { "record line:\n  fields:\n    a: \(type)\n" }
    #expect(Self.mended(record(sample.written)).text == record(sample.meant))
  }

  static let lines: [(written: String, meant: String)] = [
    ("pack demo:\n  version:1.0.0\n  summary: A demo\n", "pack demo:\n  version: 1.0.0\n  summary: A demo\n"),
    ("pack demo:\n  version: 1.0.0\n  summary A demo\n", "pack demo:\n  version: 1.0.0\n  summary: A demo\n"),
    ("pack demo:\n  version: 1.0.0\n   summary: A demo\n", "pack demo:\n  version: 1.0.0\n  summary: A demo\n"),
    ("pack demo:\n  version := 1.0.0\n  summary: A demo\n", "pack demo:\n  version: 1.0.0\n  summary: A demo\n"),
    ("pack demo:\n  // A demo\n  summary: A demo\n", "pack demo:\n  # A demo\n  summary: A demo\n"),
    (
      "fact a.b:\n  key: (c, d)\n  fields:\n    c: text\n    d: text\n",
      "fact a.b:\n  key: [c, d]\n  fields:\n    c: text\n    d: text\n"
    ),
    ("fact a.b:\n  key: [c]\n    c: text\n", "fact a.b:\n  key: [c]\n  fields:\n    c: text\n"),
    (
      "function half:\n  output: decimal\n  value: abs(a) > 1 ? 2 : 3\n",
      "function half:\n  output: decimal\n  value: if abs(a) > 1 then 2 else 3\n"
    ),
    ("enum size: [small, large\n", "enum size: [small, large]\n"),
    (
      "lifecycle order:\n  key: [a]\n  transitions:\n    - open → done\n  terminal: [done]\n",
      "lifecycle order:\n  initial: open\n  key: [a]\n  transitions:\n    - open → done\n  terminal: [done]\n"
    ),
  ]

  @Test("a line that keeps a declaration from being read is the one finding, with its fix", arguments: lines)
  func line(_ sample: (written: String, meant: String)) {
    let (text, found) = Self.mended(sample.written)
    #expect(text == sample.meant)
    #expect(found.count == 1)
  }

  static let entries: [(place: String, written: String, meant: String)] = [
    ("produces", "fact: order.placed", "fact.order.placed"), ("produces", "create fact order.placed", "fact.order.placed"),
    ("produces", "fact.order.placed for each l in lines", "fact.order.placed for l in lines"),
    ("produces", "total > 3 → fact.order.placed", "fact.order.placed where total > 3"),
    ("produces", "if total > 3: fact.order.placed", "fact.order.placed where total > 3"),
    ("produces", "fact.order.placed unless total > 3", "fact.order.placed where not (total > 3)"),
    ("produces", "Fact.order.placed", "fact.order.placed"), ("produces", "traces.order.placed", "trace.order.placed"),
    ("moves", "parcel: from ready to sent", "parcel: ready → sent"), ("moves", "parcel: sent ← ready", "parcel: ready → sent"),
    ("moves", "parcel: [ready, sent]", "parcel: ready → sent"), ("moves", "parcel: \"ready\" → \"sent\"", "parcel: ready → sent"),
    ("moves", "parcel: * → sent", "parcel: any → sent"), ("moves", "parcel: ready → Sent", "parcel: ready → sent"),
  ]

  @Test("an output or move as another language has it likewise", arguments: entries)
  func entry(_ sample: (place: String, written: String, meant: String)) {
    func truth(_ entry: String) -> String { "truth demo:\n  when:\n    - intent: go\n  \(sample.place):\n    - \(entry)\n" }
    #expect(Self.mended(truth(sample.written)).text == truth(sample.meant))
  }

  @Test("the finding stands at the line that is wrong, not at the one that YAML notices")
  func place() {
    let text = Self.truth("b").replacing("    - b\n  invariants:\n", with: "    -b\n    - c\n  invariants:\n")
    let (_, found) = Self.mended(text)
    #expect(found.map { text.utf8.prefix(Int($0.span.start)).count { $0 == 0x0A } } == [4])
  }

  static let unknown = [
    "total > 3 eur", "a >= b within 14 days", "total > 1,00,0", "total >", "a exists total > 3", "a b", "total > of", "a and",
    "a > 3 and )( b",
    "a > 3; b > 4", "a == == b", "(", "a → b → c", "every x in", "a else", "12 34", "a // b", "a // b > 3",
  ]

  @Test("where it is not plain what was meant, nothing is proposed, and no word of the author is left out", arguments: unknown)
  func nothing(_ written: String) {
    let text = Self.truth(written)
    #expect(Self.mended(text).text == text)
  }

  @Test("help that knows what was meant stays")
  func exact() {
    #expect(
      Self.mended(invariant: "total > 3 eur").found.map(\.help) == ["write `3`: a number takes the unit of the value beside it"]
    )
  }

  @Test("where it is not known what was meant, no help is better than a wrong one")
  func silent() {
    for clause in ["a >= b within 14 days", "total > 1,00,0"] {
      #expect(Self.mended(invariant: clause).found.map(\.help) == [nil], "\(clause)")
    }
    #expect(
      Self.mended(invariant: "a > 1 b.c == 3").found.map(\.help) == ["join two conditions with `and`: `a > 1 and b.c == 3`"])
  }

  @Test("what is looked for is bounded for a whole file, in order of place")
  func bound() {
    let faults = (0..<300).map { "truth t\($0):\n  when:\n    - intent: go\n  requires:\n    - a\($0) is null\n" }.joined()
    let found = Self.mended(faults).found
    #expect(found.count == 300)
    #expect(found.prefix(64).allSatisfy { !$0.fixes.isEmpty })
    #expect(found.dropFirst(64).allSatisfy { $0.fixes.isEmpty })
  }

  // MARK: Support

  private static let names: Rewordings.Names = {
    var names = Rewordings.Names()
    names.functions = ["f", "length"]
    return names
  }()

  private static func truth(_ clause: String) -> String {
    "truth demo:\n  when:\n    - intent: go\n  requires:\n    - b\n  invariants:\n    - \(clause)\n"
  }

  private static func mended(invariant clause: String) -> (text: String, found: [Diagnostic]) { mended(truth(clause)) }

  /// The file after the first fix of each finding, and the findings.
  private static func mended(_ text: String) -> (text: String, found: [Diagnostic]) {
    let reading = Reading(text)
    var mender = SyntaxMender(Self.names)
    let found = mender.mended(reading.diagnostics, in: reading.file, isJobFile: false)
    var bytes = reading.file.bytes
    for edit in found.flatMap({ $0.fixes.first?.edits ?? [] }).sorted(by: { $1.span < $0.span }) {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8))
    }
    return (String(decoding: bytes, as: UTF8.self), found)
  }
}
