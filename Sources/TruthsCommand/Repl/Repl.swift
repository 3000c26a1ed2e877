import Truths

/// Processes the lines of `truths repl`: evaluates expressions, stores values and runs commands, independent of the terminal.
struct Repl {
  private var options: ExpressionOptions
  private var project: Project
  private var session: ExpressionSession
  private let output: Output

  /// - Throws: ``Failure``, or findings about the given context or proposal.
  init(_ options: ExpressionOptions, output: Output) throws {
    self.options = options
    self.output = output
    project = try options.project()
    session = try options.session(in: project)
  }

  /// A command of the REPL, which begins with a colon.
  private struct Command: Sendable {
    var name: String
    var argument: String
    var help: String
    var carryOut: @Sendable (inout Repl, _ argument: String) throws -> Void
  }

  private static let commands = [
    Command(name: "load", argument: "PATH", help: "truths that are in scope, instead of the previous ones") { try $0.load($1) },
    Command(name: "context", argument: "FILE", help: "the context: entries or facts as JSON Lines") { try $0.readContext($1) },
    Command(name: "proposal", argument: "FILE [INTENT]", help: "a proposal, whose fields are in scope") {
      try $0.readProposal($1)
    },
    Command(name: "now", argument: "MOMENT", help: "the moment, such as 2025-01-31T12:00:00Z, or clock") { try $0.set(now: $1) },
    Command(name: "type", argument: "EXPRESSION", help: "its type; it is not evaluated") { try $0.printType($1) },
    Command(name: "explain", argument: "NAME|CODE", help: "a page of the reference or of a diagnostic") { try $0.explain($1) },
    Command(name: "facts", argument: "[TYPE]", help: "the number of facts, or the facts of a type") { try $0.printFacts($1) },
    Command(name: "help", argument: "", help: "these commands") { repl, _ in try repl.printHelp() },
    Command(name: "quit", argument: "", help: "ends; so does Ctrl-D") { _, _ in },
  ]

  /// Processes a line.
  ///
  /// - Returns: its status; `nil` where no more lines are wanted.
  /// - Throws: ``Failure`` where output is no longer possible.
  mutating func take(_ line: String) throws -> ExitStatus? {
    do {
      switch ReplInput(line) {
      case .nothing: return .fine
      case .command("quit", _, _): return nil
      case .command(let name, let argument, let start):
        guard let command = Self.commands.first(where: { $0.name == name }) else { throw Self.unknown(name) }
        if command.argument.first?.isLetter == true, argument.isEmpty {
          throw Failure("write `:\(name) \(command.argument)`", .usage)
        }
        try command.carryOut(&self, name == "type" ? Self.blank(line, before: start) : argument)
      case .keep(let name, let start):
        return try show(session.keep(name, .expression(line), from: start))
      case .unfinishedLet: throw Failure("write `let name = expression`", .usage)
      case .expression(let start): return try show(session.evaluate(.expression(line), from: start))
      }
      return .fine
    } catch let findings as Findings {
      try output.show(findings, as: .human)
      return findings.status
    } catch let failure as Failure where failure.status != .fault {
      output.chatter(failure.message)
      return failure.status
    }
  }

  private func show(_ result: ExpressionResult) throws -> ExitStatus {
    try output.result(result.text)
    return result.hasValue ? .fine : .findings
  }

  /// Returns a line with spaces in place of its first bytes, so that positions in the rest do not change.
  private static func blank(_ line: String, before start: Int) -> String {
    String(repeating: " ", count: start) + String(decoding: line.utf8.dropFirst(start), as: UTF8.self)
  }

  private static func unknown(_ name: String) -> Failure {
    let names = commands.map(\.name)
    let nearest = Tool.nearestName(to: name, among: names)
    let help = nearest.map { "did you mean `:\($0)`?" } ?? "there are \(names.map { ":\($0)" }.joined(separator: ", "))"
    return Failure("there is no command `:\(name)`; \(help)", .usage)
  }

  // MARK: Commands

