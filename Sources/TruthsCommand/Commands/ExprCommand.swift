import ArgumentParser
import Truths

/// The command `truths expr`, which evaluates one expression or condition.
struct ExprCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expr", abstract: "The value and type of an expression or condition.",
    discussion: """
      For example, `truths expr 'date("2024-01-31") + months(1)'`. The expression can use the functions, tables, policies, \
      enums and facts of the project around, if any, and the fields of a proposal. Exit codes: 0 a value, 1 a missing one, 65 \
      an expression with errors.
      """)

  @Argument(help: "An expression or condition, as in a pack.")
  var expression: String

  @OptionGroup var options: ExpressionOptions
  @OptionGroup var shared: SharedOptions

  @Option(help: "How the value is printed.")
  var format = ExprFormat.human

  func run() throws {
    let findingsFormat: FindingsFormat = format == .human ? .human : .json
    do {
      let session = try options.session(in: try options.project())
      let result = try session.evaluate(.expression(expression))
      try shared.output.result(format == .human ? result.text : result.json)
      if !result.hasValue { try ExitStatus.findings.end() }
    } catch let findings as Findings {
      try shared.output.show(findings, as: findingsFormat)
      throw ExitCode(findings.status.rawValue)
    }
  }

  /// Returns the arguments with an expression that starts with a minus sign moved after `--`, so that it is not read as an
  /// option.
  static func arranged(_ arguments: [String]) -> [String] {
    guard arguments.first == configuration.commandName, !arguments.contains("--") else { return arguments }
    guard let place = arguments.firstIndex(where: isNegative) else { return arguments }
    var rest = arguments
    let expression = rest.remove(at: place)
    return rest + ["--", expression]
  }

  /// Returns whether an argument is an expression with a leading minus: `-5 + 3` or `-amount`, but not `-h`.
  private static func isNegative(_ argument: String) -> Bool {
    argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.count > 1 && argument != "-h"
  }
}

/// Output formats of an expression's value.
enum ExprFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}

extension SourceText {
  /// Returns a typed expression as a source, under the name that findings show.
  static func expression(_ text: String) -> SourceText { SourceText(path: "<expression>", bytes: Array(text.utf8)) }
}

/// The options for what expressions can read, and for their work limit.
struct ExpressionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The truths that expressions can use; by default those of the project around, if any.", valueName: "path"),
    completion: .file())
  var truths: [String] = []

  @Option(help: ArgumentHelp("The context: entries or facts as JSON Lines.", valueName: "file"), completion: .file())
  var context: String?

  @Option(
    help: ArgumentHelp("A proposal whose fields are in scope; - for standard input.", valueName: "file"), completion: .file())
  var proposal: String?

  @Option(help: ArgumentHelp("The intent of the proposal, if the proposal has no `action`.", valueName: "name"))
  var intent: String?

  @Option(
    help: ArgumentHelp(
      "The time, such as 2025-01-31T12:00:00Z, or clock for the system's time. The default is the proposal's own time.",
      valueName: "time|clock"))
  var now: String?

  @Option(help: "The maximum number of work steps.") var maxWork = RunInput.standardMaxWork

  func validate() throws {
    if let now { try Self.check(now: now) }
    if maxWork < 0 { throw ValidationError("--max-work \(maxWork): a limit is not negative") }
    if intent != nil, proposal == nil { throw ValidationError("--intent says what a proposal proposes: give --proposal") }
    if proposal == "-", context == "-" { throw ValidationError("standard input is either the proposal or the context") }
  }

  static func check(now: String) throws {
    if now == "clock" || RunInput.isTimestamp(now) { return }
    throw ValidationError(
      "--now \(Tool.visible(now)): write a timestamp such as 2025-01-31T12:00:00Z, or clock for the system's time")
  }

  /// Returns the truths in scope: the named ones, or else those of the surrounding project, or else no truths.
  func project() throws -> Project { truths.isEmpty ? try Project.around() : try Project(paths: truths) }

  /// Creates a session with the given context and proposal.
  func session(in project: Project) throws -> ExpressionSession {
    let session = try ExpressionSession(project.files.isEmpty ? Workspace(truths: []) : project.workspace(), maxWork: maxWork)
    if let context { try session.read(context: try project.readLedger(context)) }
    if let proposal {
      try session.read(proposal: try project.readData(proposal, limit: FileReader.fileLimit), intent: intent)
    }
    if let now { try session.set(now: OriginOptions.moment(now)) }
    return session
  }
}
