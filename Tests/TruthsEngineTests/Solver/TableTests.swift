import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

@Suite("Tables without gaps, overlaps and dead rows, declarations §8")
struct TableTests {
  private func table(_ rows: [String], inputs: [String] = ["d: decimal"], isUnique: Bool = false) -> DecideShop {
    let lines =
      ["table graded:", "  inputs:"] + inputs.map { "    \($0)" } + ["  output: text"] + (isUnique ? ["  hit: unique"] : [])
      + ["  rows:"] + rows.enumerated().map { "    - '\($0.element) → \"v\($0.offset)\"'" }
    let arguments = inputs.map { String($0.prefix { $0 != ":" }) }.joined(separator: ", ")
    return DecideShop(requires: ["graded(\(arguments)) != \"x\""], declarations: [lines.joined(separator: "\n")])
  }

  private func check(_ shop: DecideShop, _ codes: [String], line: Int = #line) {
    let found = shop.findings
    let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
    #expect(found.codes == codes, sourceLocation: place)
    #expect(found.broken == [], sourceLocation: place)
  }

  @Test("a table without rows leaves every case out")
  func noRows() throws {
    for input in ["d: decimal", "words: list of text"] {
      let empty = "table graded:\n  inputs:\n    \(input)\n  output: text\n  rows: []"
      let loaded = DecideShop(requires: ["graded(\(input.prefix { $0 != ":" })) != \"x\""], declarations: [empty]).load()
      let finding = try #require(loaded.diagnostics.first { $0.code == "T4401" })
      #expect(finding.message == "table `graded` has no rows, so it never has a value")
      #expect(loaded.sources.file(finding.span.file)?.text(finding.span) == "table graded")
    }
  }

  @Test("a case that no row takes is a gap")
  func gaps() throws {
    check(table(["d < 1", "d > 1"]), ["T4401"])
    check(table(["d < 1", "d >= 1"]), [])
    check(table(["d < 1", "otherwise"]), [])
    check(table(["hue == red", "hue in [green]"], inputs: ["hue: colour"]), ["T4401"])
    check(table(["hue == red", "hue in [green, blue]"], inputs: ["hue: colour"]), [])
    check(table(["hue == red", "not (hue == red)"], inputs: ["hue: colour"]), [])
    check(table(["size <= small", "size > medium"], inputs: ["size: size"]), ["T4401"])
    check(table(["b", "not b"], inputs: ["b: boolean"]), [])
    check(table(["b and d < 1", "not b", "d > 1"], inputs: ["b: boolean", "d: decimal"]), ["T4401"])
    check(table(["b and d < 1", "not b", "d >= 1"], inputs: ["b: boolean", "d: decimal"]), [])
    check(table(["n < 1", "n == 1", "n >= 2"], inputs: ["n: integer"]), [])
    check(table(["name == \"a\"", "name != \"a\" and name != \"b\""], inputs: ["name: text"]), ["T4401"])
    check(table(["name < \"m\"", "name >= \"m\""], inputs: ["name: text"]), [])
    check(table(["on < \"2024-01-02\"", "on > \"2024-01-02\""], inputs: ["on: date"]), ["T4401"])
    check(table(["span <= hours(1)", "span > minutes(60)"], inputs: ["span: duration"]), [])
    let loaded = table(["d < 1", "d > 1"]).load()
    let finding = try #require(loaded.diagnostics.first { $0.code == "T4401" })
    #expect(finding.message == "table `graded` has no row for `d` 1")
    #expect(loaded.sources.file(finding.span.file)?.text(finding.span) == "table graded")
  }

  @Test("rows that do more than compare inputs with constants want `otherwise`")
  func otherwise() {
    check(table(["d < e", "d >= e"], inputs: ["d: decimal", "e: decimal"]), ["T4404"])
    check(table(["d < e", "otherwise"], inputs: ["d: decimal", "e: decimal"]), [])
    check(table(["d < e", "d >= e", "otherwise"], inputs: ["d: decimal", "e: decimal"]), [])
    check(table(["d < limit", "d >= limit"]), ["T4404"])
    check(table(["d * d < 1", "otherwise"]), [])
    check(table(["tags empty", "tags not empty"], inputs: ["tags: list of text"]), ["T4404"])
  }

  @Test("a row whose cases are taken before is dead")
  func dead() throws {
    check(table(["d < 100", "d < 10", "otherwise"]), ["T4403"])
    check(table(["d < 10", "d < 100", "otherwise"]), [])
    check(table(["d < 10", "d > 5", "d == 7", "otherwise"]), ["T4403", "T4403"])
    check(table(["d > 10 and d < 5", "otherwise"]), ["T4403"])
    check(table(["hue == red", "hue != red", "otherwise"], inputs: ["hue: colour"]), ["T4403"])
    check(table(["d < limit", "d < limit and d < 3", "otherwise"]), ["T4403"])
    check(table(["otherwise", "d < 3"]), ["T4403"])
    let loaded = table(["d < 4", "d >= 2 and d < 8", "d < 6", "otherwise"]).load()
    let finding = try #require(loaded.diagnostics.first { $0.code == "T4403" })
    #expect(finding.message.hasSuffix("is never reached: `d < 4 → \"v0\"` and `d >= 2 and d < 8 → \"v1\"` take all its cases"))
  }

  @Test("`hit: unique` forbids that two rows are true at once")
  func overlaps() {
    check(table(["d <= 1", "d >= 1"], isUnique: true), ["T4402"])
    check(table(["d <= 1", "d > 1"], isUnique: true), [])
    check(table(["d < 5", "d < 3", "otherwise"], isUnique: true), ["T4402"])
    check(table(["d < 5", "otherwise"], isUnique: true), [])
    check(table(["hue in [red, green]", "hue in [green, blue]"], inputs: ["hue: colour"], isUnique: true), ["T4402"])
    check(table(["n < 3", "n > 2"], inputs: ["n: integer"], isUnique: true), [])
    check(table(["d < e", "d > e", "otherwise"], inputs: ["d: decimal", "e: decimal"], isUnique: true), [])
    check(table(["d <= e", "d >= e", "otherwise"], inputs: ["d: decimal", "e: decimal"], isUnique: true), ["T4402"])
  }

  @Test("however many rows there are, each is decided: few of them are true together with another one")
  func manyRows() {
    let points = (0..<900).map { "n == \($0)" }
    check(table(points + ["otherwise"], inputs: ["n: integer"], isUnique: true), [])
    check(table(points + ["n > 905", "n > 909", "otherwise"], inputs: ["n: integer"], isUnique: true), ["T4402"])
    check(table(points + ["n > 200 and n < 250", "n in [7, 9]", "otherwise"], inputs: ["n: integer"]), ["T4403", "T4403"])
    let texts = (0..<200).map { "name == \"t\($0)\"" }
    check(table(texts + ["name == \"t5\"", "otherwise"], inputs: ["name: text"], isUnique: true), ["T4402"])
    check(table(texts + ["name != \"x\"", "otherwise"], inputs: ["name: text"]), [])
  }

  @Test("a row at fault is one finding")
  func faults() {
    let shop = table(["d < wrong", "d > 1"])
    #expect(shop.findings.codes.allSatisfy { $0.hasPrefix("T1001") } && shop.findings.codes.count == 1)
  }
}
