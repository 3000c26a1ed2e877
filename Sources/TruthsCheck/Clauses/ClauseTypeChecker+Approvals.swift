import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax

/// Clauses that ask for approval or consent (approvals §2).
extension ClauseTypeChecker {
  /// Returns the kind of a clause with an effect, and the expressions that name the people whom the clause asks.
  func kind(of effect: Effect, at site: ClauseSite) -> (ClauseKind, [Typed]) {
    if site.place == .requires { return (.requirement, []) }
    switch effect.kind {
    case .reject: return (.structural, [])
    case .warn: return (.advisory, [])
    case .requiresConsent:
      if isOnFacts { session.report(ConsentOnFacts.finding(site.ownerID, at: effect.span)) }
      return (.consent, [])
    case .requiresApproval(let spec):
      if isOnFacts { session.report(ApprovalOnFacts.finding(site.ownerID, at: effect.span)) }
      referToApprovalPolicies(isNamed: spec != nil)
      guard let spec else { return (.acceptance(nil), []) }
      let (approval, people) = approval(spec)
      return (.acceptance(approval), people)
    }
  }

  private var isOnFacts: Bool { !trigger.matches.isEmpty }

  /// Refers to the policies that the engine reads for an acceptance clause, so that the hash of an intent's rules covers them.
  private func referToApprovalPolicies(isNamed: Bool) {
    for name in ConvergePack.enginePolicies where name != "approver_role" || !isNamed {
      for index in session.policies(named: name) {
        let policy = program.policies[index]
        if policy.pack == scope.name || policy.pack == "trust" { references.insert(.policy(index)) }
      }
    }
  }

  private func approval(_ spec: ApprovalSpec) -> (CheckedApproval, [Typed]) {
    // People are asked on the context before a run, also in `ensures`.
    let place = oldPlace
    oldPlace = .elsewhere
    defer { oldPlace = place }
    var people: [Typed] = []
    func person(_ expr: Expr, _ typed: Typed) -> CheckedApproval.Person {
      people.append(typed)
      return CheckedApproval.Person(node: typed.node, terms: TermCollector.terms(of: typed), text: formatted(expr))
    }
    let approvers = spec.approvers.map { approver in
      if let role = approver.role, !find(role.text).isEmpty { session.report(RoleIsName.finding(role.text, at: role.span)) }
      return CheckedApproval.Approver(
        role: approver.role?.text, person: approver.person.map { person($0, assigned($0, to: .text)) })
    }
    let excluded = spec.excluded.map { person($0, excludedPeople($0)) }
    return (CheckedApproval(count: spec.count, approvers: approvers, excluded: excluded), people)
  }

  /// Lowers the excluded people: a text or a list of texts.
  private func excludedPeople(_ expr: Expr) -> Typed {
    let typed = value(expr, expecting: expr.isList ? .list(.text) : .text)
    if typed.type.fits(.text) || typed.type.fits(.list(.text)) { return typed }
    session.report(WrongType.finding(name(of: typed.type), wanted: "a text or a list of text", at: typed.span))
    return .fault(at: typed.span)
  }
}
