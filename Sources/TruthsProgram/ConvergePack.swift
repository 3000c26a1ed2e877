import CFiles

/// The built-in pack `converge`, written in the language itself (declarations §16): what the engine records about approvals,
/// consent, overrides and policies, and the truths that govern granting and denying.
///
/// Grants, denials and consents have no key, so that several of one request stand beside each other, whoever gave them and
/// whenever.
package enum ConvergePack {
  package static let name = "converge"

  /// How its file is shown; no file below `truths/` can have this path.
  package static let path = "(built-in)/converge.approval.truths"

  /// Names that the engine reads and that any pack may declare as a policy (declarations §16).
  package static let enginePolicies: Set<String> = ["approver_role", "approval_ttl", "break_glass_role"]

  /// Those of them whose values are roles.
  package static let rolePolicies: Set<String> = ["approver_role", "break_glass_role"]

  /// The history of decisions, which stands in the ledger as decisions and not as facts.
  package static let decisionMade = "decision.made"

  /// The fact with which a policy takes another value.
  package static let policySet = "policy.set"

  /// What is read when somebody grants or denies: who stands in for whom. Truths of pack trust may make it.
  package static let authority = "authority.held"

  /// The record of what counted of that.
  package static let standing = "approval_standing"

  /// The facts of approvals, which nothing that authorities come of may read.
  package static let approvalFacts: Set<String> = ["approval.requested", "approval.granted", "approval.denied"]

  /// What the engine appends for an acceptance clause that was passed with break-glass.
  package static let overrideUsed = "override.used"

  /// Its file, as any other file of truths: `Sources/CFiles/files/converge.approval.truths`.
  package static let text: [UInt8] = {
    let file = converge_truths()
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
  }()
}
