/// A case of the command line as one text: files, commands, and what each command prints.
///
///     What the case shows, in words.
///     -- file truths/demo/demo.truths --
///     pack demo:
///     -- $ truths check --
///     what it prints on standard output
///     -- stderr --
///     what it prints on standard error
///     -- exit 1 --
///
/// Commands run in a directory that holds the files, one after another, by a shell. `stderr` is left out when empty, `exit` when
/// 0.
package struct Archive: Equatable {
  package var words: String
  package var steps: [Step]

  package enum Step: Equatable {
    case file(path: String, text: String)
    case command(Command)
  }

  package struct Command: Equatable {
    package var line: String
    package var output = ""
    package var complaints = ""
    package var status: Int32 = 0
  }

  package init(_ text: String) throws {
    words = ""
    steps = []
    var part = Part.words
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast(
      text.hasSuffix("\n") ? 1 : 0)
    {
      if line.hasPrefix("-- "), line.hasSuffix(" --"), line.utf8.count > 6 {
        part = try open(String(line.dropFirst(3).dropLast(3)))
      } else {
        append(line + "\n", to: part)
      }
    }
  }

  package struct Malformed: Error {
    package var line: String
  }

  private enum Part {
    case words, file, output, complaints, none
  }

  private mutating func open(_ head: String) throws -> Part {
    if head.hasPrefix("file ") {
      steps.append(.file(path: String(head.dropFirst(5)), text: ""))
      return .file
    }
    if head.hasPrefix("$ ") {
      steps.append(.command(Command(line: String(head.dropFirst(2)))))
      return .output
    }
    guard case .command(var command)? = steps.last else { throw Malformed(line: head) }
    if head == "stderr" { return .complaints }
    guard head.hasPrefix("exit "), let status = Int32(head.dropFirst(5)) else { throw Malformed(line: head) }
    command.status = status
    steps[steps.count - 1] = .command(command)
    return .none
  }

  private mutating func append(_ line: String, to part: Part) {
    guard let last = steps.indices.last else {
      words += line
      return
    }
    switch (steps[last], part) {
    case (.file(let path, let text), _): steps[last] = .file(path: path, text: text + line)
    case (.command(var command), .output):
      command.output += line
      steps[last] = .command(command)
    case (.command(var command), .complaints):
      command.complaints += line
      steps[last] = .command(command)
    default: break
    }
  }

  /// The archive as text again.
  package var text: String {
    words
      + steps.map { step in
        switch step {
        case .file(let path, let text): return "-- file \(path) --\n" + text
        case .command(let command):
          var text = "-- $ \(command.line) --\n" + Self.closed(command.output)
          if !command.complaints.isEmpty { text += "-- stderr --\n" + Self.closed(command.complaints) }
          return text + (command.status == 0 ? "" : "-- exit \(command.status) --\n")
        }
      }.joined()
  }

  /// A text that ends with a line break, as every section of an archive does.
  package static func closed(_ text: String) -> String { text.isEmpty || text.hasSuffix("\n") ? text : text + "\n" }
}
