import TruthsDiagnostics
package import TruthsProgram
import TruthsSyntax
package import TruthsText

/// Records where roles are named, for the editor. Finds undeclared roles in packs that declare roles or use a pack that does
/// (approvals §3).
struct RolePass: CheckPass {
  let session: CheckSession

  func run() {
    let declaring = Set(declared.roles.map(\.pack))
    let names = Set(declared.roles.map { Text($0.name.text) } + program.undeclaredRoles)
    let candidates = declared.roles.map(\.name.text) + Program.defaultRoles
    func check(_ role: Name, in pack: String) {
      session.note(.role(role.text), at: role.span)
      guard !declaring.isEmpty, !names.contains(Text(role.text)), isHeld(pack, to: declaring) else { return }
      report(UnknownRole.finding(role.text, at: role.span, among: self.candidates(candidates)))
    }
    for truth in declared.truths where !truth.isBuiltIn {
      for entry in truth.body.invariants { entry.clause.roles.forEach { check($0, in: truth.pack) } }
      for entry in truth.body.ensures { entry.clause.roles.forEach { check($0, in: truth.pack) } }
    }
    for invariant in declared.invariants { invariant.body.rule.roles.forEach { check($0, in: invariant.pack) } }
    for intent in declared.intents { if let role = intent.body.consentBy { check(role, in: intent.pack) } }
    let arrivals =
      declared.facts.map { ($0.pack, $0.body.external) } + declared.lifecycles.map { ($0.pack, $0.body.external) }
    for (pack, arrival) in arrivals {
      for role in arrival?.by ?? [] where !Arrival.types.contains(role.text) { check(role, in: pack) }
    }
  }

  /// Whether a pack declares roles, or uses one that does.
  private func isHeld(_ pack: String, to declaring: Set<String>) -> Bool {
    declaring.contains { names.scope(pack).sees($0) }
  }
}

extension Program {
  /// Roles that are known without a declaration.
  static let defaultRoles = ["break_glass", "manager"]

  /// The roles that need no declaration: the default ones, and those that policies of the engine name (approvals §3).
  package var undeclaredRoles: [Text] {
    let named = policies.compactMap { policy -> Text? in
      guard ConvergePack.rolePolicies.contains(policy.name), case .text(let role) = policy.initial else { return nil }
      return role
    }
    return Self.defaultRoles.map { Text($0) } + named
  }
}

extension Clause {
  fileprivate var roles: [Name] {
    var effects: [Effect] = []
    if case .effect(let effect)? = consequence { effects.append(effect) }
    if case .effect(let effect)? = otherwise { effects.append(effect) }
    return effects.flatMap { effect -> [Name] in
      if case .requiresApproval(let spec?) = effect.kind { spec.approvers.compactMap(\.role) } else { [] }
    }
  }
}
