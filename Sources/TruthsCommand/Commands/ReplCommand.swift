import ArgumentParser
import Truths

/// The command `truths repl`, which evaluates expressions line by line.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Evaluates expressions and conditions, a line each, as `truths expr` does.",
    discussion: """
      `let NAME = EXPRESSION` keeps a value for later lines; `:help` lists the commands. On a terminal lines are edited, with a \
      history (arrow keys) and completion (tab). From a pipe lines are read as they are, and the exit code is the highest of \
      their lines.
      """)

  @OptionGroup var options: ExpressionOptions
  @OptionGroup var shared: SharedOptions

  @Option(
    help: ArgumentHelp("Keep the lines that are typed in a file. TRUTHS_HISTORY can name the file, too.", valueName: "file"),
    completion: .file())
  var history: String?

  func validate() throws {
    if options.context == "-" || options.proposal == "-" {
      throw ValidationError("standard input has the lines of the session: give a file")
    }
  }

  func run() throws {
    do {
      var repl = try Repl(options, output: shared.output)
      if Terminal.editsLines { try edit(&repl) } else { try read(&repl) }
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(findings.status.rawValue)
    }
  }

  /// Evaluates lines from a pipe or file.
  private func read(_ repl: inout Repl) throws {
    var lines = PlainLines()
    var worst = ExitStatus.fine
    while let line = try lines.next(), let status = try repl.take(line) { worst = max(worst, status) }
    try worst.end()
  }

  /// Evaluates lines that are edited on a terminal.
  private func edit(_ repl: inout Repl) throws {
    let file = try (history ?? Terminal.historyFile).map { try HistoryFile($0) }
    var editor = LineEditor(history: file?.lines ?? [])
    var terminal = RawTerminal(prompt: "> ")
    guard RawTerminal.begin() else { return try read(&repl) }
    defer { RawTerminal.end() }
    shared.output.chatter("`:help` lists the commands, Ctrl-D ends")
    while let line = terminal.line(&editor, complete: { repl.completions(of: $0) }) {
      try file?.keep(editor.history)
      guard try repl.take(line) != nil else { return }
    }
  }
}

/// The history file of edited lines, one entry per line.
struct HistoryFile {
  private let path: String
  private let shown: String
  /// The lines that the file held.
  let lines: [String]

  /// - Throws: ``Failure`` where the file exists and cannot be read.
  init(_ file: String) throws {
    shown = file
    path = try FileSystem.absolute(file)
    guard FileSystem.kind(of: path) != .missing else {
      lines = []
      return
    }
    try FileSystem.refuseUnlessFile(path, shown: file)
    let text = String(decoding: try FileReader.read(path, shown: file, limit: FileReader.fileLimit), as: UTF8.self)
    lines = text.split(separator: "\n").map(String.init)
  }

  func keep(_ lines: [String]) throws {
    try AtomicFile.replace(
      FileSystem.resolved(path) ?? path, with: Array(lines.map { $0 + "\n" }.joined().utf8), isLocked: false, shown: shown)
  }
}
