/// A Markdown document whose code blocks are run: ` ```truths path ` and ` ```json path ` are files, ` ```console ` holds
/// commands behind `$ ` with what each prints. Everything else is words.
struct LiterateDocument {
  enum Part: Equatable {
    /// Lines that are left alone.
    case words([String])
    case file(path: String, lines: [String])
    case command(line: String, output: [String])
  }

  private(set) var parts: [Part] = []

  init(_ text: String) {
    var block: String?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("```") {
        add(words: line)
        block = block == nil ? String(line.dropFirst(3)) : nil
        if let info = block?.split(separator: " "), info.count == 2, ["truths", "json", "csv"].contains(info[0]) {
          parts.append(.file(path: String(info[1]), lines: []))
        }
      } else if block == "console" {
        add(console: line)
      } else if case .file(let path, let lines)? = parts.last, block != nil {
        parts[parts.count - 1] = .file(path: path, lines: lines + [line])
      } else {
        add(words: line)
      }
    }
  }

  private mutating func add(words line: String) {
    if case .words(let lines)? = parts.last {
      parts[parts.count - 1] = .words(lines + [line])
    } else {
      parts.append(.words([line]))
    }
  }

  private mutating func add(console line: String) {
    if line.hasPrefix("$ ") {
      parts.append(.command(line: String(line.dropFirst(2)), output: []))
    } else if case .command(let command, let output)? = parts.last {
      parts[parts.count - 1] = .command(line: command, output: output + [line])
    } else {
      add(words: line)
    }
  }

  /// The document as text again.
  var text: String {
    parts.flatMap { part in
      switch part {
      case .words(let lines), .file(_, let lines): lines
      case .command(let line, let output): ["$ \(line)"] + output
      }
    }.joined(separator: "\n")
  }

  /// The same document with what the commands really print.
  mutating func run(file: (String, String) throws -> Void, command: (String) throws -> String) rethrows {
    for (index, part) in parts.enumerated() {
      switch part {
      case .words: break
      case .file(let path, let lines): try file(path, lines.joined(separator: "\n") + "\n")
      case .command(let line, _):
        var output = try command(line)
        if output.hasSuffix("\n") { output.removeLast() }
        parts[index] = .command(
          line: line,
          output: output.isEmpty ? [] : output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
      }
    }
  }
}
