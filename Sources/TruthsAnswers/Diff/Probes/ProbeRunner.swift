import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// One of two truth sets in a comparison.
final class ProbeSide {
  let basis: ScenarioBasis
  let parts: IntentParts
  let writer: PartWriter
  /// The forms of clauses, keyed by declaring id and clause name. Clauses with equal forms count as the same clause in both
  /// sets.
  private let clauses: [String: String]
  private let forms: Set<String>

  var program: Program { basis.program }

  init(_ procedure: RunProcedure, _ types: TypeForms) {
    basis = ScenarioBasis(alone: procedure)
    writer = PartWriter(types)
    parts = IntentParts(writer)
    var clauses: [String: [Int]] = [:]
    func note(_ rulePart: Part) {
      switch rulePart.place {
      case .clause(let clause, let truth):
        clauses["\(procedure.program.truths[truth].id)|\(clause.name)", default: []].append(rulePart.form)
      case .move(let move, let truth):
        clauses["\(procedure.program.truths[truth].id)|\(move.clause.name)", default: []].append(rulePart.form)
      case .invariant(let index): clauses["\(procedure.program.invariants[index].id)|rule", default: []].append(rulePart.form)
      case .output, .truth, .required, .vocabulary: break
      }
    }
    for index in procedure.program.truths.indices { parts.parts(ofTruth: index).forEach(note) }
    for index in procedure.program.invariants.indices { parts.parts(ofInvariant: index).forEach(note) }
    self.clauses = clauses.mapValues { "\($0.sorted())" }
    forms = Set(self.clauses.values)
  }

  /// Returns the result of an outcome, in a form that can be compared.
  ///
  /// - Parameter opposite: the set with whose result it will be compared.
  func result(of outcome: RunOutcome, besides opposite: ProbeSide) -> ProbeResult {
    var result = ProbeResult(
      ending: outcome.ending, reason: outcome.reason,
      marks: Set(outcome.violations.map { "\(mark($0)) \($0.kind.rawValue)" }), outcome: outcome)
    result.warningMarks = Set(
      result.warnings.map { warning in
        // A warning that is only written differently is identified by its position, because its text is no effect.
        let mark = mark(warning)
        return opposite.forms.contains(mark) ? mark : "\(warning.declaredBy)|\(warning.clause)"
      })
    let facts = outcome.facts
    if result.ending == .waiting {
      let open = outcome.violations.filter { $0.kind == .acceptance && $0.approvers.isEmpty && !$0.isOverridden }
      let others = outcome.run.waitingFor.compactMap { awaited -> AwaitedAnswer? in
        if case .approval = awaited { nil } else { .other(awaited) }
      }
      result.demands = Set(open.compactMap(\.approval).map { AwaitedAnswer($0) } + others)
    }
    let own = Set(program.facts.filter(\.isBuiltIn).map(\.name))
    result.facts = facts.filter { !own.contains($0["type"]?.stringValue ?? "") }
      .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    return result
  }

  /// Returns a mark that identifies a violated clause in both sets: the form of the clause or, without one, its ids.
  func mark(_ violation: Violation) -> String {
    clauses["\(violation.declaredBy)|\(violation.clause)"] ?? "\(violation.truthID)|\(violation.clause)"
  }
}

extension JSONObject {
  fileprivate var bytes: [UInt8] { JSONValue.object(self).canonical() }
}

/// A scenario with its results under both truth sets.
struct ProbePair {
  /// The scenario before the changes.
  var base: ReceivedScenario
  var changes: [Change] = []
  var scenario: ReceivedScenario
  var contexts: (old: Context, new: Context)
  var old: ProbeResult
  var new: ProbeResult

  /// The difference of the results; `nil` if they are equal, or cannot be compared.
  ///
  /// A grant or denial names the id of a request, which differs between the sets. A waiting run whose scenario contains such
  /// answers therefore cannot be compared.
  var shift: DecisionShift? {
    if old.ending == .waiting || new.ending == .waiting, scenario.hasAnswers { return nil }
    return DecisionShift(old, new)
  }

  /// Whether the sets violate different clauses.
  var differs: Bool { old.marks != new.marks }

  /// The larger number of blocking violations.
  var common: Int { max(old.blocking.count, new.blocking.count) }
}

/// Runs scenarios under two truth sets.
struct ProbeRunner {
  let old: ProbeSide
  let new: ProbeSide
  let meter: TrialMeter
  private let runners: (old: ScenarioRunner, new: ScenarioRunner)

  /// - Parameters:
  ///   - scenarios: the maximum number of scenarios, each run under both sets.
  ///   - work: the maximum work of all runs, in steps.
  init(_ old: ProbeSide, _ new: ProbeSide, scenarios: Int, work: Int) {
    (self.old, self.new) = (old, new)
    meter = TrialMeter(runs: 2 * scenarios, work: work)
    runners = (ScenarioRunner(basis: old.basis, meter: meter), ScenarioRunner(basis: new.basis, meter: meter))
  }

  /// The number of scenarios tried so far.
  var count: Int { meter.runs / 2 }

  /// Lowers the number of scenarios that may still be tried.
  func leave(scenarios: Int) { meter.leave(runs: 2 * scenarios) }

  /// Returns the results of a scenario; `nil` if a limit is reached.
  func pair(_ scenario: ReceivedScenario) -> ProbePair? { pair(scenario, [], scenario, contexts(of: scenario)) }

  /// Returns the results of a scenario after changes; `nil` if a limit is reached.
  func pair(_ base: ReceivedScenario, with changes: [Change]) -> ProbePair? {
    let scenario = base.with(changes)
    return pair(base, changes, scenario, contexts(of: scenario))
  }

  /// Returns the results after one more change; `nil` if a limit is reached.
  func pair(_ pair: ProbePair, with change: Change) -> ProbePair? {
    var contexts = pair.contexts
    if case .fact(let payload) = change {
      runners.old.append(payload, to: &contexts.old)
      runners.new.append(payload, to: &contexts.new)
    }
    return self.pair(pair.base, pair.changes + [change], pair.scenario.with(change), contexts)
  }

  /// Returns the contexts with a scenario's facts, for both sets.
  func contexts(of scenario: ReceivedScenario) -> (old: Context, new: Context) {
    (runners.old.context(of: scenario), runners.new.context(of: scenario))
  }

  private func pair(
    _ base: ReceivedScenario, _ changes: [Change], _ scenario: ReceivedScenario, _ contexts: (old: Context, new: Context)
  ) -> ProbePair? {
    guard let before = runners.old.outcome(of: scenario, on: contexts.old),
      let after = runners.new.outcome(of: scenario, on: contexts.new)
    else { return nil }
    return ProbePair(
      base: base, changes: changes, scenario: scenario, contexts: contexts, old: old.result(of: before, besides: new),
      new: new.result(of: after, besides: old))
  }
}
