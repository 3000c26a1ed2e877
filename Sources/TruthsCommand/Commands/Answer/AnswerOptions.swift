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

  @OptionGroup var origin: AnswerOrigin

  @OptionGroup var lock: LockOptions

  @Option(help: ArgumentHelp("The truths in force; those around by default.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: "How the outcome is printed.")
  var format: AnswerFormat?

  @OptionGroup var shared: SharedOptions

  /// Answers, keeps what comes of it, prints it, and ends accordingly.
  func give(_ answer: OpenLedger.Answer) throws {
    let project = try Project(paths: truths)
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    do {
      let report = try LedgerFile(ledger).decide(in: project, workspace, timeout: lock.lockTimeout) { open in
        try open.answer(answer, to: request, now: origin.moment, actor: origin.actor(in: project))
      }
      try shared.output.end(report, as: format)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(findings.status.rawValue)
    } catch let unclear as OpenLedger.UnclearAnswer {
      throw Failure("\(request): \(unclear.message)", .nothingMatched)
    }
  }
}

extension LedgerFile {
  /// Decides something on what the ledger holds, and appends what came of it. There has to be one: nothing begins with an
  /// answer, and a name that was misspelt would be a new ledger.
  func decide(
    in project: Project, _ workspace: Workspace, timeout: Int, _ work: (inout OpenLedger) throws -> RunReport
  ) throws -> RunReport {
    try update(isToExist: true, timeout: timeout, named: project.shown) { content in
      var open = try OpenLedger(workspace, RunInput(context: content.text))
      let report = try work(&open)
      let isWhole = content.isEmpty || content.isList && !report.appended.isEmpty
      return (report, isWhole ? .whole(report.ledger) : .behind(report.appended))
    }
  }
}

extension Output {
  /// Prints what came of runs that a ledger keeps, and ends accordingly.
  func end(_ report: RunReport, as format: AnswerFormat?) throws {
    switch format ?? (Terminal.isOutputTerminal ? .human : .json) {
    case .human: try result(report.story(isColored: Terminal.wantsColor))
    case .json: try result(report.json)
    }
    try report.ending.status.end()
  }
}

/// How what came of an answer is printed.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}
