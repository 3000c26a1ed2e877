package import TruthsCheck
package import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Adds fixes to the findings of a set after it is read and checked; the fixes are searched once.
package struct FindingMender {
  private let loaded: LoadedSet

  package init(_ loaded: LoadedSet) { self.loaded = loaded }

  /// Returns the findings with all fixes that can be found.
  ///
  /// - Parameter set: returns the same set for trials; it is unchanged afterwards.
  package func mended(trying set: () -> IncrementalSet) -> [Diagnostic] {
    guard loaded.diagnostics.hasErrors else { return loaded.diagnostics }
    var trials = CheckTrials(loaded)
    return trials.mended(mendedWithoutTrials, trying: set)
  }

  /// The findings with fixes, except those fixes that need another check of the set.
  package var mendedWithoutTrials: [Diagnostic] {
    guard loaded.diagnostics.hasErrors else { return loaded.diagnostics }
    let kept = ConstantFixes(loaded).applied(to: RootKeys(loaded).applied(to: RootCauses(loaded).kept(withSyntax)))
    return UnitSpelling(loaded).applied(
      to: MovedLifecycle(loaded).applied(to: MeantMoments(loaded).applied(to: MeantDefaults(loaded).applied(to: kept))))
  }

  /// The findings with fixes for text that could not be parsed, file by file.
  private var withSyntax: [Diagnostic] {
    let jobFiles = Set(loaded.units.filter(\.isJobFile).map(\.file))
    let isUnread = loaded.diagnostics.contains { $0.unread != nil }
    var mender = SyntaxMender(isUnread ? KnownNames(loaded).all : Rewordings.Names())
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
