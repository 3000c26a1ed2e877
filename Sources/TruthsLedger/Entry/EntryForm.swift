package import TruthsJSON

/// The JSON shapes of entries and of their payloads (runs §1.1, §10.3).
package enum EntryForm {
  /// A moment: RFC 3339 in UTC.
  package static let timestamp = JSONShape.pattern(#"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$"#)

  package static let actorTypes = ["user", "agent", "system"]

  /// The members of an actor, in the order in which differences are reported.
  package static let actorMembers: [JSONMember] = [
    .optional("type", .words(actorTypes), "What it is."), .optional("user_id", .text, "Who it is."),
    .optional("device_id", .text, "The device that it acts on."),
    .optional("org_id", .text, "The organisation that it belongs to."),
    .optional("roles", .list(.text), "The roles that it holds."),
  ]

  package static let actor = JSONShape.named("actor") { .members(actorMembers) }

  /// Returns the members of an entry, in the order in which they are written.
  ///
  /// - Parameter payload: the shape of the payload.
  package static func members(payload: JSONShape) -> [JSONMember] {
    [
      .optional("entry_id", .text, "The identity of the entry, made from its content."),
      .required("entry_type", .words(Entry.EntryType.allCases.map(\.rawValue)), "The kind of the entry."),
      .required("timestamp", timestamp, "When it was recorded."), .required("correlation_id", .text, "Links related runs."),
      .required("run_id", .text, "The run that appended it."), .required("actor", actor, "Who did it."),
      .required("truth_id", JSONShape.text.orNull, "The truth that it is about; `null` where there is none."),
      .required("payload", payload, "The content of the entry."),
      .optional("sequence", .count(from: 1), "Its place in the ledger."),
      .optional("corrects", .text, "Of a fact: the `entry_id` of the version that it corrects."),
      .optional("proposal_id", .text, "Of a proposal: its identity."),
    ]
  }

  /// The shape of a fact: its type and its fields.
  package static let fact = JSONShape.named("fact") {
    .open([.required("type", .text, "The type of the fact; the other members are its fields.")])
  }

  /// The shape of a trace's payload.
  package static let trace = JSONShape.named("trace") {
    .members([
      .required("trace_id", .text, "The identity of the trace."), .required("run_id", .text, "The run that left it."),
      .required("correlation_id", .text, "Links related runs."), .required("actor", actor, "Who did it."),
      .required("action", .text, "The intent, or what the engine does by itself."),
      .required("truth_id", .text, "The truth that fired, or that was hit."),
      .optional("input_hash", .hash, "The hash of all that the decision depends on."),
      .optional("output_hash", .hash, "The hash of the decision and its facts."),
      .required("decision", .words(["accepted", "rejected", "halted"]), "What the run came to."),
      .required("reason", .text, "Why."), .required("timestamp", timestamp, "When."),
      .optional("from", .list(.text), "The entry ids of the facts that a truth on facts fired on."),
      .optional("names", .list(.text), "The traces that its truth produces."),
      .optional("head", .hash, "Of a seal: the head of the entries before it."),
    ])
  }
}
