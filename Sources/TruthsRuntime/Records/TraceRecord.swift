package import TruthsJSON

/// The entry of a trace: the truth that fired or was violated, and in which decision.
package struct TraceRecord: Sendable {
  private let payload: JSONObject

  package init(_ payload: JSONObject) { self.payload = payload }

  /// The intent, or an event: `guardrail.hit`, `ledger.sealed`.
  package var action: String? { payload.text("action") }
  /// The truth that fired, or whose clause was violated.
  package var truthID: String? { payload.text("truth_id") }
  /// The decision that the trace repeats, with the members below.
  package var decision: String? { payload.text("decision") }
  package var reason: String? { payload.text("reason") }
  package var inputHash: String? { payload.text("input_hash") }
  package var outputHash: String? { payload.text("output_hash") }
  /// The sealed head, for a seal.
  var head: String? { payload.text("head") }
  /// The id of the trace; the inner value is `nil` where it is no text.
  var traceID: String?? { payload["trace_id"].map(\.stringValue) }

  /// Whether it has an `input_hash` of any form, as every trace of a decision has.
  var hasInput: Bool { payload["input_hash"] != nil }

  /// Whether it is about a violated clause; otherwise it is about a fired truth.
  package var isOfViolation: Bool { action == "guardrail.hit" }
}
