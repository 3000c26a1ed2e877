import Testing
import TruthsDiagnostics
import TruthsSyntax

/// Fixes made from what was written: each can be read, and is what a person meant.
@Suite struct MendingTests {
  static let clauses: [(written: String, meant: String)] = [
    ("a is null", "a missing"), ("a IS NOT NULL or b", "a exists or b"), ("a exsts", "a exists"), ("a ?? b", "coalesce(a, b)"),
    ("a greater than b", "a > b"), ("IF(a, 1, 0) > 0", "(if a then 1 else 0) > 0"),
    ("all(x > 0 for x in s)", "every x in s satisfies x > 0"),
    ("a in (b, c)", "a in [b, c]"), ("a → warn \"x\"", "a → warn(\"x\")"), ("reject(\"x\") if a", "a → reject(\"x\")"),
    ("exists(a)", "a exists"), ("a implies b", "a → b"), ("a reject(\"x\")", "a → reject(\"x\")"),
    ("a else Too late", "a else \"Too late\""),
  ]

  @Test("a form of another language gets a fix for the whole", arguments: clauses)
  func clause(_ sample: (written: String, meant: String)) {
    let reading = Reading("truth demo:\n  when: [go]\n  requires:\n    - b\n  invariants:\n    - \(sample.written)\n")
    #expect(reading.mended.hasSuffix("    - \(sample.meant)\n"))
  }

  static let lines: [(written: String, meant: String)] = [
    ("pack demo:\n  version:1.0.0\n  summary: A demo\n", "pack demo:\n  version: 1.0.0\n  summary: A demo\n"),
    ("pack demo:\n  version: 1.0.0\n  summary A demo\n", "pack demo:\n  version: 1.0.0\n  summary: A demo\n"),
    ("pack demo:\n  version: 1.0.0\n   summary: A demo\n", "pack demo:\n  version: 1.0.0\n  summary: A demo\n"),
    (
      "fact a.b:\n  key: (c, d)\n  fields:\n    c: text\n    d: text\n",
      "fact a.b:\n  key: [c, d]\n  fields:\n    c: text\n    d: text\n"
    ),
  ]

  @Test("a line that keeps a declaration from being read is the one finding, with its fix", arguments: lines)
  func line(_ sample: (written: String, meant: String)) {
    let reading = Reading(sample.written)
    #expect(reading.mended == sample.meant)
    #expect(reading.diagnostics.count == 1)
  }
}
