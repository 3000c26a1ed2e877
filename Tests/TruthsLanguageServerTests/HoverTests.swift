import Foundation
import Testing
import TruthsJSON

@testable import TruthsLanguageServer

@Suite("Hover and definition")
struct HoverTests {
  func hover(_ text: String, behind: Bool = false) -> String {
    let editor = EditorStub(ShopSet.marked(text, behind: behind))
    return editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
  }

  @Test("a name tells what it is, its type, its unit and its summary")
  func names() {
    #expect(hover("amount * 2").contains("amount: decimal in eur"))
    #expect(hover("amount * 2").contains("A field of intent `place_order`"))
    #expect(hover("double > limit").contains("double: decimal in eur"))
    #expect(hover("limit →").contains("What needs no approval"))
    #expect(hover("place_order").contains("Somebody wants to buy"))
    #expect(hover("large → warn").contains("a value of size"))
  }

  @Test("a field that is sensitive says so")
  func sensitive() {
    func hover(_ text: String) -> String {
      let editor = EditorStub(ShopSet.files("truths/shop/shop.more.truths", text))
      return editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    }
    let fact = hover("fact card.charged:\n  fields:\n    ↓card: {type: text?, sensitive: true}\n")
    #expect(fact.contains("card: {type: text?, sensitive: true}"))
    #expect(hover("fact card.↓charged:\n  fields:\n    card: {type: text?, sensitive: true}\n").contains("sensitive: true"))
  }

  @Test("an intent tells what it requires")
  func required() {
    let summary = "  summary: Somebody wants to buy\n"
    let text = ShopSet.vocabulary.replacing(summary, with: summary + "  required: [sku]\n").replacing(
      "intent place_order", with: "intent ↓place_order")
    let editor = EditorStub(ShopSet.files("truths/shop/shop.truths", text))
    let shown = editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    #expect(shown.contains("intent place_order:\n  required: [sku]\n  fields:"), "\(shown)")
  }

  @Test("an enum and a lifecycle tell what is called otherwise in JSON")
  func namesInJSON() {
    func hover(_ text: String) -> String {
      let editor = EditorStub(ShopSet.files("truths/shop/shop.more.truths", text))
      return editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    }
    let values = hover("enum ↓colour:\n  values: [red, blue]\n  named: {red: \"z.red\"}\n")
    #expect(values.contains("enum colour:\n  values: [red, blue]\n  named:\n    red: \"z.red\""), "\(values)")
    let states = hover(
      "lifecycle ↓crate:\n  key: [crate_id]\n  initial: open\n  transitions:\n    - open → closed\n  terminal: [closed]\n"
        + "  named: {open: \"crate.open\", crate_id: \"crateId\"}\n")
    let named = "  named:\n    open: \"crate.open\"\n    crate_id: \"crateId\"\n  # states: open, closed"
    #expect(states.contains(named), "\(states)")
  }

  @Test("a client that shows no Markdown gets none")
  func plain() {
    let capabilities: JSONObject = ["textDocument": .object(["hover": .object(["contentFormat": .texts(["plaintext"])])])]
    let editor = EditorStub(ShopSet.marked("amount * 2"), capabilities: capabilities)
    let contents = editor.at(0, "hover")["contents"]
    #expect(contents?["kind"]?.stringValue == "plaintext")
    #expect(contents?["value"]?.stringValue == "amount: decimal in eur\n\nA field of intent place_order")
  }

  @Test("a fact tells who makes it and who reads it")
  func relations() {
    #expect(hover("order.placed", behind: true).contains("Made by `truth ordering`"))
    #expect(hover("stock.counted").contains("Read by `truth ordering`"))
    #expect(hover("stock.counted").contains("Brought in from outside"))
  }

  @Test("a word of the language tells what the reference says")
  func words() {
    #expect(hover("exists").contains("exists"))
    #expect(hover("requires:").contains("requires"))
  }

  @Test(
    "a word tells what it means in its place",
    arguments: [
      ("    - every s in stock.counted whe↓re s.amount > 1 satisfies s.amount > 2", "Aggregates"),
      ("    - every s in stock.counted satisfies n↓ot s.amount > 2", "Operators"),
      ("    - sum(s.amount f↓or s in stock.counted) > 2", "Aggregates"),
      ("    - sku i↓n list(s.sku for s in stock.counted)", "Comparisons and tests"),
      ("    - n↓o s in stock.counted satisfies s.amount > 2", "Quantifiers"),
      ("    - sku mat↓ches \"[a-z]+\"", "Patterns"),
      ("    - (if amount > 2 th↓en 1 else 2) > 1", "`coalesce`"),
      ("    - first(s.sku for s in stock.counted by s.amount de↓sc) exists", "Aggregates"),
      ("    - size exists and tr↓ue", "a value of type `boolean`"),
    ])
  func wordsInPlace(_ line: String, _ expected: String) {
    let path = "truths/shop/shop.orders.truths"
    let text = ShopSet.ordering.replacing("    - stock.counted\n", with: line + "\n")
    let editor = EditorStub(ShopSet.files(path, text))
    let shown = editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    #expect(shown.contains(expected), "\(shown.prefix(100))")
  }

