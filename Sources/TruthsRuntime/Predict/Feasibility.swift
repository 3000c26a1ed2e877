import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Decides whether a prediction could be accepted, whatever values its missing fields get.
///
/// The prediction is decided as it is, even if fields that its intent requires are missing. A violated clause excludes the
/// prediction only if every field that the clause reads is given, and every field that decides whether its truth applies.
struct Feasibility {
  let procedure: RunProcedure
  let context: Context
  let links: StepLinks
  /// The proposer with their roles; `nil` if unknown. Without it, clauses that read the actor exclude nothing.
  let actor: JSONObject?
  let now: Timestamp
  /// The work limit for all predictions together; `nil` if each prediction has the limit of a run.
  let work: WorkMeter?

  private var program: Program { procedure.program }

  /// Whether a predicted proposal could be accepted.
  ///
  /// - Parameter forAnybody: whether clauses that read the actor are ignored, so that the answer holds for every actor.
  func allows(_ prediction: Prediction, forAnybody: Bool = false) -> Bool {
    guard let intent = links.intent(proposedBy: prediction.action) else { return false }
    let actor = forAnybody ? nil : actor
    let givenNames = Set(prediction.fields.members.map(\.name.string))
    if isInNoState(intent, givenNames) { return false }
    var proposal = prediction.fields
    proposal["action"] = .text(prediction.action)
    var request = RunRequest(proposal: LocatedJSON(unlocated: .object(proposal)), now: now, actor: actor)
    request.isPrediction = true
    let work = work ?? WorkMeter(limit: request.budget.maxWork)
    guard let outcome = try? procedure.run(request, on: context, within: work) else { return true }
    // While a required field is missing, unknown clauses decide nothing.
    let type = program.intents[intent]
    let isIncomplete = type.present.contains { !givenNames.contains(type.fields[$0].jsonName) }
    return !outcome.violations.contains { !(isIncomplete && $0.kind == .unknown) && isCertain($0, givenNames, actor) }
  }

  /// Returns whether an intent's moves are impossible for every instance of their lifecycle.
  ///
  /// Moves are impossible if a truth without a condition moves an instance, and no instance is in a state from which the move
  /// leads. They are also impossible if this is so for every truth of the intent that has moves, with or without a condition.
  private func isInNoState(_ intent: Int, _ given: Set<String>) -> Bool {
    let movers = program.truths.filter { $0.intents.contains(intent) && !$0.moves.isEmpty }
    return movers.contains { $0.condition == nil && isInNoStateFor($0, given) }
      || !movers.isEmpty && movers.allSatisfy { isInNoStateFor($0, given) }
  }

  /// Returns whether a truth has a move of an instance that is not named yet, out of states in which no instance is.
  private func isInNoStateFor(_ truth: CheckedTruth, _ given: Set<String>) -> Bool {
    truth.moves.contains { move in
      // A new instance is in the initial state, ordinal 0.
      let isNamed = move.key.keys.allSatisfy { isGiven($0, truth.inputs, truth.lets, given, actor) }
      if move.from.contains(0) || isNamed { return false }
      return links.states(of: move.key.lifecycle).isDisjoint(with: move.from)
    }
  }

  private func isCertain(_ violation: Violation, _ givenNames: Set<String>, _ actor: JSONObject?) -> Bool {
    switch violation.kind {
    case .acceptance, .advisory, .postcondition: return false
    case .structural, .unknown, .requirement: break
    }
    if let truth = program.truths.first(where: { $0.id == violation.declaredBy }) {
      let clauses = truth.requires + truth.invariants + truth.moves.map(\.clause)
      guard let clause = clauses.first(where: { "\($0.place)[\($0.position)]" == violation.clause }) else { return false }
      if let condition = truth.condition, !isGiven(condition.test, truth.inputs, truth.lets, givenNames, actor) { return false }
      return isGiven(clause.test, truth.inputs, truth.lets, givenNames, actor)
    }
    guard let invariant = program.invariants.first(where: { $0.id == violation.declaredBy }) else { return false }
    return isGiven(invariant.clause.test, invariant.inputs, [], givenNames, actor)
  }

  /// Returns whether every field of the proposal that an expression reads is given. An expression that reads the actor also
  /// needs the actor to be known.
  private func isGiven(
    _ node: Node, _ inputs: [Input], _ lets: [CheckedLet], _ givenNames: Set<String>, _ actor: JSONObject?
  ) -> Bool {
    switch node {
    case .slot(let slot) where slot < inputs.count: return givenNames.contains(inputs[slot].jsonName)
    case .slot(let slot):
      guard let binding = lets.first(where: { $0.slot == slot }) else { return true }
      return isGiven(binding.node, inputs, lets, givenNames, actor)
    case .builtin: return actor != nil
    default: return node.children.allSatisfy { isGiven($0, inputs, lets, givenNames, actor) }
    }
  }
}
