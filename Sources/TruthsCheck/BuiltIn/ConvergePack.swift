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
  static let rolePolicies: Set<String> = ["approver_role", "break_glass_role"]

  /// Facts that the engine itself appends.
  static let engineFacts: Set<String> = ["approval.requested", overrideUsed, "policy.set", decisionMade]

  /// The history of decisions, which stands in the ledger as decisions and not as facts.
  static let decisionMade = "decision.made"

  /// What is read when somebody grants or denies: who stands in for whom. Truths of pack trust may make it.
  static let authority = "authority.held"

  /// The record of what counted of that.
  static let standing = "approval_standing"

  /// The facts of approvals, which nothing that authorities come of may read.
  static let approvalFacts: Set<String> = ["approval.requested", "approval.granted", "approval.denied"]

  /// What the engine appends for an acceptance clause that was passed with break-glass.
  static let overrideUsed = "override.used"

  package static let text = #"""
    pack converge:
      version: 1.0.0
      summary: What the engine records about approvals, consent, overrides and policies

    record approval_standing:
      summary: The authority under which somebody answered a request, beside their own roles
      fields:
        role: text?
        for: text?

    fact authority.held:
      summary: Who is lent a role, and who acts for whom; truths of pack trust derive it
      derived: true
      fields:
        user_id: text
        role: text?
        for: text?

    fact approval.requested:
      summary: A clause waits for people to agree; whom `role` says, as it is written in the clause with ids of people
      key: [request]
      fields:
        request: text
        proposal_id: text
        proposal_hash: text
        truth_id: text
        clause: text
        role: text
        roles: list of text?
        count: integer?
        person: text?
        people: list of text?
        excluded: list of text?
        proposed_by: text
        reason: text
        requested_at: timestamp

    fact approval.granted:
      summary: Somebody agreed to a request; who and when stands in the entry, and again here where the built-in truth made it
      fields:
        request: text
        granted_by: text?
        granted_at: timestamp?
        as: approval_standing?

    fact approval.denied:
      summary: Somebody refused a request
      fields:
        request: text
        why: text
        denied_by: text?
        denied_at: timestamp?
        as: approval_standing?

    fact override.used:
      summary: An acceptance clause was passed in an emergency
      fields:
        request: text
        reason: text

    fact consent.given:
      summary: A person consents to a proposal; who and when stands in the entry, and again here where the built-in truth made it
      fields:
        proposal_hash: text
        given_by: text?
        given_at: timestamp?

    fact policy.set:
      summary: A policy has another value from here on; the highest step counts
      key: [policy, step]
      fields:
        policy: text
        step: integer
        value: json

    enum decision_outcome: [accepted, rejected, halted]

    enum decision_status: [running, waiting, converged, halted]

    fact decision.made:
      summary: A decision that stands in the context; of a proposal that waits, each evaluation that left an entry
      key: [run_id, step]
      fields:
        run_id: text
        step: integer
        proposal_id: text?
        action: text?
        user_id: text?
        decision: decision_outcome
        status: decision_status
        truth_id: text?
        decided_at: timestamp

    fact truths.adopted:
      summary: From here on the truths of this hash are in force
      fields:
        hash: text
        version: text?
        note: text?
        adopted_by: text?
        adopted_at: timestamp?

    intent adopt_truths:
      summary: Somebody wants other truths to be in force from here on
      fields:
        hash: text
        version: text
        note: text

    intent grant_approval:
      summary: Somebody agrees to a request
      fields:
        request: text

    intent deny_approval:
      summary: Somebody refuses a request
      fields:
        request: text
        why: text

    intent give_consent:
      summary: A person consents to a proposal that waits
      fields:
        proposal_hash: text

    truth granting:
      summary: Who agrees is one of the people who are asked, or stands in for one, and neither proposed it nor consented to it
      when:
        - intent: grant_approval
      requires:
        - request exists
        - approval.requested else "No request {request} is known"
        - 'actor.type != "agent" else "@{actor.user_id} is an agent: only a person grants an approval"'
        - 'actor.type != "system" else "@{actor.user_id} is a system: only a person grants an approval"'
        - 'approval.requested → approval.requested.proposed_by != actor.user_id
          else "@{actor.user_id} may not grant it: @{actor.user_id} proposed it"'
      produces:
        - fact.approval.granted:
            granted_by: actor.user_id
            granted_at: now
            as: actor.standing
        - trace.approval.granting

    truth adopting:
      summary: A person says which truths are in force, by the hash that truths build prints
      id: converge.truths.adopting
      when:
        - intent: adopt_truths
      requires:
        - hash exists
        - length(hash) == 71 and hash like "sha256:*" else "{hash} is no truths hash, which truths build prints"
        - actor.type == "user" else "@{actor.user_id} is no person, and rules are changed by people"
      produces:
        - fact.truths.adopted:
            adopted_by: actor.user_id
            adopted_at: now
        - trace.truths.adopting

    truth denying:
      summary: Who refuses is one of the people who are asked, or stands in for one, and says why
      when:
        - intent: deny_approval
      requires:
        - request exists
        - why exists
        - approval.requested else "No request {request} is known"
        - 'actor.type != "agent" else "@{actor.user_id} is an agent: only a person denies an approval"'
        - 'actor.type != "system" else "@{actor.user_id} is a system: only a person denies an approval"'
      produces:
        - fact.approval.denied:
            denied_by: actor.user_id
            denied_at: now
            as: actor.standing
        - trace.approval.denying

    truth giving:
      id: converge.consent.giving
      summary: Who consents is a person whose consent the proposal wants
      when:
        - intent: give_consent
      requires:
        - proposal_hash exists
        - 'actor.type != "agent" else "@{actor.user_id} is an agent: only a person consents"'
        - 'actor.type != "system" else "@{actor.user_id} is a system: only a person consents"'
      produces:
        - fact.consent.given:
            given_by: actor.user_id
            given_at: now
        - trace.consent.giving
    """#
}
