import TruthsDiagnostics
package import TruthsEval
package import TruthsText

/// The differences between the results and the expectations of fixtures, for a proposed change of a set.
package struct FixtureTrial: Sendable {
  /// A result that differs from a fixture's expectation, or a fault that prevents the fixture from running.
  package struct Difference: Sendable {
    /// The id of the fixture; `nil` where it could not be read.
    package let id: String?
    package let path: String
    package let span: Span
    /// The difference or the fault in words.
    package let text: String
    /// The edit after which the fixture expects the result, where one is possible.
    package let edit: FixtureEdit?
  }

  package fileprivate(set) var differences: [Difference] = []
}

extension Workspace {
  /// Runs some fixtures, and returns the differences from their expectations.
  ///
  /// - Parameters:
  ///   - fixtures: fixture files, and the documents that they name.
  ///   - isWanted: returns whether to run a fixture, by its text; all fixtures are read.
  /// - Throws: the findings of a set with errors.
  package func trial(_ fixtures: [SourceText], where isWanted: (ArraySlice<UInt8>) -> Bool) throws(Findings) -> FixtureTrial {
    let reading = try reading(fixtures)
    var trial = FixtureTrial()
    func note(_ id: String?, _ span: Span, _ text: String, _ edit: FixtureEdit? = nil) {
      guard let file = reading.sources.file(span.file) else { return }
      trial.differences.append(FixtureTrial.Difference(id: id, path: file.path, span: span, text: text, edit: edit))
    }
    for faulty in reading.suite.faulty {
      for fault in faulty.diagnostics { note(faulty.id, fault.span, "\(fault.message) (\(fault.code))") }
    }
    let runner = FixtureRunner(reading.subject)
    for fixture in reading.suite.fixtures {
      guard let file = reading.sources.file(fixture.fullSpan.file),
        isWanted(file.bytes[Int(fixture.fullSpan.start)..<Int(fixture.fullSpan.end)])
      else { continue }
      let result = runner.run(fixture)
      guard result.outcome == .failed || result.outcome == .neverFired else { continue }
      for edit in result.edits { note(fixture.id, edit.span, edit.text, edit) }
      if !result.edits.isEmpty { continue }
      for one in result.mismatches { note(fixture.id, one.span, "\(one.path) would be \(one.got), not \(one.expected)") }
    }
    return trial
  }
}
