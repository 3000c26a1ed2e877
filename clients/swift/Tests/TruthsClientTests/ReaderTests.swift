import Testing

@testable import TruthsClient

/// The reading of server data that arrives in parts.
@Suite struct ReaderTests {
  /// C39.
  @Test("parts of a JSON text come byte for byte")
  func slices() {
    let text = Array(#" {"a": 0.10, "b" : [1, {"c": "},]\""}, []], "d":"é\\"} "#.utf8)
    let members = JSONSlice.members(of: text[...]) ?? []
    #expect(members.map(\.name) == ["a", "b", "d"])
    #expect(String(decoding: members[0].value, as: UTF8.self) == "0.10")
    let elements = JSONSlice.elements(of: members[1].value) ?? []
    #expect(elements.map { String(decoding: $0, as: UTF8.self) } == ["1", #"{"c": "},]\""}"#, "[]"])
    #expect(JSONSlice.members(of: Array("{}".utf8)[...])?.isEmpty == true)
    for fault in ["", "{", "[]", #"{"a"}"#, #"{"a": "b}"#, "{1: 2}", #"{"a\"#, #"{"a":1,}"#] {
      #expect(JSONSlice.members(of: Array(fault.utf8)[...]) == nil, "\(fault)")
    }
  }

  @Test("server-sent events are read however they are cut")
  func events() throws {
    let text = Array(": hello\r\nevent: fact\nid: s:1\ndata: {\"a\":1}\n\ndata:x\ndata: y\n\nevent: end\n\n".utf8)
    for size in [1, 3, 7, text.count] {
      let reader = EventStreamReader(largest: 100)
      var events: [(name: String, data: [UInt8])] = []
      for start in stride(from: 0, to: text.count, by: size) {
        events += try reader.read(Array(text[start..<min(start + size, text.count)]))
      }
      #expect(events.map(\.name) == ["fact", "message"])
      #expect(events.map { String(decoding: $0.data, as: UTF8.self) } == ["{\"a\":1}", "x\ny"])
    }
  }

  /// C36.
  @Test("an event has a largest size, however it is cut into lines")
  func large() {
    let line = "data: " + String(repeating: "x", count: 60) + "\n"
    #expect(throws: ClientFault.self) { try EventStreamReader(largest: 100).read(Array((line + line).utf8)) }
    #expect(throws: ClientFault.self) {
      try EventStreamReader(largest: 100).read(Array(repeating: UInt8(ascii: "y"), count: 101))
    }
  }

  @Test("a problem is read from its document, and from a status alone")
  func problems() {
    let problem = ServerProblem(
      Array(#"{"status":429,"code":"too_many_requests","detail":"wait","to":"k","retry_after":2}"#.utf8))
    #expect(problem.isTemporary && problem.retryAfter == 2 && problem.about == "k" && problem.code == "too_many_requests")
    #expect(ServerProblem(Array("<html>".utf8), status: 502).isTemporary)
    #expect(LiveAnswer(Array(#"{"reason": 1}"#.utf8)[...]) == nil)
  }
}
