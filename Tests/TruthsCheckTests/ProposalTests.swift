import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram

/// The names, types and effects that findings suggest for misspelt ones (files §3).
@Suite struct ProposalTests {
  private func help(_ shop: Shop) -> [String] {
    shop.load().diagnostics.map { "\($0.code) \($0.help ?? "-")" }
  }

  @Test func aMisspeltEffectIsProposed() {
    let expected = [
      "requires_aproval": "requires_approval", "requires_aproval(boss)": "requires_approval", "rejct(\"x\")": "reject",
    ]
    for (written, meant) in expected {
      let findings = help(Shop(invariants: ["order_id == \"x\" → \(written)"]))
      #expect(findings.map { String($0.dropFirst(6)) } == ["did you mean `\(meant)`?"])
    }
    #expect(help(Shop(invariants: ["order_id == \"x\" else rejct(\"x\")"])) == ["T0051 did you mean `reject`?"])
    #expect(help(Shop(invariants: ["order_id == \"x\" → reject"])) == ["T1001 write `→ reject(\"…\")`"])
  }

  /// An effect is not allowed in `requires`, so the finding suggests none.
  @Test func noEffectIsProposedForARequirement() {
    #expect(help(Shop(requires: ["order_id == \"x\" → requires_aproval"])) == ["T1001 -"])
  }

  @Test(arguments: [
    ("string", "text"), ("int", "integer"), ("number", "decimal"), ("bool", "boolean"), ("datetime", "timestamp"),
  ])
  func aTypeOfAnotherLanguageIsTranslated(_ written: String, _ meant: String) {
    #expect(help(Shop(fields: ["a: \(written)"])) == ["T1006 did you mean `\(meant)`?"])
  }

  @Test func aFactTypeIsProposedWhereItsFirstWordIsAFieldToo() {
    let due = "fact rent.due:\n  key: [order_id]\n  external: true\n  fields:\n    order_id: text"
    let shop = Shop(fields: ["rent: decimal"], invariants: ["rent.du → reject(\"x\")"], declarations: [due])
    #expect(shop.findings == ["T1001 `rent.du`"])
    #expect(help(shop) == ["T1001 did you mean `rent.due`?"])
  }

  @Test func wordsOfOtherLanguagesAreExplained() {
    #expect(help(Shop(requires: ["order_id == null"])) == ["T1001 test it with `x missing` or `x exists`"])
    #expect(
      help(Shop(requires: ["order_id is missing"]))
        == ["T0051 write `==` to compare; `exists`, `missing` and `empty` follow what they test"])
    #expect(help(Shop(requires: ["order_id exists AND order_id not empty"])) == ["T0051 write `and`"])
    #expect(help(Shop(fields: ["l: list of text"], requires: ["count(l) > 2"])) == ["T0051 write `count(x in l)`"])
  }

  @Test func whatAnInvariantAppliesToIsProposed() {
    let rule = "  rule: 1 > 0"
    #expect(help(Shop(declarations: ["invariant i:\n  applies_to: al\n\(rule)"])) == ["T1007 did you mean `all`?"])
    #expect(Shop(declarations: ["invariant i:\n  applies_to: []\n\(rule)"]).findings == ["T5002 `invariant i`"])
  }
}
