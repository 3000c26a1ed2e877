package import TruthsJSON
import TruthsText

/// The members of a received proposal that explanations show.
///
/// In a queue record or an entry, members of the wrapper have precedence over members of the inner proposal, as in a decision
/// (runs §2).
package struct ProposalRecord: Sendable {
  private let proposal: JSONObject

  /// The members of the envelope of a proposal. All other members are fields of the intent (runs §1).
  private static let envelope: Set<String> = [
    "proposal_id", "action", "pack", "actor", "correlation_id", "run_id", "timestamp", "confidence", "reason", "truth_id",
    "trace_id", "requires_consent", "consent", "override", "idempotency_key", "truths_hash", "policies_hash", "queued_at",
    "on_behalf_of", "payload", "proposal", "replay_safe",
  ]

  /// Reads a received proposal.
  ///
  /// - Parameter received: the proposal, or the payload of its entry.
  package init(_ received: JSONObject) {
    if received["action"] == nil, let inner = received.object("proposal") {
      proposal = Self.joined(inner, with: received, without: ["proposal"])
    } else if received.text("entry_type") == "proposal", let inner = received.object("payload") {
      proposal = Self.joined(inner, with: received, without: ["payload", "entry_id", "entry_type", "sequence"])
    } else {
      proposal = received
    }
  }

  private static func joined(_ inner: JSONObject, with outer: JSONObject, without wrapper: Set<String>) -> JSONObject {
    outer.members.filter { !wrapper.contains($0.name.string) }.reduce(into: inner) { $0[$1.name.string] = $1.value }
  }

  /// The intent.
  package var action: String? { proposal.text("action") }
  package var pack: String? { proposal.text("pack") }
  package var reason: String? { proposal.text("reason") }
  package var onBehalfOf: String? { proposal.text("on_behalf_of") }
  package var confidence: JSONValue? { proposal["confidence"] }
  package var proposalID: String? { proposal.text("proposal_id") }

  /// The truth and the reason that the proposal's override states; `nil` if it has no override.
  package var override: (truthID: JSONValue?, reason: JSONValue?)? {
    proposal["override"].map { ($0["truth_id"], $0["reason"]) }
  }

  /// Whether the proposer also consents in the proposal.
  package var hasConsent: Bool { proposal.isTrue("consent") }

  /// The object that contains the intent's fields: `payload`, or the proposal itself.
  package var fieldHolder: JSONObject { proposal.object("payload") ?? proposal }

  /// The fields of the intent, as far as they can be recognised without the vocabulary.
  package var fields: [JSONObject.Member] {
    proposal.object("payload")?.members ?? proposal.members.filter { !Self.envelope.contains($0.name.string) }
  }
}
