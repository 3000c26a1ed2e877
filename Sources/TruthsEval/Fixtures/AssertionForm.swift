import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProtocol
import TruthsRuntime

/// The form that an assertion in a fixture must have.
indirect enum AssertionForm: Sendable {
  case text
  /// One of a closed list of words. `place` names the list in messages.
  case word(place: String, [String])
  /// An id of a truth, invariant or clause.
  case truth
  case boolean
  /// A whole number of at least 0.
  case count
  /// An object with any members.
  case object
  case list(AssertionForm)
  /// One element, or a list of elements.
  case oneOrMore(AssertionForm)
  /// A partial violation. The names in its `values` must be terms of clauses that can report its `truth_id`.
  case violation
  case fact
  /// A partial fact that must not occur.
  case absentFact
  /// A partial fact of a view, optionally marked `provisional`.
  case shownFact
  /// The action of a trace: an intent, or an action of the engine.
  case action
  /// An object with known members.
  case members(place: String, [Member])
  /// The first form if the value has the shape of the first form, else the second form.
  case either(AssertionForm, AssertionForm)

  /// Whether this form is a boolean, count, text or list, and a value has that shape. False for all other forms.
  func fits(_ json: LocatedJSON) -> Bool {
    switch (self, json.kind) {
    case (.boolean, .boolean), (.count, .number), (.text, .string), (.list, .array): true
    default: false
    }
  }
}

extension AssertionForm {
  /// A member of an object: its name, its form, and its meaning.
  typealias Member = (name: String, form: AssertionForm, summary: String)

  /// The members of `expected` (fixtures §3.1), in the order of that section.
  static let ofDecision: [Member] = [
    ("decision", outcome, "The decision; `waiting` for a run that waits."),
    ("truth_id", .truth, "The truth, invariant or clause that decided."),
    ("reason", .text, "The whole reason."), ("reason_contains", .text, "A part of the reason."),
    ("run_status", runStatus, "The status of the run."),
    ("waiting_for", .list(.text), "The agreements or events that the run waits for, in any order."),
    ("violations", .list(.violation), "The violations that must exist, each in part; `[]` means that there must be none."),
    ("facts", .list(.fact), "The new facts that must exist, each in part; `[]` means that there must be none."),
    ("no_facts", .oneOrMore(.absentFact), "No new fact may match this, or one of these."),
    ("facts_count", .count, "The number of facts in the context after the run."),
    ("violations_count", .count, "The number of violations, with advisories."),
    ("traces", .list(trace), "The traces that must exist, each in part; `[]` means that there must be none."),
    ("no_traces", .oneOrMore(trace), "No trace may match this, or one of these, because a truth must not fire."),
    ("output_hash", .text, "The hash of the decision and its facts."),
  ]

  /// The members of `expect` (fixtures §5.3), in the order of that section.
  static let ofView: [Member] = [
    (
      "connection_state", .word(place: "connection state", ConnectionState.allCases.map(\.rawValue)),
      "The state of the client's connection."
    ),
    ("indicator", .either(.text, indicator), "The color, the label, or both."),
    ("run_status", runStatus, "The status of the run that is shown."),
    ("decision", outcome, "The last decision of the shown run; `waiting` if the run waits."),
    ("reason", .text, "The whole reason of that decision."),
    ("reason_contains", .text, "A part of the reason."),
    ("waiting_for", .list(.text), "The agreements or events that the run waits for, in any order."),
    ("can_i_act", .boolean, "Whether the client may answer what the run waits for."),
    ("facts", .list(.shownFact), "Facts that are shown, each in part; early ones with `provisional`."),
    (
      "provisional", .either(.boolean, .either(.count, .list(.shownFact))),
      "Whether facts wait for a decision, how many, or which."
    ),
    ("events_seen", .count, "Events that were processed."), ("seq", .count, "The highest `seq` without a gap."),
    ("resumed_at_seq", .count, "The `seq` from which the last connection continued."),
    ("missing_seqs", .list(.count), "The missing `seq`s below the highest known `seq`."),
    ("duplicates", .count, "Repeats that were dropped."),
    ("rendered_before_done", .boolean, "Whether a fact was shown before the run ended."),
    ("capabilities", capabilities, "The answer to the last handshake, in part."),
    ("truth_ids_present", .boolean, "Whether every entry that the client has seen names a truth."),
    ("actors_present", .boolean, "Whether every entry that the client has seen names an actor."),
    ("correlation_linked", .boolean, "Whether correlation ids link the entries that the client has seen."),
    ("same_output", .boolean, "Whether the last replay gave the same bytes as before."),
  ]

