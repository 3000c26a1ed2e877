import ArgumentParser
import Truths

/// The command `truths run`, which decides proposals, as a dry run or on a ledger.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Decide a proposal: a dry run, unless --ledger keeps it.",
    discussion: """
      The proposal is a JSON object, or a batch: JSON Lines with one proposal on each line. Each is decided against the same \
      context; with --ledger, one after another. A batch may have any length, and may come through a pipe. Without --format an \
      explanation is printed on a terminal, and JSON elsewhere.
      """)

  @OptionGroup var set: DecidingSetOptions
  @OptionGroup var shared: SharedOptions

  @OptionGroup var given: GivenOptions

  @Option(
    help: ArgumentHelp(
      "The ledger that is the context. The run's entries are appended to it, all or none. It needs --now and --actor.",
      valueName: "file"),
    completion: .file())
  var ledger: String?

  @OptionGroup var lock: LockOptions

  @Option(
    help: ArgumentHelp(
      "Print the facts of a type after the run, and not the outcome. The type may be derived.",
      valueName: "type"))
  var fact: String?

  @Option(help: "How the outcome is printed.")
  var format: RunFormat?

  @OptionGroup var explanation: ExplanationOptions

  @Option(
    help: "The number of threads that decide a batch without --ledger; all cores by default. It affects only the time.")
  var jobs: Int?

  @Option(
    help: ArgumentHelp(
      "Also write the proposal, the context and the outcome to a new file, as a fixture that expects this outcome.",
      valueName: "file"), completion: .file())
  var saveFixture: String?

  @Flag(
    help: """
      Answer each line as soon as it arrives, for another program that waits for the answer. A line that is not a proposal is \
      answered by an object `error`, and the next line is read.
      """)
  var batch = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      """
      If one dry run is not accepted, also show what would have to change, as why-not does with a tenth of the effort. This is \
      the default.
      """))
  var ways: Bool?

  @Flag(help: "Also decide records of an offline queue that have replay_safe: false.")
  var force = false

  @Flag(help: "Show the progress of a batch on standard error, even if it is not a terminal.")
  var progress = false

  @OptionGroup(title: "Budget") var budget: BudgetOptions

  func validate() throws {
    if ledger != nil { try given.origin.demand() }
    if batch, ledger != nil || fact != nil {
      let other = ledger != nil ? "--ledger" : "--fact"
      throw ValidationError("--batch decides each line against the same context: leave \(other) out")
    }
    if saveFixture != nil, ledger != nil || batch || fact != nil {
      let other = ledger != nil ? "--ledger" : batch ? "--batch" : "--fact"
      throw ValidationError("--save-fixture makes a fixture of one dry run: leave \(other) out")
    }
    if ways == true, ledger != nil || batch || fact != nil || format == .ndjson {
      let other = ledger != nil ? "--ledger" : batch ? "--batch" : fact != nil ? "--fact" : "--format ndjson"
      throw ValidationError("--ways shows the ways of one dry run: leave \(other) out")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs \(jobs): write a whole number from 1") }
  }

  func run() throws {
    let project = try set.project()
    let workspace = try project.workspace(reporting: shared.output, as: findingsFormat)
    do {
      var proposals = try project.pieces(of: given.proposal)
      var input = try input(SourceText(path: proposals.path, bytes: []), in: project, for: workspace)
      let path = proposals.path
      if let ledger {
        let file = try LedgerFile(ledger)
        if try proposals.reader.peek({ RunBatch.isBatch(path: path, beginning: $0, isWhole: $1) }) {
          if let fact { throw severalRuns(fact) }
          return try run(workspace, input, from: proposals.reader, appendingTo: file, in: project)
        }
        input.proposals.bytes = try proposals.reader.rest(limit: FileReader.fileLimit)
        let report = try decide(workspace, input, appendingTo: file, in: project)
        try shared.output.tell(report.growth, of: ledger) { try show(report) }
        return try report.ending.status.end()
      }
      input.context = try given.context.map { try project.readLedger($0) }
      if batch { return try run(workspace.batch(input, as: form, answersFaults: true), from: proposals.reader) }
      if try proposals.reader.peek({ RunBatch.isBatch(path: path, beginning: $0, isWhole: $1) }) {
        if let fact { throw severalRuns(fact) }
        if let saveFixture { throw Failure("--save-fixture \(saveFixture): give one proposal, not a batch", .usage) }
        if ways == true { throw Failure("--ways: give one proposal, not a batch", .usage) }
        return try run(workspace.batch(input, as: form), from: proposals.reader)
      }
      input.proposals.bytes = try proposals.reader.rest(limit: FileReader.fileLimit)
      input.tellsWays = ways ?? (fact == nil && !shared.quiet && shownFormat != .ndjson)
      let report = try workspace.run(input)
      if let saveFixture { try save(report, by: input, of: workspace, to: saveFixture) }
      try show(report)
      try report.ending.status.end()
    } catch let findings as Findings {
      try shared.output.show(findings, as: findingsFormat)
      throw ExitCode(findings.status.rawValue)
    }
  }

  /// Writes a run to a new file, as a fixture.
  private func save(_ report: RunReport, by input: RunInput, of workspace: Workspace, to file: String) throws {
    let fixture: SourceText
    do {
      fixture = try workspace.fixture(of: report, by: input, path: file)
    } catch let fault as ScaffoldFault {
      throw Failure("--save-fixture \(file): \(fault.message)", .usage)
    }
    let path = try FileSystem.absolute(file)
    try FileSystem.makeDirectories(PathText.parent(path))
    try AtomicFile.create(path, with: fixture.bytes, shown: file)
  }

  private func show(_ report: RunReport) throws {
    printWarnings(report.warnings)
    if report.isEmpty { throw nothing }
    // The explanation for people contains the refusal already.
    if shownFormat != .human || fact != nil, let refusal = report.refusalByLedger {
      Output.remark("\(given.proposal): \(refusal)")
    }
    if let fact { return try show(fact, of: report) }
    switch shownFormat {
    case .human: try shared.output.result(report.explanation(explanation.detail))
    case .json: try shared.output.result(report.json)
    case .ndjson: try shared.output.result(report.events)
    }
  }

  /// Prints warnings about the context on standard error.
  private func printWarnings(_ warnings: Findings) {
    if !warnings.isEmpty { shared.output.aside(warnings.text()) }
  }

  /// Prints the facts of a type: a single fact over several lines, several facts one per line.
  private func show(_ fact: String, of report: RunReport) throws {
    switch report.facts(ofType: fact) {
    case .found(let text):
      if text.isEmpty { shared.output.chatter("there is no `\(fact)` after the run, which is \(report.summary)") }
      try shared.output.result(text)
    case .unknown(let nearest):
      let help = nearest.map { "; did you mean `\($0)`?" } ?? ""
      throw Failure("--fact \(fact): no pack declares this fact type\(help)", .usage)
    case .faulty(let reason): throw Failure("--fact \(fact): \(reason)", .badData)
    case .severalRuns: throw severalRuns(fact)
    }
  }

  private func severalRuns(_ fact: String) -> Failure {
    Failure("--fact \(fact): a batch has no one result; give one proposal", .usage)
  }

  /// Decides a batch piece by piece.
  private func run(_ batch: RunBatch, from reader: consuming PieceReader) throws {
    printWarnings(batch.warnings)
    var runner = BatchRunner(
      batch, from: reader, jobs: jobs ?? Cores.count, output: shared.output,
      progress: ProgressLine(shared.output, isWanted: progress))
    try runner.run()
    if runner.decided == 0 { throw nothing }
    try runner.ending.status.end()
  }

  private var nothing: Failure { Failure("\(given.proposal): it holds no proposal", .nothingMatched) }

  private func input(_ proposals: SourceText, in project: Project, for workspace: Workspace) throws -> RunInput {
    var input = try given.input(proposals, in: project, for: workspace)
    input.isForced = force
    budget.apply(to: &input)
    input.isAppending = ledger != nil
    input.isExplained = shownFormat == .human
    return input
  }

  private var form: RunForm {
    switch shownFormat {
    case .human: .explanation(explanation.detail)
    case .json: .json
    case .ndjson: .events
    }
  }

  private var findingsFormat: FindingsFormat { shownFormat == .human ? .human : .json }

  private var shownFormat: RunFormat { format ?? (Terminal.isOutputTerminal ? .human : .json) }

  /// Decides a proposal on the ledger, and appends the result.
  private func decide(
    _ workspace: Workspace, _ input: RunInput, appendingTo file: LedgerFile, in project: Project
  ) throws -> RunReport {
    try file.update(timeout: lock.lockTimeout, named: project.shown) { content, lines in
      var input = input
      input.context = try context(of: content, in: project)
      input.beginsLedger = content.isEmpty
      let report = try workspace.run(input)
      try lines.append(report, to: content)
      return report
    }
  }

  /// Decides a batch on the ledger, and appends the results.
  private func run(
    _ workspace: Workspace, _ input: RunInput, from reader: consuming PieceReader, appendingTo file: LedgerFile,
    in project: Project
  ) throws {
    // Reads the pipe first, because its writer may wait for the ledger too.
    try reader.takeAll(spoolingIn: file.directory)
    var rest: PieceReader? = consume reader
    let batch = try file.update(timeout: lock.lockTimeout, named: project.shown) { content, lines in
      var input = input
      input.context = try context(of: content, in: project)
      input.beginsLedger = content.isEmpty
      guard let reader = rest.take() else { throw nothing }
      var batch = AppendedBatch(
        try LedgerBatch(workspace, input, as: form, isWhole: content.isEmpty || content.isList), from: reader,
        spoolingIn: file.directory, progress: ProgressLine(shared.output, isWanted: progress), isQuiet: shared.quiet)
      try batch.decide(appendingTo: &lines, isNew: content.isEmpty, named: content.text.path)
      return batch
    }
    printWarnings(batch.warnings)
    guard let growth = batch.growth else { throw nothing }
    try shared.output.tell(growth, of: ledger ?? "") { try batch.print(to: shared.output) }
    try batch.ending.status.end()
  }

  /// Returns the contents of a ledger; an empty one begins with the context, if one is given.
  private func context(of content: LedgerFile.Content, in project: Project) throws -> SourceText {
    guard let context = given.context else { return content.text }
    let beginning = try project.readLedger(context)
    if content.isEmpty { return beginning }
    guard beginning.bytes == content.text.bytes else {
      throw Failure("--ledger \(ledger ?? ""): it is not empty, and so is its own context; leave --context out", .usage)
    }
    return content.text
  }
}

