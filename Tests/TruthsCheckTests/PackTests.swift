import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Names of other packs, and names that must be unique in a truth set (files §3).
@Suite struct PackTests {
  static let bank = (
    path: "truths/bank/bank.truths",
    text: """
    pack bank:
      version: 1.0.0

    policy limit:
      type: decimal
      default: 5

    enum colour: [red, green]

    fact account.closed:
      key: [order_id]
      external: true
      fields:
        order_id: text

    """
  )

  @Test(arguments: ["account.closed", "bank.account.closed", "amount < limit", "amount < bank.limit", "fact.bank.account.closed"])
  func otherPacksNamesNeedUses(_ clause: String) {
    let name = clause.replacing("amount < ", with: "").replacing("fact.", with: "")
    var shop = Shop(fields: ["amount: decimal"], requires: ["amount > 0", clause], files: [Self.bank])
    #expect(shop.load().diagnostics.map(\.code.description).filter { $0 != "T5008" } == ["T1009"])
    #expect(shop.findings.contains { $0.hasSuffix("\(name)`") })
    shop.uses = ["bank"]
    #expect(shop.load().diagnostics.map(\.code.description).filter { $0 != "T5008" } == [])
  }

  /// The finding is at the pack, because the built-in fact cannot be renamed.
  @Test(arguments: [
    ("pack policy:\n  version: 1.0.0\n", "`policy`"), ("enum colour: [red]\n", "`enum colour`"),
  ]) func noPackHasTheFirstWordOfABuiltInFact(text: String, place: String) {
    let found = Shop(files: [("truths/policy/policy.truths", text)]).findings
    #expect(found.filter { $0.hasPrefix("T1014") } == ["T1014 \(place)"], "\(found)")
  }

  @Test func typesOfOtherPacksNeedUses() {
    for type in ["colour", "bank.colour"] {
      var shop = Shop(fields: ["colour: \(type)"], requires: ["colour == red"], files: [Self.bank])
      #expect(shop.findings.contains("T1009 `\(type)`"))
      shop.uses = ["bank"]
      #expect(!shop.findings.contains { $0.hasPrefix("T1") })
    }
  }

  @Test func ownPolicyComesBeforeAnothersAndTwoOthersAreAmbiguous() {
    let own = Shop(
      fields: ["amount: decimal"], requires: ["amount > limit", "amount > bank.limit"],
      declarations: ["policy limit:\n  type: decimal\n  default: 1"], files: [Self.bank], uses: ["bank"])
    #expect(own.findings == ["T5008 `fact account.closed`"])
    let third = ("truths/gild/gild.truths", "pack gild:\n  version: 1.0.0\n\npolicy limit:\n  type: decimal\n  default: 5\n")
    let two = Shop(
      fields: ["amount: decimal"], requires: ["amount > limit"], files: [Self.bank, third], uses: ["bank", "gild"])
    #expect(two.findings == ["T1002 `limit`"])
  }

  @Test func intentsAndFactTypesAreUniqueAcrossPacks() {
    let other = (
      "truths/zoo/zoo.truths",
      """
      pack zoo:
        version: 1.0.0

      intent buy:
        fields:
          order_id: text

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text

      """
    )
    #expect(Shop(files: [other]).findings == ["T1003 `buy`", "T1003 `order.placed`"])
  }

  @Test func packsThatDoNotExistAreFound() {
    #expect(Shop(uses: ["shpo"]).findings == ["T1008 `shpo`"])
  }

  @Test func builtInNamesNeedNoUses() {
    #expect(Shop(requires: ["some a in approval.granted satisfies a.request == order_id"]).findings == [])
  }

  @Test func anotherPackCannotTakeTheBuiltInName() {
    let other = ("truths/converge/converge.truths", "pack converge:\n  version: 2.0.0\n")
    #expect(Shop(files: [other]).findings == ["T1017 `pack converge`"])
  }
}
