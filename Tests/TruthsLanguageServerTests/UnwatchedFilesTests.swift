import Foundation
import Testing
import TruthsJSON

@testable import TruthsLanguageServer

@Suite("Files that change on disk without word from the client")
struct UnwatchedFilesTests {
  static let path = "truths/shop/shop.truths"
  static let orders = "truths/shop/shop.orders.truths"

  func codes(_ editor: EditorStub, _ path: String) -> [String] {
    editor.settle()
    return (editor.diagnostics[path]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue }
  }

  @Test("a save, an opened document and a look at the files read what others wrote")
  func rereads() {
    let editor = EditorStub(ShopSet.files)
    #expect(editor.server.watchesFiles)
    #expect(codes(editor, Self.orders) == [])
    editor.host.write(Self.path, ShopSet.vocabulary.replacing("sku: text", with: "code: text"))
    #expect(codes(editor, Self.orders) == [])
    editor.notify("textDocument/didSave", ["textDocument": .object(["uri": .text(EditorStub.uri(Self.orders))])])
    #expect(codes(editor, Self.orders).contains("T1001"))
    editor.host.write(Self.path, ShopSet.vocabulary)
    editor.open(Self.orders)
    #expect(codes(editor, Self.orders) == [])
    editor.host.write(Self.path, ShopSet.vocabulary.replacing("sku: text", with: "code: text"))
    let changes = editor.server.changes
    editor.server.rereadFiles()
    #expect(editor.server.changes == changes + 1)
    #expect(codes(editor, Self.orders).contains("T1001"))
    editor.server.rereadFiles()
    #expect(editor.server.changes == changes + 1)
  }

  @Test("an open document stands in place of its file, and files come and go")
  func comeAndGo() {
    let editor = EditorStub(ShopSet.files)
    editor.open(Self.path)
    editor.host.write(Self.path, "")
    editor.server.rereadFiles()
    #expect(codes(editor, Self.orders) == [])
    editor.close(Self.path)
    #expect(!codes(editor, Self.orders).isEmpty)
    editor.host.write(Self.path, ShopSet.vocabulary)
    editor.host.write("truths/shop/shop.more.truths", "policy faulty:\n  type: nothing\n")
    editor.server.rereadFiles()
    #expect(codes(editor, "truths/shop/shop.more.truths") != [])
    editor.host.write("truths/shop/shop.more.truths", nil)
    editor.server.rereadFiles()
    #expect(codes(editor, "truths/shop/shop.more.truths") == [])
  }

  @Test("a client that watches files is left to tell")
  func watching() {
    let capabilities: JSONObject = [
      "workspace": .object(["didChangeWatchedFiles": .object(["dynamicRegistration": .boolean(true)])])
    ]
    let editor = EditorStub(ShopSet.files, capabilities: capabilities)
    #expect(!editor.server.watchesFiles)
  }
}
