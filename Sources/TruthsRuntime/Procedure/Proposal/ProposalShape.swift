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
          .optional("replay_safe", JSONShape.boolean.orNull, "Whether it may be decided later than it was made."),
          .optional("forced", JSONShape.boolean.orNull, "Whether a person wants it decided in spite of that."),
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
        .optional("truth_id", .text, "The clause that is passed."), .optional("reason", .text, "Why it is passed."),
      ])
    case "payload": .map()
    default: .text
    }
  }

  private static func summary(of name: String) -> String {
    switch name {
    case "action": "The intent, bare or with its pack."
    case "payload": "The fields of the intent; with it no other member may be one."
    case "proposal_id": "The identity of the proposal; else made from what was received."
    case "pack": "The pack that it is about, for `pack:` in `when`."
    case "actor": "Who proposes."
    case "on_behalf_of": "Whom the proposal is made for."
    case "timestamp": "When it is made."
    case "correlation_id": "Links related runs."
    case "run_id": "The run, where it has an id of its own."
    case "trace_id": "The distributed trace of its events."
    case "truth_id": "Which truth an acceptance names."
    case "confidence": "How sure the proposer is."
    case "reason": "Why it is proposed; carried and never read."
    case "requires_consent": "How much consent it wants."
    case "consent": "The proposer's consent."
    case "override": "A clause that is passed in an emergency."
    case "idempotency_key": "The same proposal under one key is decided once."
    case "truths_hash": "The governing hash under which it was made."
    case "policies_hash": "The hash of the policies under which it was made."
    case "queued_at": "When it was queued."
    default: ""
    }
  }
}
