import TruthsCheck
import TruthsFixes
import TruthsProgram
import TruthsText

extension FixReport {
  /// Mends a set, in memory.
  ///
  /// - Parameters:
  ///   - workspace: the set.
  ///   - fixtures: fixtures for it; they are looked at where the set has no errors.
  ///   - today: the day that ignores are held to, as the workspace was given it.
  ///   - isShown: whether a file is looked at at all.
  ///   - isWritable: whether a file, by its path, may be changed.
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
