import TruthsEngine
import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// The form that an assertion has in a fixture.
indirect enum AssertionForm: Sendable {
  case text
  /// One of a closed list; `place` says what is named.
  case word(place: String, [String])
  /// An id of a truth, invariant or clause.
  case truth
  case boolean
  /// A whole number from 0.
  case count
  /// An object of any members.
  case object
  case list(AssertionForm)
  /// One element or a list of them.
  case oneOrMore(AssertionForm)
  /// A partial violation: the `values` that it names are terms of what can report its `truth_id`.
  case violation
  /// A partial fact.
  case fact
  /// A partial fact that must not come.
  case absentFact
  /// A partial fact as a view shows it, perhaps marked `provisional`.
  case shownFact
  /// What a trace is about: an intent, or what the engine does by itself.
  case action
  /// An object of known members.
  case members(place: String, [(name: String, form: AssertionForm)])
  /// The first where the value has its shape, else the second.
  case either(AssertionForm, AssertionForm)
  case anything

  /// Whether a value has the shape of a plain form.
  func fits(_ json: LocatedJSON) -> Bool {
    switch (self, json.kind) {
    case (.boolean, .boolean), (.count, .number), (.text, .string), (.list, .array): true
    default: false
    }
  }
}

extension AssertionForm {
  /// What `expected` may name (fixtures §3.1), in its order.
  static let ofDecision: [(name: String, form: AssertionForm)] = [
    ("decision", decision), ("truth_id", .truth), ("reason", .text), ("reason_contains", .text), ("run_status", runStatus),
    ("waiting_for", .list(.text)), ("violations", .list(.violation)),
    ("facts", .list(.fact)), ("no_facts", .oneOrMore(.absentFact)), ("facts_count", .count), ("violations_count", .count),
    ("traces", .list(trace)), ("no_traces", .oneOrMore(trace)), ("output_hash", .text),
  ]

  /// What `expect` may name (fixtures §5.3), in its order.
  static let ofView: [(name: String, form: AssertionForm)] = [
    ("connection_state", .word(place: "connection state", ConnectionState.allCases.map(\.rawValue))),
    ("indicator", .either(.text, indicator)), ("run_status", runStatus), ("waiting_for", .list(.text)), ("can_i_act", .boolean),
    ("facts", .list(.shownFact)),
    ("provisional", .either(.boolean, .either(.count, .list(.shownFact)))), ("events_seen", .count),
    ("seq", .count), ("resumed_at_seq", .count), ("missing_seqs", .list(.count)), ("duplicates", .count),
    ("rendered_before_done", .boolean), ("capabilities", capabilities),
    ("truth_ids_present", .boolean), ("actors_present", .boolean),
    ("correlation_linked", .boolean), ("same_output", .boolean),
  ]

  private static let indicator = AssertionForm.members(place: "an indicator", [("color", .text), ("label", .text)])

  /// The answer to a handshake, contract §8.1, with what sessions §3.2 adds to it.
  private static let capabilities = AssertionForm.members(
    place: "the capabilities",
    [
      ("packs", .list(.text)), ("active_truths", .list(.text)), ("streaming_supported", .boolean), ("policies", .list(.text)),
      ("determinism_mode_available", .boolean),
      (
        "budgets",
        .members(place: "the budgets", SessionBudget.names.filter { $0.hasPrefix("max_") }.map { (name: $0, form: .count) })
      ), ("capabilities", transports), ("truths", .text), ("governing", .object),
      ("governing_policies", .object), ("error", .text),
    ])

  /// The transport flags, contract §13.6.
  private static let transports = AssertionForm.members(
    place: "the transport flags",
    [
      ("transports", .list(.members(place: "a transport", [("type", .text), ("status", .text)]))), ("default_transport", .text),
      ("resume_supported", .boolean), ("max_resume_gap", .count),
    ])

  /// What a `handshake` step may ask with, contract §8.1.
  static let handshake: [(name: String, form: AssertionForm)] = [
    ("request", .text), ("device_id", .text), ("app_version", .text), ("on_behalf_of", .text),
  ]

  private static let decision = AssertionForm.word(place: "decision", ["accepted", "rejected", "halted"])

  private static let runStatus = AssertionForm.word(place: "run status", ["running", "converged", "halted", "waiting"])

  /// An object of runs §10.5's `violations`.
  static let ofViolation: [(name: String, form: AssertionForm)] = [
    ("truth_id", .truth), ("clause", .text),
    ("kind", .word(place: "kind of violation", Violation.Kind.allCases.map(\.rawValue))),
    ("reason", .text), ("values", .object), ("approved_by", .text), ("overridden", .boolean),
    ("override", .members(place: "an override", [("counts", .boolean), ("why", .text)])), ("source", .text),
  ]

  /// A trace entry's payload, contract §7.2.
  static let trace = AssertionForm.members(
    place: "a trace",
    [
      ("trace_id", .text), ("run_id", .text), ("correlation_id", .text), ("actor", actor), ("action", .action),
      ("truth_id", .truth), ("input_hash", .text), ("output_hash", .text), ("decision", decision),
      ("reason", .text), ("timestamp", .text), ("from", .list(.text)),
    ])

  /// An actor, contract §4.2.
  static let actor = AssertionForm.members(
    place: "an actor",
    [
      ("type", .word(place: "type of actor", ["user", "agent", "system"])), ("user_id", .text), ("device_id", .text),
      ("org_id", .text), ("roles", .list(.text)),
    ])
}
