package import TruthsJSON
import TruthsText

/// An action or a view that an actor asks for, expressed as an intent of pack `converge` (sessions §10).
package enum Permission: Hashable, Sendable {
  /// The permission to cancel a run.
  ///
  /// - Parameters:
  ///   - proposedBy: the `user_id` of the run's proposer.
  ///     - of: the proposer's organisation, for a run that may not be in a ledger yet; `""` if the proposer has no organisation,
  ///       `nil` if unknown.
  case cancelRun(runID: String, proposedBy: String, of: String? = nil)
  case pauseRun(runID: String, proposedBy: String, of: String? = nil)
  case resumeRun(runID: String, proposedBy: String, of: String? = nil)
  case pauseSession
  case resumeSession
  /// The permission to change the budget.
  ///
  /// - Parameter members: the members of the message (sessions §7.3), as received.
  case updateBudget(JSONObject)
  /// The permission to read an entry of the ledger.
  ///
  /// - Parameters:
  ///   - orgID: the organisation that owns the entry; `nil` for an entry without an owner.
  ///   - factType: the type of a fact; `nil` for other entries.
  case readLedger(orgID: String?, factType: String?)
  case readSensitive(orgID: String?, factType: String?)
  case askForOthers

  /// Name of the intent that asks for this permission.
  package var action: String {
    switch self {
    case .cancelRun: "cancel_run"
    case .pauseRun: "pause_run"
    case .resumeRun: "resume_run"
    case .pauseSession: "pause_session"
    case .resumeSession: "resume_session"
    case .updateBudget: "update_budget"
    case .readLedger: "read_ledger"
    case .readSensitive: "read_sensitive"
    case .askForOthers: "ask_for_others"
    }
  }

  /// Fields of the intent; those without a value are left out.
  package var fields: JSONObject {
    switch self {
    case .cancelRun(let runID, let proposer, _), .pauseRun(let runID, let proposer, _), .resumeRun(let runID, let proposer, _):
      ["run_id": .text(runID), "proposed_by": .text(proposer)]
    case .updateBudget(let members): members
    case .readLedger(let orgID, let factType), .readSensitive(let orgID, let factType):
      Self.object(("org_id", orgID), ("fact_type", factType))
    case .pauseSession, .resumeSession, .askForOthers: [:]
    }
  }

  private static func object(_ members: (name: String, value: String?)...) -> JSONObject {
    JSONObject(
      members.compactMap { member in
        member.value.map { JSONObject.Member(name: Text(member.name), value: .text($0)) }
      })
  }

  /// Whether the same question is asked again for every event and every reader. Only such verdicts are cached.
  var isAskedOften: Bool {
    switch self {
    case .readLedger, .readSensitive, .askForOthers: true
    case .cancelRun, .pauseRun, .resumeRun, .pauseSession, .resumeSession, .updateBudget: false
    }
  }
}

/// The answer to a ``Permission``.
package struct AuthorityVerdict: Hashable, Sendable {
  package var isAllowed: Bool
  /// Truth that decided; `nil` if the default decided.
  package var truthID: String?
  /// Explanation for people.
  package var reason: String

  package init(isAllowed: Bool, truthID: String? = nil, reason: String) {
    self.isAllowed = isAllowed
    self.truthID = truthID
    self.reason = reason
  }
}
