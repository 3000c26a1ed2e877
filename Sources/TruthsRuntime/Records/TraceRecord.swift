package import TruthsJSON

/// What the entry of a trace says: which truth fired or was violated, and in which decision.
package struct TraceRecord: Sendable {
  private let payload: JSONObject

  package init(_ payload: JSONObject) { self.payload = payload }

  /// The intent, or what happened: `guardrail.hit`, `ledger.sealed`.
  package var action: String? { payload.text("action") }
  /// The truth that fired, or whose clause was violated.
  package var truthID: String? { payload.text("truth_id") }
  /// What the trace repeats of its decision.
  package var decision: String? { payload.text("decision") }
  package var reason: String? { payload.text("reason") }
  package var inputHash: String? { payload.text("input_hash") }
  package var outputHash: String? { payload.text("output_hash") }
  /// Of a seal: the head that it seals.
  var head: String? { payload.text("head") }
  /// Its id; what is no text is told too, as `nil` within.
  var traceID: String?? { payload["trace_id"].map(\.stringValue) }

  /// Whether it names an input, as every trace of a decision does, whatever it names.
  var hasInput: Bool { payload["input_hash"] != nil }

  /// Whether it is about a clause that was violated, and not about a truth that fired.
  package var isOfViolation: Bool { action == "guardrail.hit" }
}
