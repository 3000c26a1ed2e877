package import TruthsDiagnostics
package import TruthsSyntax

/// From declarations to a checked program (language.md §4–§9).
package enum Checker {
  /// Checks a truth set. Units at fault are checked as far as they could be read.
  ///
  /// The program of a set with errors is whole in its tables, but what is at fault in it has no meaning and must not be run.
  ///
  /// - Complexity: O(n log n) in the size of the declarations.
  package static func check(_ units: [SourceUnit]) -> CheckResult {
    let declared = DeclarationTable(units)
    let session = CheckSession(declared)
    session.report(units.flatMap(\.diagnostics))
    session.resolveVocabulary()
    session.checkBodies()
    session.checkMissingValues()
    session.checkGovernance()
    session.makeCanonicalDeclarations()
    return CheckResult(program: session.program, diagnostics: session.diagnostics.inOrder())
  }
}

/// What checking a truth set gives.
package struct CheckResult: Sendable {
  package var program: Program
  /// Of the units and of the check, in order of place.
  package var diagnostics: [Diagnostic]

  package init(program: Program, diagnostics: [Diagnostic]) {
    self.program = program
    self.diagnostics = diagnostics
  }
}
