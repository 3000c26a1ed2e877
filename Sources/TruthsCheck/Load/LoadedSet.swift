package import TruthsDiagnostics
package import TruthsSyntax
package import TruthsText

/// A truth set, read and checked, with the files that its findings point into.
package struct LoadedSet: Sendable {
  /// The built-in pack's file first, then the set's, sorted by path.
  package var sources: SourceMap
  package var units: [SourceUnit]
  package var program: Program
  /// In order of place.
  package var diagnostics: [Diagnostic]
  /// Warnings that `# truths:ignore` comments hide.
  package var hiddenCount: Int
  /// What shows the findings about clauses and tables, those of hidden ones too.
  package var proofs: [Proof]

  package init(
    sources: SourceMap, units: [SourceUnit], program: Program, diagnostics: [Diagnostic], hiddenCount: Int = 0,
    proofs: [Proof] = []
  ) {
    self.sources = sources
    self.units = units
    self.program = program
    self.diagnostics = diagnostics
    self.hiddenCount = hiddenCount
    self.proofs = proofs
  }
}
