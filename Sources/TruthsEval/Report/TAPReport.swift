package import TruthsDiagnostics
import TruthsJSON
package import TruthsText

/// The report in the Test Anything Protocol, version 14: a test point per fixture, and for each that went wrong a YAML block.
/// Holds no times.
///
/// The five outcomes stay apart: `ok`, `ok … # SKIP why`, and `not ok` with `outcome` in its block. Where no fixture matched the
/// test bails out, since an empty plan would count as a success.
package struct TAPReport {
  private let sources: SourceMap

  /// - Parameter sources: The fixture files.
  package init(sources: SourceMap) { self.sources = sources }

  /// The whole document.
  package func text(_ results: EvalResults) -> String {
    let head = "TAP version 14\n1..\(results.results.count)\n"
    guard !results.results.isEmpty else { return head + "Bail out! no fixture matched\n" }
    return head + results.results.enumerated().map { point($1, number: $0 + 1) }.joined()
  }

  /// A document that says that no fixture ran, with what kept them from it as comments.
  package func text(nothingRanFor diagnostics: [Diagnostic]) -> String {
    let lines = diagnostics.inOrder().map { "# \(sources.place(of: $0.span)): \($0.code) \(visible($0.message))\n" }
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
    lines += place(result.span)
    if let note = result.note { lines.append("message: \(Self.scalar(note))") }
    lines += list("mismatches", result.mismatches) { mismatch in
      let rows = [("path", mismatch.path), ("expected", mismatch.expected), ("got", mismatch.got)]
      return rows.map { "\($0.0): \(Self.scalar($0.1))" } + place(mismatch.span)
    }
    lines += list("diagnostics", result.diagnostics.inOrder()) { diagnostic in
      let rows = [
        ("code", diagnostic.code.description), ("severity", diagnostic.severity.rawValue), ("message", diagnostic.message),
      ]
      let help = diagnostic.help.map { ["help: \(Self.scalar($0))"] } ?? []
      return rows.map { "\($0.0): \(Self.scalar($0.1))" } + place(diagnostic.span) + help
    }
    return (["---"] + lines + ["..."]).map { "  \($0)\n" }.joined()
  }

  /// A list of mappings under a name; nothing where it is empty.
  private func list<Element>(_ name: String, _ elements: [Element], _ lines: (Element) -> [String]) -> [String] {
    guard !elements.isEmpty else { return [] }
    return ["\(name):"]
      + elements.flatMap { element in
        lines(element).enumerated().map { index, line in (index == 0 ? "  - " : "    ") + line }
      }
  }

  private func place(_ span: Span) -> [String] {
    let position = sources.start(of: span)
    return ["file: \(Self.scalar(sources.path(of: span)))", "line: \(position.line)", "column: \(position.column)"]
  }

  /// Words of a test point, in which a `#` would begin a directive.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in visible(text).unicodeScalars {
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A double-quoted scalar: JSON's form, in which YAML reads the same text.
  private static func scalar(_ text: String) -> String { JSONValue.text(visible(text)).display }
}