  private mutating func load(_ path: String) throws {
    var wanted = options
    wanted.truths = [path]
    // Facts and proposals belong to the truths that they were read for.
    (wanted.context, wanted.proposal, wanted.intent) = (nil, nil, nil)
    let project = try wanted.project()
    session = try wanted.session(in: project)
    (options, self.project) = (wanted, project)
    output.chatter("in scope: \(path); the earlier values, facts and proposal are removed")
  }

  private mutating func readContext(_ path: String) throws {
    try Self.refuseStandardInput(path)
    try session.read(context: try project.readLedger(path))
    options.context = path
    output.chatter("known: \(path)")
  }

  private mutating func readProposal(_ argument: String) throws {
    let words = argument.split(separator: " ").map(String.init)
    // A path may contain spaces; an intent does not.
    let hasIntent = try words.count > 1 && FileSystem.kind(of: FileSystem.absolute(argument)) == .missing
    let path = hasIntent ? words.dropLast().joined(separator: " ") : argument
    try Self.refuseStandardInput(path)
    let intent = hasIntent ? words.last : nil
    try session.read(proposal: try project.readData(path, limit: FileReader.fileLimit), intent: intent)
    (options.proposal, options.intent) = (path, intent)
    output.chatter("proposed: \(path)")
  }

  private static func refuseStandardInput(_ path: String) throws {
    if path == "-" { throw Failure("standard input has the lines: give a file", .usage) }
  }

  private mutating func set(now text: String) throws {
    let moment = OriginOptions.moment(text)
    try session.set(now: moment)
    options.now = moment
  }

  private func printType(_ line: String) throws { try output.result(session.type(of: .expression(line)) + "\n") }

  private func explain(_ subject: String) throws {
    guard let text = ExplainCommand.page(of: subject) else { throw ExplainCommand.unknown(subject) }
    try output.result(text)
  }

  private func printFacts(_ type: String) throws {
    if type.isEmpty {
      let counts = session.factCounts()
      if counts.isEmpty { output.chatter("there are no facts: `:context FILE` reads some") }
      return try output.result(counts)
    }
    switch session.facts(ofType: type) {
    case .found(let text):
      if text.isEmpty { output.chatter("there is no `\(type)`") }
      try output.result(text)
    case .unknown(let nearest):
      throw Failure("no fact type is called `\(type)`\(nearest.map { "; did you mean `\($0)`?" } ?? "")", .usage)
    case .faulty(let reason): throw Failure("\(type): \(reason)", .badData)
    case .severalRuns: break
    }
  }

  private func printHelp() throws {
    let rows =
      [("EXPRESSION", "its value and type"), ("let NAME = EXPRESSION", "the same, kept under a name")]
      + Self.commands.map { (":\($0.name) \($0.argument)", $0.help) }
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    try output.result(rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 + "\n" }.joined())
  }

  // MARK: Completion

  /// Returns the completions of the last word of a line.
  func completions(of line: String) -> (word: String, candidates: [String]) {
    guard line.hasPrefix(":") else { return session.completions(of: line) }
    guard let blank = line.firstIndex(of: " ") else {
      return (line, Self.commands.map { ":\($0.name)" }.filter { $0.hasPrefix(line) && $0 != line })
    }
    let argument = String(line[line.index(after: blank)...].drop { $0 == " " })
    let command = line[..<blank].dropFirst()
    return ["load", "context", "proposal"].contains(command) ? Self.paths(argument) : session.completions(of: argument)
  }

  /// Returns the files and folders that complete a path.
  private static func paths(_ path: String) -> (word: String, candidates: [String]) {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let name = path.dropFirst(directory.count)
    guard let absolute = try? FileSystem.absolute(directory.isEmpty ? "." : directory),
      let entries = try? FileSystem.entries(in: absolute)
    else { return (path, []) }
    let found = entries.map(\.name).filter { $0.hasPrefix(name) && $0 != name && !$0.hasPrefix(".") }
    return (path, found.sorted().map { directory + $0 })
  }
}
