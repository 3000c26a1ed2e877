import Testing
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// Refactorings after which every fixture has the result that it had (docs/how-to/editor.md).
@Suite("Proven refactorings")
struct ProvenRefactoringTests {
  static let path = "truths/shop/shop.orders.truths"
  static let resolving: JSONObject = [
    "textDocument": .object([
      "codeAction": .object(["resolveSupport": .object(["properties": .texts(["edit"])])])
    ])
  ]

  /// Returns what a client gets that resolves the first action of a kind at a selection.
  private func resolved(
    _ kind: String, _ selection: String, in text: String = ShopSet.ordering, fixture: String = ShopSet.fixture,
    vocabulary: String = ShopSet.vocabulary
  ) -> (action: JSONValue?, answer: JSONValue, text: String?) {
    var files = ShopSet.files(Self.path, text + "↓")
    files["Fixtures/shop/small.json"] = fixture
    files["truths/shop/shop.truths"] = vocabulary
    let editor = EditorStub(files, capabilities: Self.resolving)
    guard let range = text.firstRange(of: selection) else { return (nil, .null, nil) }
    let file = SourceFile(id: FileID(1), path: Self.path, bytes: Array(text.utf8))
    let start = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
    let places = ProtocolRange(
      file.linePosition(at: start, .utf16), file.linePosition(at: start + selection.utf8.count, .utf16))
    let answer = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(Self.path))]), "range": places.json,
        "context": .object(["diagnostics": .array([])]),
      ])
    guard let action = answer.arrayValue?.first(where: { $0["kind"]?.stringValue == kind }) else { return (nil, .null, nil) }
    let made = editor.request("codeAction/resolve", action.objectValue ?? [:])
    let edits = made.at("edit", "changes")?[EditorStub.uri(Self.path)]?.arrayValue?.compactMap { edit -> TextEdit? in
      guard let range = edit["range"].flatMap({ ProtocolRange($0) }), let text = edit["newText"]?.stringValue else { return nil }
      let (start, end) = (file.offset(of: range.start, .utf16), file.offset(of: range.end, .utf16))
      return TextEdit(span: Span(file: file.id, start: start, end: end), text: text)
    }
    return (action, made, edits.map { String(decoding: TextEdit.applied($0, to: file.bytes), as: UTF8.self) })
  }

  // MARK: A `let` in its places

  @Test("a let goes into its place, and its member with it")
  func inline() {
    let expected = ShopSet.ordering.replacing("  let:\n    double: amount * 2\n", with: "")
      .replacing("- double > limit", with: "- amount * 2 > limit")
    for selection in ["double: amount", "double > limit"] {
      let made = resolved("refactor.inline", selection)
      #expect(made.action?["edit"] == nil)
      #expect(made.action?["title"]?.stringValue == "put `double` in its 1 place")
      #expect(made.text == expected)
    }
  }

  @Test("brackets stand where they are needed, and the other lets stay")
  func brackets() {
    let text = ShopSet.ordering.replacing("    double: amount * 2\n", with: "    more: amount + 1\n    double: more * 2\n")
      .replacing("- sku exists\n", with: "- sku exists\n    - more > 1\n")
    let made = resolved("refactor.inline", "more: amount", in: text)
    #expect(
      made.text
        == text.replacing("    more: amount + 1\n", with: "").replacing("more * 2", with: "(amount + 1) * 2")
        .replacing("- more > 1", with: "- amount + 1 > 1"))
  }

  @Test("an action is refused where the text has changed to another one's")
  func changed() {
    let text = ShopSet.ordering.replacing(
      "    double: amount * 2\n", with: "    ↓double: amount * 2\n    triple: double + amount\n"
    )
    .replacing("- sku exists\n", with: "- sku exists\n    - triple > 1\n")
    let editor = EditorStub(ShopSet.files(Self.path, text), capabilities: Self.resolving)
    let place: JSONValue = .object(["line": .int(editor.marks[0].line), "character": .int(editor.marks[0].character)])
    let actions = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(Self.path))]), "range": .object(["start": place, "end": place]),
        "context": .object(["diagnostics": .array([])]),
      ])
    let action = actions.arrayValue?.first { $0["kind"]?.stringValue == "refactor.inline" }?.objectValue ?? [:]
    #expect(editor.request("codeAction/resolve", action)["edit"] != nil)
    let lets = "    double: amount * 2\n    triple: double + amount\n"
    let swapped = "    triple: amount * 2\n    double: triple + amount\n"
    editor.change(Self.path, to: editor.text(Self.path).replacing(lets, with: swapped))
    #expect(editor.request("codeAction/resolve", action)["code"]?.intValue == -32803)
  }

  @Test("a let that a key or a field takes by its name stays")
  func kept() {
    let text = ShopSet.ordering.replacing(
      "    double: amount * 2\n", with: "    double: amount * 2\n    note: join([sku, sku], order_id)\n"
    )
    .replacing("- sku exists\n", with: "- sku exists\n    - note exists\n")
    let vocabulary = ShopSet.vocabulary.replacing("    size: size?\n", with: "    size: size?\n    note: text\n")
    #expect(resolved("refactor.inline", "double: amount", in: text, vocabulary: vocabulary).text != nil)
    #expect(resolved("refactor.inline", "note: ", in: text, vocabulary: vocabulary).action == nil)
  }

  /// A fixture that expects the value of the `let` in a violation.
  static let large = """
    {
      "id": "shop.large",
      "context": {"facts": [{"type": "stock.counted", "sku": "pen", "amount": 9}]},
      "proposal": {"action": "place_order", "order_id": "o1", "sku": "pen", "amount": 900, "size": "small"},
      "expected": {"decision": "halted", "violations": [{"truth_id": "shop.orders.ordering", "values": {"double": 1800}}]}
    }
    """

  @Test("what a fixture would see is not offered")
  func seen() {
    #expect(resolved("refactor.inline", "double: amount", fixture: Self.large).action == nil)
    let unseen = Self.large.replacing("double", with: "limit")
    #expect(resolved("refactor.inline", "double: amount", fixture: unseen).action != nil)
  }

  @Test("a fixture that sees another result by now refuses what was offered, with its place")
  func refused() {
    let text = ShopSet.ordering.replacing("    double: amount * 2\n", with: "    ↓double: amount * 2\n")
    let editor = EditorStub(ShopSet.files(Self.path, text), capabilities: Self.resolving)
    let place: JSONValue = .object(["line": .int(editor.marks[0].line), "character": .int(editor.marks[0].character)])
    let actions = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(Self.path))]), "range": .object(["start": place, "end": place]),
        "context": .object(["diagnostics": .array([])]),
      ])
    let action = actions.arrayValue?.first { $0["kind"]?.stringValue == "refactor.inline" }?.objectValue ?? [:]
    let path = "Fixtures/shop/small.json"
    editor.open(path)
    editor.change(path, to: Self.large)
    let message = editor.request("codeAction/resolve", action)["message"]?.stringValue ?? ""
    #expect(message.hasPrefix("\(path):5:") && message.contains("then fixture `shop.large`"), "\(message)")
  }

  @Test("a let whose name a fixture would see in the place of the expression is not offered")
  func shownLet() {
    let text = ShopSet.ordering.replacing("- stock.counted\n", with: "- stock.counted.amount > 10\n")
    func made(_ expected: String) -> JSONValue? {
      let fixture = """
        {
          "id": "shop.few",
          "context": {"facts": [{"type": "stock.counted", "sku": "pen", "amount": 9}]},
          "proposal": {"action": "place_order", "order_id": "o1", "sku": "pen", "amount": 9, "size": "small"},
          "expected": {"decision": "rejected", \(expected)}
        }
        """
      return resolved("refactor.extract", "stock.counted.amount", in: text, fixture: fixture).action
    }
    #expect(made("\"violations_count\": 1") != nil)
    #expect(made("\"reason_contains\": \"> 10\"") != nil)
    #expect(made("\"reason_contains\": \"stock.counted.amount > 10\"") == nil)
  }

  // MARK: A function

  @Test("a selected expression becomes a function of what it reads")
  func function() {
    let made = resolved("refactor.extract.function", "amount * 2")
    let function = """
      function extracted:
        inputs:
          amount: decimal in eur
        output: decimal in eur
        value: amount * 2


      """
    #expect(made.text == function + ShopSet.ordering.replacing("double: amount * 2", with: "double: extracted(amount)"))
  }

  @Test("what reads a fact or the actor becomes none")
  func noFunction() {
    let text = ShopSet.ordering.replacing("- stock.counted\n", with: "- stock.counted.amount + amount > 0\n")
    #expect(resolved("refactor.extract.function", "stock.counted.amount + amount", in: text).action == nil)
    #expect(resolved("refactor.extract.function", "amount >").action == nil)
    let own = ShopSet.ordering.replacing("- stock.counted\n", with: "- sku != actor.user_id or amount > 5\n")
    #expect(resolved("refactor.extract.function", "sku != actor.user_id", in: own).action == nil)
  }

  // MARK: Linked editing

  /// Returns the texts of the linked ranges at a mark.
  private func linked(_ text: String) -> [String] {
    let editor = EditorStub(ShopSet.files(Self.path, text))
    let answer = editor.at(0, "linkedEditingRange")
    let file = SourceFile(id: FileID(1), path: Self.path, bytes: Array(editor.text(Self.path).utf8))
    return (answer["ranges"]?.arrayValue ?? []).compactMap { ProtocolRange($0) }.map { range in
      let start = file.offset(of: range.start, .utf16)
      return "\(range.start.line + 1): \(file.text(Span(file: file.id, start: start, end: file.offset(of: range.end, .utf16))))"
    }
  }

  @Test("a variable and its uses change together, and so do a let and its uses")
  func linkedRanges() {
    let loop = ShopSet.ordering.replacing(
      "- stock.counted\n", with: "- every s↓ in stock.counted satisfies s.amount > 0 and s.sku exists\n")
    #expect(linked(loop) == ["12: s", "12: s", "12: s"])
    #expect(linked(ShopSet.ordering.replacing("- double", with: "- dou↓ble")) == ["6: double", "14: double"])
    #expect(linked(ShopSet.ordering.replacing("- sku", with: "- s↓ku")) == [])
  }
}
