import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// A declaration that cannot be read gives one finding. Uses of it, or of a part of it, give none.
@Suite struct RecoveryTests {
  static let uses = [
    "amount < limit", "stock.counted", "stock.counted.size > 1", "some s in stock.counted satisfies s.size > 1", "colour == red",
    "line.sku not empty",
  ]

  static func findings(_ broken: String) -> [String] {
    let declarations = [
      "policy limit:\n  type: decimal\n  default: 1",
      "fact stock.counted:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text\n    size: integer",
      "enum colour: [red, green]",
      "record line:\n  fields:\n    sku: text",
    ]
    let name = broken.split(separator: "\n")[0].split(separator: " ").dropFirst().joined(separator: " ").prefix { $0 != ":" }
    return Shop(
      fields: ["amount: decimal", "colour: colour", "line: line"], requires: uses,
      declarations: declarations.filter { !$0.contains(" \(name):") } + [broken]
    ).findings
  }

  @Test(arguments: [
    "polcy limit:\n  type: decimal\n  default: 1", "policy limit:\n  default: 1", "policy limit: 5",
    "policy limit:\n\ttype: decimal",
    "policy limit:\n  type: decimal\n  default: *x", "fcat stock.counted:\n  key: [order_id]",
    "fact stock.counted:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text\n    size:",
    "fact stock.counted: [x]",
    "fact stock.counted:\n  key: [order_id]\n  external: true\n  fields: {order_id: text, size: [}",
    "enum colour:\n  orderd: [red, green]",
    "enum colour: [red, green", "enum colur_of:\n  x: 1".replacing("colur_of", with: "colour"),
    "record line:\n  feilds:\n    sku: text",
    "record line:\n  fields:\n    sku: text\n    sku: text", "table limit:\n  rows: []",
    "fact stock.counted:\n  key: [order_id]\n  kye: [x]",
  ])
  func aBrokenDeclarationIsOneFinding(_ broken: String) {
    let found = Self.findings(broken)
    #expect(Set(found.map { $0.prefix(2) }) == ["T0"], "\(found)")
  }

  @Test func aBrokenIntentDoesNotBreakItsTruths() {
    let text = Shop(fields: ["amount: decimal"], requires: ["amount > 0"]).text.replacing("amount: decimal", with: "amount:")
    #expect(Loader.load([("truths/shop/shop.truths", Array(text.utf8))]).findings.map { $0.prefix(2) } == ["T0"])
    let unknown = Shop(fields: ["amount: decimal"], requires: ["amount > 0"]).text.replacing("intent buy:", with: "inent buy:")
    #expect(Loader.load([("truths/shop/shop.truths", Array(unknown.utf8))]).findings.map { $0.prefix(2) } == ["T0"])
  }

  @Test func aClauseAtFaultHidesNoOther() {
    let shop = Shop(requires: ["amuont > 1", "length(order_id > 5", "nothing == 2"])
    #expect(shop.findings.map { $0.prefix(2) } == ["T1", "T0", "T1"])
  }

  @Test func aSideAtFaultIsOneFinding() {
    let colours = ["enum colour: [red, green]"]
    #expect(Shop(requires: ["wrong == red"], declarations: colours).findings == ["T1001 `wrong`"])
    #expect(Shop(requires: ["wrong in [red, green]"], declarations: colours).findings == ["T1001 `wrong`"])
    #expect(Shop(requires: ["red in wrong.list"], declarations: colours).findings == ["T1001 `wrong.list`"])
    #expect(Shop(requires: ["wrong + 1 > 2 and wrong2 < 1"]).findings == ["T1001 `wrong`", "T1001 `wrong2`"])
    #expect(Shop(requires: ["every x in wrong satisfies x.y > 1 and x.z == red"]).findings == ["T1001 `wrong`"])
    #expect(Shop(lets: ["a: wrong"], requires: ["a > 1", "a.b == red", "sum(x.y for x in a) > a"]).findings == ["T1001 `wrong`"])
  }
}
