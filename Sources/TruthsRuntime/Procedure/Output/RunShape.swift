package import TruthsEngine
package import TruthsJSON
import TruthsLedger

extension RunOutcome {
  /// The members of a run's output (runs §10.5).
  package static let members: [JSONMember] = [
    .required("decision", .words(DecisionOutcome.allCases.map(\.rawValue)), "The decision about the proposal."),
    .required("truth_id", .text, "The truth, invariant or clause that decided."), .required("reason", .text, "The reason."),
    .required("violations", .list(.named("violation") { .members(Violation.members) }), "The clauses that do not hold."),
    .required("run", .members(RunState.members), "The run and its status."),
    .required("facts", .list(EntryForm.fact), "The facts that follow."),
    .required("traces", .list(EntryForm.trace), "The traces of the truths that fired."),
    .required("entries", .list(RunShape.entry), "All new entries, in sequence."),
    .required("proposal_id", .text, "The identity of the proposal."),
    .required("proposal_hash", .hash, "The hash to which approvals and idempotency keys are bound."),
    .required("input_hash", .hash, "The hash of all that the decision depends on."),
    .required("output_hash", .hash, "The hash of the decision and its facts."),
    .required(
      "context",
      .members([
        .required("before", .members(ContextPoint.members), "The context before the run."),
        .required("after", .members(ContextPoint.members), "The context after the run."),
      ]), "The head and the size of the context."),
    .required("truths", .hash, "The truths hash."), .required("governing", .hash, "The governing hash of the intent."),
    .optional("budget", .members(Budget.members), "The limits, where one is not the default."),
  ]
}

extension Violation {
  /// The members of a violation (runs §10.2).
  package static let members: [JSONMember] = [
    .required("truth_id", .text, "The truth, invariant or clause."),
    .required("clause", .text, "The place of the clause: `requires[0]`, `rule`, `if`, `built-in`."),
    .required("kind", .words(Kind.allCases.map(\.rawValue)), "The kind of violation."),
    .required("reason", .text, "The reason why the clause does not hold."),
    .required("values", .map(), "The values of the clause's terms; a missing value is `null`."),
    .optional("approved_by", .text, "The people who agreed to the clause."),
    .optional("overridden", .boolean, "Whether an override passed the clause."),
    .optional(
      "override",
      .members([
        .required("counts", .boolean, "Whether the override counts."),
        .required("why", .text, "The reason why it does not count."),
      ]), "An override that does not count."),
    .optional("source", .text, "The file, line and column of the clause."),
  ]
}

extension RunState {
  /// The members of a run's status.
  package static let members: [JSONMember] = [
    .required("run_id", .text, "The identity of the run."),
    .required("status", .words(Status.allCases.map(\.rawValue)), "The status."),
    .required("facts_count", .count, "The number of facts in the context after the run."),
    .required("pending_proposals", .count, "The number of waiting runs in the context."),
    .required("waiting_for", .list(.text), "The agreements or events that the run waits for."),
    .required("last_activity", .text, "The time of the last decision about the run."),
  ]
}

extension ContextPoint {
  static let members: [JSONMember] = [
    .required("head", .hash, "The head of the Merkle tree over the entries."),
    .required("size", .count, "The number of entries."),
  ]
}

extension Budget {
  /// The limits that are hashed.
  static let members: [JSONMember] = [
    .required("max_cycles", .count, "Rounds of the fixed point."), .required("max_steps", .count, "Matches that fire."),
    .required("max_facts", .count, "New facts."),
  ]
}

