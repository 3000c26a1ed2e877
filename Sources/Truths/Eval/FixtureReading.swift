import TruthsCheck
import TruthsDiagnostics
import TruthsEval
import TruthsText

/// Fixture files as a set without errors reads them: the fixtures that can run, and what is wrong with the others.
package struct FixtureReading: Sendable {
  /// The files of the set, the fixtures, and the documents that these name.
  let sources: SourceMap
  let files: [FixtureFile]
  let subject: EvalSubject
  let suite: FixtureSuite

  /// What is wrong with the fixtures.
  var diagnostics: [Diagnostic] { suite.faulty.flatMap(\.diagnostics) + suite.warnings + files.flatMap(\.remarks) }
}

extension Workspace {
  /// Reads fixtures against the set.
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

  /// What is wrong with the set, and with fixtures that it has read.
  package func check(_ reading: FixtureReading) -> Findings {
    Findings(mendedDiagnostics + reading.diagnostics, in: reading.sources, hiddenCount: loaded.hiddenCount)
  }
}
