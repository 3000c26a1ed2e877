import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// The properties that a declaration of a fact type may have (declarations §3 and §6).
@Suite struct DeclaredFactTests {
  private func fact(_ name: String, _ marks: [String] = ["external: true"], field: String = "order_id") -> String {
    (["fact \(name):", "  key: [\(field)]"] + marks.map { "  \($0)" } + ["  fields:", "    \(field): text"])
      .joined(separator: "\n")
  }

  private func findings(_ declarations: String...) -> [String] { Shop(declarations: declarations).findings }

  /// In a ledger the member `type` is the fact's type.
  @Test func noFieldOfAFactIsNamedType() {
    #expect(findings(fact("order.seen", field: "type")).contains("T1014 `type`"))
    let parcel = "  initial: open\n  transitions:\n    - open → done\n  terminal: [done]"
    let kinds = "record line:\n  fields:\n    type: text"
    let found = findings(kinds, "lifecycle parcel:\n  key: [type]\n\(parcel)")
    #expect(found.filter { $0.hasPrefix("T1") } == ["T1014 `type`"])
  }

  @Test func fieldsOfIntentsAndRecordsMayBeNamedType() {
    let line = "record line:\n  fields:\n    type: text"
    let shop = Shop(
      fields: ["type: text", "lines: list of line"],
      requires: ["type exists", "lines exists", "every l in lines satisfies l.type == type"], declarations: [line])
    #expect(shop.findings == [])
  }

  /// `fact.` before a fact type is optional, so a type that begins with it would be ambiguous.
  @Test func noFactTypeBeginsWithFact() {
    #expect(findings(fact("fact.seen")).contains("T1014 `fact.seen`"))
    let rest = "  key: [order_id]\n  initial: open\n  transitions:\n    - open → done\n  terminal: [done]"
    #expect(findings("lifecycle fact:\n\(rest)").contains("T1014 `fact`"))
    #expect(!findings(fact("facts.seen")).contains { $0.hasPrefix("T1014") })
  }

  /// In its own pack `stay.booked` has one meaning; in another it would seem to be qualified.
  @Test func aFactMayBeginWithItsOwnPack() {
    let shop = Shop(
      requires: ["shop.seen", "shop.seen.order_id == order_id", "shop.shop.seen"],
      declarations: [fact("shop.seen", ["external: true"])])
    #expect(shop.findings.filter { $0.hasPrefix("T1") } == [])
    let other = "pack other:\n  version: 1.0.0\n\n\(fact("shop.seen"))\n"
    let files = Shop(files: [(path: "truths/other/other.truths", text: other)])
    #expect(files.findings.contains("T1014 `shop.seen`"))
  }

  @Test func viewsAreNeitherExternalNorImmutable() {
    #expect(findings(fact("order.open", ["derived: true", "external: true"])).contains("T4103 `order.open`"))
    #expect(findings(fact("order.open", ["derived: true", "immutable: true"])).contains("T4103 `order.open`"))
    #expect(!findings(fact("order.open", ["derived: true"])).contains { $0.hasPrefix("T4103") })
    #expect(!findings(fact("order.open", ["external: true", "immutable: true"])).contains { $0.hasPrefix("T4103") })
  }
}
