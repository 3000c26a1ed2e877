import ArgumentParser
import Truths

/// The command `truths approve`, which grants an approval that a waiting run needs.
struct ApproveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Grant an approval that a run in a ledger waits for, and print the run's result.",
    discussion: """
      The command proposes grant_approval of pack converge, which the truths of pack trust may restrict. If the grant is \
      accepted, the run is evaluated again. truths inbox shows the waiting runs.
      """)

  @OptionGroup var options: AnswerOptions

  func run() throws { try options.give(.approve) }
}

/// The command `truths deny`, which refuses an approval that a waiting run needs.
struct DenyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Refuse an approval that a run in a ledger waits for, and print the run's result.",
    discussion: "The command proposes deny_approval of pack converge. A denial ends the run, even if other people granted "
      + "approvals.")

  @OptionGroup var options: AnswerOptions

  @Option(help: ArgumentHelp("The reason, which the proposer can read.", valueName: "text"))
  var why: String

  func run() throws { try options.give(.deny(why: why)) }
}

/// The command `truths consent`, which consents to a waiting proposal.
struct ConsentCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "consent", abstract: "Consent to a proposal that waits for consent in a ledger, and print the run's result.",
    discussion: "The command proposes give_consent of pack converge.")

  @OptionGroup var options: AnswerOptions

  func run() throws { try options.give(.consent) }
}

/// The command `truths inbox`, which lists what waits in a ledger.
struct InboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inbox",
    abstract: "Print the waiting runs of a ledger: for whom and since when they wait, and the commands that answer.",
    discussion: """
      With --actor, the command prints only the answers that the truths would accept from this person at --now. The default \
      time is that of the ledger's last entry.
      """)

  @Option(help: ArgumentHelp("The ledger.", valueName: "file"), completion: .file())
  var ledger: String

  @Option(
    help: ArgumentHelp("The person who asks: an actor in a file or as JSON.", valueName: "file|json"), completion: .file())
  var actor: String?

  @Option(
    help: ArgumentHelp(
      "The time of this person's answer, such as 2025-01-31T12:00:00Z; or clock for the system's time. It needs --actor.",
      valueName: "time|clock"))
  var now: String?

  @Option(
    help: ArgumentHelp("The truths in force; by default those of the project around.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: "The output format.")
  var format: AnswerFormat?

  @OptionGroup var shared: SharedOptions

  func validate() throws {
    try AnswerOrigin.check(now)
    if now != nil, actor == nil {
      throw ValidationError(
        """
        --now is the time of a person's answer, so it needs --actor. Write, for example,
          \(AnswerOrigin.example)
        """)
    }
  }

  func run() throws {
    let project = try Project(paths: truths)
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    do {
      let known = try actor.map { try OriginOptions.actor($0, in: project) }
      let inbox = try Inbox(workspace, ledger: try project.readLedger(ledger), actor: known, now: now.map(OriginOptions.moment))
      switch format ?? (Terminal.isOutputTerminal ? .human : .json) {
      case .human:
        if inbox.isEmpty { shared.output.chatter("nothing waits\(actor == nil ? "" : " that this person can answer")") }
        try shared.output.result(inbox.text(ledger: ledger, truths: truths))
      case .json: try shared.output.result(inbox.json(ledger: ledger, truths: truths))
      }
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }
}

/// The command `truths adopt`, which proposes to put other truths into force in a ledger.
struct AdoptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "adopt", abstract: "Propose that other truths come into force in a ledger.",
    discussion: """
      The command proposes adopt_truths of pack converge, with the truths hash of the new set. The set in force decides, and \
      its pack trust may require an agreement. After the acceptance, runs under other truths are refused. First, the command \
      shows on standard error which past decisions would change under the new truths, as replay does.
      """)

  @Argument(help: ArgumentHelp("The new truths: a folder, or a bundle.", valueName: "path"), completion: .file())
  var new: String

  @Option(help: ArgumentHelp("The ledger; the result is appended to it.", valueName: "file"), completion: .file())
  var ledger: String

  @OptionGroup var origin: AnswerOrigin

  @Option(help: ArgumentHelp("The name of the new truths, such as 2.1.0.", valueName: "text"))
  var label: String?

  @Option(help: ArgumentHelp("The reason for the change of rules.", valueName: "text"))
  var note: String?

  @Flag(help: "Do not repeat the decisions of the ledger.")
  var noReplay = false

  @OptionGroup var lock: LockOptions

  @Option(
    help: ArgumentHelp("The truths in force; by default those of the project around.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: "How the outcome is printed.")
  var format: AnswerFormat?

  @OptionGroup var explanation: ExplanationOptions

  @OptionGroup var shared: SharedOptions

  func run() throws {
    let project = try Project(paths: truths)
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    let next = try Project(paths: [new]).workspace(reporting: shared.output, as: .human)
    do {
      if next.isNeverReplaced {
        shared.output.chatter(
          "once the new truths are in force, no one may replace them: their pack trust does not say who may adopt truths "
            + "(truths explain T5022)"
        )
      }
      let proposal = try next.adoption(label: label, note: note)
      if !noReplay { try tellFlips(under: next, in: project) }
      let report = try LedgerFile(ledger).decide(in: project, workspace, timeout: lock.lockTimeout) { open in
        try open.append(proposal, now: origin.moment, actor: origin.actor(in: project))
      }
      // Of other truths than those in force nothing is adopted, and then this would be about the wrong set.
      if report.ending == .accepted, workspace.isAdoptedByAnybody {
        shared.output.chatter("any user may adopt truths here: there is no pack trust that says who may (truths explain T5022)")
      }
      try shared.output.end(report, of: ledger, as: format, explanation)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(findings.status.rawValue)
    }
  }

  /// Prints on standard error how past decisions would change under the new truths, if the ledger has any decisions.
  private func tellFlips(under next: Workspace, in project: Project) throws {
    guard FileSystem.kind(of: try FileSystem.absolute(ledger)) == .file else { return }
    let report = try next.replay(try project.readLedger(ledger))
    guard report.decided + report.undecided > 0 else { return }
    shared.output.chatter("under the new truths \(report.summary)")
    if report.count(of: Set(FlipKind.allCases)) > 0 {
      shared.output.chatter("`truths replay --ledger \(ledger) --truths \(new)` lists them")
    }
  }
}

/// The options of every command that answers a waiting run.
struct AnswerOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The request to answer, req_…; or a proposal, its hash or its run, if only one request is open.",
      valueName: "request"))
  var request: String

  @Option(help: ArgumentHelp("The ledger; the result of the answer is added to it.", valueName: "file"), completion: .file())
  var ledger: String

  @OptionGroup var origin: AnswerOrigin

  @OptionGroup var lock: LockOptions

  @Option(
    help: ArgumentHelp("The truths in force; by default those of the project around.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: "How the outcome is printed.")
  var format: AnswerFormat?

  @OptionGroup var explanation: ExplanationOptions

  @OptionGroup var shared: SharedOptions

  /// Answers, appends and prints the result, and exits with its status.
  func give(_ answer: OpenLedger.Answer) throws {
    let project = try Project(paths: truths)
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    do {
      let report = try LedgerFile(ledger).decide(in: project, workspace, timeout: lock.lockTimeout) { open in
        try open.answer(answer, to: request, now: origin.moment, actor: origin.actor(in: project))
      }
      if let remark = report.remark { shared.output.chatter(remark) }
      try shared.output.end(report, of: ledger, as: format, explanation)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(findings.status.rawValue)
    } catch let unclear as OpenLedger.UnclearAnswer {
      throw Failure("\(request): \(unclear.message)", .nothingMatched)
    }
  }
}

extension LedgerFile {
  /// Decides on the ledger, and appends the result. The ledger must exist: an answer cannot begin one, and a misspelt name
  /// would create one.
  func decide(
    in project: Project, _ workspace: Workspace, timeout: Int, _ work: (inout OpenLedger) throws -> RunReport
  ) throws -> RunReport {
    try update(isToExist: true, timeout: timeout, named: project.shown) { content, lines in
      var open = try OpenLedger(workspace, RunInput(context: content.text))
      let report = try work(&open)
      try lines.append(report, to: content)
      return report
    }
  }
}

extension LedgerLines {
  /// Appends the entries of runs. An empty ledger begins with its context. A ledger that is one JSON list is rewritten as
  /// lines, because nothing can be appended to a list.
  mutating func append(_ report: RunReport, to content: LedgerFile.Content) throws {
    let appended = report.appended
    let isWhole = content.isEmpty || content.isList && !appended.isEmpty
    _ = try append(Array((isWhole ? report.ledger : appended).utf8))
  }
}

extension Output {
  /// Prints the result of appended runs, and exits with its status.
  func end(_ report: RunReport, of ledger: String, as format: AnswerFormat?, _ explanation: ExplanationOptions) throws {
    try tell(report.growth, of: ledger) {
      switch format ?? (Terminal.isOutputTerminal ? .human : .json) {
      case .human: try result(report.explanation(explanation.detail))
      case .json: try result(report.json)
      }
    }
    try report.ending.status.end()
  }
}

/// Output formats of the result of an answer.
enum AnswerFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}

