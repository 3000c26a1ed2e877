import Testing
import TruthsFraming

@testable import TruthsDebugAdapter

@Suite("Messages of the Debug Adapter Protocol")
struct DebugMessageTests {
  private func fault(_ text: String) -> String? {
    if case .fault(let fault) = DebugMessage(.content(Array(text.utf8))) { return fault }
    return nil
  }

  @Test("what is no request is told")
  func faults() {
    #expect(fault("{") == "a message is one object of JSON")
    #expect(fault("[]") == "a message is one object of JSON")
    #expect(fault(#"{"seq":1}"#) == "the `type` of a message is `request`, `response` or `event`")
    #expect(fault(#"{"type":"request","seq":"1","command":"next"}"#) == "a request has a whole number `seq` and a text `command`")
    #expect(fault(#"{"type":"request","seq":1,"command":"next"}"#) == nil)
    // Any number and character has an answer.
    for value in ["9223372036854775807", "1e308", "0.12345678901234567890", "\"\u{FFFF}\""] {
      #expect(fault(#"{"type":"request","seq":1,"command":"scopes","arguments":{"frameId":\#(value)}}"#) == nil)
    }
  }
}
