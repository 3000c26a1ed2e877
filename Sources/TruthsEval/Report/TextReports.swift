package import TruthsDiagnostics
import TruthsJSON
package import TruthsText

/// A writer of the results for people: the failures, member by member, and the counts of the outcomes.
///
/// The text contains no times, so equal results give equal text.
package struct HumanReport {
  private let sources: SourceMap
  private let isColored: Bool
  private let renderer: HumanRenderer

  /// - Parameters:
  ///   - sources: the fixture files.
  ///   - isColored: whether to write ANSI colours.
  package init(sources: SourceMap, isColored: Bool = false) {
    self.sources = sources
    self.isColored = isColored
    renderer = HumanRenderer(sources: sources, isColored: isColored)
  }

  /// Returns the whole report: failures, skipped fixtures with their reasons, and the counts of the five outcomes.
  package func text(_ results: EvalResults) -> String {
    let failures = results.results.filter(\.outcome.isFailure).map { failure($0) }
    let skipped = results.results.filter { $0.outcome == .skipped }.map { self.skipped($0) }.joined()
    return (failures + [skipped].filter { !$0.isEmpty } + [summary(results)]).joined(separator: "\n")
  }

  /// Returns the line of a skipped fixture: `skipped demo.later: the bank answers no more, at Fixtures/demo.json:1:1`.
  private func skipped(_ result: FixtureResult) -> String {
    let why = result.note.map { ": \(visible($0))" } ?? ""
    let word = Style.warning.paint(result.outcome.rawValue, isColored)
    return "\(word) \(title(result))\(why), at \(sources.location(of: result.span))\n"
  }

  private func failure(_ result: FixtureResult) -> String {
    var text = "\(Style.error.paint(result.outcome.rawValue, isColored)) \(Style.emphasis.paint(title(result), isColored))\n"
    text += "  at \(sources.location(of: result.span))\n"
    if let note = result.note { text += "  \(visible(note))\n" }
    for mismatch in result.mismatches { text += difference(mismatch) }
    for diagnostic in result.diagnostics.inOrder() { text += renderer.render(diagnostic) }
    return text
  }

  private func title(_ result: FixtureResult) -> String { result.id.map { visible($0) } ?? sources.path(of: result.span) }

  private func difference(_ mismatch: Mismatch) -> String {
    """
      \(visible(mismatch.path)) at \(sources.location(of: mismatch.span))
        expected  \(Style.added.paint(visible(mismatch.expected), isColored))
        got       \(Style.removed.paint(visible(mismatch.got), isColored))

    """
  }

  /// Returns one line for each outcome, so that no outcome is hidden in a different one.
  private func summary(_ results: EvalResults) -> String {
    let width = String(results.results.count).count
    let lines = FixtureOutcome.allCases.map { outcome in
      let count = String(results.count(outcome))
      let line = String(repeating: " ", count: width - count.count) + "\(count) \(outcome.rawValue)"
      let style: Style? = results.count(outcome) == 0 ? nil : outcome.isFailure ? .error : outcome == .passed ? .help : .warning
      return style?.paint(line, isColored) ?? line
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A writer of the results as annotations of GitHub Actions. It writes an annotation at each fixture that did not pass, then
/// the counts.
///
/// The five outcomes stay distinct: the title begins with the outcome, a skipped fixture is a notice, and a passed one has no
/// annotation.
package struct GitHubReport {
  private let sources: SourceMap

  /// - Parameter sources: the fixture files.
  package init(sources: SourceMap) { self.sources = sources }

  package func text(_ results: EvalResults) -> String {
    let commands = results.results.filter { $0.outcome != .passed }.map { command($0).line }
    let counts = FixtureOutcome.allCases.map { "\(results.count($0)) \($0.rawValue)\n" }
    return (commands + counts).joined()
  }

  private func command(_ result: FixtureResult) -> WorkflowCommand {
    let name = result.id ?? sources.path(of: result.span)
    return WorkflowCommand(
      result.outcome.isFailure ? .error : .notice, at: result.span, in: sources,
      title: visible("\(result.outcome.rawValue): \(name)"), message: lines(result).map { visible($0) }.joined(separator: "\n"))
  }

  private func lines(_ result: FixtureResult) -> [String] {
    let note = result.note.map { [$0] } ?? []
    let mismatches = result.mismatches.map { mismatch in
      "\(mismatch.path) at \(sources.location(of: mismatch.span)): expected \(mismatch.expected), got \(mismatch.got)"
    }
    let diagnostics = result.diagnostics.inOrder().map { "\(sources.location(of: $0.span)): \($0.code) \($0.message)" }
    return note + mismatches + diagnostics
  }
}

/// A writer of the results in the Test Anything Protocol, version 14: a test point for each fixture, with a YAML block for each
/// failure.
///
/// The text contains no times. The five outcomes stay distinct: `ok`, `ok … # SKIP why`, and `not ok` with `outcome` in its
/// block. If no fixture matched, the test bails out, because an empty plan would count as a success.
package struct TAPReport {
  private let sources: SourceMap

  /// - Parameter sources: the fixture files.
  package init(sources: SourceMap) { self.sources = sources }

  package func text(_ results: EvalResults) -> String {
    let head = "TAP version 14\n1..\(results.results.count)\n"
    guard !results.results.isEmpty else { return head + "Bail out! no fixture matched\n" }
    return head + results.results.enumerated().map { point($1, number: $0 + 1) }.joined()
  }

  /// Returns a document if no fixture could run. The findings that prevented the run are comments in it.
  package func text(nothingRanFor diagnostics: [Diagnostic]) -> String {
    let lines = diagnostics.inOrder().map { "# \(sources.location(of: $0.span)): \($0.code) \(visible($0.message))\n" }
    return "TAP version 14\n" + lines.joined() + "Bail out! no fixture ran: \(counted(diagnostics.count, "finding"))\n"
  }

  private func point(_ result: FixtureResult, number: Int) -> String {
    let name = Self.escaped(result.id ?? sources.path(of: result.span))
    let line = "\(result.outcome.isFailure ? "not ok" : "ok") \(number) - \(name)"
    switch result.outcome {
    case .passed: return line + "\n"
    case .skipped: return line + " # SKIP" + (result.note.map { " " + Self.escaped($0) } ?? "") + "\n"
    case .failed, .didNotLoad, .neverFired: return line + "\n" + block(result)
    }
  }

  private func block(_ result: FixtureResult) -> String {
    var lines = ["outcome: \(Self.scalar(result.outcome.rawValue))"]
    lines += locationLines(result.span)
    if let note = result.note { lines.append("message: \(Self.scalar(note))") }
    lines += list("mismatches", result.mismatches) { mismatch in
      let rows = [("path", mismatch.path), ("expected", mismatch.expected), ("got", mismatch.got)]
      return rows.map { "\($0.0): \(Self.scalar($0.1))" } + locationLines(mismatch.span)
    }
    lines += list("diagnostics", result.diagnostics.inOrder()) { diagnostic in
      let rows = [
        ("code", diagnostic.code.description), ("severity", diagnostic.severity.rawValue), ("message", diagnostic.message),
      ]
      let help = diagnostic.help.map { ["help: \(Self.scalar($0))"] } ?? []
      return rows.map { "\($0.0): \(Self.scalar($0.1))" } + locationLines(diagnostic.span) + help
    }
    return (["---"] + lines + ["..."]).map { "  \($0)\n" }.joined()
  }

  /// Returns the lines of a YAML list of mappings with a name; no lines if the list is empty.
  private func list<Element>(_ name: String, _ elements: [Element], _ lines: (Element) -> [String]) -> [String] {
    guard !elements.isEmpty else { return [] }
    return ["\(name):"]
      + elements.flatMap { element in
        lines(element).enumerated().map { index, line in (index == 0 ? "  - " : "    ") + line }
      }
  }

  private func locationLines(_ span: Span) -> [String] {
    let position = sources.start(of: span)
    return ["file: \(Self.scalar(sources.path(of: span)))", "line: \(position.line)", "column: \(position.column)"]
  }

  /// Escapes the name of a test point, in which a `#` would begin a directive.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Returns a text as a double-quoted scalar. It has the form of JSON, which YAML reads as the same text.
  private static func scalar(_ text: String) -> String { JSONValue.text(visible(text)).display }
}

extension SourceMap {
  /// Returns the location at which a span begins, as text: `Fixtures/core/a.json:12:7`.
  func location(of span: Span) -> String {
    let position = start(of: span)
    return "\(path(of: span)):\(position.line):\(position.column)"
  }

  /// Returns the path of a span's file.
  func path(of span: Span) -> String { file(span.file)?.path ?? "" }
}
