import Foundation
import Testing
import TruthsTestSupport

/// `truths debug` as an editor runs it: its input and output in bytes, and its exit status.
@Suite("The debug adapter as a process (command-line §5.25)")
struct DebugCommandTests {
  /// Sends requests over a project, and returns the messages that answer them.
  private func run(_ requests: [String]) throws -> (messages: [[String: Any]], status: Int32) {
    let directory = FileManager.default.temporaryDirectory.appending(path: "truths-debug-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: directory) }
    let pack = directory.appending(path: "truths/shop")
    try FileManager.default.createDirectory(at: pack, withIntermediateDirectories: true)
    let text =
      "pack shop:\n  version: 1.0.0\n\nintent buy:\n  fields:\n    amount: decimal\n\n"
      + "truth buying:\n  when:\n    - intent: buy\n  requires:\n    - amount > 0\n  produces:\n    - trace.buying\n"
    try Data(text.utf8).write(to: pack.appending(path: "shop.truths"))
    try Data(#"{"action": "buy", "amount": 1}"#.utf8).write(to: directory.appending(path: "order.json"))
    let frames = requests.enumerated().map { number, request in
      LanguageServerTests.frame(#"{"seq":\#(number + 1),"type":"request",\#(request)}"#)
    }
    try Data(frames.joined().utf8).write(to: directory.appending(path: "in"))
    let result = try BuiltCommand.shell("truths debug < in", in: directory)
    return (LanguageServerTests.messages(result.output), result.status)
  }

  private static let initialize = #""command":"initialize","arguments":{"adapterID":"truths"}"#
  private static let launch = #""command":"launch","arguments":{"proposal":"order.json"}"#

  @Test("it ends with 0 after `disconnect` or the end of the run, and with 1 where the editor goes away before")
  func ends() throws {
    #expect(try run([]).status == 1)
    #expect(try run([Self.initialize, Self.launch]).status == 1)
    #expect(try run([Self.initialize, #""command":"disconnect""#]).status == 0)
    let whole = try run([Self.initialize, Self.launch, #""command":"configurationDone""#])
    #expect(whole.status == 0)
    #expect(whole.messages.compactMap { $0["event"] as? String } == ["initialized", "output", "exited", "terminated"])
    #expect(whole.messages.enumerated().allSatisfy { $0.element["seq"] as? Int == $0.offset + 1 })
  }
}
