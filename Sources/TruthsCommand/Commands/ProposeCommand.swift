import ArgumentParser
import Truths

/// The command `truths propose`, which prints the proposals that sources make from documents.
struct ProposeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "propose", abstract: "Print the proposals that sources make of documents, one a line.",
    discussion: """
      Nothing is decided: `truths run --proposal -` takes them as they are printed, a batch as JSON Lines.
      """)

  @OptionGroup var set: DecidingSetOptions
  @OptionGroup var shared: SharedOptions

  @OptionGroup var documents: DocumentOptions

  @Option(
    name: .customLong("set"), help: ArgumentHelp("Set a policy; may be given several times.", valueName: "policy=value"))
  var settings: [String] = []

  func validate() throws {
    if !documents.isGiven { throw ValidationError("no --document is given: a document is needed to make proposals") }
    for setting in settings where !setting.utf8.dropFirst().contains(UInt8(ascii: "=")) {
      throw ValidationError("--set \(setting): write policy=value")
    }
  }

  func run() throws {
    let project = try set.project()
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    let given = try documents.read(in: project, for: workspace)
    do {
      let proposals = try workspace.proposals(of: given, policies: settings)
      if proposals.isEmpty { throw Failure("the documents give no proposal", .nothingMatched) }
      try shared.output.result(proposals)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }
}
