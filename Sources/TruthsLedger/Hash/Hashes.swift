package import TruthsJSON
import TruthsText

/// The hashes of runtime.md §2. A program in another language recomputes every one of them from the JSON that is printed.
package enum Hashes {
  /// The truths hash and the governing hash: over canonical declarations by their keys.
  package static func truths(_ declarations: JSONObject) -> String { Digest(canonical: .object(declarations)).prefixed }

  /// `input_hash`: everything that a decision depends on.
  ///
  /// - Parameters:
  ///   - context: the head before the run.
  ///   - proposal: as received, with `timestamp` as used.
  ///   - budget: only where it is not the default.
  package static func input(context: String, proposal: JSONValue, truths: String, budget: JSONValue?) -> String {
    var object: JSONObject = ["context": .text(context), "proposal": proposal, "truths": .text(truths)]
    if let budget { object["budget"] = budget }
    return Digest(canonical: .object(object)).prefixed
  }

  /// `output_hash`: everything that a decision says, without places in source files.
  package static func output(
    decision: String, truthID: String, reason: String, violations: JSONValue, facts: [JSONObject]
  ) -> String {
    Digest(
      canonical: .object([
        "decision": .text(decision), "truth_id": .text(truthID), "reason": .text(reason), "violations": violations,
        "facts": .array(facts.map { .object($0) }),
      ])
    ).prefixed
  }

  /// `proposal_hash`: what approvals and idempotency are bound to.
  ///
  /// - Parameter fields: the intent's fields as received.
  package static func proposalHash(action: String, fields: JSONObject, proposalID: String, userID: String) -> String {
    Digest(
      canonical: .object([
        "action": .text(action), "fields": .object(fields), "proposal_id": .text(proposalID), "user_id": .text(userID),
      ])
    ).prefixed
  }

  /// The id of a proposal that has none of its own.
  package static func proposalID(received: JSONValue) -> String { "prop_" + Digest(canonical: received).first16 }

  /// The correlation id of a proposal that has none of its own.
  package static func correlationID(received: JSONValue) -> String { "cor_" + Digest(canonical: received).first16 }

  /// The id of a run that was given none: from the `input_hash` of its first evaluation.
  package static func runID(inputHash: String) -> String { "run_" + String(inputHash.dropFirst("sha256:".count).prefix(16)) }

  /// The `run_id` and `correlation_id` of what closing a context appends (runtime.md §3, step 0).
  ///
  /// - Parameters:
  ///   - context: the head that is closed.
  ///   - truths: the truths hash.
  package static func closing(context: String, truths: String) -> (runID: String, correlationID: String) {
    let digits = Digest(canonical: .object(["context": .text(context), "truths": .text(truths)])).first16
    return ("run_" + digits, "cor_" + digits)
  }

  /// The id of a trace, from its run, its truth and its place in the ledger.
  package static func traceID(runID: String, truthID: String, sequence: Int) -> String {
    "trc_" + Digest(of: "\(runID)/\(truthID)/\(sequence)").first16
  }

  /// The id of a request for approval (runtime.md §3, step 5).
  ///
  /// - Parameter clause: place and position, `invariants[0]`.
  package static func request(proposalHash: String, truthID: String, clause: String, role: String) -> String {
    "req_" + Digest(of: "\(proposalHash)/\(truthID)/\(clause)/\(role)").first16
  }
}
