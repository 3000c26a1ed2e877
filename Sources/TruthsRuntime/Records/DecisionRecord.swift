import TruthsEngine
package import TruthsJSON
package import TruthsLedger

/// The record of a decision. It is the payload of the decision's entry (ledgers §4), a trace that states the same decision, or
/// a run's output (runs §10.5).
///
/// A record may contain anything. A member that is missing or has a wrong type counts as absent.
package struct DecisionRecord: Sendable {
  private let payload: JSONObject
  /// The object with the members of the run: the payload of an entry, or the member `run` of an output.
  private let run: JSONObject

  /// Creates the record of an entry.
  ///
  /// - Parameter payload: the payload of a decision's entry, or of a trace.
  package init(_ payload: JSONObject) {
    self.payload = payload
    run = payload
  }

  /// Creates the record of a run's output.
  ///
  /// - Parameter output: the output of a run.
  package init(output: JSONObject) {
    payload = output
    run = output.object("run") ?? [:]
  }

  /// `accepted`, `rejected` or `halted`, as written.
  package var decision: String? { payload.text("decision") }

  /// The status of the run, as written.
  package var status: String? { run.text("status") }

  /// The outcome of the run in one word; `nil` if the record has no valid decision.
  package var ending: RunEnding? { RunEnding(recorded: decision, status: status) }

  /// The truth that decided.
  package var truthID: String? { payload.text("truth_id") }

  /// The reason of the decision.
  package var reason: String? { payload.text("reason") }

  /// The numbers of clauses that hold in an accepted run; `nil` if the reason states anything else.
  package var heldClauses: HeldClauses? { ending == .accepted ? reason.flatMap { HeldClauses(recorded: $0) } : nil }

  /// The violated clauses, including advisories.
  package var violations: [RecordedViolation] {
    (payload["violations"]?.arrayValue ?? []).map { RecordedViolation($0) }
  }

  /// The steps of the run, each with its result.
  var steps: [Step] {
    (payload["steps"]?.arrayValue ?? []).compactMap { step in
      guard let name = step["step"]?.stringValue.flatMap(Step.Name.init),
        let result = step["result"]?.stringValue.flatMap(Step.Result.init)
      else { return nil }
      return Step(name, result)
    }
  }

  /// The conditions that the run waits for.
  package var wait: RecordedWait { RecordedWait(run) }

  /// The hash of all inputs of the decision; `outputHash` is the hash of its result.
  package var inputHash: String? { payload.text("input_hash") }
  package var outputHash: String? { payload.text("output_hash") }

  /// The hash of the proposal; `nil` if the record does not contain it.
  package var proposalHash: String? { payload.text("proposal_hash") }

  /// The hash of the truths that decided; `nil` if the record is no entry, or version 1 of the tool wrote it.
  package var truthsHash: String? { payload.text("truths_hash") }

  /// The governing hash of the intent; `nil` if the record is no entry.
  var governingHash: String? { payload.text("governing_hash") }

  /// The language version of the decision; `nil` for version 1, and for a version that this engine does not support.
  package var language: LanguageVersion? { LanguageVersion(ofDecision: payload) }

  /// The budget of the run; the default budget if the record has none.
  package var budget: Budget { payload["budget"].flatMap { Budget(json: $0) } ?? .standard }

  /// Returns the hash over the decision and its facts, for comparison with `output_hash`. Any content is hashed, even if it is
  /// invalid.
  ///
  /// - Parameter violations: the violations in the form that is hashed; `nil` to use the violations of the record.
  func recomputedOutputHash(_ facts: [JSONObject], violations: [JSONValue]? = nil) -> String {
    Hashes.output(
      decision: decision ?? "", truthID: truthID ?? "", reason: reason ?? "",
      violations: violations.map { .array($0) } ?? payload["violations"] ?? .array([]), facts: facts
    ).prefixed
  }

  /// Returns whether an outcome has the same decision, status, truth and reason as the record.
  package func tells(_ outcome: RunOutcome) -> Bool {
    outcome.decision.rawValue == decision && outcome.run.status.rawValue == status && outcome.truthID == truthID
      && outcome.reason == reason
  }
}