  private static let indicator = AssertionForm.members(
    place: "an indicator", [("color", .text, "The color of the indicator."), ("label", .text, "The label of the indicator.")])

  /// The answer to a handshake (contract §8.1), with the additions of sessions §3.2.
  private static let capabilities = AssertionForm.members(
    place: "the capabilities",
    [
      ("packs", .list(.text), "The packs that are loaded."), ("active_truths", .list(.text), "Patterns of ids."),
      ("streaming_supported", .boolean, "Whether there is a live stream."), ("policies", .list(.text), "The policies."),
      ("determinism_mode_available", .boolean, "Whether decisions can be repeated."),
      (
        "budgets",
        .members(
          place: "the budgets", SessionBudget.names.filter { $0.hasPrefix("max_") }.map { ($0, .count, "A limit.") }),
        "The limits in effect."
      ), ("capabilities", transports, "The transports."), ("truths", .text, "The truths hash."),
      ("governing", .object, "The governing hash of each intent."),
      ("governing_policies", .object, "The hash of the policies that each intent depends on."),
      ("error", .text, "The problem with the handshake."),
    ])

  /// The transport flags (contract §13.6).
  private static let transports = AssertionForm.members(
    place: "the transport flags",
    [
      (
        "transports",
        .list(
          .members(
            place: "a transport",
            [("type", .text, "The name of the transport."), ("status", .text, "Whether the transport is served.")])),
        "The transports that are offered."
      ), ("default_transport", .text, "The first transport in the list."),
      ("resume_supported", .boolean, "Whether a session can go on."),
      ("max_resume_gap", .count, "The largest gap for which a client gets the missing events."),
    ])

  /// The members of a `handshake` step (contract §8.1).
  static let handshake: [Member] = [
    ("request", .text, "The capability that the client asks for."), ("device_id", .text, "The device."),
    ("app_version", .text, "The version of the app."),
    ("on_behalf_of", .text, "The person for whom the client acts."),
  ]

  private static let decision = AssertionForm.word(place: "decision", DecisionOutcome.allCases.map(\.rawValue))

  /// A decision, or `waiting`: the decision of a run that waits is `halted`.
  private static let outcome = AssertionForm.word(
    place: "decision", DecisionOutcome.allCases.map(\.rawValue) + [RunState.Status.waiting.rawValue])

  private static let runStatus = AssertionForm.word(place: "run status", RunState.Status.allCases.map(\.rawValue))

  /// The members of an object in `violations` (runs §10.5).
  static let ofViolation: [Member] = [
    ("truth_id", .truth, "The truth, invariant or clause."), ("clause", .text, "The place of the clause: `requires[0]`."),
    ("kind", .word(place: "kind of violation", Violation.Kind.allCases.map(\.rawValue)), "The kind of violation."),
    ("reason", .text, "The reason why the clause does not hold."), ("values", .object, "The values of the clause's terms."),
    ("approved_by", .text, "The people who agreed to the clause."),
    ("overridden", .boolean, "Whether an override passed the clause."),
    (
      "override",
      .members(
        place: "an override",
        [("counts", .boolean, "Whether the override counts."), ("why", .text, "The reason why it does not count.")]),
      "An override that does not count."
    ), ("source", .text, "The file, line and column of the clause."),
  ]

  /// A trace's payload (contract §7.2).
  static let trace = AssertionForm.members(
    place: "a trace",
    [
      ("trace_id", .text, "The identity of the trace."), ("run_id", .text, "The run."),
      ("correlation_id", .text, "Links related runs."),
      ("actor", actor, "The actor."), ("action", .action, "The intent, or an action of the engine itself."),
      ("truth_id", .truth, "The truth."), ("input_hash", .text, "The hash of the input."),
      ("output_hash", .text, "The hash of the output."), ("decision", decision, "The decision about the proposal."),
      ("reason", .text, "The reason."), ("timestamp", .text, "The time."),
      ("from", .list(.text), "The facts on which the truth fired."),
    ])

  /// An actor (contract §4.2).
  static let actor = AssertionForm.members(
    place: "an actor",
    [
      ("type", .word(place: "type of actor", EntryForm.actorTypes), "The kind of actor."),
      ("user_id", .text, "The id of the actor."),
      ("device_id", .text, "The device."), ("org_id", .text, "The organisation."),
      ("roles", .list(.text), "The roles of the actor."),
    ])
}
