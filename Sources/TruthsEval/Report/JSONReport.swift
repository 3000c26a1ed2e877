import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// A writer of the results for programs, as one JSON object with the counts of the five outcomes and every fixture.
///
///     {"counts": {"passed": 12, "failed": 1, "did not load": 0, "skipped": 0, "never fired": 0},
///      "fixtures": [{"id": "…", "outcome": "failed", "file": "…", "line": 2, "column": 9,
///                    "mismatches": [{"path": "expected.decision", "expected": "…", "got": "…", "file": "…",
///                                    "line": 9, "column": 17}]}]}
package struct JSONReport {
  private let sources: SourceMap

  /// - Parameter sources: the fixture files.
  package init(sources: SourceMap) { self.sources = sources }

  package func value(_ results: EvalResults) -> JSONValue { .object(Self.record.object(of: (results, sources))) }
}

extension JSONReport {
  package static let shape = record.shape

  private static let record = JSONRecord<(results: EvalResults, sources: SourceMap)>([
    .required("counts", of: counts, "The number of fixtures with each outcome.") { $0.results },
    .required("fixtures", listOf: fixture, "Every fixture that was not left out by a filter.") { root in
      root.results.results.map { ($0, root.sources) }
    },
  ])

  private static let counts = JSONRecord<EvalResults>(
    FixtureOutcome.allCases.map { outcome in
      .required(outcome.rawValue, .count, "The number of fixtures.") { $0.count(outcome) }
    })

  private static let fixture = JSONRecord<(result: FixtureResult, sources: SourceMap)>(
    [
      .required("id", JSONShape.text.orNull, "The name of the fixture; `null` where its file could not be read.") {
        $0.result.id?.jsonValue ?? .null
      },
      .required("outcome", .words(FixtureOutcome.allCases.map(\.rawValue)), "The outcome.") {
        $0.result.outcome.rawValue
      },
    ], SourceMap.location.fields { ($0.sources, $0.result.span) },
    [
      .optional("note", .text, "The reason for skipping the fixture, or the fault that never took effect.") { $0.result.note },
      .optional("mismatches", listOf: mismatch, least: 1, "The differences from the expectation.") { root in
        root.result.mismatches.map { ($0, root.sources) }.nonEmpty
      },
      .optional("diagnostics", listOf: finding, least: 1, "The errors because of which the fixture did not load.") { root in
        root.result.diagnostics.inOrder().map { ($0, root.sources) }.nonEmpty
      },
    ])

  private static let mismatch = JSONRecord<(mismatch: Mismatch, sources: SourceMap)>(
    [
      .required("path", .text, "The path to the member that differs.") { $0.mismatch.path },
      .required("expected", .text, "The expected value.") { $0.mismatch.expected },
      .required("got", .text, "The actual value.") { $0.mismatch.got },
    ], SourceMap.location.fields { ($0.sources, $0.mismatch.span) })

  private static let finding = JSONRecord<(diagnostic: Diagnostic, sources: SourceMap)>(
    [
      .required("code", .text, "The code of the diagnostic.") { $0.diagnostic.code.description },
      .required("severity", .words(Severity.allCases.map(\.rawValue)), "The severity.") { $0.diagnostic.severity.rawValue },
      .required("message", .text, "The problem.") { $0.diagnostic.message },
    ], SourceMap.location.fields { ($0.sources, $0.diagnostic.span) },
    [.optional("help", .text, "Advice on how to fix the problem.") { $0.diagnostic.help }])
}

extension SourceMap {
  /// The location at which a span begins, as members of an object.
  static let location = JSONRecord<(sources: SourceMap, span: Span)>([
    .required("file", .text, "The file.") { $0.sources.path(of: $0.span) },
    .required("line", .count(from: 1), "The line.") { $0.sources.start(of: $0.span).line },
    .required("column", .count(from: 1), "The column, in Unicode scalars.") { $0.sources.start(of: $0.span).column },
  ])
}
