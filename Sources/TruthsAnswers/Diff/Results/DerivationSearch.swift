import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Compares derived facts: the facts of a view, or the facts that a truth derives from other facts.
struct DerivationSearch {
  private static let (bases, mostWitnesses, limit, work) = (12, 3, 1_500, 2_000_000)

  let old: ProbeSide
  let new: ProbeSide
  let subject: Subject
  /// The parts that only one of the sets has. The data that they read suggests the facts to try.
  let parts: (old: [Part], new: [Part])

  enum Subject {
    /// The name of a view's fact type.
    case view(String)
    /// The names of the fact types that truths derive when the context is closed.
    case closing(Set<String>)
  }

  struct Answer {
    var shifts: Set<DecisionShift> = []
    var witnesses: [ValueWitness] = []
    var tried = 0
  }

  /// Compares the derived facts in each scenario, and after each step from the scenario.
  ///
  /// - Parameter scenarios: the scenarios whose facts the search starts with.
  func compare(from scenarios: [ReceivedScenario]) -> Answer {
    var answer = Answer()
    var seen = Set<[JSONObject]>()
    let runner = ProbeRunner(old, new, scenarios: Self.limit, work: Self.work)
    let wanted = Set(wantedTypes)
    let facts = scenarios.map { scenario in
      var scenario = scenario
      scenario.known = scenario.known.filter { wanted.contains($0.factWithin.factType ?? "") }
      return scenario
    }
    // Any proposal is suitable: its fields only give values for facts.
    let intent = new.program.intents.first { !$0.isBuiltIn }?.jsonName ?? ""
    let empty = ReceivedScenario(proposal: scenarios.first?.proposal ?? ["action": .text(intent)], now: nil)
    let bases = (facts + [empty]).filter { seen.insert($0.known).inserted }
      .sorted { $0.known.count > $1.known.count }.prefix(Self.bases)
    for base in bases {
      compare(base, runner, &answer)
      guard answer.tried < Self.limit, answer.shifts.count < 2, let pair = runner.pair(base) else { continue }
      let steps = ProbeCandidates(pair: pair, runner: runner).steps(parts.old, parts.new, isWide: false)
      for step in steps where !step.isOfProposal && answer.tried < Self.limit && answer.shifts.count < 2 {
        let next = step.taken(from: base)
        if seen.insert(next.known).inserted { compare(next, runner, &answer) }
      }
    }
    return answer
  }

  /// The names of the fact types that the parts read.
  private var wantedTypes: [String] {
    [(old, parts.old), (new, parts.new)].flatMap { side, parts in
      side.givenTypes(for: ProbeCandidates.reads(parts, side).facts).map { side.program.facts[$0].name }
    }
  }

  private func compare(_ scenario: ReceivedScenario, _ runner: ProbeRunner, _ answer: inout Answer) {
    answer.tried += 1
    let contexts = runner.contexts(of: scenario)
    let (oldFacts, newFacts) = (facts(old, contexts.old, scenario.moment), facts(new, contexts.new, scenario.moment))
    guard oldFacts != newFacts else { return }
    let shift: DecisionShift
    switch (oldFacts, newFacts) {
    case (nil, _): shift = .looser
    case (_, nil): shift = .stricter
    case (let oldFacts?, let newFacts?):
      shift = newFacts.isSuperset(of: oldFacts) ? .looser : newFacts.isSubset(of: oldFacts) ? .stricter : .both
    }
    let isNew = answer.shifts.insert(shift).inserted
    guard isNew || answer.witnesses.count < Self.mostWitnesses else { return }
    func json(_ facts: Set<JSONObject>?, _ others: Set<JSONObject>?) -> JSONValue {
      guard let facts else { return .null }
      let own = facts.subtracting(others ?? []).sorted {
        JSONValue.object($0).canonical().lexicographicallyPrecedes(JSONValue.object($1).canonical())
      }
      return .array(own.map { .object($0) })
    }
    answer.witnesses.append(
      ValueWitness(
        given: .array(scenario.known.map { .object($0) }), old: json(oldFacts, newFacts), new: json(newFacts, oldFacts)))
  }

  /// Returns the derived facts; `nil` if a violation or a limit prevents the derivation.
  private func facts(_ side: ProbeSide, _ context: Context, _ now: Timestamp) -> Set<JSONObject>? {
    let (program, procedure) = (side.program, side.basis.procedure)
    let closing = procedure.close(context, now: now, budget: side.basis.budget)
    guard closing.isWhole else { return nil }
    switch subject {
    case .closing(let names):
      let made = closing.entries.filter { names.contains($0.factType ?? "") }
      return Set(made.map(\.payload))
    case .view(let name):
      guard let type = program.facts.firstIndex(where: { $0.name == name }) else { return [] }
      let store = closing.context.working(WorkMeter(limit: side.basis.budget.maxWork)).store
      let viewed = procedure.engine.views(of: store, wanted: [type], now).store
      return Set(viewed.ordered(type, in: program).map { program.payload(type: type, fields: $0.fields) })
    }
  }
}
