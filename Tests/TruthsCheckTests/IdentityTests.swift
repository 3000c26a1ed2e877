import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Ids of truths and clauses (files §4).
@Suite struct IdentityTests {
  private func ids(_ stem: String, _ declarations: String) -> [String] {
    let pack = String(stem.prefix { $0 != "." })
    let intent = "intent buy:\n  fields:\n    order_id: text\n"
    let set = Loader.load([
      ("truths/\(pack)/\(stem).truths", Array((intent + declarations).utf8))
    ])
    return (set.program.truths.filter { !$0.isBuiltIn }.map(\.id) + set.program.invariants.map(\.id)).sorted()
  }

  private func truth(_ name: String, id: String? = nil) -> String {
    "truth \(name):\n" + (id.map { "  id: \($0)\n" } ?? "") + "  when:\n    - intent: buy\n"
  }

  @Test(
    arguments: [
      ("money.invoice.creation", "invoice_creation", nil, "money.invoice.creation"),
      ("money.period", "closed_invariant", nil, "money.period.closed_invariant"),
      ("money", "creation", nil, "money.creation"),
      ("money.invoice", "invoice", nil, "money.invoice"),
      ("money.invoice.creation", "creation", nil, "money.invoice.creation.creation"),
      ("money.invoice.creation", "invoice_creation", "money.other", "money.other"),
      ("money.a_b.c", "a_b_c", nil, "money.a_b.c"),
    ] as [(String, String, String?, String)])
  func truthID(_ stem: String, _ name: String, _ id: String?, _ expected: String) {
    #expect(ids(stem, truth(name, id: id)) == [expected])
  }

  @Test func invariantsOfTheirOwnHaveIDsOfTheSameForm() {
    let text = "invariant period_open:\n  applies_to: [buy]\n  rule: order_id exists\n"
    #expect(ids("money.period.open", text) == ["money.period.open"])
    #expect(ids("money.period", text) == ["money.period.period_open"])
  }

  static let closed = "fact period.closed:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text"

  @Test(arguments: [
    ("period.closed → reject(\"no\")", "shop.period.closed_invariant"),
    ("fact.period.closed → reject(\"no\")", "shop.period.closed_invariant"),
    ("shop.period.closed → reject(\"no\")", "shop.period.closed_invariant"),
    ("period.closed(order_id = order_id) → reject(\"no\")", "shop.buying"),
    ("not period.closed → reject(\"no\")", "shop.buying"),
    ("period.closed exists → reject(\"no\")", "shop.buying"),
    ("period.closed → warn(\"no\")", "shop.buying"),
    ("period.closed → requires_approval", "shop.buying"),
    ("period.closed → order_id exists", "shop.buying"),
    ("{id: shop.mine, rule: period.closed → reject(\"no\")}", "shop.mine"),
  ])
  func clauseID(_ clause: String, _ id: String) throws {
    let truth = try #require(Shop(invariants: [clause], declarations: [Self.closed]).truth())
    #expect(truth.invariants.map(\.id) == [id])
  }

  @Test func derivedIDsAreForInvariantsOfTruthsOnly() throws {
    let shop = Shop(ensures: ["period.closed → reject(\"no\")"], declarations: [Self.closed])
    #expect(try #require(shop.truth()).ensures.map(\.id) == ["shop.buying"])
  }

  private func two(_ first: String, _ second: String, lets: [String] = []) -> [String] {
    var other = ["truth other:", "  when:", "    - intent: buy"]
    if !lets.isEmpty { other += ["  let:"] + lets.map { "    \($0)" } }
    other += ["  invariants:", "    - \(second)", "  produces:", "    - trace.other"]
    return Shop(
      fields: ["amount: decimal = 1"], invariants: [first], declarations: [Self.closed, other.joined(separator: "\n")]
    ).findings.filter { !$0.hasPrefix("T5008") }
  }

  @Test func oneIDWithOneRuleIsOneInvariant() {
    #expect(two("period.closed → reject(\"no\")", "period.closed → reject(\"no\")") == [])
    #expect(two("period.closed → reject(\"no\")", "fact.period.closed → reject(\"no\")") == [])
    #expect(two("{id: shop.a, rule: amount > 5}", "{id: shop.a, rule: least < amount}", lets: ["least: 5"]).count == 1)
    #expect(two("{id: shop.a, rule: amount > 5}", "{id: shop.a, rule: amount > (least)}", lets: ["least: 5"]) == [])
    #expect(two("{id: shop.a, rule: amount > 5 - 2 * 3}", "{id: shop.a, rule: amount > 5 - x * 3}", lets: ["x: 2"]) == [])
    #expect(two("{id: shop.a, rule: amount > 5 - 2 * 3}", "{id: shop.a, rule: amount > x * 3}", lets: ["x: 5 - 2"]).count == 1)
  }

