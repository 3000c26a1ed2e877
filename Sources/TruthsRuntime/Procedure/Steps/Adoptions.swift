import TruthsEngine
import TruthsLedger
import TruthsProgram

/// Checks of adoptions that the language cannot express, because they are about the set and the ledger.
extension RunEvaluation {
  /// Halts an adoption under rules that are not in force. In a ledger without adoptions, the rules of its first run are in
  /// force.
  func adoptionStop(_ typed: TypedProposal) -> Verdict? {
    guard isAdoption(typed), let first = before.runs.firstTruths, first != procedure.truthsHash else { return nil }
    if before.adopted != nil { return nil }
    let reason =
      "this ledger began under the truths \(first), and these are \(procedure.truthsHash): an adoption is decided by those that "
      + "are in force (truths adopt NEW --truths IN_FORCE)"
    return .stop(.halted, .propose, .builtIn(.notAdopted, .structural, reason))
  }

  /// Refuses an adoption where no applicable rule names who may adopt (ledgers §6.2).
  ///
  /// This holds under a set with pack `trust`, and under one with rules that name such people. Language 2 allowed any user to
  /// adopt.
  func faultsOfAdoption(_ typed: TypedProposal, _ violations: [Violation]) -> [Violation] {
    guard procedure.language >= .three, isAdoption(typed) else { return [] }
    let authority = AdoptionAuthority(program)
    if authority.adopters == .anybody { return [] }
    // An adoption that is refused for another reason gets only that reason.
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
