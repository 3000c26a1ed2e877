import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

extension Workspace {
  /// A fixture that proposes an intent with sample values and expects what comes of it.
  func fixture(_ id: LegalID, intent: String?) throws(BeginningFault) -> [SourceText] {
    guard loaded.program.packs.contains(where: { $0.name != ConvergePack.name }) else {
      // In an empty set there is nothing to propose: the truth that the id speaks of comes with it.
      let about = id.rest.count > 1 ? try LegalID(([id.pack] + id.rest.dropLast()).joined(separator: "."), of: "truth") : id
      let files = try truth(about, intent: intent, summary: nil)
      try check(files)
      return laidOut(files) + (try adding(files).fixture(id, intent: intent))
    }
    let proposed = try self.intent(of: id, named: intent)
    let proposal = SampleValues(program: loaded.program).proposal(of: proposed)
    let expected = try expectation(of: proposal)
    let fixture: JSONObject = ["id": .text(id.text), "proposal": .object(proposal), "expected": .object(expected)]
    return [file("Fixtures/\(id.pack)/\(id.text).json", JSONValue.object(fixture).lines)]
  }

  /// The intent that is named; else that of the truth whose id the fixture's begins with; else the only one of the pack.
  private func intent(of id: LegalID, named name: String?) throws(BeginningFault) -> IntentType {
    let known = loaded.program.intents.filter { !$0.isBuiltIn }
    if let name {
      if let intent = knownIntent(name) { return intent }
      let nearest = nearestName(to: name, among: known.map(\.name)).map { "; `\($0)` is near" } ?? ""
      throw BeginningFault("no intent is called `\(visible(name))`\(nearest)")
    }
    let about = loaded.program.truths.filter { truth in
      !truth.isBuiltIn && (id.text + ".").utf8.starts(with: (truth.id + ".").utf8) && !truth.intents.isEmpty
    }
    if let truth = about.max(by: { $0.id.utf8.count < $1.id.utf8.count }), let index = truth.intents.first {
      return loaded.program.intents[index]
    }
    let own = known.filter { $0.pack == id.pack }
    guard own.count != 1 else { return own[0] }
    guard !own.isEmpty else {
      throw BeginningFault("pack `\(id.pack)` has no intent to propose: name one of another pack with --intent, or make a truth")
    }
    let names = own.map { "`\($0.name)`" }.joined(separator: ", ")
    throw BeginningFault("pack `\(id.pack)` has several intents: name one with --intent, of \(names)")
  }

  /// What comes of a proposal, as far as a reader wants to see it at first.
  private func expectation(of proposal: JSONObject) throws(BeginningFault) -> JSONObject {
    let report: RunReport
    do {
      report = try run(RunInput(proposals: file("proposal.json", JSONValue.object(proposal).lines)))
    } catch {
      throw BeginningFault("the set has errors, so that nothing can be decided: `truths check` says which")
    }
    guard let outcome = report.outcomes.first else { throw BeginningFault("nothing was decided") }
    let facts = outcome.facts.compactMap { $0["type"] }.map { JSONValue.object(["type": $0]) }
    return [
      "decision": .text(outcome.decision.rawValue), "truth_id": .text(outcome.truthID),
      "run_status": .text(outcome.run.status.rawValue), "facts": .array(facts),
    ]
  }
}
