import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// `required` of an intent as the checker reads it (declarations §4.2).
@Suite struct RequiredNameTests {
  private static func pack(
    _ intents: [(name: String, required: String)], requires: [String] = ["amount > 0"], fields: String = "",
    on when: String? = nil, more: String = ""
  ) -> String {
    var text = """
      pack shop:
        version: 1.0.0

      fact stock.counted:
        key: [sku]
        external: true
        fields:
          sku: text

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text
          amount: decimal

      """
    for intent in intents {
      text += "\nintent \(intent.name):\n"
      if !intent.required.isEmpty { text += "  required: \(intent.required)\n" }
      text += "  fields:\n    order_id: text\n    amount: decimal\n    sku: text\n\(fields)"
    }
    let names = when ?? "[\(intents.map(\.name).joined(separator: ", "))]"
    text += "\ntruth placing:\n  when:\n    - intent: \(names)\n  requires:\n"
    text += requires.map { "    - \($0)\n" }.joined()
    text += "  invariants:\n    - stock.counted → warn(\"There is {sku}\")\n"
    return text + "  produces:\n    - fact.order.placed\n    - trace.shop.placing\n\(more)"
  }

  private static func findings(_ text: String) -> [String] {
    let loaded = Loader.load([(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
    return loaded.diagnostics.map { "\($0.code) \($0.message)" }
  }

  private static func codes(_ text: String) -> [String] { findings(text).map { String($0.prefix(5)) }.sorted() }

  @Test("clauses, look-ups and produced facts know that such a field is there")
  func clausesKnow() {
    #expect(Self.codes(Self.pack([("buy", "[order_id, amount, sku]")])) == [])
    #expect(Set(Self.codes(Self.pack([("buy", "")]))) == ["T3001", "T3003"])
    #expect(Self.codes(Self.pack([("buy", "[order_id, amount]")])) == ["T3001"])
  }

  @Test("with several intents only what each of them requires, or has established otherwise")
  func ofEachIntent() {
    let whole = "[order_id, amount, sku]"
    #expect(Self.codes(Self.pack([("buy", whole), ("lend", whole)])) == [])
    let named = ["order_id != sku"]
    #expect(Self.codes(Self.pack([("buy", whole), ("lend", "[order_id, sku]")], requires: named)).contains("T3003"))
    let other =
      "\ntruth lending:\n  when:\n    - intent: lend\n  requires:\n    - amount exists\n"
      + "  produces:\n    - trace.shop.lending\n"
    #expect(Self.codes(Self.pack([("buy", whole), ("lend", "[order_id, sku]")], requires: named, more: other)) == [])
    let invariant = "\ninvariant small:\n  applies_to: [buy, lend]\n  rule: amount > 100 → reject(\"Too much\")\n"
    #expect(Self.codes(Self.pack([("buy", whole), ("lend", whole)], more: invariant)) == [])
    let one = Self.codes(Self.pack([("buy", whole), ("lend", "[order_id, sku]")], on: "buy", more: invariant + other))
    #expect(one == [])
  }

  @Test("a clause that asks for such a field is always true")
  func superfluous() {
    let pack = Self.pack([("buy", "[order_id, amount, sku]")], requires: ["order_id exists"])
    #expect(Self.codes(pack) == ["T4304"])
    #expect(Self.codes(Self.pack([("buy", "[amount, sku]")], requires: ["order_id exists"])) == [])
  }

  @Test("an example for such a clause names what every proposal must bring, and a field that is listed is not proposed again")
  func examples() {
    let text = Self.pack([("buy", "[order_id, amount, sku]")], requires: ["order_id exists"])
    let loaded = Loader.load([(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
    let notes = loaded.diagnostics.flatMap(\.notes).map(\.message)
    #expect(notes.contains { $0.contains("`order_id` \"") && $0.contains("`amount`") }, "\(notes)")
    let near = Loader.load([
      (path: "truths/shop/shop.truths", bytes: Array(Self.pack([("buy", "[sku, skus, order_id, amount]")]).utf8))
    ])
    #expect(near.diagnostics.map(\.code) == ["T1010"] && near.diagnostics[0].fixes.isEmpty)
  }

  @Test(
    "what is wrong with the list is told at the name",
    arguments: [
      ("[order_id, amount, sku, ordre]", "T1010 `buy` has no field `ordre`"),
      ("[order_id, amount, sku, sku]", "T1003 required field `sku` is written twice in `buy`"),
      ("[order_id, amount, sku, gift]", "T1072 `gift` has a default, so it is never missing"),
      ("[order_id, amount, sku, note]", "T1072 `note` is required, and its type says with `?` that it may be missing"),
    ])
  func faults(_ required: String, _ finding: String) {
    let pack = Self.pack([("buy", required)], fields: "    gift: boolean = false\n    note: text?\n")
    #expect(Self.findings(pack) == [finding])
  }

  @Test("where an amount is required, its currency is there, too")
  func amounts() {
    func text(_ required: String) -> String {
      "pack shop:\n  version: 1.0.0\n\nenum currency: [eur, usd]\n\nintent pay:\n\(required)  fields:\n"
        + "    amount: decimal in currency\n    currency: currency\n\ntruth paying:\n  when:\n    - intent: pay\n"
        + "  invariants:\n    - amount < 0 → reject(\"Nothing is paid\")\n    - currency == usd → warn(\"Far away\")\n"
        + "  produces:\n    - trace.shop.paying\n"
    }
    #expect(Self.codes(text("  required: [amount]\n")) == [])
    #expect(Set(Self.codes(text("  required: [currency]\n"))) == ["T3001"])
  }

  @Test("no built-in intent requires a field")
  func builtInIntents() {
    let loaded = Loader.load([(path: "truths/shop/shop.truths", bytes: Array(Self.pack([("buy", "[sku]")]).utf8))])
    let builtIn = loaded.program.intents.filter(\.isBuiltIn)
    #expect(!builtIn.isEmpty && builtIn.allSatisfy(\.required.isEmpty))
    #expect(loaded.program.intents.first { $0.name == "buy" }?.required == [2])
  }
}
