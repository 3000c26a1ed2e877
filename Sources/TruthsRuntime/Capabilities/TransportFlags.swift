package import TruthsJSON

/// The transports that a process offers, contract §13.6, and nothing else: a flag, not an architectural decision.
package struct TransportFlags: Hashable, Sendable {
  /// Each with its status, `supported`, `experimental` or `planned`; the first is the default.
  package var transports: [Flag]
  /// The largest gap that is answered with a delta; past it a snapshot is sent.
  package var maxResumeGap: Int

  /// One transport and its status.
  package struct Flag: Hashable, Sendable {
    package var type: String
    package var status: String

    package init(_ type: String, _ status: String) {
      self.type = type
      self.status = status
    }
  }

  /// Of a process that serves nobody, as the command alone: nothing is streamed, and nothing can be resumed.
  package static let none = TransportFlags([])

  /// Transports that are served.
  package init(_ served: [TransportKind], maxResumeGap: Int = SessionOptions.standardResumeGap) {
    transports = served.map { Flag($0.rawValue, "supported") }
    self.maxResumeGap = maxResumeGap
  }

  /// Whether a live stream is to be had.
  package var isStreamingSupported: Bool {
    transports.contains { $0.status == "supported" && TransportKind(rawValue: $0.type)?.isStreaming == true }
  }

  /// The object under `capabilities`, in the contract's field order; what there is none of is left out.
  package var json: JSONObject {
    var object: JSONObject = [
      "transports": .array(transports.map { .object(["type": .text($0.type), "status": .text($0.status)]) })
    ]
    object["default_transport"] = transports.first.map { .text($0.type) }
    object["resume_supported"] = .boolean(!transports.isEmpty)
    if !transports.isEmpty { object["max_resume_gap"] = .integer(maxResumeGap) }
    return object
  }
}
