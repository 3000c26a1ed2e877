import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Decides whether a prediction could be accepted, whatever values its missing fields get.
///
/// The prediction is decided as it is. A violated clause excludes it only if all that the clause reads of the proposal is
/// given.
struct Feasibility {
  let procedure: RunProcedure
  let context: Context
  let links: StepLinks
  /// The proposer, if known with roles; otherwise clauses that read the actor exclude nothing.
  let actor: JSONObject?
  let now: Timestamp
  /// The work limit of all predictions together; `nil` where each has the limit of a run.
  let work: WorkMeter?

  private var program: Program { procedure.program }

  /// - Parameter forAnybody: whether clauses that read the actor are left out, so that the answer holds for every actor.
  func allows(_ prediction: Prediction, forAnybody: Bool = false) -> Bool {
    guard let intent = links.intent(proposedBy: prediction.action) else { return false }
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

  /// Returns whether the moves of an intent are impossible for every instance of their lifecycle.
  ///
  /// That is so if a truth without a condition moves an instance out of a state that no instance is in, or if all truths with
  /// moves do.
  private func isInNoState(_ intent: Int, _ given: Set<String>) -> Bool {
    let movers = program.truths.filter { $0.intents.contains(intent) && !$0.moves.isEmpty }
    return movers.contains { $0.condition == nil && isInNoStateFor($0, given) }
      || !movers.isEmpty && movers.allSatisfy { isInNoStateFor($0, given) }
  }

  /// Returns whether a truth moves an instance that is not known yet, while no instance is in a state that the move leaves.
  private func isInNoStateFor(_ truth: CheckedTruth, _ given: Set<String>) -> Bool {
    truth.moves.contains { move in
      // A new instance is in the initial state, ordinal 0.
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

  /// Returns whether an expression reads only given fields of the proposal, and the actor only if it is known.
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
