import TruthsCheck
import TruthsEngine
import TruthsProgram
import TruthsRuntime
import TruthsText

/// What follows from a context by itself, for programs that only want to know how much: the truths on facts run to their fixed
/// point, and nothing is written down.
///
/// The facts are those that ``Workspace/run(_:)`` appends before it decides, without their entries, traces and hashes.
public struct Convergence: Sendable {
  private let procedure: RunProcedure
  private let context: Context
  private let now: Timestamp

  /// What came of it.
  public struct Outcome: Hashable, Sendable {
    /// New facts.
    public let facts: Int
    /// Matches that fired, over all truths.
    public let matches: Int
    /// Rounds, over all strata.
    public let rounds: Int
    /// Whether it came to an end: no budget ran out, and no facts contradict one another or lack something.
    public let isWhole: Bool

    /// An outcome to compare with.
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
  ///   - workspace: truths without errors.
  ///   - context: entries or facts as JSON Lines; none: nothing is known.
  ///   - now: the moment, RFC 3339 in UTC; none: the beginning of 1970, as for facts that do not say when they came.
  /// - Throws: the findings of a set with errors, or what is wrong with the data or the moment.
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
