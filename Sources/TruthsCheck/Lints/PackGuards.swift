import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds truths that do not fire if a proposal names another pack, although another truth on the intent fires then. The sender
/// can avoid their clauses by naming such a pack (declarations §5.2).
///
/// A set is not reported if a truth that always fires reads `proposal.pack`, because that truth decides which packs are
/// accepted.
///
/// - Complexity: O(n) in the truths of an intent, if some of them name their pack.
struct PackGuardPass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies
  /// Groups by index of intent.
  let groups: [IntentGroup?]

  func run() {
    guard bodies.truths.contains(where: { $0.checked.namesPack }) else { return }
    var bySpan: [Span: Diagnostic] = [:]
    for group in groups.compactMap(\.self)
    where group.truths.contains(where: \.checked.namesPack) && !group.truths.contains(where: \.asksForPack) {
      for (span, diagnostic) in findings(in: group) where bySpan[span] == nil { bySpan[span] = diagnostic }
    }
    for (_, diagnostic) in bySpan.sorted(by: { $0.key < $1.key }) { report(diagnostic) }
  }

  private func findings(in group: IntentGroup) -> [(Span, Diagnostic)] {
    let intent = program.intents[group.intent]
    guard group.truths.contains(where: { $0.checked.namesPack && $0.checked.pack != intent.pack }) else { return [] }
    let packs = Set(group.truths.filter(\.checked.namesPack).map(\.checked.pack)).union([intent.pack]).sorted()
    return group.truths.compactMap { guarding in
      guard let name = guarding.packName, guarding.canStop else { return nil }
      // A proposal of any other pack is malformed, and nobody can avoid the guard by it.
      let evading = packs.firstValue { pack in
        pack == guarding.checked.pack
          ? nil : group.truths.first { $0.packName == nil || $0.checked.pack == pack }.map { (pack, $0.id) }
      }
      guard let (pack, other) = evading else { return nil }
      return (
        name.span,
        EvadableGuard.finding(name, guarding: guarding.id, intent: intent.name, other: other, evading: pack)
      )
    }
  }
}

extension TruthBody {
  /// The name of the only pack that the truth fires for, as written.
  fileprivate var packName: Name? {
    guard checked.namesPack else { return nil }
    return declared.body.when.firstValue { entry in
      if case .pack(let name) = entry, name.text == checked.pack { name } else { nil }
    }
  }

  /// Whether the truth fires for every proposal, and has a clause about the pack.
  fileprivate var asksForPack: Bool {
    condition == nil && !checked.namesPack
      && (checked.requires + checked.invariants).contains { $0.canStop && $0.test.reads(.proposalPack) }
  }

  /// Whether a clause of the truth can stop a proposal.
  fileprivate var canStop: Bool {
    !requires.isEmpty || !moves.isEmpty || (invariants + ensures).contains(where: \.checked.canStop)
  }
}

extension CheckedClause {
  fileprivate var canStop: Bool {
    if case .advisory = kind { return false }
    return true
  }
}

extension Node {
  fileprivate func reads(_ builtin: Builtin) -> Bool { self == .builtin(builtin) || children.contains { $0.reads(builtin) } }
}
