package import TruthsJSON
import TruthsText

/// An answer to a waiting run. It is given as a proposal of a built-in intent in pack `converge` (runs §3).
package enum LedgerAnswer: Sendable {
  case approve(request: String)
  case deny(request: String, why: String)
  case consent(proposalHash: String)

  /// The answer as a proposal, without its actor.
  package var proposal: JSONObject {
    switch self {
    case .approve(let request): ["action": .text("grant_approval"), "request": .text(request)]
    case .deny(let request, let why): ["action": .text("deny_approval"), "request": .text(request), "why": .text(why)]
    case .consent(let hash): ["action": .text("give_consent"), "proposal_hash": .text(hash)]
    }
  }
}
