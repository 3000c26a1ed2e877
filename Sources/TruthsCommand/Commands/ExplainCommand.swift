import ArgumentParser
import Truths

/// The command `truths explain`, which prints pages of the reference, recorded decisions and the contents of bundles.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "A page of the reference or of a diagnostic, the story of a recorded decision, or what a bundle holds.",
    discussion: """
      `truths explain reference` lists the pages: functions, types, dates, approvals, fixtures and more. The name of a function, \
      a keyword or the title of a section prints that section. A record of several decisions is shown with one line \
      each; --entry, --proposal, --run or --last explains one of them. With --plan, the command shows how the clauses of a \
      truth or of files find facts.
      """)

  @OptionGroup var shared: SharedOptions

  @Argument(
    help: """
      A code such as T1003, a page of the reference, a name or section in it such as round, a file with the JSON output of a \
      run, or a bundle.
      """,
    completion: .file())
  var subject: String?

  @Option(help: ArgumentHelp("The ledger whose decisions are explained.", valueName: "file"), completion: .file())
  var ledger: String?

  @Flag(help: "Show how clauses find facts. The subject is a truth's name, a file or a folder.")
  var plan = false

  @Option(help: ArgumentHelp("The decision of an entry of a ledger.", valueName: "sequence"))
  var entry: Int?

  @Option(help: ArgumentHelp("The decisions about a proposal.", valueName: "proposal_id"))
  var proposal: String?

  @Option(name: .customLong("run"), help: ArgumentHelp("The decisions of a run.", valueName: "run_id"))
  var runID: String?

  @Flag(help: "The last decision.")
  var last = false

  @OptionGroup var explanation: ExplanationOptions

  /// The decisions that options select.
  private var subjects: [(option: String, subject: RecordedSubject)] {
    [
      entry.map { ("--entry \($0)", .entry($0)) }, proposal.map { ("--proposal \($0)", .proposal($0)) },
      runID.map { ("--run \($0)", .run($0)) }, last ? ("--last", .last) : nil,
    ].compactMap(\.self)
  }

  func validate() throws {
    if subject == nil, ledger == nil { throw ValidationError("Missing expected argument '<subject>'") }
    if let subject, let ledger {
      throw ValidationError("\(subject) and --ledger \(ledger): give only one of them to say what is explained")
    }
    if ledger != nil, plan { throw ValidationError("--plan shows truths, not a ledger: leave out --ledger") }
    if subjects.count > 1 {
      throw ValidationError(
        "\(subjects.map(\.option).joined(separator: " and ")): give only one of them")
    }
  }

  func run() throws {
    guard let subject else { return try tell(RecordFile(printed: nil, ledger: ledger)) }
    let isFile = FileSystem.kind(of: try FileSystem.absolute(subject)) != .missing
    let isRecord = isFile && !plan && !DiagnosticPages.isCode(subject)
    if let wanted = subjects.first, !isRecord {
      throw Failure("\(wanted.option) needs a record: give a file with the output of a run, or a ledger with --ledger", .usage)
    }
    if plan { return try showPlan(of: subject) }
    if let page = DiagnosticPages.text(of: subject, isColored: Terminal.wantsColor) { return try shared.output.result(page) }
    let path = try FileSystem.absolute(subject)
    let kind = FileSystem.kind(of: path)
    if kind == .missing || kind == .directory {
      if let text = Self.page(of: subject) { return try shared.output.result(text) }
      // A text with a slash or a dot was probably intended as a path.
      let isPath = subject.utf8.contains(UInt8(ascii: "/")) || subject.utf8.contains(UInt8(ascii: "."))
      if kind == .missing, !isPath || DiagnosticPages.isCode(subject) {
        let isCode = DiagnosticPages.isCode(subject)
        let passages = isCode ? nil : Reference.passages(about: subject, isColored: Terminal.wantsColor)
        guard let passages else { throw Self.unknown(subject) }
        return try shared.output.result(passages)
      }
    }
    guard FileReader.isBundle(path) else { return try tell(RecordFile(printed: subject, ledger: nil)) }
    let text = try FileReader.ledger(path, shown: subject, named: subject).text
    do {
      let workspace = try TruthPack(text).workspace()
      try shared.output.result(try workspace.summary(isColored: Terminal.wantsColor))
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  /// Prints the decisions of a record, or the selected one.
  private func tell(_ file: RecordFile) throws {
    do {
      let record = try file.read(for: Self.configuration)
      if record.isEmpty { throw Failure("\(file.path): it holds no entry", .nothingMatched) }
      let wanted = subjects.first
      var output: [UInt8] = []
      let isThere = try record.explain(explanation.detail, of: wanted?.subject) { part in
        output += part.utf8
        guard output.count > 1 << 16 else { return }
        try shared.output.result(output)
        output = []
      }
      guard isThere else {
        throw Failure(
          "\(file.path): it has no decision of \(wanted?.option ?? "any"); `truths explain \(file.argument)` lists its decisions",
          .nothingMatched)
      }
      try shared.output.result(output)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  /// Returns the page of a diagnostic, or the text of the reference about a subject.
  static func page(of subject: String) -> String? {
    DiagnosticPages.text(of: subject, isColored: Terminal.wantsColor)
      ?? Reference.text(of: subject, isColored: Terminal.wantsColor)
  }

  /// Returns the failure for an unknown subject, with the nearest known one.
  static func unknown(_ subject: String) -> Failure {
    if DiagnosticPages.isRetired(subject) {
      return Failure("\(subject): this code is retired. No finding has it any more, and it gets no other meaning", .noInput)
    }
    if DiagnosticPages.isCode(subject) {
      let nearest = DiagnosticPages.nearest(to: subject).map { "; \($0) is near" } ?? ""
      return Failure("\(subject): there is no such diagnostic\(nearest)", .noInput)
    }
    let near = Reference.nearest(to: subject).map { "; did you mean `\($0)`?" } ?? ""
    return Failure(
      """
      \(subject): there is no such file, and the reference has no such page or section; its pages are \
      \(Reference.pageNames.joined(separator: ", "))\(near)
      """, .noInput)
  }

  private func showPlan(of subject: String) throws {
    let path = try FileSystem.absolute(subject)
    let kind = FileSystem.kind(of: path)
    let isPath = kind != .missing
    guard !isPath || kind == .directory || FileTree.Sort(subject) == .truths || FileReader.isBundle(path) else {
      throw Failure("\(subject): it is not a folder, a .truths or .jtbd file, nor a bundle", .badData)
    }
    let project = try Project(paths: isPath ? [subject] : [])
    let workspace = try project.workspace(reporting: shared.output, as: .human)
    do {
      let text = try workspace.plan(
        of: isPath ? nil : subject, isShown: { project.isInFocus($0) }, isColored: Terminal.wantsColor)
      guard let text else { throw Failure("\(subject): there is no such file, truth, invariant or function", .noInput) }
      try shared.output.result(text)
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }
}

/// The command `truths capabilities`, which prints the handshake answer for the loaded packs.
struct CapabilitiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capabilities", abstract: "Print the handshake answer: the loaded packs and what they offer.")

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  func run() throws {
    let workspace = try set.project().workspace(reporting: shared.output, as: .human)
    let answer: String
    do {
      answer = try workspace.capabilities()
    } catch {
      try shared.output.show(error, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    try shared.output.result(answer)
  }
}
