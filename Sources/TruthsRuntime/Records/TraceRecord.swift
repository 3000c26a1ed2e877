package import TruthsJSON

/// The payload of a trace: which truth fired or was violated, and in which decision.
package struct TraceRecord: Sendable {
  private let payload: JSONObject

  package init(_ payload: JSONObject) { self.payload = payload }

  /// The intent, or the name of an event, such as `guardrail.hit` or `ledger.sealed`.
  package var action: String? { payload.text("action") }
  /// The truth that fired, or whose clause was violated.
  package var truthID: String? { payload.text("truth_id") }
  /// The decision that the trace states again. The members below belong to that decision, too.
  package var decision: String? { payload.text("decision") }
  package var reason: String? { payload.text("reason") }
  package var inputHash: String? { payload.text("input_hash") }
  package var outputHash: String? { payload.text("output_hash") }
  /// For a seal, the head that it records; otherwise `nil`.
  var head: String? { payload.text("head") }
  /// The id of the trace. The outer value is `nil` if it is absent, the inner value if it is not a text.
  var traceID: String?? { payload["trace_id"].map(\.stringValue) }

  /// Whether the trace has an `input_hash`, in any form. Every trace of a decision has one.
  var hasInput: Bool { payload["input_hash"] != nil }

  /// Whether the trace is about a violated clause; otherwise it is about a truth that fired.
  package var isOfViolation: Bool { action == "guardrail.hit" }
}
