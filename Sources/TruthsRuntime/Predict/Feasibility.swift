import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Whether a prediction could be accepted, whatever is filled into the fields that it does not have: it is decided as it is, and
/// a clause that does not hold counts where all that it reads of the proposal is there.
struct Feasibility {
  let procedure: RunProcedure
  let context: Context
  let links: StepLinks
  /// Who would propose, where that is known with roles; else what a clause reads of the actor may be anything.
  let actor: JSONObject?
  let now: Timestamp
  /// What all together may take; `nil`: each as much as a run may.
  let work: WorkMeter?

  private var program: Program { procedure.program }

  /// - Parameter forAnybody: whether what clauses read of the actor may be anything.
  func allows(_ prediction: Prediction, forAnybody: Bool = false) -> Bool {
    guard let intent = links.intent(named: prediction.action) else { return false }
    let actor = forAnybody ? nil : actor
    let given = Set(prediction.fields.members.map(\.name.string))
    if isInNoState(intent, given) { return false }
    var proposal = prediction.fields
    proposal["action"] = .text(prediction.action)
    let request = RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: now, actor: actor)
    let work = work ?? WorkMeter(limit: request.budget.maxWork)
    guard let outcome = try? procedure.run(request, on: context, within: work) else { return true }
    return !outcome.violations.contains { isCertain($0, given, actor) }
  }

  /// Whether no instance is in a state that the truths of an intent leave, whichever instance is named: a truth that fires in any
  /// case leaves none, or none of those that fire in some cases does.
  private func isInNoState(_ intent: Int, _ given: Set<String>) -> Bool {
    let movers = program.truths.filter { $0.intents.contains(intent) && !$0.moves.isEmpty }
    return movers.contains { $0.condition == nil && isInNoStateFor($0, given) }
      || !movers.isEmpty && movers.allSatisfy { isInNoStateFor($0, given) }
  }

  /// Whether a truth moves an instance that is not told yet, and no instance is in a state that it leaves.
  private func isInNoStateFor(_ truth: CheckedTruth, _ given: Set<String>) -> Bool {
    truth.moves.contains { move in
      // The state before every other is that of an instance which is not there.
      let isNamed = move.key.keys.allSatisfy { isGiven($0, truth.inputs, truth.lets, given, actor) }
      if move.from.contains(0) || isNamed { return false }
      return links.states(of: move.key.lifecycle).isDisjoint(with: move.from)
    }
  }

  private func isCertain(_ violation: Violation, _ given: Set<String>, _ actor: JSONObject?) -> Bool {
    switch violation.kind {
    case .acceptance, .advisory, .postcondition: return false
    case .structural, .unknown, .requirement: break
    }
    if let truth = program.truths.first(where: { $0.id == violation.declaredBy }) {
      let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause)
      guard let clause = clauses.first(where: { "\($0.place)[\($0.position)]" == violation.clause }) else { return false }
      return isGiven(clause.test, truth.inputs, truth.lets, given, actor)
    }
    guard let invariant = program.invariants.first(where: { $0.id == violation.declaredBy }) else { return false }
    return isGiven(invariant.clause.test, invariant.inputs, [], given, actor)
  }

  /// Whether an expression reads nothing of the proposal but fields that are given.
  private func isGiven(
    _ node: Node, _ inputs: [Input], _ lets: [CheckedLet], _ given: Set<String>, _ actor: JSONObject?
  ) -> Bool {
    switch node {
    case .slot(let slot) where slot < inputs.count: return given.contains(inputs[slot].jsonName)
    case .slot(let slot):
      guard let binding = lets.first(where: { $0.slot == slot }) else { return true }
      return isGiven(binding.node, inputs, lets, given, actor)
    case .builtin: return actor != nil
    default: return node.children.allSatisfy { isGiven($0, inputs, lets, given, actor) }
    }
  }
}
