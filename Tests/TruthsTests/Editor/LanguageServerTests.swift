import Foundation
import Testing
import TruthsTestSupport

/// `truths lsp` as an editor runs it: its input and output in bytes, and its exit status.
@Suite("The language server as a process")
struct LanguageServerTests {
  static func frame(_ json: String) -> String { "Content-Length: \(json.utf8.count)\r\n\r\n\(json)" }

  /// The messages of an output.
  static func messages(_ output: String) -> [[String: Any]] {
    var rest = Data(output.utf8)
    var found: [[String: Any]] = []
    while let end = rest.range(of: Data("\r\n\r\n".utf8)) {
      let head = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      guard let length = head.split(separator: ":").last.flatMap({ Int($0.trimmingCharacters(in: .whitespaces)) }) else { break }
      let content = rest[end.upperBound...].prefix(length)
      found.append((try? JSONSerialization.jsonObject(with: content)) as? [String: Any] ?? [:])
      rest = Data(rest[end.upperBound...].dropFirst(length))
    }
    return found
  }

  func run(_ messages: [String]) throws -> (messages: [[String: Any]], status: Int32, complaints: String) {
    let directory = FileManager.default.temporaryDirectory.appending(path: "truths-lsp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let pack = directory.appending(path: "truths/shop")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    let text =
      "pack shop:\n  version: 1.0.0\n\nintent buy:\n  fields:\n    amount: decimal\n\n"
      + "truth buying:\n  when:\n    - intent: buy\n  requires:\n    - amuont > 0\n  produces:\n    - trace.buying\n"
    try Data(text.utf8).write(to: pack.appending(path: "shop.truths"))
    let input = messages.map { Self.frame($0.replacingOccurrences(of: "ROOT", with: directory.path)) }.joined()
    try Data(input.utf8).write(to: directory.appending(path: "in"))
    let result = try BuiltCommand.shell("truths lsp < in", in: directory)
    return (Self.messages(result.output), result.status, result.complaints)
  }

  static let initialize = #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":"file://ROOT","capabilities":{}}}"#
  static let initialized = #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#
  static let exit = #"{"jsonrpc":"2.0","method":"exit"}"#

  @Test("a set is read from the disk, and its files are told what is wrong with them")
  func session() throws {
    let uri = "file://ROOT/truths/shop/shop.truths"
    let hover =
      #"{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":{"textDocument":{"uri":"\#(uri)"},"position":{"line":3,"character":8}}}"#
    let shutdown = #"{"jsonrpc":"2.0","id":3,"method":"shutdown"}"#
    // Findings are published when no message waits. A whole file of messages leaves no pause, so the end of the input publishes
    // them.
    let result = try run([Self.initialize, Self.initialized, hover])
    #expect(result.status == 1)
    #expect(result.messages.compactMap { $0["id"] as? Int } == [1, 2])
    let told = result.messages.filter { $0["method"] as? String == "textDocument/publishDiagnostics" }
    #expect("\(told)".contains("T1001"))
    let ended = try run([Self.initialize, Self.initialized, hover, shutdown, Self.exit])
    #expect(ended.status == 0)
    #expect(ended.messages.compactMap { $0["id"] as? Int } == [1, 2, 3])
    #expect(ended.complaints == "")
  }

  @Test("an editor that goes away ends it with 1, and nonsense is answered")
  func ends() throws {
    #expect(try run([]).status == 1)
    #expect(try run([Self.exit]).status == 1)
    let nonsense = try run(["{", Self.initialize])
    #expect(nonsense.messages.count >= 2)
    #expect((nonsense.messages.first?["error"] as? [String: Any])?["code"] as? Int == -32700)
  }
}
