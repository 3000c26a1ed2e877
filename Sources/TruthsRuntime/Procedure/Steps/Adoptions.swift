import TruthsEngine
import TruthsLedger
import TruthsProgram

/// Checks of adoptions that the language cannot express: they are about the set and the ledger.
extension RunEvaluation {
  /// What is in force is changed by what is in force alone: in a ledger that adopted nothing yet, the truths of its first run.
  func adoptionStop(_ typed: TypedProposal) -> Verdict? {
    guard isAdoption(typed), let first = before.runs.firstTruths, first != procedure.truthsHash else { return nil }
    if before.adopted != nil { return nil }
    let reason =
      "this ledger began under the truths \(first), and these are \(procedure.truthsHash): an adoption is decided by those that "
      + "are in force (truths adopt NEW --truths IN_FORCE)"
    return .stop(.halted, .propose, .builtIn(.notAdopted, .structural, reason))
  }

  /// Refuses an adoption under a set with pack trust, or one that names who adopts, where nothing that applies to it names
  /// somebody (ledgers §6.2).
  /// Language 2 took it from any user.
  func faultsOfAdoption(_ typed: TypedProposal, _ violations: [Violation]) -> [Violation] {
    guard procedure.language >= .three, isAdoption(typed) else { return [] }
    let authority = AdoptionAuthority(program)
    if authority.adopters == .anybody { return [] }
    // What is refused for another reason is told by that one.
    if violations.contains(where: { $0.kind != .acceptance && $0.kind != .advisory }) { return [] }
    let asked = Set(violations.filter { $0.kind == .acceptance }.map(\.declaredBy))
    guard !authority.namesSomebody(whereFired: fired, asked: asked) else { return [] }
    let reason =
      "\(authority.silentPart) names nobody who may adopt these truths, and so nobody may; a truth on adopt_truths there names "
      + "them, as with " + AdoptionAuthority.example(program)
    return [unmet("converge.truths.adopting", reason)]
  }

  private func isAdoption(_ typed: TypedProposal) -> Bool {
    let intent = program.intents[typed.intent]
    return intent.isBuiltIn && intent.name == AdoptionRecord.intent
  }
}
