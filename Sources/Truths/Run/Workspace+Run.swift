import TruthsCheck
import TruthsDiagnostics
import TruthsRuntime

extension Workspace {
  /// Decides a proposal, or a batch that is in memory (runtime.md §3). A batch that need not be, and is not appended, is decided
  /// with ``batch(_:as:)``.
  ///
  /// All data is read and held against the vocabulary before anything runs.
  ///
  /// - Throws: the findings of a set with errors, or what is wrong with the data; then nothing was decided.
  public func run(_ input: RunInput) throws(Findings) -> RunReport {
    let setup = try RunSetup(input, in: self)
    return try setup.report(
      on: input.proposals, in: self, from: nil, given: setup.given, isAppending: input.isAppending)
  }

  /// A batch that is decided piece by piece, each proposal against the same context.
  ///
  /// - Parameters:
  ///   - input: `proposals` are not looked at, but for the path that findings name.
  ///   - answersFaults: whether a line that is no proposal is answered by what is wrong with it, and the next is read.
  /// - Throws: the findings of a set with errors, or what is wrong with the context and the policies.
  public func batch(
    _ input: RunInput, as form: RunForm, answersFaults: Bool = false
  ) throws(Findings) -> RunBatch {
    RunBatch(
      setup: try RunSetup(input, in: self), sources: loaded.sources, path: input.proposals.path, form: form,
      answersFaults: answersFaults,
      source: source)
  }
}
