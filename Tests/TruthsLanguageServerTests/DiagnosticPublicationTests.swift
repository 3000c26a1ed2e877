import Foundation
import Testing
import TruthsJSON

@testable import TruthsLanguageServer

@Suite("Diagnostics")
struct DiagnosticPublicationTests {
  func codes(_ editor: EditorStub, _ path: String) -> [String] {
    (editor.diagnostics[path]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  @Test("a clean set has none, a mistake has its own, and mending takes it away")
  func mistakes() {
    let path = "truths/shop/shop.orders.truths"
    let editor = EditorStub(ShopSet.files)
    editor.settle()
    #expect(editor.diagnostics.values.allSatisfy { $0 == .array([]) })
    editor.open(path)
    editor.change(path, to: editor.text(path).replacingOccurrences(of: "limit →", with: "limitt →"))
    editor.settle()
    #expect(codes(editor, path).contains("T1001"))
    editor.change(path, to: ShopSet.ordering)
    editor.settle()
    #expect(codes(editor, path) == [])
  }

  @Test("fixtures have findings where the set has no errors")
  func fixtures() {
    let path = "Fixtures/shop/small.json"
    let editor = EditorStub(ShopSet.files)
    editor.open(path)
    editor.change(path, to: editor.text(path).replacingOccurrences(of: "place_order", with: "place_orders"))
    editor.settle()
    #expect(!codes(editor, path).isEmpty)
  }

  @Test("files that change on the disk are read again")
  func disk() {
    let path = "truths/shop/shop.orders.truths"
    let editor = EditorStub(ShopSet.files)
    editor.settle()
    editor.host.write(path, ShopSet.ordering.replacingOccurrences(of: "limit →", with: "limitt →"))
    editor.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": .array([.object(["uri": .text(EditorStub.uri(path)), "type": .int(2)])])])
    editor.settle()
    #expect(codes(editor, path).contains("T1001"))
  }

  @Test("closing a document puts the file of the disk back")
  func closing() {
    let path = "truths/shop/shop.orders.truths"
    let editor = EditorStub(ShopSet.files)
    editor.open(path)
    editor.change(path, to: "nonsense")
    editor.settle()
    #expect(!codes(editor, path).isEmpty)
    editor.close(path)
    editor.settle()
    #expect(codes(editor, path) == [])
  }

  @Test("a finding has its place, its code and what helps")
  func content() {
    let path = "truths/shop/shop.orders.truths"
    let editor = EditorStub(ShopSet.files)
    editor.open(path)
    editor.change(path, to: editor.text(path).replacingOccurrences(of: "double > limit", with: "double > limitt"))
    editor.settle()
    let found = editor.diagnostics[path]?.arrayValue?.first { $0["code"]?.stringValue == "T1001" }
    #expect(found?["severity"]?.intValue == 1)
    #expect(found?.at("range", "start", "line")?.intValue == 13)
    #expect(found?.at("range", "start", "character")?.intValue == 15)
    #expect(found?["message"]?.stringValue?.contains("limitt") == true)
  }

  @Test("who pulls is told the same, and told that nothing changed")
  func pull() {
    let path = "truths/shop/shop.orders.truths"
    let editor = EditorStub(ShopSet.files)
    editor.open(path)
    editor.change(path, to: editor.text(path).replacingOccurrences(of: "limit →", with: "limitt →"))
    editor.settle()
    let document: JSONValue = .object(["uri": .text(EditorStub.uri(path))])
    let pulled = editor.request("textDocument/diagnostic", ["textDocument": document])
    #expect(pulled["kind"]?.stringValue == "full")
    #expect(pulled["items"] == editor.diagnostics[path])
    let again = editor.request(
      "textDocument/diagnostic", ["textDocument": document, "previousResultId": pulled["resultId"] ?? .null])
    #expect(again["kind"]?.stringValue == "unchanged")
    let all = editor.request("workspace/diagnostic", ["previousResultIds": .array([])])
    #expect(all["items"]?.arrayValue?.contains { $0["items"] == editor.diagnostics[path] } == true)
  }
}
