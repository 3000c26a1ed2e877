package import TruthsDiagnostics
package import TruthsText

/// A writer of the results in JUnit's XML for CI systems. It writes a suite for each file, a case for each fixture, and no
/// times.
///
/// The five outcomes stay distinct. A fixture that failed or never fired is a `failure` with that type; one that did not load
/// is an `error`.
package struct JUnitReport {
  private let sources: SourceMap

  /// - Parameter sources: the fixture files.
  package init(sources: SourceMap) { self.sources = sources }

  package func text(_ results: EvalResults) -> String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"truths eval\"\(counts(results.results))>\n"
    for suite in suites(results.results) {
      text += "  <testsuite name=\(attribute(sources.path(of: suite[0].span)))\(counts(suite))>\n"
      for result in suite { text += testCase(result) }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  /// Returns a document if no fixture could run: one case with an error, and the findings that prevented the run.
  package func text(nothingRanFor diagnostics: [Diagnostic]) -> String {
    // Errors come first, because only they prevent a run.
    let found = diagnostics.inOrder()
    let lines = (found.filter { $0.severity == .error } + found.filter { $0.severity != .error }).map {
      "\(sources.location(of: $0.span)): \($0.code) \($0.message)"
    }
    let counts = " tests=\"1\" failures=\"0\" errors=\"1\" skipped=\"0\""
    let error =
      "<error type=\"did not run\" message=\(attribute("no fixture ran: \(lines.first ?? "")"))>"
      + XMLText.escaped(lines.joined(separator: "\n")) + "</error>"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="truths eval"\(counts)>
        <testsuite name="truths"\(counts)>
          <testcase name="truths" classname="truths">
            \(error)
          </testcase>
        </testsuite>
      </testsuites>

      """
  }

  /// Returns the results of each file, in order. Each list has at least one result.
  private func suites(_ results: [FixtureResult]) -> [[FixtureResult]] {
    var suites: [[FixtureResult]] = []
    for result in results {
      if let last = suites.last?.last, last.span.file == result.span.file {
        suites[suites.count - 1].append(result)
      } else {
        suites.append([result])
      }
    }
    return suites
  }

  private func counts(_ results: [FixtureResult]) -> String {
    func count(_ outcomes: FixtureOutcome...) -> Int { results.count { outcomes.contains($0.outcome) } }
    return " tests=\"\(results.count)\" failures=\"\(count(.failed, .neverFired))\" errors=\"\(count(.didNotLoad))\""
      + " skipped=\"\(count(.skipped))\""
  }

  private func testCase(_ result: FixtureResult) -> String {
    let path = sources.path(of: result.span)
    let position = sources.start(of: result.span)
    let place = "classname=\(attribute(path)) file=\(attribute(path)) line=\"\(position.line)\""
    let head = "    <testcase name=\(attribute(result.id ?? path)) \(place)"
    guard result.outcome != .passed else { return head + "/>\n" }
    return head + ">\n      \(verdict(result))\n    </testcase>\n"
  }

  private func verdict(_ result: FixtureResult) -> String {
    switch result.outcome {
    case .passed: ""
    case .skipped: "<skipped message=\(attribute(result.note ?? ""))/>"
    case .didNotLoad:
      element("error", result, result.diagnostics.inOrder().map { "\(sources.location(of: $0.span)): \($0.code) \($0.message)" })
    case .failed, .neverFired:
      element("failure", result, [result.note].compactMap { $0 } + result.mismatches.map { difference($0) })
    }
  }

  private func element(_ name: String, _ result: FixtureResult, _ lines: [String]) -> String {
    let head = "<\(name) type=\(attribute(result.outcome.rawValue)) message=\(attribute(lines.first ?? ""))>"
    return head + XMLText.escaped(lines.joined(separator: "\n")) + "</\(name)>"
  }

  private func difference(_ mismatch: Mismatch) -> String {
    "\(mismatch.path) at \(sources.location(of: mismatch.span)): expected \(mismatch.expected), got \(mismatch.got)"
  }

  private func attribute(_ text: String) -> String { "\"\(XMLText.escaped(text))\"" }
}

/// Escapes of text for an XML 1.0 document.
package enum XMLText {
  /// Returns the text with `&`, `<`, `>`, double quotes, tabs and line breaks escaped.
  ///
  /// Characters that XML 1.0 cannot hold (most controls, U+FFFE, U+FFFF) are written as `\u{1B}`, as in texts of the language.
  /// So the document is well formed for any fixture.
  package static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n", "\t", "\r": result += "&#\(scalar.value);"
      case _ where isForbidden(scalar): result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
  }
}
