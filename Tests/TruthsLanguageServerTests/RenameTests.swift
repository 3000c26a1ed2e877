import Foundation
import Testing
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

@Suite("References and renaming")
struct RenameTests {
  static let orders = "truths/shop/shop.orders.truths"

  @Test("references stand in truths and fixtures, with or without the declaration")
  func references() {
    let editor = EditorStub(ShopSet.marked("order.placed"))
    let all = editor.places(editor.at(0, "references", ["context": .object(["includeDeclaration": .boolean(true)])]))
    #expect(
      all == [
        "truths/shop/shop.orders.truths:17:12", "truths/shop/shop.truths:6:6", "Fixtures/shop/small.json:5:60",
      ])
    let uses = editor.places(editor.at(0, "references", ["context": .object(["includeDeclaration": .boolean(false)])]))
    #expect(!uses.contains("truths/shop/shop.truths:6:6"))
  }

  @Test("the same name is highlighted where it is read and made")
  func highlights() {
    let editor = EditorStub(ShopSet.marked("double: amount"))
    let found = editor.at(0, "documentHighlight").arrayValue ?? []
    #expect(found.compactMap { $0.at("range", "start", "line")?.intValue } == [5, 13])
    #expect(found.compactMap { $0["kind"]?.intValue } == [3, 2])
  }

  /// The text of every file behind a rename, or the refusal.
  func renamed(_ editor: EditorStub, to name: String) -> (files: [String: String], refusal: String?) {
    let answer = editor.at(0, "rename", ["newName": .text(name)])
    guard let changes = answer["changes"]?.objectValue else { return ([:], answer["message"]?.stringValue ?? "?") }
    var files: [String: String] = [:]
    for member in changes.members {
      let path = EditorStub.path(member.name.string)
      files[path] = Edits.applied(member.value, to: editor.text(path))
    }
    return (files, nil)
  }

  @Test("a let is renamed in its truth alone")
  func locals() {
    let editor = EditorStub(ShopSet.marked("double > limit"))
    let (files, refusal) = renamed(editor, to: "twice")
    #expect(refusal == nil)
    #expect(Array(files.keys) == [Self.orders])
    #expect(files[Self.orders] == ShopSet.ordering.replacingOccurrences(of: "double", with: "twice"))
  }

  @Test("what an intent answers of AuthZEN goes by the names of its field and its facts")
  func access() {
    let summary = "  summary: Somebody wants to buy\n"
    func editor(_ mapping: String) -> EditorStub {
      let text = ShopSet.vocabulary.replacing(summary, with: summary + "  authzen: {action: buy, resource: stock, \(mapping)}\n")
      return EditorStub(ShopSet.files("truths/shop/shop.truths", text))
    }
    let fact = renamed(editor("id: sku, resources: stock.↓counted"), to: "stock.seen")
    let vocabulary = fact.files["truths/shop/shop.truths"] ?? ""
    #expect(fact.refusal == nil && vocabulary.contains("resources: stock.seen}") && vocabulary.contains("fact stock.seen:"))
    let field = renamed(editor("id: ↓sku, resources: stock.counted"), to: "good")
    #expect(field.files["truths/shop/shop.truths"]?.contains("id: good,") ?? (field.refusal != nil), "\(field)")
  }

  @Test("a name that the engine or a document reads is kept")
  func readElsewhere() {
    let policy = "policy approver_role:\n  summary: Who approves\n  type: text\n  default: \"manager\"\n\n"
    var files = ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary + policy.replacing("policy ", with: "policy ↓"))
    #expect(renamed(EditorStub(files), to: "role").refusal?.contains("the engine reads `approver_role`") == true)
    files = ShopSet.files("truths/shop/shop.truths", ShopSet.vocabulary.replacing("[small, ", with: "[↓small, "))
    files["Fixtures/shop/order.json"] = #"{"size": "small"}"#
    #expect(renamed(EditorStub(files), to: "little").refusal == nil)
    files["Fixtures/shop/small.json"] = ShopSet.fixture.replacing(
      #""context": {"#, with: #""context": {"documents": {"order": "order.json"}, "#)
    #expect(
      renamed(EditorStub(files), to: "little").refusal
        == "Fixtures/shop/order.json, which fixtures name, holds `small`: change that first")
  }

  @Test("a fact is renamed in truths and fixtures")
  func facts() {
    let editor = EditorStub(ShopSet.marked("order.placed"))
    let (files, refusal) = renamed(editor, to: "order.taken")
    #expect(refusal == nil)
    for path in ShopSet.files.keys {
      #expect(files[path] == ShopSet.files[path]?.replacingOccurrences(of: "order.placed", with: "order.taken"))
    }
  }

  @Test("a field goes with those that it joins and is copied to by its name")
  func fields() {
    let editor = EditorStub(ShopSet.marked("order_id exists"))
    let (files, refusal) = renamed(editor, to: "order_number")
    #expect(refusal == nil)
    for path in ShopSet.files.keys {
      #expect(files[path] == ShopSet.files[path]?.replacingOccurrences(of: "order_id", with: "order_number"))
    }
  }

  @Test("a policy's bare name in a fixture follows")
  func barePolicies() {
    var files = ShopSet.marked("limit:", in: "truths/shop/shop.truths")
    for name in ["limit", "shop.limit"] {
      files["Fixtures/shop/small.json"] = ShopSet.fixture.replacing(
        #""context":"#, with: #""policies": {"\#(name)": 50}, "context":"#)
      let (changed, refusal) = renamed(EditorStub(files), to: "most")
      #expect(refusal == nil)
      #expect(changed["Fixtures/shop/small.json"]?.contains("\"\(name.replacing("limit", with: "most"))\": 50") == true)
    }
  }

  @Test("a name inside a `let` that a produced field copies is found and follows")
  func insideLets() {
    var files = ShopSet.files(
      "truths/shop/shop.truths",
      ShopSet.vocabulary.replacing("    size: size?", with: "    size: size?\n    due: integer")
        + "policy days_to_pay:\n  summary: Days\n  type: integer\n  default: 3\n\n")
    files[Self.orders] = ShopSet.ordering.replacing("double: amount * 2", with: "double: amount * 2\n    due: ↓days_to_pay + 1")
    let editor = EditorStub(files)
    #expect(editor.at(0, "hover") != .null)
    let (changed, refusal) = renamed(editor, to: "patience")
    #expect(refusal == nil)
    #expect(changed[Self.orders]?.contains("due: patience + 1") == true)
    #expect(changed["truths/shop/shop.truths"]?.contains("policy patience:") == true)
  }

  @Test("the proposal that is tried follows, and what is known beside it keeps its names")
  func scratch() {
    let proposal = #"{"action": "place_order", "order_id": "o1"}"#
    let editor = EditorStub(
      ShopSet.marked("place_order:", in: "truths/shop/shop.truths"), ledgers: [".truths/scratch.json": proposal])
    let (files, refusal) = renamed(editor, to: "buy")
    #expect(refusal == nil)
    #expect(files[".truths/scratch.json"] == proposal.replacing("place_order", with: "buy"))
    let other = EditorStub(
      ShopSet.marked("place_order:", in: "truths/shop/shop.truths"), ledgers: [".truths/context.jsonl": proposal])
    #expect(renamed(other, to: "buy").refusal?.contains(".truths/context.jsonl records `place_order`") == true)
  }

  @Test("a text that says the old name or the new one is told with its place")
  func texts() {
    let clause = #"    - 'some d in decision.made satisfies d.action exists and d.action == "NAME" → warn("again")'"#
    func refusal(_ text: String) -> String? {
      var files = ShopSet.marked("place_order:", in: "truths/shop/shop.truths")
      files[Self.orders] = ShopSet.ordering.replacing("  produces:", with: clause.replacing("NAME", with: text) + "\n  produces:")
      return renamed(EditorStub(files), to: "buy").refusal
    }
    for text in ["place_order", "shop.place_order", "buy", "shop.buy"] {
      #expect(refusal(text)?.hasPrefix("truths/shop/shop.orders.truths:16 has the text `\(text)`") == true, "\(text)")
    }
    #expect(refusal("place_orders") == nil)
  }

  @Test("what a ledger records keeps its name, and the refusal says so")
  func ledgers() {
    let ledger = #"{"type":"fact","fact":{"type":"order.placed","order_id":"o1"}}"# + "\n"
    let editor = EditorStub(ShopSet.marked("order.placed"), ledgers: ["ledger.jsonl": ledger])
    let refusal = renamed(editor, to: "order.taken").refusal
    #expect(refusal?.contains("ledger.jsonl records `order.placed`") == true)
    let other = EditorStub(ShopSet.marked("double > limit"), ledgers: ["ledger.jsonl": ledger])
    #expect(renamed(other, to: "twice").refusal == nil)
  }

  @Test(
    "a name that is none, is taken or means something else is refused",
    arguments: ["Twice", "not", "two times", "limit", "amount", ""])
  func refused(_ name: String) {
    let editor = EditorStub(ShopSet.marked("double > limit"))
    #expect(renamed(editor, to: name).refusal != nil)
  }

  @Test("a client that can ask is told that ledgers elsewhere may record the name")
  func confirmation() {
    let capabilities: JSONObject = [
      "workspace": .object([
        "workspaceEdit": .object(["documentChanges": .boolean(true), "changeAnnotationSupport": .object([:])])
      ])
    ]
    let editor = EditorStub(ShopSet.marked("order.placed"), capabilities: capabilities)
    let answer = editor.at(0, "rename", ["newName": .text("order.taken")])
    #expect(answer.at("changeAnnotations", "recorded", "needsConfirmation")?.boolValue == true)
    #expect(answer["documentChanges"]?.arrayValue?.count == 3)
  }

  @Test("the name at the cursor is offered, and the language's own is not")
  func preparation() {
    let editor = EditorStub(ShopSet.marked("double > limit"))
    #expect(editor.at(0, "prepareRename")["placeholder"]?.stringValue == "double")
    #expect(EditorStub(ShopSet.marked("exists")).at(0, "prepareRename") == .null)
  }
}

/// Edits of an answer, applied.
enum Edits {
  static func applied(_ edits: JSONValue, to text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Array(String($0).utf16) }
    let sorted = (edits.arrayValue ?? []).sorted { first, second in
      let (a, b) = (ProtocolRange(first["range"] ?? .null), ProtocolRange(second["range"] ?? .null))
      return (a?.start ?? .zero) > (b?.start ?? .zero)
    }
    for edit in sorted {
      guard let range = edit["range"].flatMap({ ProtocolRange($0) }), let new = edit["newText"]?.stringValue else { continue }
      let before = Array(lines[range.start.line].prefix(range.start.character))
      let after = range.end.line < lines.count ? Array(lines[range.end.line].dropFirst(range.end.character)) : []
      let joined = String(decoding: before, as: UTF16.self) + new + String(decoding: after, as: UTF16.self)
      let replaced = joined.split(separator: "\n", omittingEmptySubsequences: false).map { Array(String($0).utf16) }
      lines.replaceSubrange(range.start.line...min(range.end.line, lines.count - 1), with: replaced)
    }
    return lines.map { String(decoding: $0, as: UTF16.self) }.joined(separator: "\n")
  }
}
