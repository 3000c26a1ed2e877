import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// The terms whose values a reason shows (clauses §14.2).
@Suite struct TermTests {
  static let fields = ["amount: decimal = 1", "limit: decimal = 1", "lines: list of line", "line: line"]
  static let declarations = [
    "record line:\n  fields:\n    sku: text\n    price: decimal",
    "policy most:\n  type: decimal\n  default: 9",
    "fact stock.counted:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text\n    size: decimal",
  ]

  @Test(arguments: [
    ("amount > limit", ["amount", "limit"]),
    ("amount > 5 and amount < most", ["amount", "most"]),
    ("limit + amount * limit > 1", ["limit", "amount"]),
    ("stock.counted and stock.counted.size > amount", ["stock.counted", "stock.counted.size", "amount"]),
    ("stock.counted(order_id = line.sku)", ["stock.counted(order_id = line.sku)", "line.sku"]),
    ("stock.counted.size exists", ["stock.counted.size"]),
    ("sum(l.price for l in lines) == amount", ["sum(l.price for l in lines)", "amount"]),
    ("every l in lines satisfies l.price > amount", ["lines", "l"]),
    ("no l in lines where l.sku empty satisfies l.price > 5", ["lines", "l"]),
    ("some l in lines satisfies l.price > amount", ["lines"]),
    ("line.price > 1", ["line.price"]),
    ("actor.user_id == order_id", ["actor.user_id", "order_id"]),
    ("total > 1", ["total"]),
    ("length(\"{amount}\") > 1", ["amount"]),
    ("amount > 1 → limit > 1", ["amount", "limit"]),
    ("now + days(amount) > now", ["now", "amount"]),
    ("days(amount) + now > now", ["amount", "now"]),
  ])
  func termsAreInOrderOfOccurrence(_ clause: String, _ labels: [String]) throws {
    let shop = Shop(fields: Self.fields, lets: ["total: amount + 1"], requires: [clause], declarations: Self.declarations)
    let truth = try #require(shop.truth())
    #expect(truth.requires[1].terms.map(\.label) == labels)
    #expect(!shop.load().diagnostics.hasErrors)
  }

  @Test func onlyEveryAndNoHaveAFailingElement() throws {
    let shop = Shop(
      fields: Self.fields, requires: ["every l in lines satisfies l.price > 1"], declarations: Self.declarations)
    #expect(try #require(shop.truth()).requires[1].terms.map(\.isFirstFailingElement) == [false, true])
  }

  @Test(arguments: [
    ("A", "amount > 1", "amount > 1", false), ("A → B", "amount > 1 → limit > 1", "amount > 1 → limit > 1", false),
    ("reject", "amount > 1 → reject(\"x\")", "amount > 1", true), ("warn", "amount > 1 -> warn(\"x\")", "amount > 1", true),
    ("approval", "amount>1 → requires_approval(boss, \"x\")", "amount > 1", true),
    ("else", "amount > 1 else \"x\"", "amount > 1", false),
    ("else approval", "amount > 1 else requires_approval", "amount > 1", false),
    ("A → B else", "amount > 1 → limit > 1 else reject(\"x\")", "amount > 1 → limit > 1", false),
  ])
  func clausesAreBroughtToOneForm(_ name: String, _ clause: String, _ text: String, _ violatedWhen: Bool) throws {
    let shop = Shop(fields: Self.fields, invariants: [clause])
    let found = try #require(shop.truth()?.invariants.first)
    #expect(found.text == text)
    #expect(found.violatedWhen == violatedWhen)
    #expect((found.reason == nil) == !clause.contains("\"x\""))
    let kind: ClauseKind =
      clause.contains("requires_approval(boss")
      ? .acceptance(CheckedApproval(role: "boss"))
      : clause.contains("requires_approval") ? .acceptance(nil) : clause.contains("warn") ? .advisory : .structural
    #expect(found.kind == kind)
  }
}
