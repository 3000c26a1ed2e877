import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsText

/// Fixture files read against a rule set: the fixtures that can run, and findings about the others.
package struct FixtureReading: Sendable {
  /// Source map of the rule set, the fixtures and the documents that they name.
  let sources: SourceMap
  let files: [FixtureFile]
  let subject: EvalSubject
  let suite: FixtureSuite

  /// Findings about the fixtures.
  var diagnostics: [Diagnostic] { suite.faulty.flatMap(\.diagnostics) + suite.warnings + files.flatMap(\.remarks) }
}

extension Workspace {
  /// Reads fixtures against the rule set.
  ///
  /// - Parameter fixtures: fixture files, and the documents that they name.
  /// - Throws: the findings of a set with errors.
  package func reading(_ fixtures: [SourceText]) throws(Findings) -> FixtureReading {
    let subject = try subject()
    var sources = loaded.sources
    let files = Self.read(fixtures, into: &sources)
    return FixtureReading(
      sources: sources, files: files, subject: subject, suite: FixtureSuite(files, against: subject))
  }

  /// Returns the findings about the rule set and about the fixtures read against it.
  package func check(_ reading: FixtureReading) -> Findings {
    Findings(mendedDiagnostics + reading.diagnostics, in: reading.sources, hiddenCount: loaded.hiddenCount)
  }
}
