package import TruthsJSON

/// The transports that a runtime offers, contract §13.6: a flag, not an architectural decision.
package struct TransportFlags: Hashable, Sendable {
  /// Each with its status, `supported`, `experimental` or `planned`, in the contract's order.
  package var transports: [Flag]
  package var defaultTransport: String
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

  /// The contract's own table.
  package static let standard = [
    Flag("h2-grpc", "supported"), Flag("h3-grpc", "experimental"), Flag("websocket", "supported"), Flag("sse", "supported"),
    Flag("webtransport", "planned"),
  ]

  package init(
    transports: [Flag] = TransportFlags.standard, defaultTransport: String = TransportKind.grpc.rawValue,
    maxResumeGap: Int = SessionOptions.standardResumeGap
  ) {
    self.transports = transports
    self.defaultTransport = defaultTransport
    self.maxResumeGap = maxResumeGap
  }

  /// Whether a live stream is to be had.
  package var isStreamingSupported: Bool {
    transports.contains { $0.status == "supported" && TransportKind(rawValue: $0.type)?.isStreaming == true }
  }

  /// The object under `capabilities`, in the contract's field order.
  package var json: JSONObject {
    [
      "transports": .array(transports.map { .object(["type": .text($0.type), "status": .text($0.status)]) }),
      "default_transport": .text(defaultTransport), "resume_supported": .boolean(true), "max_resume_gap": .integer(maxResumeGap),
    ]
  }
}
