package import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsSyntax

/// The JSON form of a received proposal (runs §2).
package enum ProposalShape {
  /// A proposal, a record of an offline queue, or a whole entry.
  package static let received = JSONShape.choice(
    if: .open([.required("action", .anything, "")]), then: flat,
    else: .choice(
      if: .open([.required("proposal", .anything, "")]), then: record,
      else: .choice(if: .open([.required("entry_type", .words(["proposal"]), "")]), then: entry, else: flat)))

  /// A proposal without a wrapper: the envelope, with the intent's fields beside its members or in `payload`.
  package static let flat = JSONShape.named("proposal") {
    .choice(
      if: .open([.required("payload", .map(), "")]), then: .members(envelope(hasAction: true)),
      else: .open(envelope(hasAction: true)))
  }

  /// A record of an offline queue, which wraps a proposal.
  private static let record = JSONShape.named("record") {
    .members(
      [.required("proposal", .map(), "The proposal that was queued.")]
        + envelope(hasAction: false).filter { $0.name != "payload" } + [
          .optional("replay_safe", JSONShape.boolean.orNull, "Whether the proposal may be decided later than it was made."),
          .optional(
            "forced", JSONShape.boolean.orNull, "Whether a person asks for the decision although `replay_safe` is not `true`."),
        ])
  }

  private static let entry = JSONShape.named("entry") {
    .open([.required("entry_type", .words(["proposal"]), ""), .required("payload", .map(), "The proposal.")])
  }

  /// Returns the members of the envelope. A member that is `null` counts as absent.
  private static func envelope(hasAction: Bool) -> [JSONMember] {
    ProposalEnvelope.names.map { name in
      if hasAction, name == "action" { return .required(name, .text, summary(of: name)) }
      return .optional(name, shape(of: name).orNull, summary(of: name))
    }
  }

  private static func shape(of name: String) -> JSONShape {
    switch name {
    case "actor": EntryForm.actor
    case "timestamp", "queued_at": EntryForm.timestamp
    case "confidence": .number
    case "consent": .boolean
    case "requires_consent": .words(ConsentSyntax.Level.allCases.map(\.rawValue))
    case "override":
      .members([
        .optional("truth_id", .text, "The clause to override."), .optional("reason", .text, "The reason for the override."),
      ])
    case "payload": .map()
    default: .text
    }
  }

  private static func summary(of name: String) -> String {
    switch name {
    case "action": "The intent, bare or with its pack."
    case "payload": "The fields of the intent. If `payload` is given, no field may be outside of it."
    case "proposal_id": "The id of the proposal. If it is left out, it is made from the received bytes."
    case "pack": "The pack of the proposal, for `pack:` in `when`."
    case "actor": "The proposer."
    case "on_behalf_of": "The person for whom the proposal is made."
    case "timestamp": "The time of the proposal."
    case "correlation_id": "Links related runs."
    case "run_id": "The id of the run, if the sender chooses it."
    case "trace_id": "The distributed trace of its events."
    case "truth_id": "Which truth an acceptance names."
    case "confidence": "The confidence of the proposer."
    case "reason": "The reason for the proposal, for people; rules never read it."
    case "requires_consent": "The level of consent that the proposal needs."
    case "consent": "The proposer's consent."
    case "override": "The override of a clause in an emergency."
    case "idempotency_key": "The same proposal under one key is decided once."
    case "truths_hash": "The governing hash under which the proposal was made."
    case "policies_hash": "The hash of the policies under which the proposal was made."
    case "queued_at": "When it was queued."
    default: ""
    }
  }
}