/// Output formats of a run.
enum RunFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, ndjson
}

/// Limits of a run; it halts when it exceeds one.
struct BudgetOptions: ParsableArguments {
  @Option(help: "The maximum number of rounds of the fixed point.") var maxCycles = RunInput.standardMaxCycles
  @Option(help: "The maximum number of matches that fire.") var maxSteps = RunInput.standardMaxSteps
  @Option(help: "The maximum number of new facts.") var maxFacts = RunInput.standardMaxFacts
  @Option(help: "The maximum number of work steps; beyond it no decision is made. The default takes about two seconds.")
  var maxWork = RunInput.standardMaxWork

  func validate() throws {
    let limits = [("max-cycles", maxCycles), ("max-steps", maxSteps), ("max-facts", maxFacts), ("max-work", maxWork)]
    for (name, value) in limits where value < 0 {
      throw ValidationError("--\(name) \(value): a limit is not negative")
    }
  }

  func apply(to input: inout RunInput) {
    input.maxCycles = maxCycles
    input.maxSteps = maxSteps
    input.maxFacts = maxFacts
    input.maxWork = maxWork
  }
}

extension RunReport.Ending {
  /// The exit status of the command.
  var status: ExitStatus {
    switch self {
    case .accepted: .fine
    case .refused: .findings
    case .outOfBudget: .budget
    case .waiting: .waiting
    case .faulty: .badData
    }
  }
}

extension Findings {
  /// The exit status of a command that could not decide: unusable data, or work over the limit.
  var status: ExitStatus { isOverworked ? .budget : .badData }
}
