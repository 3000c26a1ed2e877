import TruthsJSON
import TruthsRuntime

/// The effort of a search for suggestions.
package enum Effort: Sendable {
  /// The full effort, for an explicit question.
  case full
  /// A tenth of the full effort, for suggestions beside a run's result.
  case aside

  /// Maximum number of runs.
  var runs: Int { 20_000 / share }

  /// Divisor of the work that a run may take.
  private var share: Int {
    switch self {
    case .full: 1
    case .aside: 10
    }
  }

  /// Work of a run with a small proposal, in steps, and number of a proposal's bytes that are processed in a step.
  private static let (steps, bytesPerStep) = (600, 4)

  /// Returns a meter for a search around a scenario. All its runs together take at most the work of one.
  func meter(for scenario: ReceivedScenario, on basis: ScenarioBasis) -> TrialMeter {
    TrialMeter(
      runs: runs, work: basis.budget.maxWork / share,
      stepsPerRun: Self.steps + JSONValue.object(scenario.proposal).canonical().count / Self.bytesPerStep)
  }
}
