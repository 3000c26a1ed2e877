import TruthsEngine
import TruthsLedger
import TruthsProgram

/// Checks of adoptions that the language cannot express, because they need the whole set of truths and the ledger.
extension RunEvaluation {
  /// Returns the verdict that halts an adoption if it is decided by truths that are not in force; otherwise `nil`. In a ledger
  /// without adoptions, the truths of its first decision are in force.
  func adoptionStop(_ typed: TypedProposal) -> Verdict? {
    guard isAdoption(typed), let first = before.runs.firstTruths, first != procedure.truthsHash else { return nil }
    if before.adopted != nil { return nil }
    let reason =
      "this ledger began under the truths \(first), and these are \(procedure.truthsHash): an adoption is decided by those that "
      + "are in force (truths adopt NEW --truths IN_FORCE)"
    return .stop(.halted, .propose, .builtIn(.notAdopted, .structural, reason))
  }

  /// Returns a violation if no applicable rule names the people who may adopt truths (ledgers §6.2); otherwise empty.
  ///
  /// A violation is possible only if the set has pack `trust`, or rules that name such people. In language 2 any user could
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
