import Foundation
import Testing

@testable import TruthsLanguageServer

@Suite("Renaming what clauses read by its letters")
struct NameReadingsTests {
  /// Returns the refusal of a rename of the intent `place_order` beside a clause of truth `ordering`.
  private func refusal(_ clause: String, to name: String, lets: String = "", more: String = "") -> String? {
    var files = ShopSet.marked("place_order:", in: "truths/shop/shop.truths")
    files["truths/shop/shop.truths"]? += more
    files[RenameTests.orders] = ShopSet.ordering
      .replacing("    double: amount * 2\n", with: "    double: amount * 2\n" + lets)
      .replacing("  produces:", with: "    - '\(clause)'\n  produces:")
    return RenameTests().renamed(EditorStub(files), to: name).refusal
  }

  @Test(
    "a rename that changes what a clause says of the name is refused, another one is taken",
    arguments: [
      (#"some d in decision.made satisfies d.action exists and d.action like "pla*" → warn("again")"#, "plan_order", "buy"),
      (#"some d in decision.made satisfies d.action exists and starts_with(d.action, "pla") → warn("again")"#, "plan", "buy"),
      (#"proposal.action matches "[a-z]+_order" → warn("again")"#, "buy_order", "buy"),
      (#"proposal.action contains "order" → warn("again")"#, "order_it", "buy"),
      (#"proposal.action contains matching "e_o" → warn("again")"#, "these_orders", "buy"),
      (#"upper(proposal.action) == "PLACE_ORDER" → warn("again")"#, "", "buy"),
      (#"upper(proposal.action) in ["PLACE_ORDER", "PAY"] → warn("again")"#, "pay", "buy"),
      (#""{proposal.action}!" == "place_order!" → warn("again")"#, "", "buy"),
      (#"length(proposal.action) > 5 → warn("again")"#, "order_it", "buy"),
      (#"proposal.action > "m" → warn("again")"#, "order_it", "buy"),
      (#"substring(proposal.action, 1, 2) == "pl" → warn("again")"#, "plan", "buy"),
      (#"replace(coalesce(proposal.action, "none"), "_", "") == "placeorder" → warn("again")"#, "", "buy"),
    ])
  func letters(_ clause: String, _ taken: String, _ refused: String) {
    if !taken.isEmpty { #expect(refusal(clause, to: taken) == nil, "\(clause)") }
    let told = refusal(clause, to: refused)
    #expect(
      told?.contains("truths/shop/shop.orders.truths:16:8: `") == true
        && told?.contains("reads such a name by its letters") == true,
      "\(clause): \(told ?? "taken")")
  }

  @Test("what more than the name decides is refused as well, with clause and place")
  func undecided() {
    #expect(
      refusal(#"starts_with(proposal.action, order_id) → warn("again")"#, to: "buy")
        == "truths/shop/shop.orders.truths:16:8: `starts_with(proposal.action, order_id)` reads such a name by its letters, "
        + "and may treat `buy` differently from `place_order`: change that first")
    #expect(refusal(#"proposal.action == order_id → warn("again")"#, to: "buy") == nil)
  }

  @Test("a name is followed through `let`s, variables, calls and facts")
  func ways() {
    let noted = "\nfact order.noted:\n  key: [order_id]\n  fields:\n    order_id: text\n    kind: text\n"
    let making =
      "\ntruth noting:\n  when:\n    - intent: place_order\n  requires:\n    - order_id exists\n  produces:\n"
      + "    - fact.order.noted:\n        kind: proposal.action\n"
    let called = "\nfunction is_placing:\n  inputs:\n    name: text\n  output: boolean\n  value: 'name like \"pla*\"'\n"
    let clause = #"short == "pla" → warn("again")"#
    let lets = "    name: proposal.action\n    short: substring(name, 1, 3)\n"
    #expect(refusal(clause, to: "buy", lets: lets)?.contains("`short == \"pla\"`") == true)
    #expect(refusal(clause, to: "plan", lets: lets) == nil)
    let facts = #"some n in order.noted satisfies n.kind like "pla*" → warn("again")"#
    #expect(refusal(facts, to: "buy", more: noted + making)?.contains("by its letters") == true)
    #expect(refusal(facts, to: "plan", more: noted + making) == nil)
    #expect(refusal(facts, to: "buy", more: noted) == nil)
    let call = #"is_placing(proposal.action) → warn("again")"#
    #expect(refusal(call, to: "buy", more: called)?.contains("by its letters") == true)
    #expect(refusal(call, to: "plan", more: called) == nil)
    #expect(refusal(#"is_placing(order_id) → warn("again")"#, to: "buy", more: called) == nil)
  }

  @Test("truths, roles and policies are read by their letters too")
  func kinds() {
    var files = ShopSet.marked("ordering", in: RenameTests.orders)
    let clause =
      #"    - 'some d in decision.made satisfies d.truth_id exists and d.truth_id like "shop.orders.*" → warn("again")'"#
    files[RenameTests.orders] = files[RenameTests.orders]?.replacing("  produces:", with: clause + "\n  produces:")
    #expect(RenameTests().renamed(EditorStub(files), to: "selling").refusal == nil)
    files[RenameTests.orders] = files[RenameTests.orders]?.replacing("shop.orders.*", with: "*.ordering")
    #expect(RenameTests().renamed(EditorStub(files), to: "selling").refusal?.contains("by its letters") == true)
    let role = "role ↓clerk:\n  summary: Who sells\n\n"
    var roles = ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary + role)
    roles[RenameTests.orders] = ShopSet.ordering.replacing(
      "  produces:", with: "    - 'some r in actor.roles satisfies r like \"cl*\" → warn(\"again\")'\n  produces:")
    #expect(RenameTests().renamed(EditorStub(roles), to: "seller").refusal?.contains("by its letters") == true)
    #expect(RenameTests().renamed(EditorStub(roles), to: "clerks").refusal == nil)
  }

  /// Returns the refusal of a rename of the value `small` beside a clause of truth `ordering`.
  private func valueRefusal(_ clause: String, to name: String, lets: String = "", more: String = "") -> String? {
    var files = ShopSet.marked("small, large", in: "truths/shop/shop.truths")
    files["truths/shop/shop.truths"]? += more
    files[RenameTests.orders] = ShopSet.ordering
      .replacing("    double: amount * 2\n", with: "    double: amount * 2\n" + lets)
      .replacing("  produces:", with: "    - '\(clause)'\n  produces:")
    return RenameTests().renamed(EditorStub(files), to: name).refusal
  }

  @Test(
    "a value of an enum that a text holds is read by its letters",
    arguments: [
      (#""{size}" == "small" → warn("again")"#, "", "tiny"),
      (#""{size}" == "tiny" → warn("again")"#, "little", "tiny"),
      (#""size-{size}" == "size-small" → warn("again")"#, "", "tiny"),
      (#"text(size) in ["small", "none"] → warn("again")"#, "", "tiny"),
      (#""{size}" like "s*" → warn("again")"#, "short", "tiny"),
      (#"short == "sm" → warn("again")"#, "smallest", "tiny"),
      (#"some o in order.placed satisfies "{o.size}" == "small" → warn("again")"#, "", "tiny"),
    ])
  func values(_ clause: String, _ taken: String, _ refused: String) {
    let lets = "    short: substring(\"{size}\", 1, 2)\n"
    if !taken.isEmpty { #expect(valueRefusal(clause, to: taken, lets: lets) == nil, "\(clause)") }
    let told = valueRefusal(clause, to: refused, lets: lets)
    #expect(
      told?.contains("truths/shop/shop.orders.truths:") == true && told?.contains("reads such a name by its letters") == true,
      "\(clause): \(told ?? "taken")")
  }

  @Test("a value that is compared as a value, or only shown, is no such reading")
  func comparedValues() {
    for clause in [#"size == small → warn("{size} again")"#, #"size in [small] → warn("again")"#] {
      #expect(valueRefusal(clause, to: "tiny") == nil, "\(clause)")
    }
  }

  @Test("a state is such a value, and so is one that a fact holds as a text")
  func states() {
    var files = ShopSet.files(
      "truths/shop/shop.truths",
      ShopSet.vocabulary.replacing("    size: size?\n", with: "    size: size?\n    label: text?\n")
        + "\nlifecycle parcel:\n  key: [order_id]\n  initial: packed\n  transitions:\n    - ↓packed → shipped\n"
        + "  terminal: [shipped]\n")
    func ordering(_ clause: String) -> String {
      ShopSet.ordering
        .replacing("    double: amount * 2\n", with: "    double: amount * 2\n    label: \"is-{parcel.state}\"\n")
        .replacing("  produces:", with: "    - '\(clause)'\n  produces:")
    }
    for clause in [
      #""{parcel.state}" == "packed" → warn("again")"#,
      #"some o in order.placed satisfies o.label exists and o.label == "is-packed" → warn("again")"#,
    ] {
      files[RenameTests.orders] = ordering(clause)
      let told = RenameTests().renamed(EditorStub(files), to: "boxed").refusal
      #expect(told?.contains("reads such a name by its letters") == true, "\(clause): \(told ?? "taken")")
    }
    files[RenameTests.orders] = ordering(#"parcel.state == packed → warn("again")"#)
    #expect(RenameTests().renamed(EditorStub(files), to: "boxed").refusal == nil)
  }
}
