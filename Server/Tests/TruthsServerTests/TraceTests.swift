import Foundation
import Testing

@testable import TruthsServer

/// The header `traceparent` (server §3).
@Suite(.serialized)
struct TraceTests {
  @Test(
    "a header that is well-formed names a trace, any other none",
    arguments: [
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff", true),
      ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what-the-future-brings", true),
      ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", true),
      ("cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.what", false),
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", false),
      ("ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", false),
      ("00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01", false),
      ("00-00000000000000000000000000000000-00f067aa0ba902b7-01", false),
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01", false),
      ("00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01", false),
      ("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7", false), ("", false), ("-", false), ("---", false),
      ("00-4bf92f3577b34da6a3ce929d0e0e473g-00f067aa0ba902b7-01", false),
    ])
  func headers(value: String, isTaken: Bool) {
    #expect(TraceParent.traceID(in: value) == (isTaken ? "4bf92f3577b34da6a3ce929d0e0e4736" : nil))
  }

  @Test("the trace of a request is the proposal's where that names none; another trace is no other proposal")
  func proposals() throws {
    try withServer { server in
      let (trace, other) = ("4bf92f3577b34da6a3ce929d0e0e4736", "11111111111111111111111111111111")
      func order(_ id: String, _ traces: String...) throws -> RawClient.Answer {
        let headers = traces.map { "traceparent: 00-\($0)-00f067aa0ba902b7-01" }
        return try server.order(id, headers: headers + ["Idempotency-Key: \(id)"])
      }
      func traces(of answer: RawClient.Answer) throws -> Set<String> {
        let id = try #require(answer["job_id"])
        let events = try server.ask("GET", "/jobs/\(id)/events").body
        let list = try JSONSerialization.jsonObject(with: Data(events.utf8)) as? [[String: Any]]
        // Those of traces have a trace of their own.
        return Set((list ?? []).filter { $0["event_type"] as? String != "trace" }.compactMap { $0["trace_id"] as? String })
      }
      let first = try order("o1", trace)
      #expect(first.status == 201)
      #expect(try traces(of: first) == [trace])
      let again = try order("o1", other)
      #expect(again.status == 200 && again["decision_id"] == first["decision_id"])
      let twice = try order("o2", trace, other)
      let made = try traces(of: twice)
      #expect(made.count == 1 && made.first?.hasPrefix("trc_") == true)
      let body = #"{"action":"place_order","order_id":"o3","amount":1,"trace_id":"mine"}"#
      let own = try server.ask("POST", "/jobs", body, headers: ["traceparent: 00-\(trace)-00f067aa0ba902b7-01"])
      #expect(try traces(of: own) == ["mine"])
    }
  }
}
