import Foundation
import Testing
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// `let`s of an intent in an editor (declarations §4.3): the intent and its truths are in different files.
@Suite struct SharedLetEditorTests {
  static let orders = "truths/shop/shop.orders.truths"
  static let shop = "truths/shop/shop.truths"

  /// The set of ``ShopSet`` with the `let` of its truth on the intent, and a second truth that reads it.
  static let vocabulary = ShopSet.vocabulary.replacing(
    "    size: size\n\npolicy", with: "    size: size\n  let:\n    double: amount * 2\n\npolicy")
  static let ordering =
    ShopSet.ordering.replacing("  let:\n    double: amount * 2\n", with: "")
      + """

      truth pricing:
        when:
          - intent: place_order
        requires:
          - amount exists
        invariants:
          - double > 50 → warn("{double} is much")
        produces:
          - trace.pricing

      """

  /// The files, with a mark before a text.
  private func marked(_ text: String, in path: String = orders, _ ordering: String = ordering) -> [String: String] {
    var files = ShopSet.files.merging([Self.shop: Self.vocabulary, Self.orders: ordering]) { $1 }
    if let range = files[path]?.range(of: text) { files[path]?.insert("↓", at: range.lowerBound) }
    return files
  }

  private func editor(_ text: String, in path: String = orders) -> EditorStub { EditorStub(marked(text, in: path)) }

  @Test("the set has no errors in the editor")
  func clean() {
    let editor = editor("double > limit")
    editor.open(Self.orders)
    editor.settle()
    let errors = editor.diagnostics.values.flatMap { $0.arrayValue ?? [] }.filter { $0["severity"]?.intValue == 1 }
    #expect(errors.compactMap { $0["message"]?.stringValue } == [])
  }

  @Test("it leads to its place on the intent, with its type")
  func definition() {
    let editor = editor("double > limit")
    #expect(editor.places(editor.at(0, "definition")) == ["\(Self.shop):29:5"])
    #expect(editor.at(0, "hover").at("contents", "value")?.stringValue?.contains("double: decimal in eur") == true)
    let inner = self.editor("amount * 2", in: Self.shop)
    #expect(inner.places(inner.at(0, "definition")) == ["\(Self.shop):26:5"])
  }

  @Test("all its uses are found, from a use and from its place", arguments: [true, false])
  func references(fromUse: Bool) {
    let editor = fromUse ? editor("double > limit") : editor("double: amount", in: Self.shop)
    let all = editor.places(editor.at(0, "references", ["context": .object(["includeDeclaration": .boolean(true)])]))
    #expect(all.sorted() == ["\(Self.orders):12:7", "\(Self.orders):24:28", "\(Self.orders):24:7", "\(Self.shop):29:5"])
  }

  @Test("it is renamed in all truths that share it", arguments: [true, false])
  func rename(fromUse: Bool) {
    let editor = fromUse ? editor("double > limit") : editor("double: amount", in: Self.shop)
    let (files, refusal) = RenameTests().renamed(editor, to: "twice")
    #expect(refusal == nil)
    #expect(files[Self.shop] == Self.vocabulary.replacing("double", with: "twice"))
    #expect(files[Self.orders] == Self.ordering.replacing("double", with: "twice"))
  }

  @Test("completion has it in truths on the intent alone, and the fields on the intent")
  func completion() {
    func labels(_ files: [String: String]) -> [String] {
      (EditorStub(files).at(0, "completion")["items"]?.arrayValue ?? []).compactMap { $0["label"]?.stringValue }
    }
    #expect(labels(marked("double > limit")).contains("double"))
    let two = Self.vocabulary + "\nintent give:\n  fields:\n    amount: decimal in eur\n"
    var files = marked("double > limit", Self.ordering.replacing("- intent: place_order", with: "- intent: [place_order, give]"))
    files[Self.shop] = two
    #expect(!labels(files).contains("double"))
    let onIntent = labels(marked("amount * 2", in: Self.shop))
    #expect(onIntent.contains("sku") && onIntent.contains("amount"))
  }

  @Test("it is no `let` to put in its places, and no name to edit in one file alone")
  func actions() {
    for (text, path) in [("double > limit", Self.orders), ("double: amount", Self.shop)] {
      let editor = editor(text, in: path)
      #expect(editor.at(0, "linkedEditingRange") == .null)
      let place = editor.marks[0]
      let position: JSONValue = .object(["line": .int(place.line), "character": .int(place.character)])
      let answer = editor.request(
        "textDocument/codeAction",
        [
          "textDocument": .object(["uri": .text(EditorStub.uri(path))]),
          "range": .object(["start": position, "end": position]),
          "context": .object(["diagnostics": .array([]), "only": .texts(["refactor.inline"])]),
        ])
      #expect(answer.arrayValue ?? [] == [])
    }
  }

  @Test("the outline of the intent has it")
  func outline() {
    let hierarchy: JSONObject = [
      "textDocument": .object(["documentSymbol": .object(["hierarchicalDocumentSymbolSupport": .boolean(true)])])
    ]
    let editor = EditorStub(marked("double > limit"), capabilities: hierarchy)
    let document: JSONValue = .object(["uri": .text(EditorStub.uri(Self.shop))])
    let symbols = editor.request("textDocument/documentSymbol", ["textDocument": document]).arrayValue ?? []
    let intent = symbols.first { $0["name"]?.stringValue == "intent place_order" }
    let parts = intent?["children"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
    #expect(parts == ["order_id", "sku", "amount", "size", "double"])
  }
}
