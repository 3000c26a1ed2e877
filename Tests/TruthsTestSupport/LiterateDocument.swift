package import Foundation
import Testing

/// A Markdown document whose code blocks are run.
///
/// A block with a path after its language, ` ```json order.json `, is a file. ` ```console ` contains commands after `$ `, each
/// with its output. `In a new directory:` starts an empty directory. Everything else is text; blocks without a path are also in
/// `samples`.
package struct LiterateDocument {
  package enum Part: Equatable {
    /// Lines that are left alone.
    case words([String])
    case file(path: String, lines: [String])
    case command(line: String, output: [String])
    /// The line that begins a new directory.
    case directory
  }

  /// A block that is neither a file nor commands.
  package struct Sample: Equatable, Sendable {
    package var language: String
    /// The number of the line that opens it, from 1.
    package var line: Int
    package var lines: [String] = []

    package var text: String { lines.map { $0 + "\n" }.joined() }
  }

  package static let directoryMark = "In a new directory:"

  package private(set) var parts: [Part] = []
  package private(set) var samples: [Sample] = []

  package init(_ text: String) {
    var block: String?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init).enumerated() {
      if line.hasPrefix("```") {
        add(words: line)
        block = block == nil ? String(line.dropFirst(3)) : nil
        if let info = block?.split(separator: " "), info.count == 2 {
          parts.append(.file(path: String(info[1]), lines: []))
        } else if let block, block != "console" {
          samples.append(Sample(language: block, line: index + 1))
        }
      } else if block == "console" {
        add(console: line)
      } else if case .file(let path, let lines)? = parts.last, block != nil {
        parts[parts.count - 1] = .file(path: path, lines: lines + [line])
      } else if block == nil, line == Self.directoryMark {
        parts.append(.directory)
      } else {
        if block != nil { samples[samples.count - 1].lines.append(line) }
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
  package var text: String {
    parts.flatMap { part in
      switch part {
      case .words(let lines), .file(_, let lines): lines
      case .command(let line, let output): ["$ \(line)"] + output
      case .directory: [Self.directoryMark]
      }
    }.joined(separator: "\n")
  }

  /// Runs the commands, and returns the document with their actual output.
  package mutating func run(
    file: (String, String) throws -> Void, command: (String) throws -> String, directory: () throws -> Void = {}
  ) rethrows {
    for (index, part) in parts.enumerated() {
      switch part {
      case .words: break
      case .directory: try directory()
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

extension LiterateDocument {
  /// Runs a document of this repository, and compares it with the output of its commands; `TRUTHS_UPDATE=1` writes that output.
  package static func check(_ path: String, in directory: URL) throws {
    let text = try Repository.text(path)
    let expected = LiterateDocument(text)
    #expect(expected.text == text)
    var actual = expected
    var status: Int32 = 0
    var place = directory
    try actual.run(
      file: { path, text in
        let file = place.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        // The blocks of a file in a document are appended to it.
        let before = (try? Data(contentsOf: file)) ?? Data()
        try (before + Data((before.isEmpty ? text : "\n" + text).utf8)).write(to: file)
      },
      command: { line in
        let result = try BuiltCommand.shell("(exit \(status)); \(line)", in: place)
        status = result.status
        let printed = result.output + result.complaints
        return printed.replacingOccurrences(of: place.resolvingSymlinksInPath().path, with: "…")
      },
      directory: {
        place = directory.appending(path: "directory-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      })
    if Repository.isUpdating {
      try Data(actual.text.utf8).write(to: Repository.root.appending(path: path))
    } else {
      for (wanted, got) in zip(expected.parts, actual.parts) { #expect(got == wanted, "\(path)") }
    }
  }
}
