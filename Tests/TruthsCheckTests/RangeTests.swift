import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram

/// Ranges of fields (types §3.4).
@Suite struct RangeTests {
  @Test func written() {
    let loaded = Shop(fields: ["amount: decimal in eur min 0.5 max 10", "degrees: integer max -3"]).load()
    let fields = loaded.program.intents.first { $0.name == "buy" }?.fields ?? []
    #expect(fields.map { $0.range?.text } == [nil, "min 0.5 max 10", "max -3"])
    #expect(loaded.findings == [])
  }

  static let misused: [(field: String, finding: String)] = [
    ("note: text max 5", "T2037 `max 5`"), ("on: date min 1", "T2037 `min 1`"), ("n: integer min 2 max 1", "T2037 `min 2 max 1`"),
    ("n: integer min 1 = 0", "T2037 `0`"), ("n: list of integer min 1", "T2037 `min 1`"),
  ]

  @Test(arguments: misused) func faults(_ field: String, _ finding: String) {
    #expect(Shop(fields: [field]).findings == [finding])
  }

  @Test("a range without an integer is told of an integer, and not of a decimal")
  func whole() {
    let range = "min 0.5 max 0.7"
    #expect(Shop(fields: ["n: integer \(range)"]).load().diagnostics.map(\.message) == ["no integer is within `\(range)`"])
    #expect(Shop(fields: ["n: decimal \(range)", "m: integer min 0.5 max 1.2"]).findings == [])
  }

  @Test func typesAreNamedFromTheirPack() {
    let found = Shop(fields: ["s: size max 5"], declarations: ["enum size: [small, large]"]).load().diagnostics
    #expect(found.map(\.message) == ["`s` is a size, and `min` and `max` are for numbers"])
  }

  @Test func placesWithoutRanges() {
    let record = "record line:\n  fields:\n    n: integer min 1"
    #expect(Shop(fields: ["lines: list of line"], declarations: [record]).findings == ["T2037 `min 1`"])
    let view = "fact order.count:\n  derived: true\n  key: [order_id]\n  fields:\n    order_id: text\n    n: integer min 1"
    #expect(Shop(declarations: [view]).findings.contains("T2037 `min 1`"))
  }

  /// Clauses that the range makes always true or never true are found.
  @Test func known() {
    func findings(_ field: String, _ clause: String) -> [String] {
      Shop(fields: [field], requires: [clause]).load().findings.map { String($0.prefix(5)) }
    }
    #expect(findings("n: integer min 1", "n > 0") == ["T4304"])
    #expect(findings("n: integer min 1", "n > 1") == [])
    #expect(findings("n: integer", "n > 0") == [])
    #expect(findings("n: decimal max 10", "n > 10") == ["T4302"])
    #expect(findings("n: decimal max 10", "n >= 10") == [])
  }

  @Test func factsHaveKnownRanges() {
    let stock =
      "fact stock.counted:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text\n    pieces: integer min 0"
    func findings(_ clause: String) -> [String] {
      Shop(requires: [clause], declarations: [stock]).load().findings.map { String($0.prefix(5)) }
    }
    #expect(findings("stock.counted.pieces >= 0") == ["T4304"])
    #expect(findings("stock.counted.pieces > 0") == [])
  }
}
