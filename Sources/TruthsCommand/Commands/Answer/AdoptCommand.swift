import ArgumentParser
import Truths

/// `truths adopt`
struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Propose that other truths are in force in a ledger from here on.",
    discussion: """
      It proposes adopt_truths of pack converge, with the truths hash of the new set; the set in force decides, and its pack \
      trust may want somebody's agreement. From the acceptance on, runs under other truths are refused.
      """)

  @Argument(help: ArgumentHelp("The new truths: a folder, or a bundle.", valueName: "path"), completion: .file())
  var new: String

  @Option(help: ArgumentHelp("The ledger; what comes of it is added to it.", valueName: "file"), completion: .file())
  var ledger: String

  @OptionGroup var origin: AnswerOrigin

  @Option(help: ArgumentHelp("What the new truths are called, such as 2.1.0.", valueName: "text"))
  var label: String?

  @Option(help: ArgumentHelp("Why the rules change.", valueName: "text"))
  var note: String?

  @OptionGroup var lock: LockOptions

  @Option(help: ArgumentHelp("The truths in force; those around by default.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: "How the outcome is printed.")
  var format: AnswerFormat?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let project = try Project(paths: truths)
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    let next = try Project(paths: [new]).workspace(reporting: shared.output, as: .human)
    do {
      let proposal = try next.adoption(label: label, note: note)
      let report = try LedgerFile(ledger).decide(in: project, workspace, timeout: lock.lockTimeout) { open in
        try open.append(proposal, now: origin.moment, actor: origin.actor(in: project))
      }
      try shared.output.end(report, as: format)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(findings.status.rawValue)
    }
  }
}
