import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsEval
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Explanations of fixtures, and fixtures made from runs, for `truths eval` and `truths run`.
extension Workspace {
  /// Explains a fixture's result as `truths run` does. For a scenario it lists the decisions as `truths explain` does for a
  /// ledger.
  ///
  /// - Parameters:
  ///   - id: the complete id of the fixture.
  ///   - fixtures: fixture files, and the documents that they name.
  ///   - documents: documents for a fixture that does not give them itself.
  ///   - isWanted: whether to look for the fixture in the file with this path. Of other files only the backgrounds count.
  /// - Returns: `nil` where no fixture has the id.
  /// - Throws: the findings of a set with errors, about the documents, or about a fixture that did not load.
  public func story(
    ofFixture id: String, in fixtures: [SourceText], documents: [DocumentInput] = [],
    _ detail: ExplanationDetail = ExplanationDetail(), where isWanted: (String) -> Bool = { _ in true }
  ) throws(Findings) -> String? {
    let procedure = try procedure()
    var data = RunData(sources: loaded.sources, procedure: procedure)
    let given = try data.checked(documents)
    var sources = data.sources
    let subject = try subject()
    let suite = FixtureSuite(
      Self.read(fixtures, into: &sources), against: subject, filter: FixtureFilter([id]), documents: given, where: isWanted)
    guard let fixture = suite.fixtures.first(where: { $0.id == id }) else {
      let faults = suite.faulty.filter { $0.id == id }.flatMap(\.diagnostics)
      if !faults.isEmpty { throw Findings(faults, in: sources) }
      return nil
    }
    switch fixture.body {
    case .decision(let proposal, _):
      let outcome: RunOutcome
      do {
        outcome = try fixture.procedure.run(
          RunRequest(proposal: proposal, now: fixture.now, isExplained: true), on: fixture.context)
      } catch {
        throw Findings(error, at: proposal.span.atStart, in: sources)
      }
      return RunReport(
        outcomes: [outcome], isBatch: false, isRecorded: true, source: source, givenSize: 0, context: outcome.context,
        procedure: fixture.procedure, warnings: Findings([], in: sources)
      ).explanation(detail)
    case .scenario(let steps, _):
      let ledger = FixtureRunner(subject).context(after: steps, of: fixture).ledger
      let lines = ledger.lines().withBytes { Array($0) }
      return try Record(SourceText(path: id, bytes: lines)).explanation(detail)
    }
  }

  /// Returns a fixture that repeats a run and expects its result. The fixture passes.
  ///
  /// - Parameters:
  ///   - report: report of one proposal that was run with `input`.
  ///   - path: path of the new file; the fixture's id is the file's name.
  /// - Throws: the reason why a fixture cannot express the run.
  public func fixture(of report: RunReport, by input: RunInput, path: String) throws -> SourceText {
    guard let outcome = report.outcomes.first, !report.isBatch else { throw ScaffoldFault("a fixture has one proposal") }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard name.hasSuffix(".json"), name.utf8.count > 5 else {
      throw ScaffoldFault("a fixture is in a file such as Fixtures/shop/shop.order.json")
    }
    var data = RunData(sources: loaded.sources, procedure: try procedure())
    let context = try data.context(input.context)
    if !context.runs.isEmpty { throw ScaffoldFault("the context has decisions, which the facts of a fixture cannot show") }
    let (proposals, _) = try data.proposals(input.proposals)
    guard var proposal = proposals.first?.value.objectValue else { throw ScaffoldFault("a fixture has one proposal") }
    if let actor = try data.origin(now: nil, actor: input.actor).actor?.knownValue { proposal["actor"] = .object(actor) }
    if !input.documents.isEmpty { throw ScaffoldFault("a fixture names its documents itself: leave --document out") }
    var fixture: JSONObject = ["id": .text(String(name.dropLast(5)))]
    if let now = input.now, now != "proposal" { fixture["now"] = .text(now) }
    let corrected = Set(context.ledger.entries.compactMap(\.corrects))
    let facts = context.ledger.entries.filter { $0.type == .fact && !corrected.contains($0.entryID) }.map {
      JSONValue.object($0.payload)
    }
    if !facts.isEmpty { fixture["context"] = .object(["facts": .array(facts)]) }
    let policies = data.settings(input.policies).map { JSONObject.Member(name: Text($0.name), value: $0.value.value) }
    if !policies.isEmpty { fixture["policies"] = .object(JSONObject(policies)) }
    fixture["proposal"] = .object(proposal)
    fixture["expected"] = .object(Self.expectation(of: outcome))
    let file = SourceText(path: path, bytes: Array(JSONValue.object(fixture).lines.utf8))
    var sources = data.sources
    let subject = try subject()
    let suite = FixtureSuite(Self.read([file], into: &sources), against: subject)
    guard let made = suite.fixtures.first, FixtureRunner(subject).run(made).outcome == .passed else {
      throw ScaffoldFault(
        "the facts of a fixture cannot show all that this decision depends on, such as the time and the sender of a fact")
    }
    return file
  }

  /// Returns the members of `expected` that matter most to a reader: decision, truth, run status, reason and facts.
  static func expectation(of outcome: RunOutcome) -> JSONObject {
    var expected: JSONObject = [
      "decision": .text(outcome.decision.rawValue), "truth_id": .text(outcome.truthID),
      "run_status": .text(outcome.run.status.rawValue),
    ]
    if outcome.decision != .accepted { expected["reason_contains"] = .text(outcome.reason) }
    expected["facts"] = .array(outcome.facts.compactMap { $0["type"] }.map { .object(["type": $0]) })
    return expected
  }
}
