package import TruthsJSON
package import TruthsLedger
import TruthsText

/// A grant, a denial or a consent, as its entry tells it (approvals §4.2). A history may leave out who gave it and when; then the
/// entry's actor and timestamp count.
package struct AssentRecord: Sendable {
  /// What is given.
  package enum Kind: Sendable {
    case grant, denial, consent

    /// The members that say who and when.
    fileprivate var members: (by: String, at: String) {
      switch self {
      case .grant: ("granted_by", "granted_at")
      case .denial: ("denied_by", "denied_at")
      case .consent: ("given_by", "given_at")
      }
    }
  }

  private let entry: Entry
  private let kind: Kind

  package init(_ entry: Entry, _ kind: Kind) { (self.entry, self.kind) = (entry, kind) }

  /// Who gave it, where the fact itself says so.
  var named: String? { entry.payload.text(kind.members.by) }

  /// Of a consent: the hash of the proposal.
  package var proposalHash: String? { entry.payload.text("proposal_hash") }

  /// Of a grant or a denial: the request.
  package var request: String? { entry.payload.text("request") }

  /// Who gave it.
  package var userID: String? { named ?? entry.userID }

  /// When it was given, as it is written.
  package var moment: String { entry.payload.text(kind.members.at) ?? entry.timestamp.text }

  /// Why, as a denial says.
  var why: String? { entry.payload.text("why") }

  /// The authority under which it was given, beside the actor's own roles.
  package var standing: JSONValue? { entry.payload["as"] }
}
