import TruthsJSON
import TruthsRuntime

/// The effort that a search for suggestions may make.
package enum Effort: Sendable {
  /// The full effort, for a question that a user asks.
  case full
  /// A tenth of the full effort, for suggestions beside the result of a run.
  case aside

  /// The maximum number of runs.
  var runs: Int { 20_000 / share }

  /// The number by which runs and work are divided.
  private var share: Int {
    switch self {
    case .full: 1
    case .aside: 10
    }
  }

  /// The work of a run with a small proposal, in steps, and the number of a proposal's bytes that one step processes.
  private static let (steps, bytesPerStep) = (600, 4)

  /// Returns a meter for a search around a scenario. All runs of the search together take at most the work limit of a single
  /// run.
  func meter(for scenario: ReceivedScenario, on basis: ScenarioBasis) -> TrialMeter {
    TrialMeter(
      runs: runs, work: basis.budget.maxWork / share,
      stepsPerRun: Self.steps + JSONValue.object(scenario.proposal).canonical().count / Self.bytesPerStep)
  }
}
