import ArgumentParser
import Truths

/// The command `truths why-not`, which suggests changes that would get a proposal accepted.
struct WhyNotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why-not", abstract: "Show which changes would make a proposal accepted.",
    discussion: """
      The command shows the smallest changes of the proposal, of the facts from outside, or of the people who agree, with \
      single changes first. It tries each one before it is shown, and keeps nothing. The exit code is 0 if the proposal is \
      accepted or a way was found, and otherwise 1.
      """)

  @OptionGroup var set: DecidingSetOptions
  @OptionGroup var shared: SharedOptions

  @OptionGroup var given: GivenOptions

  @Option(help: "The maximum number of ways.")
  var limit = 8

  @Flag(help: "For an accepted proposal, show how far its numbers and days may move before it is no longer accepted.")
  var margins = false

  @Option(help: "The output format.")
  var format: WhyNotFormat?

  @OptionGroup(title: "Budget") var budget: BudgetOptions

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit \(limit): at least one") }
  }

  func run() throws {
    let project = try set.project()
    let format = format ?? (Terminal.isOutputTerminal ? .human : .json)
    let findingsFormat: FindingsFormat = format == .human ? .human : .json
    let workspace = try project.workspace(reporting: shared.output, as: findingsFormat)
    do {
      let proposal = try project.readData(given.proposal, limit: FileReader.fileLimit)
      var input = try given.input(proposal, in: project, for: workspace)
      input.context = try given.context.map { try project.readLedger($0) }
      budget.apply(to: &input)
      let report = try workspace.whyNot(input, limit: limit, isMeasured: margins)
      try shared.output.result(format == .human ? report.text(isColored: Terminal.wantsColor) : report.json)
      if !report.isAccepted, !report.hasWays { try ExitStatus.findings.end() }
    } catch let findings as Findings {
      try shared.output.show(findings, as: findingsFormat)
      throw ExitCode(findings.status.rawValue)
    }
  }
}

/// Output formats of suggestions.
enum WhyNotFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}
