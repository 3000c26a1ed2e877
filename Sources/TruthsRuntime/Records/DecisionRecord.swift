import TruthsEngine
package import TruthsJSON
package import TruthsLedger

/// What was recorded of a decision: in the payload of its entry (ledgers §4), in a trace that repeats it, or in the output of a
/// run (runs §10.5).
///
/// A record may hold anything. Of a member that is missing, or of another type than it has to be, nothing is known.
package struct DecisionRecord: Sendable {
  private let payload: JSONObject
  /// What holds the members of the run: the payload of an entry, and the member `run` of an output.
  private let run: JSONObject

  /// - Parameter payload: of a decision's entry, or of a trace.
  package init(_ payload: JSONObject) {
    self.payload = payload
    run = payload
  }

  /// - Parameter output: of a run.
  package init(output: JSONObject) {
    payload = output
    run = output.object("run") ?? [:]
  }

  /// `accepted`, `rejected` or `halted`, as it is written.
  package var decision: String? { payload.text("decision") }

  /// The status of the run, as it is written.
  package var status: String? { run.text("status") }

  /// How the run ended; `nil` where the record tells no decision.
  package var ending: RunEnding? { RunEnding(recorded: decision, status: status) }

  /// The truth that decided.
  package var truthID: String? { payload.text("truth_id") }

  /// Why.
  package var reason: String? { payload.text("reason") }

  /// Of an accepted run: how many clauses hold, where its reason tells no more.
  package var held: HeldClauses? { ending == .accepted ? reason.flatMap { HeldClauses(recorded: $0) } : nil }

  /// The clauses that did not hold, and those that warned.
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

  /// What the run waits for.
  package var wait: RecordedWait { RecordedWait(run) }

  /// The hash of all that the decision was made of, and of what it came to.
  package var inputHash: String? { payload.text("input_hash") }
  package var outputHash: String? { payload.text("output_hash") }

  /// The hash of the proposal, where the record has it.
  package var proposalHash: String? { payload.text("proposal_hash") }

  /// The hash of the truths that decided, in an entry; version 1 of the tool did not write it.
  package var truthsHash: String? { payload.text("truths_hash") }

  /// The hash of the truths that govern its intent, in an entry.
  var governingHash: String? { payload.text("governing_hash") }

  /// The version of the language that the decision was made by; `nil` for version 1 and for one that this engine does not speak.
  package var language: LanguageVersion? { LanguageVersion(ofDecision: payload) }

  /// The budget of the run.
  package var budget: Budget { payload["budget"].flatMap { Budget(json: $0) } ?? .standard }

  /// The hash over the decision and its facts, as `output_hash` has to be; whatever the record holds is hashed.
  ///
  /// - Parameter violations: as they are hashed, where the record shows more of them or does not repeat them.
  func recomputedOutputHash(_ facts: [JSONObject], violations: [JSONValue]? = nil) -> String {
    Hashes.output(
      decision: decision ?? "", truthID: truthID ?? "", reason: reason ?? "",
      violations: violations.map { .array($0) } ?? payload["violations"] ?? .array([]), facts: facts
    ).prefixed
  }

  /// Whether it is the decision that a run came to when it was made again, by its words.
  package func tells(_ outcome: RunOutcome) -> Bool {
    outcome.decision.rawValue == decision && outcome.run.status.rawValue == status && outcome.truthID == truthID
      && outcome.reason == reason
  }
}
