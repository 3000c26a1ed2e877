import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds declarations that are not governed, used, enforced or traced (families T4 to T6).
///
/// Unused declarations are reported only if every name was resolved: a misspelt name is one mistake, not two.
struct GovernancePass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies
  /// Groups by index of intent.
  let groups: [IntentGroup?]

  func run() {
    let hasLostNames = hasFinding(\.isOfLostName)
    for (truth, checked) in zip(bodies.truths, program.truths) {
      if !truth.declared.isBuiltIn, truth.declared.isWhole, !checked.isView { check(tracesOf: truth) }
    }
    for fact in declared.facts where !fact.isBuiltIn && fact.isWhole && fact.body.key.isEmpty {
      report(KeylessFact.finding(fact.name, at: fact.keySpan))
    }
    checkLifecycles(hasLostNames || hasFinding { $0.code == UnknownTransition.code })
    if hasLostNames { return }
    checkBlueprints()
    checkOverrides()
    checkAdoption()
    checkMoments()
    for (index, intent) in declared.intents.enumerated() where !intent.isBuiltIn && !usage.governedIntents.contains(index) {
      report(UngovernedIntent.finding(intent.name.text, at: intent.keySpan))
    }
    for (index, fact) in declared.facts.enumerated() where !fact.isBuiltIn { check(useOf: fact, index) }
    checkUseOfLifecycles()
    for (index, policy) in declared.policies.enumerated() where !usage.policies.contains(index) {
      if ConvergePack.enginePolicies.contains(policy.name.text) { continue }
      report(UnusedDeclaration.finding(kind: "policy", policy.name.text, at: policy.keySpan))
    }
    for (index, calendar) in declared.calendars.enumerated() where !usage.calendars.contains(index) {
      report(UnusedDeclaration.finding(kind: "calendar", calendar.name.text, at: calendar.keySpan))
    }
    for (index, table) in declared.tables.enumerated() where !usage.tables.contains(index) {
      report(UnusedDeclaration.finding(kind: table.body.isFunction ? "function" : "table", table.name.text, at: table.keySpan))
    }
    checkUseOfLets()
  }

  /// Reports `let`s that nothing reads. The readers of an intent's `let` are the intent's truths and its other `let`s.
  private func checkUseOfLets() {
    let ofTruths = bodies.truths.flatMap(\.checker.lets)
    let shared = Set(ofTruths.lazy.filter { $0.isShared && $0.isUsed }.map(\.binding.name.span))
    let own = ofTruths.filter { !$0.isShared } + bodies.sources.flatMap(\.lets) + bodies.intents.flatMap(\.checker.lets)
    for binding in own where !binding.isUsed && !shared.contains(binding.binding.name.span) {
      report(UnusedDeclaration.finding(kind: "let", binding.binding.name.text, at: binding.binding.name.span))
    }
  }

  private func check(tracesOf truth: TruthBody) {
    let hasTrace = truth.declared.body.produces.contains { entry in
      if case .trace = entry.kind { return true }
      return false
    }
    if !hasTrace { report(NoTrace.finding(at: truth.declared.keySpan)) }
  }

  /// Reports lifecycles whose history is read although neither a truth nor anything outside moves them.
  private func checkUseOfLifecycles() {
    for (index, lifecycle) in program.lifecycles.enumerated() where !lifecycle.isExternal {
      guard let span = usage.readFacts[lifecycle.history], transitionsMade(of: index).isEmpty else { continue }
      report(FactNeverProduced.finding(program.facts[lifecycle.history].name, readAt: span, declared: lifecycle.span))
    }
  }

  /// Reports a fact type that is read but never made, and one that is neither made nor read.
  private func check(useOf fact: Declared<FactDeclaration>, _ index: Int) {
    if usage.producedFacts.contains(index) { return }
    if let span = usage.readFacts[index] {
      if !fact.body.isExternal { report(FactNeverProduced.finding(fact.name.text, readAt: span, declared: fact.keySpan)) }
    } else if !usage.namedFacts.contains(index) {
      report(UnusedDeclaration.finding(kind: "fact type", fact.name.text, at: fact.keySpan))
    }
  }
}

extension GovernancePass {
  /// Reports a set in which nothing reads `override.used`: no one learns when break-glass skipped an approval (approvals §2).
  ///
  /// Reported once for a set, at the pack of the first clause that requires an approval: one truth fixes it for all packs.
  private func checkOverrides() {
    guard let used = program.facts.firstIndex(where: { $0.name == ConvergePack.overrideUsed && $0.isBuiltIn }),
      usage.readFacts[used] == nil, let first = firstApproval
    else { return }
    report(UnreadOverride.finding(first.pack.name.text, at: first.pack.keySpan, approval: first.span))
  }

  /// Reports a set that does not name who may adopt other rules (ledgers §6.2). If such a set has a pack `trust`, no one may
  /// adopt, and the rules of a ledger can never change. If not, any user may, and can bypass the required approvals.
  private func checkAdoption() {
    let example = AdoptionAuthority.example(program)
    switch AdoptionAuthority(program).adopters {
    case .named: return
    case .nobody:
      guard let trust = declared.packs.first(where: { $0.name.text == ConvergePack.trust }) else { return }
      report(UnnamedAdopter.nobody(at: trust.keySpan, example: example))
    case .anybody:
      guard let first = firstApproval else { return }
      report(
        UnnamedAdopter.anybody(first.pack.name.text, at: first.pack.keySpan, approval: first.span, example: example))
    }
  }

  /// The first clause of the set that requires an approval, with its pack.
  ///
  /// - Complexity: O(n) in the clauses; nothing is copied, because it is asked at every key in an editor.
  private var firstApproval: (pack: Declared<PackDeclaration>, span: Span)? {
    var first: (pack: String, span: Span)?
    func consider(_ clauses: [CheckedClause], of pack: String) {
      for place in clauses.indices where clauses[place].wantsApproval {
        let span = clauses[place].span
        if first.map({ span < $0.span }) ?? true { first = (pack, span) }
      }
    }
    for index in program.truths.indices {
      consider(program.truths[index].invariants, of: program.truths[index].pack)
      consider(program.truths[index].ensures, of: program.truths[index].pack)
    }
    for index in program.invariants.indices { consider([program.invariants[index].clause], of: program.invariants[index].pack) }
    guard let first, let pack = declared.packs.first(where: { $0.name.text == first.pack }) else { return nil }
    return (pack, first.span)
  }
}

extension CheckedClause {
  fileprivate var wantsApproval: Bool {
    if case .acceptance = kind { return true }
    return false
  }
}
