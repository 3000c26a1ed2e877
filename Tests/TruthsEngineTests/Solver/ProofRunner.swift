import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// Runs the witness of a finding through the evaluator.
struct ProofRunner {
  let program: Program

  /// Returns the claims of a proof that its witness does not confirm.
  func broken(_ proof: Proof) -> [String] {
    if let table = proof.witness.table { return broken(proof, table: table) }
    guard let intent = proof.witness.scenario.intent else { return ["no intent"] }
    let engine = Engine(program: program)
    var store = engine.emptyStore
    for (index, fact) in proof.witness.scenario.facts.enumerated() {
      let entry = EntryReference(id: "e\(index)", sequence: index + 1, timestamp: .epoch, truthID: nil, actor: [:])
      store.append(FactRecord(type: fact.type, fields: fact.fields, entry: entry))
    }
    for (index, value) in proof.witness.scenario.policies { store.setPolicy(index, to: value) }
    var environment = proof.witness.scenario.environment
    if environment[.now] == nil { environment[.now] = .timestamp(.epoch) }
    var pack: String?
    if case .text(let name)? = environment[.proposalPack] { pack = name.string }
    let proposal = TypedProposal(
      intent: intent, fields: proof.witness.scenario.fields, pack: pack, environment: Environment(environment))
    var evaluation = engine.evaluate(proposal, store: store)
    let fired = evaluation.fired.map { program.truths[$0].id }
    if proof.isOfResult {
      let all = program.truths.indices.filter { !program.truths[$0].intents.isEmpty }
      evaluation = engine.examineResult(all, matches: MatchLog(), proposal: proposal, store: store, before: store)
    }
    return proof.claims.filter { !isSo($0, evaluation, fired) }.map { claim in
      "\(proof.diagnostic.code) \(proof.diagnostic.message): \(claim) with \(proof.witness.text)"
    }
  }

  private func isSo(_ claim: Claim, _ evaluation: TruthEvaluation, _ fired: [String]) -> Bool {
    if case .fires(let fires) = claim.outcome { return fired.contains(claim.owner) == fires }
    let results = evaluation.truths.filter { $0.id == claim.owner }.flatMap(\.clauses).filter { $0.clause == claim.clause }
      .map(\.result)
    guard let result = results.first else { return false }
    switch claim.outcome {
    case .holds: return result == .holds || result == .notApplicable
    case .violated: return result == .violated
    default: return false
    }
  }

  // MARK: Tables

  private func broken(_ proof: Proof, table index: Int) -> [String] {
    let table = program.tables[index]
    let engine = Engine(program: program)
    var store = engine.emptyStore
    for (index, value) in proof.witness.scenario.policies { store.setPolicy(index, to: value) }
    let evaluator = engine.evaluator(
      on: store, Environment([:]), frameSize: max(table.frameSize, table.inputs.count))
    for (slot, value) in proof.witness.scenario.fields.enumerated() { evaluator.slots[slot] = value }
    let answers = table.rows.map { row in row.condition.map { evaluator.value($0) } ?? .boolean(true) }
    return proof.claims.filter { !isSo($0, answers) }.map { "\(proof.diagnostic.message): \($0) with \(proof.witness.text)" }
  }

  private func isSo(_ claim: Claim, _ answers: [Value]) -> Bool {
    let row = Int(claim.clause.drop { $0 != "[" }.dropFirst().dropLast())
    let taken = answers.firstIndex { $0 != .boolean(false) }.flatMap { answers[$0] == .boolean(true) ? $0 : nil }
    switch (claim.outcome, row) {
    case (.isTrue, let row?): return answers[row] == .boolean(true)
    case (.isTaken(let isTaken), let row?): return (taken == row) == isTaken
    case (.hasNoRow, nil): return answers.allSatisfy { $0 == .boolean(false) }
    default: return false
    }
  }
}
