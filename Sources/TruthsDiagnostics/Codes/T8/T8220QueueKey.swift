package import TruthsText

/// T8220: the idempotency key of a queue's record has not the form of contract §16.1.
package enum T8220QueueKey: DiagnosticKind {
  package static let page = DiagnosticPage(
    "T8220", "queue-key", .warning,
    title: "the idempotency key of a queued record has not its form",
    why: "A record of an offline queue with such a key is rejected as not well-formed, so that the fixture tests nothing else.",
    mend: "Write the key as `{device_id}:{action}:{timestamp_ms}:{random_4}`, such as `ios:abc:greet:1704067200000:f7a2`.",
    wrong: [sample("k1")], right: [sample("ios:abc:greet:1704067200000:f7a2")])

  package static func at(_ span: Span, _ message: String) -> Diagnostic { make(message, at: span) }

  private static func sample(_ key: String) -> DiagnosticSample {
    FixtureSamples.sample(
      """
      {
        "id": "demo.queued",
        "proposal": {
          "idempotency_key": "\(key)",
          "proposal": {"action": "greet", "name": "Ada"},
          "replay_safe": true
        },
        "expected": {"decision": "accepted"}
      }
      """)
  }
}
