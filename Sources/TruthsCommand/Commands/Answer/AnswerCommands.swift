import ArgumentParser
import Truths

/// `truths approve`
struct ApproveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Grant an approval that a run in a ledger waits for, and print what came of the run.",
    discussion: """
      It proposes grant_approval of pack converge, which the truths of pack trust narrow; where that is accepted, the run is \
      evaluated again. truths inbox shows what waits.
      """)

  @OptionGroup var options: AnswerOptions

  func run() throws { try options.give(.approve) }
}

/// `truths deny`
struct DenyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Refuse an approval that a run in a ledger waits for, and print what came of the run.",
    discussion: "It proposes deny_approval of pack converge. A denial ends the run, whoever granted before.")

  @OptionGroup var options: AnswerOptions

  @Option(help: ArgumentHelp("Why; whoever proposed it reads this.", valueName: "text"))
  var why: String

  func run() throws { try options.give(.deny(why: why)) }
}

/// `truths consent`
struct ConsentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consent", abstract: "Consent to a proposal in a ledger that waits for it, and print what came of the run.",
    discussion: "It proposes give_consent of pack converge.")

  @OptionGroup var options: AnswerOptions

  func run() throws { try options.give(.consent) }
}

/// `truths inbox`
struct InboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox", abstract: "Print what waits in a ledger: for whom, since when, and the command that answers it.",
    discussion: "With --actor, what this person can answer: what the truths would accept of them now.")

  @Option(help: ArgumentHelp("The ledger.", valueName: "file"), completion: .file())
  var ledger: String

  @Option(
    help: ArgumentHelp("Who asks: an actor in a file or as JSON.", valueName: "file|json"), completion: .file())
  var actor: String?

  @Option(help: ArgumentHelp("The truths in force; those around by default.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: "How it is printed.")
  var format: AnswerFormat?

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let project = try Project(paths: truths)
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    do {
      let known = try actor.map { try OriginOptions.actor($0, in: project) }
      let inbox = try Inbox(workspace, ledger: try project.readLedger(ledger), actor: known)
      switch format ?? (Terminal.isOutputTerminal ? .human : .json) {
      case .human:
        if inbox.isEmpty { shared.output.chatter("nothing waits\(actor == nil ? "" : " that this person can answer")") }
        try shared.output.result(inbox.text(ledger: ledger))
      case .json: try shared.output.result(inbox.json(ledger: ledger))
      }
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }
}
