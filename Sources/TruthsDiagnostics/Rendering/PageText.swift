/// The text of pages, as `truths explain` and `docs/diagnostics/README.md` show it.
extension DiagnosticPage {
  /// Returns the page as `truths explain` prints it.
  ///
  /// - Parameter output: returns the output of a sample's command, for the first wrong sample.
  package func text(isColored: Bool = false, output: (DiagnosticSample) -> String?) -> String {
    func heading(_ text: String) -> String { "\n" + Style.emphasis.paint(text, isColored) + "\n" }
    let style: Style = severity == .error ? .error : .warning
    var text = style.paint("\(severity.rawValue)[\(code)]", isColored) + " \(name): \(title)\n"
    text += heading("Why it matters") + Self.prose(why)
    text += heading("How to fix it") + Self.prose(mend)
    text += heading("Wrong") + wrong.map(\.text).joined(separator: "\n")
    if let output = wrong.first.flatMap(output) {
      text += "\n" + DiagnosticSample.lines(output).map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }
    text += heading("Right") + right.map(\.text).joined(separator: "\n")
    return text
  }

  private static func prose(_ text: String) -> String { wrapped(text, width: 98).map { "  \($0)\n" }.joined() }
}

extension DiagnosticSample {
  /// The files of the sample, indented, and the command that shows the finding.
  fileprivate var text: String {
    var text = ""
    for file in files {
      text += "  \(file.path)\n"
      for line in DiagnosticSample.lines(file.text) { text += line.isEmpty ? "\n" : "    \(visible(line))\n" }
    }
    return text + "  $ \(command)\n"
  }

  /// The command that a user types to see the finding of the sample.
  package var command: String {
    switch action {
    case .check:
      // A search of a folder never finds bundles, so the command names them.
      return (["truths check"] + files.map(\.path).filter { $0.hasSuffix(".truthpack") }).joined(separator: " ")
    case .partition(let field): return "truths check --partition-by \(field)"
    case .run, .append, .runWithLittleWork:
      let hasContext = files.contains { $0.path == "context.jsonl" }
      return "truths run --proposal proposal.json" + (hasContext ? " --context context.jsonl" : "")
        + documents.map { " --document \($0.name)=\($0.path)" }.joined()
        + (files.contains { $0.path == "actor.json" } ? " --actor actor.json" : "")
        + (action == .append ? " --ledger ledger.jsonl --now proposal --actor proposal" : "")
        + (action == .runWithLittleWork ? " --max-work 100" : "")
    }
  }

  /// Returns the lines of a text without a line break at its end. CR LF is one line break.
  static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension DiagnosticRegistry {
  /// The table of contents, `docs/diagnostics/README.md`.
  package static var indexMarkdown: String {
    var text = "# Diagnostics\n\nWhat `truths` finds in a truth set and in data, by code. `truths explain CODE` prints a page.\n"
    for family in families {
      let pages = pages.filter { $0.code.family == family.code }
      guard !pages.isEmpty else { continue }
      text += "\n## \(family.code): \(family.title)\n\n| code | name | severity | what is wrong |\n|---|---|---|---|\n"
      for page in pages {
        let title = page.title.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
        text += "| [\(page.code)](\(page.code).md) | \(page.name) | \(page.severity.rawValue) | \(title) |\n"
      }
    }
    return text
  }

  private static let families = [
    (code: "T0", title: "YAML and syntax"), (code: "T1", title: "names"), (code: "T2", title: "types and units"),
    (code: "T3", title: "missing values"), (code: "T4", title: "convergence, tables, lifecycles"),
    (code: "T5", title: "governance"),
    (code: "T6", title: "traceability"), (code: "T7", title: "style"), (code: "T8", title: "data"),
  ]
}
