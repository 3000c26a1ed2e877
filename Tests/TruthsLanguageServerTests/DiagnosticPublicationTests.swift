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

  // MARK: Pulled

  static let path = "truths/shop/shop.orders.truths"

  func pulling(refreshes: Bool = true) -> EditorStub {
    let workspace: JSONObject = ["diagnostics": .object(["refreshSupport": .boolean(refreshes)])]
    return EditorStub(
      ShopSet.files,
      capabilities: ["textDocument": .object(["diagnostic": .object([:])]), "workspace": .object(workspace)])
  }

  func pull(_ editor: EditorStub, _ path: String = path, after id: JSONValue? = nil) -> JSONValue {
    let document: JSONValue = .object(["uri": .text(EditorStub.uri(path))])
    return editor.request("textDocument/diagnostic", ["textDocument": document, "previousResultId": id ?? .null])
  }

  func codes(pulled: JSONValue) -> [String] { (pulled["items"]?.arrayValue ?? []).compactMap { $0["code"]?.stringValue } }

  @Test("a client with the capability pulls its open documents, and is sent the others")
  func pull() {
    let editor = pulling()
    #expect(editor.result.at("capabilities", "diagnosticProvider", "workspaceDiagnostics") == .boolean(true))
    editor.open(Self.path)
    editor.change(Self.path, to: editor.text(Self.path).replacingOccurrences(of: "limit →", with: "limitt →"))
    editor.open("Fixtures/shop/small.json")
    editor.host.write("truths/shop/shop.more.truths", "policy bad:\n  type: nothing\n  default: 1\n")
    editor.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": .array([.object(["uri": .text(EditorStub.uri("truths/shop/shop.more.truths")), "type": .int(1)])])])
    editor.settle()
    #expect(editor.diagnostics.filter { $0.value != .array([]) }.keys.sorted() == ["truths/shop/shop.more.truths"])
    let pulled = pull(editor)
    #expect(pulled["kind"]?.stringValue == "full")
    #expect(codes(pulled: pulled).contains("T1001"))
    let again = pull(editor, after: pulled["resultId"])
    #expect(again["kind"]?.stringValue == "unchanged")
    #expect(again["items"] == nil)
    editor.close(Self.path)
    editor.settle()
    #expect(codes(editor, "truths/shop/shop.more.truths") != [])
  }

  @Test("a client that cannot be told to pull again is sent all, and answered all")
  func noRefresh() {
    let editor = pulling(refreshes: false)
    #expect(editor.result.at("capabilities", "diagnosticProvider") == nil)
    let fixture = "Fixtures/shop/small.json"
    editor.open(fixture)
    editor.change(fixture, to: editor.text(fixture).replacingOccurrences(of: "\"size\"", with: "\"sizee\""))
    #expect(codes(pulled: pull(editor, fixture)) == ["T8208"])
    editor.settle()
    #expect(codes(editor, fixture) == ["T8208"])
    #expect(!editor.requests.map(\.method).contains("workspace/diagnostic/refresh"))
  }

  @Test("who pulls all files is sent none any more, and is told which have no findings now")
  func pullAll() {
    let editor = pulling()
    editor.host.write(Self.path, ShopSet.ordering.replacingOccurrences(of: "limit →", with: "limitt →"))
    editor.notify(
      "workspace/didChangeWatchedFiles",
      ["changes": .array([.object(["uri": .text(EditorStub.uri(Self.path)), "type": .int(2)])])])
    editor.settle()
    #expect(codes(editor, Self.path).contains("T1001"))
    let all = editor.request("workspace/diagnostic", ["previousResultIds": .array([])])["items"]?.arrayValue ?? []
    let first = all.first { $0["uri"]?.stringValue == EditorStub.uri(Self.path) }
    #expect(first.map { codes(pulled: $0).contains("T1001") } == true)
    editor.settle()
    #expect(codes(editor, Self.path) == [])
    let known: JSONValue = .array([
      .object(["uri": .text(EditorStub.uri(Self.path)), "value": first?["resultId"] ?? .null])
    ])
    let second = editor.request("workspace/diagnostic", ["previousResultIds": known])["items"]?.arrayValue ?? []
    #expect(second.map { $0["kind"]?.stringValue } == ["unchanged"])
    editor.open(Self.path, ShopSet.ordering)
    let third = editor.request("workspace/diagnostic", ["previousResultIds": known])["items"]?.arrayValue ?? []
    #expect(third.first { $0["uri"]?.stringValue == EditorStub.uri(Self.path) }?["items"] == .array([]))
  }

  @Test("a client that can be told to pulls again once a pause has found more, and not before")
  func refresh() {
    let editor = pulling()
    let fixture = "Fixtures/shop/small.json"
    editor.open(fixture)
    editor.change(fixture, to: editor.text(fixture).replacingOccurrences(of: "\"size\"", with: "\"sizee\""))
    let early = pull(editor, fixture)
    #expect(codes(pulled: early) == [])
    editor.settle()
    #expect(editor.requests.map(\.method).filter { $0 == "workspace/diagnostic/refresh" }.count == 1)
    let late = pull(editor, fixture, after: early["resultId"])
    #expect(codes(pulled: late) == ["T8208"])
    editor.settle()
    editor.change(fixture, to: editor.text(fixture) + "\n")
    editor.settle()
    #expect(editor.requests.map(\.method).filter { $0 == "workspace/diagnostic/refresh" }.count == 1)
  }
}
