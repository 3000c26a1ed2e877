import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Truths

/// Selects the events that a request asks for.
struct EventsRequest: Sendable {
  var seq: Int
  var streamID: String?
  var runID: String?
  private var correlationID: String?
  private var entryTypes: [String]
  /// Number of seconds to wait where there are no events yet.
  var wait: Int
  /// Whether the client wants a stream of events.
  var isStream: Bool

  /// - Throws: ``HTTPProblem`` about a parameter, or about `Last-Event-ID`, whose `STREAM:SEQ` takes precedence over
  ///   `since_seq`.
  init(_ query: Query, _ request: Request) throws(HTTPProblem) {
    seq = try query.number("since_seq") ?? 0
    wait = try query.number("wait", most: 60) ?? 0
    (streamID, runID, correlationID) = (query["stream_id"], query["run_id"], query["correlation_id"])
    entryTypes = query["entry_types"]?.split(separator: ",").map(String.init) ?? []
    isStream = request.headers[.accept]?.contains("text/event-stream") ?? false
    guard let last = HTTPField.Name("Last-Event-ID").flatMap({ request.headers[$0] }), !last.isEmpty else { return }
    let parts = last.split(separator: ":")
    guard parts.count == 2, let number = Int(parts[1]), number >= 0 else {
      throw HTTPProblem(.badQuery, "`Last-Event-ID` is `\(Tool.visible(last))`; it is the `id` of an event, such as str_0123:17")
    }
    (streamID, seq) = (String(parts[0]), number)
  }

  func message(subscribe: Bool) throws(RunMessageFault) -> RunMessage {
    try .resume(
      after: seq, subscribe: subscribe, streamID: streamID, correlationID: correlationID, runID: runID, entryTypes: entryTypes)
  }
}
