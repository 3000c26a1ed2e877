package import TruthsJSON
package import TruthsLedger
import TruthsText

/// The entry of a grant, a denial or a consent (approvals §4.2).
///
/// A history may omit the person and the time. If so, the entry's actor and timestamp count.
package struct AssentRecord: Sendable {
  /// The kind of answer.
  package enum Kind: Sendable {
    case grant, denial, consent

    /// The names of the members for the person and the time.
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

  /// The person whom the fact names; `nil` if it names none.
  var named: String? { entry.payload.text(kind.members.by) }

  /// For a consent, the hash of the proposal; otherwise `nil`.
  package var proposalHash: String? { entry.payload.text("proposal_hash") }

  /// For a grant or a denial, the id of the request; otherwise `nil`.
  package var request: String? { entry.payload.text("request") }

  /// The person who gave the answer.
  package var userID: String? { named ?? entry.userID }

  /// The time at which the answer was given, as written.
  package var moment: String { entry.payload.text(kind.members.at) ?? entry.timestamp.text }

  /// The reason in a denial; otherwise `nil`.
  var why: String? { entry.payload.text("why") }

  /// The authority under which the answer was given, besides the actor's own roles; `nil` for none.
  package var standing: JSONValue? { entry.payload["as"] }
}
