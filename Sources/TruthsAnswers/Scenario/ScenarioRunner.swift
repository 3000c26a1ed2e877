import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The basis for deciding scenarios: a truth set, a context, and the limits of each run.
package struct ScenarioBasis: Sendable {
  package let procedure: RunProcedure
  package let context: Context
  package let budget: Budget

  package init(procedure: RunProcedure, context: Context, budget: Budget) {
    self.procedure = procedure
    self.context = context
    self.budget = budget
  }

  /// Creates the basis of a search that starts from an empty context and reads only its scenarios.
  init(alone procedure: RunProcedure) { self.init(procedure: procedure, context: procedure.emptyContext, budget: .trial) }

  var program: Program { procedure.program }

  func intent(of scenario: ReceivedScenario) -> Int? { procedure.intent(named: scenario.action) }
}

/// A scenario and the outcome of its run.
struct ScenarioTrial {
  var scenario: ReceivedScenario
  var context: Context
  var outcome: RunOutcome
  /// The agreements that were given in order to get the outcome.
  var agreements: [Change] = []

  var isAccepted: Bool { outcome.isAccepted }
  /// The blocking violations, in the order of the outcome.
  var blocking: [Violation] { outcome.blocking }
}

/// Decides the scenarios of a search. One meter counts the work of all runs.
struct ScenarioRunner {
  let basis: ScenarioBasis
  let meter: TrialMeter
  /// Whether reasons suggest a similar name for an unknown name. That compares all names, so it is off if no reason is shown.
  var looksForNames = true

  var procedure: RunProcedure { basis.procedure }
  var program: Program { basis.program }

  /// Returns the outcome of a scenario on a context that contains its facts; `nil` if a limit is reached.
  func outcome(of scenario: ReceivedScenario, on context: Context) -> RunOutcome? {
    guard meter.takeRun() else { return nil }
    var request = scenario.request(within: basis.budget)
    request.looksForNames = looksForNames
    return try? procedure.run(request, on: context, within: meter.work)
  }

  /// Decides a scenario after its facts arrived from outside. `nil` if a fact may not arrive, or a limit is reached.
  func trial(of scenario: ReceivedScenario) -> ScenarioTrial? {
    guard !meter.isExhausted else { return nil }
    var context = basis.context
    for payload in scenario.known {
      guard let next = receiving(payload, on: context, at: scenario.moment) else { return nil }
      context = next
    }
    return outcome(of: scenario, on: context).map { ScenarioTrial(scenario: scenario, context: context, outcome: $0) }
  }

  // MARK: Facts

  func context(of scenario: ReceivedScenario) -> Context {
    var context = basis.context
    for payload in scenario.known { append(payload, to: &context) }
    return procedure.ready(context, now: scenario.moment, budget: basis.budget)
  }

  /// Appends a fact, or a whole entry. A fact whose type the set does not declare cannot be looked up.
  func append(_ payload: JSONObject, to context: inout Context) {
    guard payload["entry_type"] != nil else {
      return append(Entry.shortForm(payload: payload, sequence: context.nextSequence), to: &context)
    }
    guard var entry = LedgerReader.read([LocatedJSON(unlocated: .object(payload))]).entries.first?.entry else { return }
    entry.sequence = context.nextSequence
    append(entry, to: &context)
  }

  private func append(_ entry: Entry, to context: inout Context) {
    let fact = entry.type == .fact ? try? procedure.factReader.read(LocatedJSON(unlocated: .object(entry.payload))).get() : nil
    context.append(entry, fact: fact, program: program)
  }

  /// Returns the context with a fact that arrives from a permitted sender; `nil` if it may not arrive, or a limit is reached.
  private func receiving(_ payload: JSONObject, on context: Context, at moment: Timestamp) -> Context? {
    guard let type = program.facts.first(where: { $0.name == payload.factType }), let arrival = type.arrival, meter.takeRun()
    else { return nil }
    let kind = arrival.by.first { Arrival.types.contains($0) }
    let roles = arrival.by.filter { !Arrival.types.contains($0) }.map { JSONValue.text($0) }
    let actor: JSONObject = [
      "type": .text(kind ?? (roles.isEmpty ? "system" : "user")), "user_id": .text("outside"), "roles": .array(roles),
    ]
    let result = procedure.inject(
      LocatedJSON(unlocated: .object(payload)), actor: actor, runID: "run_outside", correlationID: "corr_outside", now: moment,
      on: context.working(meter.work))
    guard !meter.work.isExceeded, case .appended(let context, _) = result else { return nil }
    return context
  }
}

extension RunOutcome {
  /// Whether the proposal is accepted, so that the run waits for nothing.
  package var isAccepted: Bool { ending == .accepted }

  /// The violations that prevent acceptance, in the order of the outcome.
  var blocking: [Violation] {
    violations.filter { $0.kind != .advisory && $0.approvers.isEmpty && !$0.isOverridden }
  }
}

extension Violation {
  /// A key that identifies the violation among those of a run.
  var blockingKey: String { "\(truthID)|\(declaredBy)|\(clause)" }
}
