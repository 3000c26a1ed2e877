import ArgumentParser
import Truths

/// The command `truths why`, which explains a recorded decision or fact.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why", abstract: "Explain a decision or a fact of a ledger, and how it can be undone.",
    discussion: """
      The answer is a tree: each clause with its values, each value with the proposal, policy or entry that gave it, each entry \
      with the decision that left it, down to the facts from outside. The HTML page needs no other file and no network.
      """)

  @OptionGroup var shared: SharedOptions

  @Argument(
    help: """
      A decision or a fact: the sequence or id of an entry, the id of a proposal or a run, or a fact such as order.placed:o1; \
      The default is the last decision.
      """)
  var entry: String?

  @Option(help: ArgumentHelp("The ledger.", valueName: "file"), completion: .file())
  var ledger: String

  @Option(
    help: ArgumentHelp(
      "A truth set that was in force; given once for each such set. The default is the project around.", valueName: "path"),
    completion: .file())
  var truths: [String] = []

  @Option(help: "How the answer is printed.")
  var format: WhyFormat?

  @Option(help: "How many levels are shown, with --format human.")
  var depth = WhyReport.usualDepth

  @Option(help: ArgumentHelp("Write the answer to a file instead of standard output.", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: "The maximum number of work steps of the whole answer.")
  var maxWork = RunInput.standardMaxWork

  func validate() throws {
    if !(1...WhyReport.greatestDepth).contains(depth) {
      throw ValidationError("--depth \(depth): from 1 to \(WhyReport.greatestDepth)")
    }
    if maxWork < 0 { throw ValidationError("--max-work \(maxWork): a limit is not negative") }
  }

  func run() throws {
    let format = format ?? (output == nil && Terminal.isOutputTerminal ? .human : .json)
    let read = try FileReader.ledger(try FileSystem.absolute(ledger), shown: ledger, named: ledger)
    do {
      let record = try Record(read.text)
      if record.isEmpty { throw Failure("\(ledger): it holds no entry", .nothingMatched) }
      let workspaces = try Project.inForce(truths).map { try $0.workspace(reporting: shared.output, as: .human) }
      let report = try record.why(entry, with: workspaces, maxWork: maxWork)
      let text =
        switch format {
        case .human: report.text(depth: depth, isColored: output == nil && Terminal.wantsColor)
        case .json: report.json
        case .html: report.html
        case .dot: report.dot
        }
      try shared.output.result(text, toFile: output)
    } catch let findings as Findings {
      try shared.output.show(findings, as: format == .human ? .human : .json)
      throw ExitCode(findings.status.rawValue)
    } catch let fault as WhyFault {
      throw Failure("\(ledger): \(fault.message)", fault.isMissing ? .nothingMatched : .badData)
    }
  }
}

/// Output formats of a proof.
enum WhyFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, html, dot
}
