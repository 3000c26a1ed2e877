package import TruthsCheck
import TruthsFixes
package import TruthsProgram
package import TruthsSyntax
package import TruthsText

/// A rule set in memory that changes, for checking at every keystroke of an editor or change of a watched folder.
///
/// Its findings always equal those of a ``Workspace`` over the same files, byte for byte. After a change it reads only what
/// changed, and checks only what depends on it. Not thread-safe.
public final class IncrementalWorkspace {
  private let set: IncrementalSet

  /// Reads truth and job files. They are checked on first use.
  ///
  /// - Parameter today: date (`2026-01-31`) for checking whether `# truths:ignore … until` comments have expired; without it
  ///   none expires.
  public init(truths files: [SourceText] = [], today: String? = nil) {
    set = IncrementalSet(files.map { ($0.path, $0.bytes) }, today: today.flatMap { CivilDate(text: $0) })
  }

  /// Reads files and keeps the positions and meanings of names, for an editor.
  package init(keepingNamesOf files: [SourceText], today: String?) {
    set = IncrementalSet(files.map { ($0.path, $0.bytes) }, today: today.flatMap { CivilDate(text: $0) }, keepsUses: true)
  }

  /// Adds a file, or replaces the bytes of the file with that path. Equal bytes are no change.
  public func update(_ file: SourceText) { set.update(path: file.path, bytes: file.bytes) }

  /// Removes the file with this path, if there is one.
  public func remove(_ path: String) { set.remove(path: path) }

  /// Replaces all files of the set.
  public func replace(with files: [SourceText]) { set.replace(with: files.map { ($0.path, $0.bytes) }) }

  /// The findings about the current set.
  public var findings: Findings {
    let found = set.found()
    let diagnostics = FindingMender(found).mended { set }
    return Findings(diagnostics, in: found.sources, hiddenCount: found.hiddenCount)
  }

  /// The findings without the fixes that need further checks of the set, for immediate display in an editor.
  package var findingsAtOnce: Findings {
    let found = self.set.found()
    return Findings(FindingMender(found).mendedWithoutTrials, in: found.sources, hiddenCount: found.hiddenCount)
  }

  /// The set as it was read and checked, without the canonical declarations of its program.
  package var checkedSet: LoadedSet { self.set.found() }

  /// The vocabulary and the rules of the set. This and the properties that follow do not wait for the findings.
  package var program: Program { self.set.program }

  /// The files of the set.
  package var sources: SourceMap { self.set.presentSources }

  /// The syntax trees of the files.
  package var units: [SourceUnit] { self.set.presentUnits }

  /// Positions of names in the set, where they are kept.
  package var symbols: SymbolIndex { self.set.symbols }

  /// The current set, for all other operations.
  public var workspace: Workspace { Workspace(set.loaded()) }
}