/// The time and the actor of an answer. Both are required, because an answer has no defaults for them.
struct AnswerOrigin: ParsableArguments {
  @Option(
    help: ArgumentHelp("The time, such as 2025-01-31T12:00:00Z; or clock for the system's time.", valueName: "time|clock"))
  var now: String?

  @Option(
    help: ArgumentHelp("The person who answers: an actor in a file or as JSON.", valueName: "file|json"), completion: .file())
  var actor: String?

  func validate() throws {
    let missing = [now == nil ? "--now" : nil, actor == nil ? "--actor" : nil].compactMap { $0 }
    if !missing.isEmpty {
      throw ValidationError(
        """
        The ledger records who answers, and when: \(missing.joined(separator: " and ")) \
        \(missing.count == 1 ? "is" : "are") missing. Write, for example,
          \(Self.example)
        """)
    }
    try Self.check(now)
    if actor == "proposal" {
      throw ValidationError("--actor proposal: an answer does not name its actor. Write, for example,\n  \(Self.example)")
    }
  }

  /// Checks the time: a timestamp or `clock`. Unlike a proposal, an answer has no time of its own.
  static func check(_ now: String?) throws {
    if let now, now != "clock", !RunInput.isTimestamp(now) {
      throw ValidationError(
        "--now \(Tool.visible(now)): write a timestamp such as 2025-01-31T12:00:00Z, or clock for the system's time")
    }
  }

  static let example = #"--now clock --actor '{"type":"user","user_id":"ann","roles":["accountant"]}'"#

  /// The time. `clock` is read here, and recorded like any other time.
  var moment: String? { now.map(OriginOptions.moment) }

  func actor(in project: Project) throws -> RunActor? { try actor.map { try OriginOptions.actor($0, in: project) } }
}
