import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Fixes keep the author's text, give readable files, and have the intended meaning.
@Suite struct MendingTests {
  static let clauses: [(written: String, meant: String)] = [
    // SQL
    ("a is null", "a missing"), ("a IS NOT NULL or b", "a exists or b"), ("a in (b, c)", "a in [b, c]"),
    ("case when a then b when c then d else f end > 0", "if a then b else if c then d else f > 0"),
    ("now - interval '10 minutes' > a", "now - minutes(10) > a"),
    // Python, JavaScript, Rego, Excel
    ("a ?? b", "coalesce(a, b)"), ("all(x > 0 for x in s)", "every x in s satisfies x > 0"),
    ("some x in s; x.a == b", "some x in s satisfies x.a == b"), ("f(a).length() > 3", "length(f(a)) > 3"),
    ("IF(a, 1, 0) > 0", "(if a then 1 else 0) > 0"), ("a > 5%", "a > 0.05"), ("a regex \"[A-Z]+\"", "a matches \"[A-Z]+\""),
    ("reject(\"x\") if a", "a → reject(\"x\")"), ("a → reject \"x\"", "a → reject(\"x\")"),
    // English
    ("a greater than b", "a > b"), ("a is at least b", "a >= b"), ("a implies b", "a → b"), ("exists(a)", "a exists"),
    ("a is not given", "a missing"), ("a else Too late", "a else \"Too late\""),
    ("a otherwise \"Too late\"", "a else \"Too late\""),
    // Words that are misspelt, in capitals or missing
    ("a exsts", "a exists"), ("a AND b OR c", "a and b or c"), ("a reject(\"x\")", "a → reject(\"x\")"),
    ("a \"Too late\"", "a else \"Too late\""), ("f(a b) > 3", "f(a, b) > 3"),
    ("count(x in s x.a == b) > 3", "count(x in s where x.a == b) > 3"), ("sum(x.a x in s) > 3", "sum(x.a for x in s) > 3"),
    // Signs that are missing, or too many
    ("a > 3,", "a > 3"), ("(a > 3", "(a > 3)"), ("a → reject(\"x)", "a → reject(\"x\")"), ("a > 3 else \"x", "a > 3 else \"x\""),
    ("a else \"b \" + c + \" d\"", "a else \"b {c} d\""),
  ]

  @Test("a form of another language gets a fix for the whole", arguments: clauses)
  func clause(_ sample: (written: String, meant: String)) {
    #expect(Self.mended(invariant: sample.written).text == Self.truth(sample.meant))
  }

  static let types: [(written: String, meant: String)] = [
    ("list<text>", "list of text"), ("text[]", "list of text"), ("list text", "list of text"), ("decimal(eur)", "decimal in eur"),
    ("decimal eur", "decimal in eur"), ("optional text", "text?"), ("text (optional)", "text?"),
    ("integer? in kg", "integer in kg?"),
    ("boolean, default false", "boolean = false"), ("varchar(20)", "text"), ("map<text, integer>", "map of integer"),
  ]

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

  @Test("the finding stands at the line that is wrong, not at the one that YAML notices")
  func place() {
    let text = Self.truth("b").replacing("    - b\n  invariants:\n", with: "    -b\n    - c\n  invariants:\n")
    let (_, found) = Self.mended(text)
    #expect(found.map { text.utf8.prefix(Int($0.span.start)).count { $0 == 0x0A } } == [4])
  }

  static let unknown = [
    "total > 3 eur", "left + 3 days > now", "total >", "a exists total > 3", "a b", "total > of", "a and",
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
      Self.mended(invariant: "total > 3 eur").found.map(\.help) == ["write `3`: a number takes the unit of what stands beside it"]
    )
    #expect(Self.mended(invariant: "left + 3 days > now").found.map(\.help) == ["write `days(3)`"])
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

  private static func truth(_ clause: String) -> String {
    "truth demo:\n  when:\n    - intent: go\n  requires:\n    - b\n  invariants:\n    - \(clause)\n"
  }

  private static func mended(invariant clause: String) -> (text: String, found: [Diagnostic]) { mended(truth(clause)) }

  /// The file after the first fix of each finding, and the findings.
  private static func mended(_ text: String) -> (text: String, found: [Diagnostic]) {
    let reading = Reading(text)
    var mender = SyntaxMender()
    let found = mender.mended(reading.diagnostics, in: reading.file, isJobFile: false)
    var bytes = reading.file.bytes
    for edit in found.flatMap({ $0.fixes.first?.edits ?? [] }).sorted(by: { $1.span < $0.span }) {
      bytes.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.replacement.utf8))
    }
    return (String(decoding: bytes, as: UTF8.self), found)
  }
}