/// The JSON forms of the entries and events of a run.
package enum RunShape {
  /// An entry that a run appends; the form of its payload depends on its type.
  static let entry = JSONShape.named("entry") {
    let payloads: [(type: Entry.EntryType, shape: JSONShape)] = [
      (.fact, EntryForm.fact), (.proposal, .map()), (.decision, decision),
    ]
    return payloads.reversed().reduce(written(EntryForm.trace)) { others, payload in
      .choice(if: tagged("entry_type", payload.type.rawValue), then: written(payload.shape), else: others)
    }
  }

  private static func written(_ payload: JSONShape) -> JSONShape {
    .members(EntryForm.members(payload: payload).map { ["entry_id", "sequence"].contains($0.name) ? $0.asRequired : $0 })
  }

  /// Returns the shape of an object that has a member with a fixed text.
  private static func tagged(_ name: String, _ word: String) -> JSONShape { .open([.required(name, .words([word]), "")]) }

  /// The payload of a decision's entry (runs §10.1).
  private static let decision = JSONShape.named("decision") {
    .members(
      answer + [
        .required("steps", .list(.members(Step.members)), "The steps that were reached, and how each ended."),
        .required("language", .count(from: 1), "The version of the language that gave the decision its meaning."),
        .required("truths_hash", .hash, "The truths hash."),
        .required("governing_hash", .hash, "The governing hash of the intent."),
        .required("context_head", .hash, "The head of the context before the run."),
        .optional("budget", .members(Budget.members), "The limits, where one is not the default."),
      ])
  }

  /// The members that a new decision and a repeated decision share.
  private static let answer: [JSONMember] = [
    .required("status", .words(RunState.Status.allCases.map(\.rawValue)), "The status of the run."),
    .required("decision", .words(DecisionOutcome.allCases.map(\.rawValue)), "The decision about the proposal."),
    .required("truth_id", .text, "The truth, invariant or clause that decided."), .required("reason", .text, "The reason."),
    .required("violations", .list(.named("violation") { .members(Violation.members) }), "The clauses that do not hold."),
    .required("waiting_for", .list(.text), "The agreements or events that the run waits for."),
    .required("input_hash", .hash, "The hash of all that the decision depends on."),
    .required("output_hash", .hash, "The hash of the decision and its facts."),
  ]

  /// A line of `--format ndjson` (sessions §2).
  package static let event = payloads.reversed().reduce(event(entry)) { others, payload in
    .choice(if: tagged("event_type", payload.kind.rawValue), then: event(payload.shape), else: others)
  }

  private static let payloads: [(kind: Event.Kind, shape: JSONShape)] = [
    (
      .status,
      .members(
        RunState.members + [
          .optional("halt_reason", .text, "The reason for the halt."),
          .optional("halt_truth_id", .text, "The truth, invariant or clause that halted the run."),
        ])
    ),
    (.fact, .choice(if: .open([.required("provisional", .anything, "")]), then: .members(provisional), else: entry)),
    (.decision, .choice(if: .open([.required("replay", .anything, "")]), then: .members(replayed), else: entry)),
  ]

  private static func event(_ payload: JSONShape) -> JSONShape {
    .members([
      .required("job_id", .text, "The job: one for each run."), .required("stream_id", .text, "The stream."),
      .required("seq", .count(from: 1), "The place in the stream."),
      .required("context_version", .count, "The number of entries in the ledger."),
      .required("correlation_id", .text, "Links related runs."), .required("trace_id", .text, "The distributed trace."),
      .required("event_type", .words(Event.Kind.allCases.map(\.rawValue)), "The kind of the event."),
      .required("timestamp", EntryForm.timestamp, "The time."),
      .required("payload", payload, "The entry, or the status of the run."),
    ])
  }

  /// The payload of an event for a fact that no decision has accepted yet.
  private static let provisional: [JSONMember] = [
    .required("entry_type", .words(["fact"]), "The kind of the entry."), .required("run_id", .text, "The run."),
    .required("correlation_id", .text, "Links related runs."),
    .required("provisional", .boolean, "`true`: no decision has accepted the fact yet."),
    .optional("dropped", .boolean, "`true` if the fact is taken back."),
    .optional("reason", .text, "The reason why the fact is taken back."),
    .required("payload", EntryForm.fact, "The fact."),
  ]

  /// The payload of an event for a repeated decision.
  private static let replayed: [JSONMember] = [
    .required("entry_type", .words(["decision"]), "The kind of the entry."), .required("run_id", .text, "The run."),
    .required("correlation_id", .text, "Links related runs."),
    .required("truth_id", .text, "The truth, invariant or clause that decided."),
    .required("replay", .boolean, "`true`: the same decision was given before."),
    .required("payload", .members(answer), "The decision."),
  ]
}

extension Step {
  fileprivate static let members: [JSONMember] = [
    .required("step", .words(Name.allCases.map(\.rawValue)), "The step."),
    .required("result", .words(Result.allCases.map(\.rawValue)), "The result of the step."),
  ]
}