  @Test func oneIDWithTwoRulesIsAtFault() {
    #expect(
      two("period.closed → reject(\"no\")", "period.closed → reject(\"never\")") == ["T1013 `period.closed → reject(\"no\")`"]
        || two("period.closed → reject(\"no\")", "period.closed → reject(\"never\")")
          == ["T1013 `period.closed → reject(\"never\")`"]
    )
  }

  @Test func twoTruthsOfOneIDAreAtFault() {
    let other = (
      "truths/shop/shop.a.truths", "truth b:\n  id: shop.buying\n  when:\n    - intent: buy\n  produces:\n    - trace.b\n"
    )
    #expect(Shop(files: [other]).findings.first?.hasPrefix("T1013") == true)
  }

  @Test func explicitIDsBeginWithTheirPack() {
    #expect(
      Shop(fields: ["a: integer = 1"], invariants: ["{id: other.thing, rule: a > 0}"]).findings == ["T6002 `other.thing`"])
  }

  /// An id of the engine must differ from all ids of packs.
  @Test(arguments: ["converge.fact.conflict", "converge.approval.granting", "converge.mine", "converge"])
  func idsOfTheBuiltInPackAreItsOwn(_ id: String) {
    #expect(
      Shop(fields: ["a: integer = 1"], invariants: ["{id: \(id), rule: a > 0}"]).findings == ["T1013 `\(id)`"])
    let truth = "truth b:\n  id: \(id)\n  when:\n    - intent: buy\n  produces:\n    - trace.b"
    #expect(Shop(declarations: [truth]).findings == ["T1013 `\(id)`"])
  }

  @Test func noClauseHasTheIDOfAnotherTruth() {
    let other = "truth other:\n  when:\n    - intent: buy\n  produces:\n    - trace.other"
    func findings(_ id: String) -> [String] {
      Shop(fields: ["a: integer = 1"], invariants: ["{id: \(id), rule: a > 0}"], declarations: [other]).findings
    }
    #expect(findings("shop.other") == ["T1013 `a > 0`"])
    #expect(findings("shop.buying") == [])
  }

  /// One rule is one rule however its names are qualified.
  @Test(arguments: [
    ("period.closed → reject(\"no\")", "shop.period.closed → reject(\"no\")"),
    ("fact.period.closed → reject(\"no\")", "fact.shop.period.closed → reject(\"no\")"),
    ("{id: shop.a, rule: amount > 5}", "{id: shop.a, rule: trigger.amount > 5}"),
    ("{id: shop.a, rule: amount > limit}", "{id: shop.a, rule: amount > shop.limit}"),
    (
      "{id: shop.a, rule: 'no p in period.closed satisfies p.order_id == order_id'}",
      "{id: shop.a, rule: 'no p in shop.period.closed satisfies p.order_id == trigger.order_id'}"
    ),
  ])
  func qualifiedNamesMakeNoOtherRule(_ first: String, _ second: String) {
    let limit = "policy limit:\n  type: decimal\n  default: 5"
    let other = "truth other:\n  when:\n    - intent: buy\n  invariants:\n    - \(second)\n  produces:\n    - trace.other"
    let shop = Shop(fields: ["amount: decimal = 1"], invariants: [first], declarations: [Self.closed, limit, other])
    #expect(shop.findings.filter { $0.hasPrefix("T1") } == [])
  }

  @Test func aFieldWithTheNameOfAValueStaysQualified() {
    let other =
      "truth other:\n  when:\n    - intent: buy\n  invariants:\n    - {id: shop.a, rule: state == trigger.open}\n"
      + "  produces:\n    - trace.other"
    let shop = Shop(
      fields: ["state: state", "open: state"], requires: ["state exists", "open exists"],
      invariants: ["{id: shop.a, rule: state == open}"], declarations: ["enum state: [open, done]", other])
    #expect(shop.findings.filter { $0.hasPrefix("T1") }.count == 1)
  }
}
