import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// Grids (declarations §8.2): the meaning of cells, and the layout of lines by `fmt`.
@Suite struct GridTests {
  private func unit(_ lines: [String], output: String = "  output: text\n") -> (SourceFile, SourceUnit) {
    let grid = lines.map { "    \($0)\n" }.joined()
    let text = "table grade:\n  inputs:\n    a: decimal\n    b: text\n\(output)  grid: |\n\(grid)"
    let file = SourceFile(id: FileID(1), path: "demo/demo.truths", bytes: Array(text.utf8))
    return (file, Parser.parse(file, relativePath: "demo/demo.truths"))
  }

  private func table(_ lines: [String]) throws -> TableDeclaration {
    let (_, unit) = unit(lines)
    #expect(unit.diagnostics.isEmpty)
    guard case .table(let table)? = unit.declarations.first?.body else { throw NoTable() }
    return table
  }

  private struct NoTable: Error {}

  @Test(arguments: [
    ("< 5", "a < 5"), ("5", "a == 5"), ("== 5", "a == 5"), ("[1..5]", "a between 1 and 5"), ("1..5", "a between 1 and 5"),
    ("[1..5)", "a >= 1 and a < 5"), ("(1..5]", "a > 1 and a <= 5"), ("(1..5)", "a > 1 and a < 5"), ("1, 3", "a == 1 or a == 3"),
    ("not (1, > 3)", "not (a == 1 or a > 3)"), ("(1 + 2) * 3", "a == (1 + 2) * 3"), ("missing", "a missing"),
    ("not between 1 and 2", "a not between 1 and 2"), ("[1, 2]", "a == [1, 2]"), ("-5", "a == -5"), ("not empty", "a not empty"),
    ("in [1, 2], like \"x|→*\"", "a in [1, 2] or a like \"x|→*\""),
  ])
  func cell(written: String, meant: String) throws {
    let row = try #require(try table(["a | b → output", "\(written) | - → \"x\""]).rows.first)
    #expect(row.condition.map { formatted($0) } == meant)
  }

  @Test func rowsThatAlwaysHold() throws {
    let rows = try table(["a | b → grade", "- → \"x\"", "- | - -> missing", "otherwise → \"y\""]).rows
    #expect(rows.map { $0.condition.map { formatted($0) } } == ["true", "true", nil])
    #expect(rows.map { gridLine($0).cells } == [["-"], ["-"], ["otherwise"]])
    #expect(rows[1].result == .value(nil))
  }

  @Test func columnsAreAligned() {
    let (file, _) = unit(["a|b→output", "1..5 | not (\"x\",\"y\") → \"p\"", "== 7|-->\"q\"", "-|- → missing"])
    let text = String(decoding: FileFormatter.format(file).bytes, as: UTF8.self)
    let lines = text.split(separator: "\n").suffix(4)
    #expect(
      Array(lines) == [
        "    a      | b              → output", "    [1..5] | not (\"x\", \"y\") → \"p\"", "    7      | -              → \"q\"",
        "    -                       → missing",
      ])
  }

  @Test(arguments: [
    ["a | b → output", "1 → \"x\""], ["a | b", "1 | 2 → \"x\""], ["a | a → output", "1 | 2 → \"x\""],
    ["a | b → c", "1 | 2 → \"x\""], ["a | b → output", "1 | → \"x\""], ["a | b → output", "not like \"x\" | - → \"x\""],
    ["a | 5 → output", "1 | 2 → \"x\""], ["a | b → output", "1 | 2 → 3 → 4"],
  ])
  func faults(lines: [String]) {
    #expect(unit(lines).1.diagnostics.map(\.code.description) == ["T0091"])
  }

  @Test func intervalElsewhere() {
    let text = "truth t:\n  when:\n    - intent: i\n  requires:\n    - age in [18..65]\n"
    let file = SourceFile(id: FileID(1), path: "demo/demo.truths", bytes: Array(text.utf8))
    let found = Parser.parse(file, relativePath: "demo/demo.truths").diagnostics
    #expect(found.map(\.code.description) == ["T0090"])
    #expect(found.first?.help == "write `age between 18 and 65`")
  }
}
