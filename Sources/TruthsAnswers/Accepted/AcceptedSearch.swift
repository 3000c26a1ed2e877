import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsProgram
package import TruthsRuntime
import TruthsText

/// Looks for a proposal, and facts, states, policies and an actor beside it, that is accepted. It begins with sample values, runs
/// them, and changes what the clauses that do not hold read: best first, within a limit of runs and of work.
package struct AcceptedSearch {
  private let procedure: RunProcedure
  private let samples: SampleValues
  private var seen: Set<Scenario> = []
  private var runs = 0
  private let effort = RepairEffort(60_000)

  /// Runs at most.
  private static let limit = 400
  /// Clauses that are changed for, of each draft.
  private static let repaired = 4
  /// Changes that are tried for a clause.
  private static let changes = 40

  private var program: Program { procedure.program }

  package init(_ procedure: RunProcedure) {
    self.procedure = procedure
    samples = SampleValues(program: procedure.program)
  }

  /// A scenario that was run.
  package struct Trial {
    package var scenario: Scenario
    package var outcome: RunOutcome
    /// What the scenario says is known.
    package var given: Context
    /// What the proposal was decided on: that, closed.
    var context: Context
    /// How far it is from being accepted; lower is nearer, 0 is accepted.
    package var cost: Int
  }

  /// The draft that is accepted, else the nearest to it.
  package mutating func find(_ intent: Int) -> Trial? {
    guard var best = trial(Scenario(intent: intent, fields: samples.fields(of: program.intents[intent])), for: nil) else {
      return nil
    }
    var open = [best]
    while best.cost > 0, runs < Self.limit, !effort.isSpent, let next = Self.takeBest(of: &open) {
      let repair = repair(next, of: intent)
      for violation in next.outcome.violations.filter({ $0.kind != .advisory }).prefix(Self.repaired) {
        for draft in repair.drafts(for: violation).prefix(Self.changes) {
          guard runs < Self.limit, let made = trial(draft, for: violation) else { continue }
          if made.cost < best.cost { best = made }
          if best.cost == 0 { return best }
          open.append(made)
        }
      }
    }
    return best
  }

  private func repair(_ trial: Trial, of intent: Int) -> ClauseRepair {
    let now = trial.scenario.now ?? ReceivedProposal.defaultTimestamp
    let views = Set(program.facts.indices.filter { program.facts[$0].isDerived })
    let json = LocatedJSON(unlocated: .object(trial.scenario.proposal(in: program)))
    var environment = (try? procedure.readable(json))?.environment ?? Environment([:])
    environment[.now] = .timestamp(now)
    return ClauseRepair(
      procedure: procedure, samples: samples, scenario: trial.scenario, intent: intent, outcome: trial.outcome,
      store: procedure.engine.views(of: trial.context.store, wanted: views, now).store, environment: environment, effort: effort)
  }

  private static func takeBest(of open: inout [Trial]) -> Trial? {
    // Of equals the one that came last: it goes on with what was changed before.
    guard let least = open.map(\.cost).min(), let place = open.lastIndex(where: { $0.cost == least }) else { return nil }
    return open.remove(at: place)
  }

  /// - Returns: `nil` of what was tried before, or cannot be run.
  private mutating func trial(_ draft: Scenario, for violation: Violation?) -> Trial? {
    guard seen.insert(draft).inserted else { return nil }
    runs += 1
    guard let context = context(of: draft) else { return nil }
    let proposal = LocatedJSON(unlocated: .object(draft.proposal(in: program)))
    let request = RunRequest(proposal: proposal, now: draft.now, budget: .trial)
    guard let outcome = try? procedure.run(request, on: context) else { return nil }
    let closed = procedure.close(context, now: draft.now ?? ReceivedProposal.defaultTimestamp, budget: .trial).context
    return Trial(scenario: draft, outcome: outcome, given: context, context: closed, cost: Self.cost(outcome, violation))
  }

  /// The context that a fixture of the draft would have.
  private func context(of draft: Scenario) -> Context? {
    let lines = draft.known(in: program).map(\.line).joined()
    var data = RunData(sources: SourceMap(), procedure: procedure)
    guard let context = try? data.context(SourceText(path: "context", bytes: Array(lines.utf8))) else { return nil }
    let policies = draft.policies.sorted { $0.key < $1.key }.map { index, value in
      let json = LocatedJSON(unlocated: program.json(of: value))
      return (name: program.policies[index].qualifiedName, span: json.span, value: json)
    }
    return try? procedure.set(policies: policies, on: context)
  }

  private static func cost(_ outcome: RunOutcome, _ violation: Violation?) -> Int {
    if outcome.decision == .accepted, outcome.run.status != .waiting { return 0 }
    let left = outcome.violations.filter { $0.kind != .advisory && $0.approvers.isEmpty }
    let ungoverned = left.contains { $0.truthID == BuiltInTruth.governed.rawValue } ? 20 : 0
    let unreadable = left.contains { $0.truthID == BuiltInTruth.wellFormed.rawValue } ? 40 : 0
    // What waits for consent has not been asked for anything else.
    let unasked = left.contains { $0.truthID == BuiltInTruth.consent.rawValue } ? 10 : 0
    let isStill = left.contains { $0.declaredBy == violation?.declaredBy && $0.clause == violation?.clause }
    return 2 * left.count + (isStill ? 1 : 0) + ungoverned + unreadable + unasked + 1
  }
}
