import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds truths whose clauses hang on the pack that a proposal names, although another truth on the same intent fires for a
/// proposal that names none of it: who sends the proposal chooses whether they guard (declarations §5.2). A set in which a truth
/// that always fires asks for `proposal.pack` itself says which packs it takes, and is left alone.
///
/// - Complexity: O(n) in the truths of an intent, where some of them name their pack.
struct PackGuardPass: CheckPass {
  let session: CheckSession
  let bodies: CheckedBodies
  /// By intent.
  let groups: [IntentGroup?]

  func run() {
    guard bodies.truths.contains(where: { $0.checked.namesPack }) else { return }
    var found: [Span: Diagnostic] = [:]
    for group in groups.compactMap(\.self)
    where group.truths.contains(where: \.checked.namesPack) && !group.truths.contains(where: \.asksForPack) {
      for (span, diagnostic) in findings(in: group) where found[span] == nil { found[span] = diagnostic }
    }
    for (_, diagnostic) in found.sorted(by: { $0.key < $1.key }) { report(diagnostic) }
  }

  private func findings(in group: IntentGroup) -> [(Span, Diagnostic)] {
    let intent = program.intents[group.intent]
    let named = group.truths.filter(\.checked.namesPack).map(\.checked.pack)
    let packs = Set(named).union([intent.pack])
    return group.truths.compactMap { guarding in
      guard let name = guarding.packName, guarding.canStop else { return nil }
      let others = group.truths.filter { $0.packName == nil || $0.checked.pack != guarding.checked.pack }
      guard let other = others.first else { return nil }
      // Where another pack is named, the truth that is told is one that fires then.
      let evading = packs.subtracting([guarding.checked.pack]).sorted().firstValue { pack in
        others.first { $0.packName == nil || $0.checked.pack == pack }.map { (pack, $0.id) }
      }
      return (
        name.span,
        EvadableGuard.found(
          name, guarding: guarding.id, intent: intent.name, other: evading?.1 ?? other.id, evading: evading?.0)
      )
    }
  }
}

extension TruthBody {
  /// The pack that it fires for alone, where it is written.
  fileprivate var packName: Name? {
    guard checked.namesPack else { return nil }
    return declared.body.when.firstValue { entry in
      if case .pack(let name) = entry, name.text == checked.pack { name } else { nil }
    }
  }

  /// Whether it fires for every proposal, and requires something of the pack.
  fileprivate var asksForPack: Bool {
    condition == nil && !checked.namesPack
      && (checked.requires + checked.invariants).contains { $0.canStop && $0.test.reads(.proposalPack) }
  }

  /// Whether a clause of it can stop a proposal.
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
