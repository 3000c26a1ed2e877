/// The kind of declaration that a text of the engine names: the `action` of a decision is the name of an intent.
package enum NamedInText: Hashable, Sendable {
  /// An intent, by its bare or qualified name.
  case intent
  /// A truth, invariant or clause, by its id.
  case rule
  case role
  /// A policy, by its qualified name.
  case policy

  /// Creates the kind that a field of a built-in fact or record names, also as elements of a list; `nil` where it names nothing.
  package init?(field: String, of owner: String) {
    switch (owner, field) {
    case (ConvergePack.decisionMade, "action"): self = .intent
    case (ConvergePack.decisionMade, "truth_id"), ("approval.requested", "truth_id"): self = .rule
    case ("approval.requested", "role"), ("approval.requested", "roles"), (ConvergePack.authority, "role"),
      (ConvergePack.standing, "role"):
      self = .role
    case (ConvergePack.policySet, "policy"): self = .policy
    default: return nil
    }
  }

  /// Creates the kind that a value of the engine names, also as elements of a list; `nil` where it names nothing.
  package init?(_ builtin: Builtin) {
    switch builtin {
    case .proposalAction: self = .intent
    case .proposalTruthID: self = .rule
    case .actorRoles: self = .role
    case .now, .actorType, .actorUserID, .actorStanding, .proposalAt, .proposalPack, .proposalConfidence, .proposalConsent,
      .proposalRequiresConsent, .proposalOverrideReason, .proposalOnBehalfOf, .proposalID, .documentPosition:
      return nil
    }
  }
}
