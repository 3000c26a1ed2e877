import ArgumentParser
import Truths

/// The command `truths suggest`, which suggests next proposals.
struct SuggestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest", abstract: "Suggest proposals that could come next, from packs, blueprints, jobs and the context.",
    discussion: """
      Each suggestion is a new proposal. `truths run --proposal -` reads the suggestions as they are printed, and decides them \
      like any other proposal. Without --format they are explained on a terminal, and printed as JSON Lines elsewhere.
      """)

  @OptionGroup var set: DecidingSetOptions
  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("The context: entries or facts as JSON Lines.", valueName: "file"), completion: .file())
  var context: String?

  @OptionGroup var documents: DocumentOptions

  @Option(
    help: ArgumentHelp("The person whose next proposals are suggested; by default the last proposer.", valueName: "user_id"))
  var user: String?

  @Option(
    help: ArgumentHelp(
      "The same person with roles, as JSON or a file; by default the actor of the last proposal. Only permitted proposals are "
        + "suggested.",
      valueName: "actor"))
  var actor: String?

  @Option(help: "The maximum number of suggestions.")
  var limit = 10

  @Option(help: "The output format.")
  var format: SuggestFormat?

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit \(limit): at least one") }
    if user != nil, actor != nil { throw ValidationError("--actor says whose next proposal it is; leave --user out") }
  }

  func run() throws {
    let project = try set.project()
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    let ledger = try context.map { try project.readData($0, limit: FileReader.ledgerLimit) }
    let given = try documents.read(in: project, for: workspace)
    let actor = try actor.map { try OriginOptions.actor($0, in: project) }
    let suggestions: Suggestions
    do {
      suggestions = try workspace.suggest(context: ledger, documents: given, userID: user, actor: actor, limit: limit)
    } catch {
      try shared.output.show(error, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    if suggestions.isEmpty {
      shared.output.chatter("nothing to suggest")
      return try ExitStatus.nothingMatched.end()
    }
    switch format ?? (Terminal.isOutputTerminal ? .human : .ndjson) {
    case .human: try shared.output.result(suggestions.text(isColored: Terminal.wantsColor))
    case .ndjson: try shared.output.result(suggestions.lines)
    }
  }
}

/// Output formats of predictions.
enum SuggestFormat: String, ExpressibleByArgument, CaseIterable {
  case human, ndjson
}
