import TruthsCheck
import TruthsFixes
import TruthsProgram
import TruthsText

/// Fixes of a workspace's findings, for `truths check --fix`.
extension FixReport {
  /// Fixes a set in memory.
  ///
  /// - Parameters:
  ///   - workspace: the set.
  ///   - fixtures: fixtures for it; they are checked only where the set has no errors.
  ///   - today: the date for expiring ignores, as given to the workspace.
  ///   - isShown: whether findings in a file are considered at all.
  ///   - isWritable: whether the file with this path may be changed.
  public init(
    _ workspace: Workspace, fixtures: [SourceText] = [], today: String? = nil, isShown: (String) -> Bool = { _ in true },
    isWritable: (String) -> Bool = { _ in true }
  ) {
    self.init(
      truths: workspace.texts, fixtures: fixtures, first: workspace.check(fixtures: fixtures, isShown: isShown),
      isWritable: isWritable
    ) { truths, fixtures in
      Workspace(truths: truths, today: today).check(fixtures: fixtures, isShown: isShown)
    }
  }
}

extension Workspace {
  /// The set's files as they were read, without the built-in pack's.
  fileprivate var texts: [SourceText] {
    loaded.sources.files.filter { $0.path != ConvergePack.path }.map { SourceText(path: $0.path, bytes: $0.bytes) }
  }
}
