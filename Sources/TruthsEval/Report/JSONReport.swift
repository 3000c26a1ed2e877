import TruthsDiagnostics
package import TruthsJSON
package import TruthsText

/// The report for programs: one object with the counts of the five outcomes and every fixture.
///
///     {"counts": {"passed": 12, "failed": 1, "did not load": 0, "skipped": 0, "never fired": 0},
///      "fixtures": [{"id": "…", "outcome": "failed", "file": "…", "line": 2, "column": 9,
///                    "mismatches": [{"path": "expected.decision", "expected": "…", "got": "…", "file": "…", "line": 9, "column":
///                    17}]}]}
package struct JSONReport {
  private let sources: SourceMap

  /// - Parameter sources: The fixture files.
  package init(sources: SourceMap) { self.sources = sources }

  /// The whole report.
  package func value(_ results: EvalResults) -> JSONValue {
    let counts = FixtureOutcome.allCases.map { outcome in
      JSONObject.Member(name: Text(outcome.rawValue), value: .number(Decimal(results.count(outcome))))
    }
    return .object(["counts": .object(JSONObject(counts)), "fixtures": .array(results.results.map { .object(fixture($0)) })])
  }

  private func fixture(_ result: FixtureResult) -> JSONObject {
    var object: JSONObject = ["id": result.id.map { .text($0) } ?? .null, "outcome": .text(result.outcome.rawValue)]
    add(result.span, to: &object)
    if let note = result.note { object["note"] = .text(note) }
    if !result.mismatches.isEmpty { object["mismatches"] = .array(result.mismatches.map { .object(mismatch($0)) }) }
    if !result.diagnostics.isEmpty {
      object["diagnostics"] = .array(result.diagnostics.inOrder().map { .object(diagnostic($0)) })
    }
    return object
  }

  private func mismatch(_ mismatch: Mismatch) -> JSONObject {
    var object: JSONObject = [
      "path": .text(mismatch.path), "expected": .text(mismatch.expected), "got": .text(mismatch.got),
    ]
    add(mismatch.span, to: &object)
    return object
  }

  private func diagnostic(_ diagnostic: Diagnostic) -> JSONObject {
    var object: JSONObject = [
      "code": .text(diagnostic.code.description), "severity": .text(diagnostic.severity.rawValue),
      "message": .text(diagnostic.message),
    ]
    add(diagnostic.span, to: &object)
    object["help"] = diagnostic.help.map { .text($0) }
    return object
  }

  private func add(_ span: Span, to object: inout JSONObject) {
    let position = sources.start(of: span)
    object["file"] = .text(sources.path(of: span))
    object["line"] = .number(Decimal(position.line))
    object["column"] = .number(Decimal(position.column))
  }
}

extension JSONReport {
  package static let shape = JSONShape.members([
    .required(
      "counts", .members(FixtureOutcome.allCases.map { .required($0.rawValue, .count, "How many fixtures.") }),
      "How many fixtures had each outcome."),
    .required("fixtures", .list(.members(fixture)), "Every fixture that was not left out by a filter."),
  ])

  private static let place: [JSONMember] = [
    .required("file", .text, "The file."), .required("line", .count(from: 1), "The line."),
    .required("column", .count(from: 1), "The column, in Unicode scalars."),
  ]

  private static let fixture: [JSONMember] =
    [
      .required("id", JSONShape.text.orNull, "The name of the fixture; `null` where its file could not be read."),
      .required("outcome", .words(FixtureOutcome.allCases.map(\.rawValue)), "What became of it."),
    ] + place + [
      .optional("note", .text, "Why it was skipped, or what never fired."),
      .optional("mismatches", .list(.members(mismatch), least: 1), "What is otherwise than expected."),
      .optional("diagnostics", .list(.members(finding), least: 1), "Why it did not load."),
    ]

  private static let mismatch: [JSONMember] =
    [
      .required("path", .text, "The way to the member that differs."), .required("expected", .text, "What was expected."),
      .required("got", .text, "What came."),
    ] + place

  private static let finding: [JSONMember] =
    [
      .required("code", .text, "The code of the diagnostic."),
      .required("severity", .words(Severity.allCases.map(\.rawValue)), "How bad it is."),
      .required("message", .text, "What is wrong."),
    ] + place + [.optional("help", .text, "How to mend it.")]
}
