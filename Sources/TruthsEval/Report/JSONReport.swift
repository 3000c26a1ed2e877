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
