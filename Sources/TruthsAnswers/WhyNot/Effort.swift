import TruthsJSON
import TruthsRuntime

/// How much is tried.
package enum Effort: Sendable {
  /// For who asks for nothing else.
  case full
  /// Beside a run that is told anyway: a tenth.
  case aside

  /// How many runs there are at most.
  var runs: Int { 20_000 / share }

  /// Which part it is of the work that a run may take.
  private var share: Int {
    switch self {
    case .full: 1
    case .aside: 10
    }
  }

  /// Steps that a run takes whose proposal is small, and bytes of a proposal that are changed, read and hashed in a step.
  private static let (steps, bytesPerStep) = (600, 4)

  /// A meter for a search around a scenario: all runs together take no more work than one may.
  func meter(for scenario: ReceivedScenario, on basis: ScenarioBasis) -> TrialMeter {
    TrialMeter(
      runs: runs, work: basis.budget.maxWork / share,
      stepsPerRun: Self.steps + JSONValue.object(scenario.proposal).canonical().count / Self.bytesPerStep)
  }
}
