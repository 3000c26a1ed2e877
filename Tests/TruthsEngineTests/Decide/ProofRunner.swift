import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsText

/// Runs the witness of a finding through the evaluator.
struct ProofRunner {
  let program: Program

  /// What of a proof's claims is not so; empty where the witness does what the finding says.
  func broken(_ proof: Proof) -> [String] {
    guard let intent = proof.witness.intent else { return ["no intent"] }
    var store = FactStore(program: program)
    for (index, fact) in proof.witness.facts.enumerated() {
      let entry = EntryReference(id: "e\(index)", sequence: index + 1, timestamp: .epoch, truthID: nil, actor: [:])
      store.append(FactRecord(type: fact.type, fields: fact.fields, entry: entry))
    }
    for policy in proof.witness.policies { store.setPolicy(policy.index, to: policy.value) }
    var environment = proof.witness.environment
    if environment[.now] == nil { environment[.now] = .timestamp(.epoch) }
    var pack: String?
    if case .text(let name)? = environment[.proposalPack] { pack = name.string }
    let proposal = TypedProposal(
      intent: intent, fields: proof.witness.fields, pack: pack, environment: Environment(environment))
    let engine = Engine(program: program)
    var examination = engine.examine(proposal, store: store)
    let fired = examination.fired.map { program.truths[$0].id }
    if proof.isOfResult { 
      let all = program.truths.indices.filter { !program.truths[$0].intents.isEmpty }
      examination = engine.examineResult(all, matches: [], proposal: proposal, store: store)
    }
    return proof.claims.filter { !isSo($0, examination, fired) }.map { claim in
      "\(proof.diagnostic.code) \(proof.diagnostic.message): \(claim) with \(proof.witness.text)"
    }
  }

  private func isSo(_ claim: Claim, _ examination: Examination, _ fired: [String]) -> Bool {
    if case .fires(let fires) = claim.outcome { return fired.contains(claim.owner) == fires }
    let results = examination.truths.filter { $0.id == claim.owner }.flatMap(\.clauses).filter { $0.clause == claim.clause }
      .map(\.result)
    guard let result = results.first else { return false }
    switch claim.outcome {
    case .holds: return result == .holds || result == .notApplicable
    case .violated: return result == .violated
    case .fires: return false
    }
  }
}