  @Test("a member tells what it is for, in the declaration that it stands in")
  func membersInPlace() {
    func shown(_ old: String, _ new: String) -> String {
      let path = "truths/shop/shop.truths"
      let editor = EditorStub(ShopSet.files(path, ShopSet.vocabulary.replacing(old, with: new)))
      return editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    }
    let summary = shown("  summary: Somebody", "  summ↓ary: Somebody")
    #expect(summary.hasPrefix("`summary`: ") && summary.contains("**`intent`"), "\(summary.prefix(200))")
    let standard = shown("  default: 100", "  defau↓lt: 100")
    #expect(standard.hasPrefix("`default`: ") && standard.contains("**`policy`"), "\(standard.prefix(200))")
  }

  @Test("a word that is one of a few tells of what")
  func choices() {
    func shown(_ text: String) -> String {
      let editor = EditorStub(ShopSet.files("truths/shop/shop.more.truths", text))
      return editor.at(0, "hover").at("contents", "value")?.stringValue ?? ""
    }
    let calendar = shown("calendar office:\n  weekend: [satur↓day, sunday]\n  holidays: [12-25]\n")
    #expect(calendar.contains("`saturday`: a value of `weekend`."), "\(calendar)")
    let fact = shown("fact card.seen:\n  key: [k]\n  external:\n    by: [sys↓tem]\n  fields:\n    k: text\n")
    #expect(fact.contains("`system`: every actor of this type."), "\(fact)")
  }

  @Test("a word of a type is no function")
  func wordsOfTypes() {
    func shown(_ type: String) -> String {
      let path = "truths/shop/shop.truths"
      let text = ShopSet.vocabulary.replacing("    amount: integer\n", with: "    amount: integer\n    more: \(type)\n")
      return EditorStub(ShopSet.files(path, text)).at(0, "hover").at("contents", "value")?.stringValue ?? ""
    }
    #expect(shown("inte↓ger").hasPrefix("**How a type is written"))
    #expect(shown("da↓te?").hasPrefix("**Types and their written forms"))
    #expect(shown("list of te↓xt").hasPrefix("**Text"))
    #expect(shown("li↓st of text").hasPrefix("**Lists"))
    #expect(shown("{type: time↓stamp, sensitive: true}").hasPrefix("**Types and their written forms"))
  }

  @Test("a name leads to its declaration")
  func definition() {
    func place(_ text: String, behind: Bool = false, _ method: String = "definition") -> [String] {
      let editor = EditorStub(ShopSet.marked(text, behind: behind))
      return editor.places(editor.at(0, method))
    }
    #expect(place("amount * 2") == ["truths/shop/shop.truths:26:5"])
    #expect(place("double > limit") == ["truths/shop/shop.orders.truths:6:5"])
    #expect(place("limit →") == ["truths/shop/shop.truths:29:8"])
    #expect(place("stock.counted") == ["truths/shop/shop.truths:14:6"])
    #expect(place("order.placed", behind: true) == ["truths/shop/shop.truths:6:6"])
    #expect(place("large →") == ["truths/shop/shop.truths:4:20"])
    #expect(place("size ==", "typeDefinition") == ["truths/shop/shop.truths:4:6"])
    #expect(place("place_order", "implementation") == ["truths/shop/shop.orders.truths:4:15"])
  }

  @Test("the name of a pack in `when` is a use of the pack")
  func packs() {
    let path = "truths/shop/shop.orders.truths"
    let text = ShopSet.ordering.replacing("    - intent: place_order\n", with: "    - intent: place_order\n    - pack: ↓shop\n")
    let editor = EditorStub(ShopSet.files(path, text))
    #expect(editor.places(editor.at(0, "definition")) == ["truths/shop/shop.truths:1:6"])
    #expect(editor.at(0, "hover").at("contents", "value")?.stringValue?.contains("pack shop") == true)
    let references = editor.at(0, "references", ["context": .object(["includeDeclaration": .boolean(true)])])
    #expect(Set(editor.places(references)).isSuperset(of: ["truths/shop/shop.truths:1:6", "\(path):5:13"]))
    #expect(editor.at(0, "prepareRename") != .null)
  }

  @Test("names in fixtures lead to the set")
  func fixtures() {
    let editor = EditorStub(ShopSet.marked("order.placed", in: "Fixtures/shop/small.json"))
    #expect(editor.places(editor.at(0, "definition")) == ["truths/shop/shop.truths:6:6"])
    #expect(editor.at(0, "hover").at("contents", "value")?.stringValue?.contains("An order that was accepted") == true)
  }
}
