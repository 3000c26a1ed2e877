import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// The resolution of names to declarations (clauses §9), and the findings about unknown names.
@Suite struct NameTests {
  @Test(arguments: [
    ("amuont > 0", "T1001 `amuont`"),
    ("order.plaecd", "T1001 `order.plaecd`"),
    ("order.placed.ordr_id == order_id", "T1010 `ordr_id`"),
    ("fact.order.gone", "T1001 `order.gone`"),
    ("trigger.amuont > 0", "T1001 `amuont`"),
    ("actor.name == order_id", "T1001 `actor.name`"),
    ("actor == order_id", "T1001 `actor`"),
    ("proposal.override == order_id", "T1001 `proposal.override`"),
    ("lenght(order_id) > 1", "T1016 `lenght`"),
    ("order.placed(order = order_id)", "T1010 `order`"),
    ("order_id.size == 1", "T1010 `size`"),
    ("amount(order_id = order_id)", "T1018 `amount`"),
    ("order.placed == order.placed", "T1018 `order.placed`"),
  ])
  func wrongNameIsFoundOnce(_ clause: String, _ finding: String) {
    let found = Shop(fields: ["amount: decimal"], requires: [clause]).findings
    #expect(Set(found) == [finding])
  }

  @Test(arguments: [
    "trigger.amount > 0", "order.placed", "not fact.order.placed", "shop.order.placed", "fact.shop.order.placed",
    "order.placed exists",
    "order.placed missing", "order.placed.order_id == order_id", "shop.order.placed.order_id exists",
    "order.placed(order_id = code)",
    "order.placed(order_id = code).order_id exists", "now > \"2020-01-01T00:00:00Z\"", "actor.user_id != code",
    "proposal.override.reason exists", "some o in order.placed satisfies o.order_id == code",
    "some o in order.placed satisfies o.entry.timestamp < now and o.entry.actor.user_id == code and o.entry.sequence > 1",
  ])
  func rightNameIsSilent(_ clause: String) {
    #expect(Shop(fields: ["amount: decimal", "code: text"], requires: ["amount > 0", "code exists", clause]).findings == [])
  }

  @Test func enumValueComesBeforeAnyOtherName() throws {
    let shop = Shop(
      fields: ["state: state", "open: boolean"], requires: ["open", "state == open", "open == true"],
      declarations: ["enum state: [open, done]"])
    #expect(shop.findings == [])
    let truth = try #require(shop.truth())
    #expect(
      truth.requires[2].test
        == .compare(.equal, .slot(1), .constant(.enumeration(EnumValue(type: 2, ordinal: 0, name: "open")))))
  }

  @Test(arguments: [
    "done == state", "state in [open, done]", "'[open, done] contains state'", "states contains done", "done in states",
  ])
  func enumValueIsReadInEveryTypedPlace(_ clause: String) {
    let shop = Shop(
      fields: ["state: state", "states: list of state"], requires: [clause, "state exists", "states exists"],
      declarations: ["enum state: [open, done]"])
    #expect(shop.findings == [])
  }

  @Test func dottedFactTypeWinsOverAFieldWithoutMembers() {
    let shop = Shop(
      fields: ["rent: decimal"], requires: ["rent > 0", "rent.due"],
      declarations: ["fact rent.due:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text"])
    #expect(shop.findings == [])
  }

  @Test func dottedNameWithTwoMeaningsIsAmbiguous() throws {
    let shop = Shop(
      fields: ["rent: rent"], requires: ["rent exists", "rent.due > 1"],
      declarations: [
        "record rent:\n  fields:\n    due: integer",
        "fact rent.due:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text",
      ])
    let diagnostics = shop.load().diagnostics
    #expect(diagnostics.map(\.code) == ["T1002"])
    #expect(diagnostics.first?.help == "write `trigger.rent.due` or `shop.rent.due`")
    #expect(diagnostics.first?.notes.count == 2)
  }

  @Test func fieldAndPolicyOfOneNameAreAmbiguous() {
    let shop = Shop(
      fields: ["limit: decimal"], requires: ["limit > 1", "trigger.limit < shop.limit"],
      declarations: ["policy limit:\n  type: decimal\n  default: 5"])
    #expect(shop.load().diagnostics.map(\.help) == ["write `trigger.limit` or `shop.limit`"])
  }

  @Test(arguments: [
    (["x: 1", "x: 2"], "x == 1", ["T0018 `x`"]),
    (["amount: 1"], "amount == 1", ["T1004 `amount`"]),
    (["limit: 1"], "limit == 1", ["T1004 `limit`", "T5008 `policy limit`"]),
  ])
  func hidingAndRepeatedNamesAreFoundWhereTheyAreBound(_ lets: [String], _ clause: String, _ findings: [String]) {
    let shop = Shop(
      fields: ["amount: integer"], lets: lets, requires: [clause],
      declarations: ["policy limit:\n  type: decimal\n  default: 5"])
    #expect(Set(shop.findings).isSuperset(of: findings.prefix(1)))
  }

  @Test func variablesMayNotHideEachOther() {
    let shop = Shop(
      fields: ["xs: list of text"], requires: ["every x in xs satisfies some x in [\"a\"] satisfies x == \"\""])
    #expect(shop.findings == ["T1004 `x`"])
  }

  @Test func letsStandInAnyOrder() throws {
    let shop = Shop(
      fields: ["a: integer = 1"], lets: ["third: second + 1", "second: first + 1", "first: a"], requires: ["third > 0"])
    #expect(shop.findings == [])
    #expect(try #require(shop.truth()).lets.map(\.name) == ["first", "second", "third"])
  }

  @Test func letCycleIsFoundOnce() {
    #expect(Shop(lets: ["a: b", "b: a"], requires: ["a == 1"]).findings == ["T1012 `a`"])
  }

  @Test func keysWithoutATriggerFieldCannotJoin() {
    let fact = "fact stock.counted:\n  key: [place]\n  external: true\n  fields:\n    place: text\n    size: integer"
    for clause in ["stock.counted", "stock.counted exists", "stock.counted.size > 1", "not stock.counted"] {
      #expect(Shop(requires: [clause], declarations: [fact]).findings == ["T1011 `stock.counted`"])
    }
    #expect(Shop(requires: ["stock.counted(place = order_id)"], declarations: [fact]).findings == [])
    #expect(Shop(requires: ["some s in stock.counted satisfies s.size > 1"], declarations: [fact]).findings == [])
  }

  @Test func keyOfAnotherTypeDoesNotJoin() {
    let fact = "fact stock.counted:\n  key: [amount]\n  external: true\n  fields:\n    amount: text"
    #expect(
      Shop(fields: ["amount: decimal"], requires: ["stock.counted"], declarations: [fact]).findings == ["T2002 `stock.counted`"])
  }

  @Test func keylessTypeIsPresentWhenAnyIsAndHasNoLookUp() {
    let fact = "fact shop.opened:\n  external: true\n  fields:\n    at: timestamp".replacing("shop.opened", with: "doors.opened")
    #expect(Shop(requires: ["doors.opened"], declarations: [fact]).findings == ["T4001 `fact doors.opened`"])
    #expect(
      Set(Shop(requires: ["doors.opened.at < now"], declarations: [fact]).findings)
        == ["T4001 `fact doors.opened`", "T1011 `doors.opened`"])
  }
}
