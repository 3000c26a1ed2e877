package import TruthsCheck
import TruthsFixes
package import TruthsText

/// A truth set in memory that changes: what every keystroke of an editor, or a watched folder, is checked with.
///
/// It always says what a ``Workspace`` over the same files says, to the byte; but after a change only what changed is read again,
/// and only what depends on it is checked again. Not to be used from several threads at once.
public final class IncrementalWorkspace {
  private let set: IncrementalSet

  /// Reads truth and job files; they are checked when that is first asked for.
  ///
  /// - Parameter today: the day, `2026-01-31`, that `# truths:ignore … until` comments are held to; without one none of them
  ///   expires.
  public init(truths files: [SourceText] = [], today: String? = nil) {
    set = IncrementalSet(files.map { ($0.path, $0.bytes) }, today: today.flatMap { CivilDate(text: $0) })
  }

  /// The same with names and what they mean, for an editor.
  package init(keepingNamesOf files: [SourceText], today: String?) {
    set = IncrementalSet(files.map { ($0.path, $0.bytes) }, today: today.flatMap { CivilDate(text: $0) }, keepsUses: true)
  }

  /// Puts a file into the set, or other bytes into the file of that path. A file with the bytes that it has is no change.
  public func update(_ file: SourceText) { set.update(path: file.path, bytes: file.bytes) }

  /// Takes the file of a path out of the set, if it is in it.
  public func remove(_ path: String) { set.remove(path: path) }

  /// Makes these the files of the set, whatever it held before.
  public func replace(with files: [SourceText]) { set.replace(with: files.map { ($0.path, $0.bytes) }) }

  /// What is wrong with the set as it stands.
  public var findings: Findings {
    let found = set.found()
    let diagnostics = FindingMender(found).mended { set }
    return Findings(diagnostics, in: found.sources, hiddenCount: found.hiddenCount)
  }

  /// The same as ``findings``, without the fixes for which the set is checked again: what an editor shows at once.
  package var findingsAtOnce: Findings {
    let found = self.set.found()
    return Findings(FindingMender(found).mendedWithoutTrials, in: found.sources, hiddenCount: found.hiddenCount)
  }

  /// The set as it was read and checked, without the canonical declarations of its program.
  package var found: LoadedSet { self.set.found() }

  /// Where the names of the set stand, where they are kept.
  package var symbols: SymbolIndex { self.set.symbols }

  /// The set as it stands, for all else that can be done with it.
  public var workspace: Workspace { Workspace(set.loaded()) }
}
