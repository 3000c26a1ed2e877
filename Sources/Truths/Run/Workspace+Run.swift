import TruthsAnswers
import TruthsCheck
import TruthsFindings
import TruthsRuntime
import TruthsText

/// Runs of proposals and batches, for `truths run`.
extension Workspace {
  /// Decides a proposal, or a batch that is in memory (runs §3). Use ``batch(_:as:answersFaults:)`` for a batch that is
  /// streamed and not appended.
  ///
  /// All data is read and checked against the vocabulary before anything runs.
  ///
  /// - Throws: the findings of a set with errors, or about the data; then nothing was decided.
  public func run(_ input: RunInput) throws(Findings) -> RunReport {
    let setup = try RunSetup(input, in: self)
    var report = try setup.report(
      on: input.proposals, in: self, from: nil, givenSize: setup.givenSize, isAppending: input.isAppending)
    let isRefused = report.ending == .refused || report.ending == .waiting
    if input.tellsWays, !input.isAppending, !report.isBatch, !report.isEmpty, isRefused {
      report.ways = try whyNot(input.proposals, setup, limit: 3, .aside, isMeasured: false)
    }
    return report
  }

  /// Prepares a batch that is decided in pieces, each proposal on the same context.
  ///
  /// - Parameters:
  ///   - input: the input; of its `proposals` only the path is used, in findings.
  ///   - answersFaults: whether a line that is not a proposal gets a result with its findings, and the batch continues.
  /// - Throws: the findings of a set with errors, or about the context and the policies.
  public func batch(
    _ input: RunInput, as form: RunForm, answersFaults: Bool = false
  ) throws(Findings) -> RunBatch {
    RunBatch(
      setup: try RunSetup(input, in: self), sources: loaded.sources, path: input.proposals.path, form: form,
      answersFaults: answersFaults,
      source: source)
  }
}
