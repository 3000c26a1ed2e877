import ArgumentParser
import Truths

/// What every command takes that answers what waits in a ledger.
struct AnswerOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "What is answered: a request, req_…; or a proposal, its hash or its run, where that waits for one thing.",
      valueName: "request"))
  var request: String

  @Option(help: ArgumentHelp("The ledger; what comes of the answer is added to it.", valueName: "file"), completion: .file())
  var ledger: String

  @OptionGroup var origin: OriginOptions

  @Option(help: ArgumentHelp("The truths in force; those around by default.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: "How the outcome is printed.")
  var format: AnswerFormat?

  @OptionGroup var shared: SharedOptions

  func validate() throws { try origin.demand() }

  /// Answers, keeps what comes of it, prints it, and ends accordingly.
  func give(_ answer: OpenLedger.Answer) throws {
    let project = try Project(paths: truths)
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    do {
      let report = try LedgerFile(ledger).update { content in
        if content.bytes.isEmpty { throw Failure("\(ledger): it holds no entry, so nothing waits", .nothingMatched) }
        let context = SourceText(path: project.shown(content.path), bytes: content.bytes)
        var open = try OpenLedger(workspace, RunInput(context: context))
        let report = try open.answer(answer, to: request, now: origin.moment, actor: origin.actor(in: project))
        return (report, content.isList && !report.appended.isEmpty ? .whole(report.ledger) : .behind(report.appended))
      }
      switch format ?? (Terminal.isOutputTerminal ? .human : .json) {
      case .human: try shared.output.result(report.story(isColored: Terminal.wantsColor))
      case .json: try shared.output.result(report.json)
      }
      try report.ending.status.end()
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    } catch let unclear as OpenLedger.UnclearAnswer {
      throw Failure("\(request): \(unclear.message) (truths inbox --ledger \(ledger) shows what waits)", .nothingMatched)
    }
  }
}

/// How what came of an answer is printed.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}
