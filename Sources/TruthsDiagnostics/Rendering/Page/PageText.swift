extension DiagnosticPage {
  /// The page as `truths explain` prints it.
  package func text(isColored: Bool = false) -> String {
    func heading(_ text: String) -> String { "\n" + Style.emphasis.paint(text, isColored) + "\n" }
    let style: Style = severity == .error ? .error : .warning
    var text = style.paint("\(severity.rawValue)[\(code)]", isColored) + " \(name): \(title)\n"
    text += heading("Why it matters") + Self.prose(why)
    text += heading("How to mend it") + Self.prose(mend)
    text += heading("Wrong") + wrong.map(\.text).joined(separator: "\n")
    text += heading("Right") + right.map(\.text).joined(separator: "\n")
    return text
  }

  private static func prose(_ text: String) -> String { wrapped(text, width: 98).map { "  \($0)\n" }.joined() }
}

extension DiagnosticSample {
  /// The sample's files, indented, and the command that shows the finding.
  fileprivate var text: String {
    var text = ""
    for file in files {
      text += "  \(file.path)\n"
      for line in DiagnosticSample.lines(file.text) { text += line.isEmpty ? "\n" : "    \(visible(line))\n" }
    }
    return text + "  $ \(command)\n"
  }

  /// What a user types to see what the sample shows.
  package var command: String {
    switch action {
    case .check:
      // A bundle is never found below a folder.
      return (["truths check"] + files.map(\.path).filter { $0.hasSuffix(".truthpack") }).joined(separator: " ")
    case .run, .append, .runWithLittleWork:
      let hasContext = files.contains { $0.path == "context.jsonl" }
      return "truths run --proposal proposal.json" + (hasContext ? " --context context.jsonl" : "")
        + documents.map { " --document \($0.name)=\($0.path)" }.joined()
        + (files.contains { $0.path == "actor.json" } ? " --actor actor.json" : "")
        + (action == .append ? " --append ledger.jsonl --now proposal --actor proposal" : "")
        + (action == .runWithLittleWork ? " --max-work 100" : "")
    }
  }

  /// The lines of a text, a line break at its end not counted. CR LF is one line break.
  static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
