import Foundation
import Testing
import TruthsFraming
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

@Suite("Messages and lifecycle")
struct ProtocolTests {
  func message(_ text: String) -> [JSONValue] {
    let server = LanguageServer(host: MemoryHost(ShopSet.files))
    return server.take(EditorMessage(.content(Array(text.utf8)))).map { EditorStub.json($0) }
  }

  func code(_ text: String) -> Int? { message(text).first?.at("error", "code")?.intValue }

  @Test("what is no message is answered with an error")
  func faultyMessages() {
    #expect(code("{") == -32700)
    #expect(code("[]") == -32600)
    #expect(code(#"{"jsonrpc":"2.0","id":1}"#) == -32600)
    #expect(code(#"{"jsonrpc":"2.0","id":{},"method":"shutdown"}"#) == -32600)
    #expect(code(#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover","params":{}}"#) == -32002)
    #expect(message(#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{}}"#) == [])
  }

  @Test(
    "any number has an answer, and the id of a request comes back as it was written",
    arguments: [
      "1", "-1", "4611686018427387904", "9223372036854775807", "1e308", "-1e308", "0.12345678901234567890123", "1e-400",
      "123456789012345678901234567890",
    ])
  func numbers(_ number: String) {
    func answers(_ text: String) -> [String] {
      let server = LanguageServer(host: MemoryHost(ShopSet.files))
      let first = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"initializationOptions":{"x":\#(number)}}}"#
      return [first, text].flatMap { server.take(EditorMessage(.content(Array($0.utf8)))) }.map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    let place = #""textDocument":{"uri":"file:///project/truths/shop/shop.truths"},"position":{"line":\#(number),"character":0}"#
    let found = answers(#"{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{\#(place)}}"#)
    #expect(found.count == 2)
    #expect(found.allSatisfy { !$0.contains("-32700") }, "\(found)")
    #expect(found.last?.contains(#""id":7"#) == true)
    if Int(number) == nil { return }
    let named = answers(#"{"jsonrpc":"2.0","id":\#(number),"method":"textDocument/unknown"}"#)
    #expect(named.last?.contains(#""id":\#(number),"#) == true, "\(named)")
  }

  @Test("a document may contain any character", arguments: [0xFFFF, 0x1FFFE, 0xFDD0, 0, 0x202E, 0x10FFFF] as [UInt32])
  func characters(_ number: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(number))
    let path = "truths/shop/shop.truths"
    let editor = EditorStub(ShopSet.files)
    editor.open(path)
    editor.change(
      path, to: "# \(scalar)\n" + editor.text(path).replacingOccurrences(of: "type: decimal", with: "typ: decimal"))
    editor.settle()
    #expect(editor.diagnostics[path]?.arrayValue?.isEmpty == false)
  }

  @Test("unknown requests, missing parameters and requests behind the end are refused")
  func requests() {
    let editor = EditorStub(ShopSet.files)
    #expect(editor.request("textDocument/unknown", [:])["code"]?.intValue == -32601)
    #expect(editor.request("initialize", [:])["code"]?.intValue == -32600)
    for method in LanguageFeatures.requests.keys.sorted() where method.hasPrefix("textDocument/") {
      #expect(editor.request(method, [:])["code"]?.intValue == -32602, "\(method)")
    }
    #expect(editor.request("shutdown", [:]) == .null)
    #expect(editor.request("textDocument/hover", [:])["code"]?.intValue == -32600)
    #expect(editor.server.exitStatus == nil)
    editor.notify("exit", [:])
    #expect(editor.server.exitStatus == 0)
    let other = EditorStub(ShopSet.files)
    other.notify("exit", [:])
    #expect(other.server.exitStatus == 1)
  }

  @Test("a request that is cancelled before its turn is answered so")
  func cancelling() {
    var queue = MessageQueue()
    func put(_ text: String) { queue.put(EditorMessage(.content(Array(text.utf8)))) }
    put(#"{"jsonrpc":"2.0","id":1,"method":"textDocument/hover"}"#)
    put(#"{"jsonrpc":"2.0","id":"two","method":"textDocument/hover"}"#)
    put(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":"two"}}"#)
    put(#"{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":3}}"#)
    guard case .request(.number, _, _)? = queue.take(), case .fault(let error, let id)? = queue.take() else {
      Issue.record("the second alone is cancelled")
      return
    }
    #expect(error.code == .requestCancelled)
    #expect(id == .text("two"))
    #expect(queue.isEmpty)
  }

  @Test("positions are told in the client's units")
  func encodings() {
    let text = "# 𝒳 é\ntruth ordering:\n"
    let file = SourceFile(id: FileID(0), path: "", bytes: Array(text.utf8))
    for (encoding, ends) in [(PositionEncoding.utf8, [2, 6, 7, 9]), (.utf16, [2, 4, 5, 6]), (.utf32, [2, 3, 4, 5])] {
      for (offset, character) in zip([2, 6, 7, 9], ends) {
        let position = LinePosition(line: 0, character: character)
        #expect(file.linePosition(at: offset, encoding) == position)
        #expect(file.offset(of: position, encoding) == offset)
      }
    }
    // In the middle of a pair, behind the line, behind the file.
    #expect(file.offset(of: LinePosition(line: 0, character: 3), .utf16) == 2)
    #expect(file.offset(of: LinePosition(line: 0, character: 99), .utf16) == 9)
    #expect(file.offset(of: LinePosition(line: 99, character: 0), .utf16) == text.utf8.count)
    #expect(file.offset(of: LinePosition(line: -1, character: -1), .utf16) == 0)
  }

  @Test(
    "the client's first choice among encodings that are offered is taken",
    arguments: [
      (["utf-16"], "utf-16"), (["utf-16", "utf-8"], "utf-8"), ([], "utf-16"), (["utf-32"], "utf-32"),
    ])
  func negotiation(_ offered: [String], _ taken: String) {
    let editor = EditorStub(ShopSet.files, capabilities: ["general": .object(["positionEncodings": .texts(offered)])])
    #expect(editor.result.at("capabilities", "positionEncoding")?.stringValue == taken)
  }

  @Test("URIs and paths are two ways with what is escaped")
  func uris() {
    #expect(FileURI.uri(of: "/a b/ü.truths") == "file:///a%20b/%C3%BC.truths")
    #expect(FileURI.path(of: "file:///a%20b/%c3%bc.truths") == "/a b/ü.truths")
    #expect(FileURI.path(of: "file://localhost/a") == "/a")
    for uri in ["untitled:Untitled-1", "file://other/a", "file:///%zz", "http://a/b", ""] {
      #expect(FileURI.path(of: uri) == nil)
    }
  }

  @Test("documents of no project are sets of their own")
  func loose() {
    let editor = EditorStub(ShopSet.files)
    let uri = "untitled:Untitled-1.truths"
    editor.notify(
      "textDocument/didOpen",
      ["textDocument": .object(["uri": .text(uri), "version": .int(1), "text": .text("truth x:\n  when:\n    - intnt: a\n")])])
    let messages = editor.heard(editor.server.settle(.moment))
    #expect(messages.contains { $0.at("params", "uri")?.stringValue == uri })
    editor.notify("textDocument/didClose", ["textDocument": .object(["uri": .text(uri)])])
    let closed = editor.heard(editor.server.settle(.moment))
    #expect(closed.contains { $0.at("params", "uri")?.stringValue == uri && $0.at("params", "diagnostics") == .array([]) })
  }
}
