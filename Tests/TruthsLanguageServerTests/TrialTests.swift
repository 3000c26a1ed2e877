import Foundation
import Testing
import TruthsJSON

@testable import TruthsLanguageServer

/// Proposals that an author tries, and their contexts (docs/how-to/editor.md): the scratch files, those of the settings, and open
/// documents.
@Suite("Trials")
struct TrialTests {
  static let proposal = "orders/first.json"
  static let context = "orders/context.jsonl"
  static let text = #"{"action": "place_order", "order_id": "o1", "sku": "pen", "amount": 4, "size": "small"}"#
  static let facts = #"{"type": "stock.counted", "sku": "pen", "amount": 9}"# + "\n"

  private func editor(_ proposal: String = text, _ context: String = facts, options: JSONObject = [:]) -> EditorStub {
    EditorStub(
      ShopSet.files.merging([Self.proposal: proposal, Self.context: context]) { $1 },
      capabilities: ["workspace": .object(["workspaceEdit": .object(["documentChanges": .boolean(true)])])], options: options)
  }

  private func codes(_ editor: EditorStub, _ path: String) -> [String] {
    (editor.diagnostics[path]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  @Test("an open proposal has hovers, definitions and completion, and so has the context beside it")
  func names() {
    let editor = editor(
      Self.text.replacing("place_order", with: "place↓_order").replacing("\"small\"", with: "\"↓small\""),
      Self.facts.replacing("stock.counted", with: "stock.↓counted"))
    // The marks stand in order of path: the context's first.
    #expect(editor.at(0, "hover").at("contents", "value")?.stringValue?.contains("stock.counted") == true)
    #expect(editor.places(editor.at(0, "definition")) == ["truths/shop/shop.truths:14:6"])
    #expect(editor.at(1, "hover").at("contents", "value")?.stringValue?.contains("Somebody wants to buy") == true)
    #expect(editor.places(editor.at(1, "definition")) == ["truths/shop/shop.truths:21:8"])
    let offered = editor.at(2, "completion")["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
    #expect(offered.contains("small") && offered.contains("large"))
    #expect(
      editor.places(editor.at(1, "references", ["context": .object(["includeDeclaration": .boolean(true)])]))
        .contains("\(Self.proposal):1:13"))
  }

  @Test("a proposal that is not valid yet when it is opened is a trial too")
  func unfinished() {
    for rest in ["\"↓", "\"↓\"", "\"↓\", \"note\": }", "\"↓}]"] {
      let editor = editor(Self.text.replacing("\"small\"}", with: rest))
      let offered = editor.at(0, "completion")["items"]?.arrayValue?.compactMap { $0["label"]?.stringValue } ?? []
      #expect(offered.contains("small") && offered.contains("large"), "\(rest)")
      editor.settle()
      #expect(codes(editor, Self.proposal).count == 1, "\(rest)")
    }
  }

  @Test("what makes a proposal malformed stands in it, with what is near")
  func malformed() throws {
    let editor = editor(Self.text.replacing("amount", with: "amuont") + "↓")
    editor.settle()
    #expect(codes(editor, Self.proposal) == ["T8103"])
    let finding = try #require(editor.diagnostics[Self.proposal]?.arrayValue?.first)
    #expect(finding["message"]?.stringValue?.contains("unknown field `amuont`") == true)
    #expect(try fix("write `amount`", of: finding, in: Self.proposal, editor) == "\"amount\"")
    editor.change(Self.proposal, to: Self.text)
    editor.settle()
    #expect(codes(editor, Self.proposal) == [])
  }

  /// Returns what a quick fix writes in place of the place of a finding.
  private func fix(_ title: String, of finding: JSONValue, in path: String, _ editor: EditorStub) throws -> String? {
    let actions = editor.request(
      "textDocument/codeAction",
      [
        "textDocument": .object(["uri": .text(EditorStub.uri(path))]), "range": finding["range"] ?? .null,
        "context": .object(["diagnostics": .array([])]),
      ])
    let fix = try #require(actions.arrayValue?.first { $0["title"]?.stringValue == title }, "\(actions)")
    let edit = fix.at("edit", "documentChanges")?.arrayValue?.first?["edits"]?.arrayValue?.first
    #expect(edit?["range"] == finding["range"])
    return edit?["newText"]?.stringValue
  }

  @Test("a misspelt name of a fixture has a quick fix, whatever it names")
  func fixture() throws {
    let path = "Fixtures/shop/small.json"
    let wrong = ShopSet.fixture.replacing("\"size\"", with: "\"sizee\"")
      .replacing("\"expected\"", with: "\"expectedd\"")
    let editor = EditorStub(
      ShopSet.files(path, wrong + "↓"),
      capabilities: ["workspace": .object(["workspaceEdit": .object(["documentChanges": .boolean(true)])])])
    editor.settle()
    let found = editor.diagnostics[path]?.arrayValue ?? []
    for (code, name) in [("T8208", "size"), ("T8201", "expected")] {
      let finding = try #require(found.first { $0["code"]?.stringValue == code }, "\(found)")
      #expect(try fix("write `\(name)`", of: finding, in: path, editor) == "\"\(name)\"")
    }
  }

  @Test("what is wrong with a context stands in its line")
  func faultyContext() {
    let editor = editor(Self.text + "↓", Self.facts + #"{"type": "stock.countedd", "sku": "ink", "amount": 1}"# + "\n")
    editor.settle()
    #expect(codes(editor, Self.context) == ["T8101"])
    let start = editor.diagnostics[Self.context]?.arrayValue?.first?.at("range", "start")
    #expect(start?["line"]?.intValue == 1)
    #expect(start?["character"]?.intValue == 9)
    editor.close(Self.proposal)
    editor.settle()
    #expect(codes(editor, Self.context) == [])
  }

  @Test("a broken proposal stays one while it is typed")
  func typed() {
    let editor = editor(Self.text + "↓")
    editor.change(Self.proposal, to: #"{"action": "place_order", "#)
    editor.settle()
    #expect(!codes(editor, Self.proposal).isEmpty)
  }

  @Test("the settings name a proposal and a context, which need not be open")
  func settings() {
    let wrong = Self.text.replacing("amount", with: "amuont")
    let editor = editor(wrong, options: ["decide": .object(["proposal": .text(Self.proposal)])])
    editor.settle()
    #expect(codes(editor, Self.proposal) == ["T8103"])
    let none: JSONValue = .object(["truths": .object(["decide": .object(["proposal": .text("")])])])
    editor.notify("workspace/didChangeConfiguration", ["settings": none])
    editor.settle()
    #expect(codes(editor, Self.proposal) == [])
  }

  @Test("a rename changes an open proposal and the context beside it")
  func rename() {
    let editor = editor(Self.text + "↓", Self.facts + "↓")
    let declared: JSONObject = [
      "textDocument": .object(["uri": .text(EditorStub.uri("truths/shop/shop.truths"))]),
      "position": .object(["line": .int(13), "character": .int(8)]), "newName": .text("stock.known"),
    ]
    let changes = editor.request("textDocument/rename", declared)["documentChanges"]?.arrayValue ?? []
    let paths = changes.compactMap { $0.at("textDocument", "uri")?.stringValue.map { EditorStub.path($0) } }
    #expect(paths.contains(Self.context))
  }

  @Test("other JSON is left alone")
  func others() {
    let editor = editor(#"{"action": "nothing", "amuont": 1}"# + "↓")
    editor.settle()
    #expect(codes(editor, Self.proposal) == [])
  }
}
