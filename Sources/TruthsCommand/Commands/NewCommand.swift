import ArgumentParser
import Truths

/// The command `truths new`, whose subcommands create packs, truths, jobs and fixtures.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", abstract: "A starting point that passes check: a pack, a truth, a table, a fixture and others.",
    discussion: """
      Files are made below the nearest directory, upwards, that holds truths/ or a truths.yaml, else below this one. A missing \
      pack is made too. Nothing that exists is overwritten.
      """,
    subcommands: [
      NewPackCommand.self, NewTruthCommand.self, NewTableCommand.self, NewLifecycleCommand.self, NewPoliciesCommand.self,
      NewJobCommand.self, NewFixtureCommand.self,
    ])
}

/// The command `truths new pack`, which creates an empty pack.
struct NewPackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "pack", abstract: "An empty pack.")

  @Argument(help: "The pack's name.") var name: String

  @Option(help: "The subject of the pack, in one line.") var summary: String?

  @OptionGroup var shared: SharedOptions

  func run() throws { try NewFiles(of: .pack(name: name, summary: summary)).make(shared.output) }
}

/// The command `truths new truth`, which creates a truth with its intent and fact.
struct NewTruthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "truth", abstract: "A truth, with the intent that it governs and the fact that it produces.")

  @Argument(help: ArgumentHelp("The truth's id.", valueName: "pack.name")) var id: String

  @Option(help: ArgumentHelp("The intent that the truth governs, existing or new.", valueName: "name"))
  var intent: String?

  @Option(help: "The meaning of the truth, in one line.") var summary: String?

  @OptionGroup var shared: SharedOptions

  func run() throws { try NewFiles(of: .truth(id: id, intent: intent, summary: summary)).make(shared.output) }
}

/// The command `truths new table`, which creates a table with a truth that reads it.
struct NewTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table", abstract: "A table, with a truth that writes its value into a fact.")

  @Argument(help: ArgumentHelp("The pack, and the table's name, such as shop.fee.", valueName: "pack.name")) var id: String

  @Option(help: "The meaning of the table's result, in one line.") var summary: String?

  @OptionGroup var shared: SharedOptions

  func run() throws { try NewFiles(of: .table(id: id, summary: summary)).make(shared.output) }
}

/// The command `truths new lifecycle`, which creates a lifecycle with the truths that move it.
struct NewLifecycleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lifecycle", abstract: "A lifecycle, with an intent and a truth for each step.")

  @Argument(help: ArgumentHelp("The pack, and the lifecycle's name, such as shop.order.", valueName: "pack.name"))
  var id: String

  @Option(help: "The thing that has these states, in one line.") var summary: String?

  @OptionGroup var shared: SharedOptions

  func run() throws { try NewFiles(of: .lifecycle(id: id, summary: summary)).make(shared.output) }
}

/// The command `truths new policies`, which creates policies with a truth that reads them.
struct NewPoliciesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "policies", abstract: "A limit and a switch that people may change, with a truth that reads them.")

  @Argument(help: ArgumentHelp("The pack, and the word that the names begin with, such as shop.refund.", valueName: "pack.name"))
  var id: String

  @Option(help: "The meaning of the truth, in one line.") var summary: String?

  @OptionGroup var shared: SharedOptions

  func run() throws { try NewFiles(of: .policies(id: id, summary: summary)).make(shared.output) }
}

/// The command `truths new jtbd`, which creates a job to be done.
struct NewJobCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jtbd", abstract: "A job to be done.",
    discussion: """
      The job names an intent, a fact and a truth of the pack; a pack without truths gets one. Replace the words in < and >.
      """)

  @Argument(help: ArgumentHelp("The pack, and the job's name, such as money.send_invoice.", valueName: "pack.name"))
  var id: String

  @Option(help: "The action, such as Send; by default the first word of the name.") var verb: String?

  @Option(help: "The object of the action, such as Invoice; by default the rest of the name.") var object: String?

  @Option(help: "The benefit of doing the job, in one line.") var outcome: String?

  @Option(
    help: ArgumentHelp("A fact or intent that calls for the job. It may be given several times.", valueName: "name"))
  var trigger: [String] = []

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let job = Scaffold.job(id: id, verb: verb, object: object, outcome: outcome, triggers: trigger)
    try NewFiles(of: job).make(shared.output)
  }
}

/// The command `truths new fixture`, which creates a fixture of an accepted proposal.
struct NewFixtureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fixture", abstract: "A fixture of an accepted proposal, with the facts, policies and people that it needs.",
    discussion: """
      The command searches for facts, states, policies and people with which the proposal is accepted. If it finds none, the \
      fixture expects the present result, and says why. If the fixture's id begins with the id of a truth, the fixture proposes \
      the intent of that truth; otherwise it proposes the pack's only intent.
      """)

  @Argument(help: ArgumentHelp("The fixture's id, which begins with the pack's name.", valueName: "pack.name")) var id: String

  @Option(help: ArgumentHelp("The intent of the fixture's proposal.", valueName: "name")) var intent: String?

  @OptionGroup var shared: SharedOptions

  func run() throws { try NewFiles(of: .fixture(id: id, intent: intent)).make(shared.output) }
}
