package import TruthsJSON

/// The JSON shapes of entries and of their payloads (runs §1.1, §10.3).
package enum EntryForm {
  /// A moment: RFC 3339 in UTC.
  package static let timestamp = JSONShape.pattern(#"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$"#)

  package static let actorTypes = ["user", "agent", "system"]

  /// The members of an actor, in the order in which differences are reported.
  package static let actorMembers: [JSONMember] = [
    .optional("type", .words(actorTypes), "The kind of actor."), .optional("user_id", .text, "The id of the actor."),
    .optional("device_id", .text, "The device of the actor."),
    .optional("org_id", .text, "The organisation of the actor."),
    .optional("roles", .list(.text), "The roles of the actor."),
  ]

  package static let actor = JSONShape.named("actor") { .members(actorMembers) }

  /// Returns the members of an entry, in the order in which they are written.
  ///
  /// - Parameter payload: the shape of the payload.
  package static func members(payload: JSONShape) -> [JSONMember] {
    [
      .optional("entry_id", .text, "The identity of the entry, made from its content."),
      .required("entry_type", .words(Entry.EntryType.allCases.map(\.rawValue)), "The kind of the entry."),
      .required("timestamp", timestamp, "The time of recording."), .required("correlation_id", .text, "Links related runs."),
      .required("run_id", .text, "The run that appended the entry."), .required("actor", actor, "The actor."),
      .required("truth_id", JSONShape.text.orNull, "The truth that the entry is about; `null` if there is none."),
      .required("payload", payload, "The content of the entry."),
      .optional("sequence", .count(from: 1), "The place of the entry in the ledger."),
      .optional("corrects", .text, "For a correction, the `entry_id` of the version that it replaces."),
      .optional("proposal_id", .text, "For a proposal, the id of the proposal."),
    ]
  }

  /// The shape of a fact: its type and its fields.
  package static let fact = JSONShape.named("fact") {
    .open([.required("type", .text, "The type of the fact; the other members are its fields.")])
  }

  /// The shape of a trace's payload.
  package static let trace = JSONShape.named("trace") {
    .members([
      .required("trace_id", .text, "The identity of the trace."), .required("run_id", .text, "The run that left the trace."),
      .required("correlation_id", .text, "Links related runs."), .required("actor", actor, "The actor."),
      .required("action", .text, "The intent, or an action of the engine itself."),
      .required("truth_id", .text, "The truth that fired, or the truth of a clause that does not hold."),
      .optional("input_hash", .hash, "The hash of all that the decision depends on."),
      .optional("output_hash", .hash, "The hash of the decision and its facts."),
      .required("decision", .words(["accepted", "rejected", "halted"]), "The decision about the proposal."),
      .required("reason", .text, "The reason."), .required("timestamp", timestamp, "The time."),
      .optional("from", .list(.text), "The entry ids of the facts that a truth on facts fired on."),
      .optional("names", .list(.text), "The names of the traces that the truth produces."),
      .optional("head", .hash, "For a seal, the head of the entries before the seal."),
    ])
  }
}
