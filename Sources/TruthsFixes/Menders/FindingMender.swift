package import TruthsCheck
package import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// The findings of a set as people are shown them: with fixes that are looked for once, after reading and checking.
package struct FindingMender {
  private let loaded: LoadedSet

  package init(_ loaded: LoadedSet) { self.loaded = loaded }

  /// - Parameter set: the same set, for trials; it is left as it was.
  package func mended(trying set: () -> IncrementalSet) -> [Diagnostic] {
    guard loaded.diagnostics.hasErrors else { return loaded.diagnostics }
    var trials = CheckTrials(loaded)
    return trials.mended(mendedWithoutTrials, trying: set)
  }

  /// The same findings, without the fixes for which the set is checked again.
  package var mendedWithoutTrials: [Diagnostic] {
    guard loaded.diagnostics.hasErrors else { return loaded.diagnostics }
    return UnitSpelling(loaded).applied(to: RootCauses(loaded).kept(withSyntax))
  }

  /// What could not be read, file by file.
  private var withSyntax: [Diagnostic] {
    let jobFiles = Set(loaded.units.filter(\.isJobFile).map(\.file))
    var mender = SyntaxMender()
    var result: [Diagnostic] = []
    var rest = loaded.diagnostics[...]
    while let id = rest.first?.span.file {
      let own = Array(rest.prefix { $0.span.file == id })
      rest = rest.dropFirst(own.count)
      let file = loaded.sources.file(id)
      result += file.map { mender.mended(own, in: $0, isJobFile: jobFiles.contains(id)) } ?? own
    }
    return result
  }
}
