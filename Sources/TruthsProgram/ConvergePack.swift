import CFiles

/// The built-in pack `converge`, written in the language itself (declarations §16). It declares what the engine records about
/// approvals, consent, overrides and policies, and the truths that govern granting and denying.
///
/// Grants, denials and consents have no key, so that several answers to one request are kept, from any person and at any time.
package enum ConvergePack {
  package static let name = "converge"

  /// The path of the pack's file in messages; no file below `truths/` can have this path.
  package static let path = "(built-in)/converge.approval.truths"

  /// Names of policies that the engine reads and that any pack may declare (declarations §16).
  package static let enginePolicies: Set<String> = ["approver_role", "approval_ttl", "break_glass_role"]

  /// The engine's policies whose values are roles.
  package static let rolePolicies: Set<String> = ["approver_role", "break_glass_role"]

  /// The fact type of past decisions, which the ledger stores as decisions and not as facts.
  package static let decisionMade = "decision.made"

  /// The intent that proposes to adopt another set of truths.
  package static let adoption = "adopt_truths"

  /// The name of the pack that says who may adopt; a pack of this name is pack trust.
  package static let trust = "trust"

  /// The fact type that gives a policy another value.
  package static let policySet = "policy.set"

  /// The derived fact type of lent roles and substitutes, read when a person grants or denies; truths of pack trust derive it.
  package static let authority = "authority.held"

  /// The record type of the authority under which a person answered, besides their own roles.
  package static let standing = "approval_standing"

  /// The fact types of approvals, which facts behind `authority.held` may not read.
  package static let approvalFacts: Set<String> = ["approval.requested", "approval.granted", "approval.denied"]

  /// The fact type that records that an acceptance clause was passed with break-glass.
  package static let overrideUsed = "override.used"

  /// The content of the pack's file, `Sources/CFiles/files/converge.approval.truths`.
  package static let text: [UInt8] = {
    let file = converge_truths()
    return Array(UnsafeBufferPointer(start: file.bytes, count: file.size))
  }()
}
