import Testing
import TruthsJSON

@testable import TruthsLanguageServer

/// A rename that would change a decision or what `check --strict` says is refused (command-line §5.22).
@Suite("Renames that are refused")
struct RenameRefusalTests {
  @Test("facts are sorted by the values of an enum in their key, too")
  func keyValues() {
    let text = """
      pack demo:
        version: 1.0.0

      enum kind: [paper, glass]

      fact price.known:
        key: [kind]
        external: true
        fields:
          kind: list of kind
          n: integer

      """
    let files = ["truths/demo/demo.truths": text.replacing("glass]", with: "↓glass]")]
    let refusal = RenameTests().renamed(EditorStub(files), to: "zinc").refusal
    #expect(refusal?.hasPrefix("truths/demo/demo.truths:6:") == true, "\(refusal ?? "taken")")
    #expect(refusal?.contains("facts of `price.known` are sorted by the names of the values of `kind`") == true)
    #expect(RenameTests().renamed(EditorStub(files), to: "metal").refusal == nil)
    let free = ["truths/demo/demo.truths": text.replacing("glass]", with: "↓glass]").replacing("list of kind", with: "text")]
    #expect(RenameTests().renamed(EditorStub(free), to: "zinc").refusal == nil)
  }

  @Test(
    "a name that the engine would read is refused",
    arguments: [
      ("policy patience", "approval_ttl", "waiting", "the engine reads policies"),
      ("policy clerk", "approver_role", "seller", "the engine reads policies"),
      ("role refunder", "break_glass", "cashier", "the engine knows a role"),
      ("role refunder", "manager", "cashier", "the engine knows a role"),
      ("role refunder", "chief", "cashier", "the engine knows a role"),
      ("role refunder", "auditor", "cashier", "there is a role `auditor` already"),
    ])
  func engineNames(_ declared: String, _ refused: String, _ taken: String, _ why: String) {
    let text = """
      pack demo:
        version: 1.0.0

      role refunder:
        summary: Who pays back

      role auditor:
        summary: Who looks

      policy clerk:
        type: text
        default: "clerk"

      policy patience:
        type: duration
        default: P1D

      policy break_glass_role:
        type: text
        default: "chief"

      intent order:
        required: [order_id]
        fields:
          order_id: text

      truth ordering:
        when:
          - intent: order
        requires:
          - clerk != order_id
          - patience > days(0)
        invariants:
          - order_id != "q" → requires_approval(refunder or auditor)
        produces:
          - trace.demo.ordering

      """
    let name = declared.split(separator: " ")[1]
    let files = ["truths/demo/demo.truths": text.replacing(declared, with: declared.replacing(name, with: "↓\(name)"))]
    let refusal = RenameTests().renamed(EditorStub(files), to: refused).refusal
    #expect(refusal?.contains(why) == true, "\(refusal ?? "taken")")
    #expect(RenameTests().renamed(EditorStub(files), to: taken).refusal == nil)
  }

  @Test("a truth with an id of its own is renamed at the id, and a new warning refuses")
  func ownIDs() {
    let marked = ShopSet.ordering.replacing("truth ordering:\n", with: "truth ↓ordering:\n  id: shop.selling\n")
    let head = EditorStub(ShopSet.files(RenameTests.orders, marked))
    #expect(head.at(0, "prepareRename") == .null)
    #expect(
      RenameTests().renamed(head, to: "trading").refusal
        == "truths/shop/shop.orders.truths:2:7: `shop.selling` is the id of this: rename that")
    let text = marked.replacing("↓", with: "").replacing("id: shop", with: "id: ↓shop")
    let bare = RenameTests().renamed(EditorStub(ShopSet.files(RenameTests.orders, text)), to: "trading").refusal
    #expect(bare?.contains("with that name the set would have a new warning") == true, "\(bare ?? "taken")")
    #expect(bare?.contains("(T6002)") == true)
    #expect(RenameTests().renamed(EditorStub(ShopSet.files(RenameTests.orders, text)), to: "shop.trading").refusal == nil)
  }

  @Test("a name that a fixture writes with escapes is told as such, also where no file has it without", arguments: [false, true])
  func escapes(_ isBeside: Bool) {
    var files = ShopSet.marked("place_order", in: "truths/shop/shop.truths")
    files["Fixtures/shop/small.json"] = ShopSet.fixture.replacing("place_order", with: #"pl\u0061ce_order"#)
    if isBeside { files["Fixtures/shop/other.json"] = ShopSet.fixture.replacing("shop.small", with: "shop.other") }
    #expect(
      RenameTests().renamed(EditorStub(files), to: "buy").refusal
        == #"Fixtures/shop/small.json:4:26: `"pl\u0061ce_order"` is `place_order` with escapes: write its letters first"#)
  }
}
