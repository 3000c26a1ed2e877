package import TruthsDiagnostics
package import TruthsSyntax
package import TruthsText

/// From declarations to a checked program (language.md §4–§9).
package enum Checker {
  /// Checks a truth set. Units at fault are checked as far as they could be read.
  ///
  /// The program of a set with errors is whole in its tables, but what is at fault in it has no meaning and must not be run.
  ///
  /// - Complexity: O(n log n) in the size of the declarations.
  /// - Parameter today: the day that `# truths:ignore … until` comments are held to; without one none of them expires.
  package static func check(_ units: [SourceUnit], today: CivilDate? = nil) -> CheckResult {
    let session = CheckSession(DeclarationTable(units))
    session.resolveVocabulary()
    session.checkAll(units)
    let shown = IgnoreFilter(session.diagnostics.inOrder(), units, today: today)
    var (program, proofs) = (session.program, session.proofs)
    program.deferred = DeferredDeclarations(session)
    return CheckResult(program: program, diagnostics: shown.kept, hiddenCount: shown.hiddenCount, proofs: proofs)
  }
}

extension CheckSession {
  /// Everything behind the vocabulary, which has been resolved.
  func checkAll(_ units: [SourceUnit]) {
    for unit in units { report(unit.diagnostics) }
    checkTables()
    checkBodies()
    checkSources()
    checkClauseIDs()
    addJobs()
    addBlueprints()
    checkConvergence()
    makeGroups()
    checkMissingValues()
    decideClauses()
    checkGovernance()
  }
}

/// What checking a truth set gives.
package struct CheckResult: Sendable {
  package var program: Program
  /// Of the units and of the check, in order of place.
  package var diagnostics: [Diagnostic]
  /// Warnings that `# truths:ignore` comments hide.
  package var hiddenCount: Int
  /// Findings about clauses and tables, hidden ones too, with a witness each.
  package var proofs: [Proof]

  package init(program: Program, diagnostics: [Diagnostic], hiddenCount: Int, proofs: [Proof] = []) {
    self.program = program
    self.diagnostics = diagnostics
    self.hiddenCount = hiddenCount
    self.proofs = proofs
  }
}
