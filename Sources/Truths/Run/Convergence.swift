import TruthsCheck
import TruthsEngine
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Derives everything that follows from a context, for programs that only need counts. It runs the truths on facts to their
/// fixed point, and records nothing.
///
/// The facts are those that ``Workspace/run(_:)`` appends before it decides, without their entries, traces and hashes.
public struct Convergence: Sendable {
  private let procedure: RunProcedure
  private let context: Context
  private let now: Timestamp

  /// Counts of a derivation.
  public struct Outcome: Hashable, Sendable {
    /// Number of new facts.
    public let facts: Int
    /// Number of matches that fired, over all truths.
    public let matches: Int
    /// Number of rounds, over all strata.
    public let rounds: Int
    /// Whether the derivation completed: no budget ran out, and no facts contradict one another or are incomplete.
    public let isWhole: Bool

    /// Creates an outcome for comparisons.
    public init(facts: Int, matches: Int, rounds: Int, isWhole: Bool) {
      self.facts = facts
      self.matches = matches
      self.rounds = rounds
      self.isWhole = isWhole
    }
  }

  /// Reads a context.
  ///
  /// - Parameters:
  ///   - workspace: rules without errors.
  ///   - context: entries or facts as JSON Lines; `nil` for an empty context.
  ///   - now: the current time, RFC 3339 in UTC; `nil` means the beginning of 1970, the default time of facts.
  /// - Throws: the findings of a set with errors, or findings about the data or the time.
  public init(_ workspace: Workspace, context: SourceText?, now: String? = nil) throws(Findings) {
    procedure = try workspace.procedure()
    var data = RunData(sources: workspace.loaded.sources, procedure: procedure)
    self.context = try data.context(context)
    self.now = try data.moment(now) ?? ReceivedProposal.defaultTimestamp
  }

  /// Runs to the fixed point, with the standard budget.
  ///
  /// - Complexity: O(matches) where every join has an equality.
  public func run() -> Outcome {
    let limits = DerivationLimits(
      rounds: RunInput.standardMaxCycles, matches: RunInput.standardMaxSteps, facts: RunInput.standardMaxFacts)
    let derivation = procedure.engine.fixedPoint(over: context.store, now: now, limits: limits)
    return Outcome(
      facts: derivation.production.count, matches: derivation.matches.count, rounds: derivation.rounds,
      isWhole: derivation.exhausted == nil && derivation.violations.isEmpty)
  }
}
