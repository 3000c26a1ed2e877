import ArgumentParser
import Truths

/// The command `truths verify`, which recomputes the hashes and decisions of a run or a ledger.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Recompute every hash of a run's output or of a ledger, and repeat its decisions.",
    discussion: """
      The exit code is 0 if every hash was recomputed and every decision was repeated under its own truths. The first \
      difference is shown. Decisions that could not be repeated are counted, and the exit code is then 1.
      """)

  @OptionGroup var shared: SharedOptions

  @Argument(help: ArgumentHelp("The JSON output of a run.", valueName: "file"), completion: .file())
  var printed: String?

  @Option(help: ArgumentHelp("The ledger.", valueName: "file"), completion: .file())
  var ledger: String?

  @Option(
    help: ArgumentHelp("A truth set that was in force; given once for each such set.", valueName: "path"), completion: .file()
  )
  var truths: [String] = []

  @Option(help: ArgumentHelp("The context of the run, for deciding again.", valueName: "file"), completion: .file())
  var context: String?

  @OptionGroup var documents: DocumentOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A policy that was set for the run. It may be given several times.", valueName: "policy=value"))
  var settings: [String] = []

  @Option(
    help: ArgumentHelp("A head that was kept elsewhere. The head of the whole ledger must equal it.", valueName: "sha256:…"))
  var head: String?

  @Option(
    help: ArgumentHelp("A head of an earlier, shorter ledger, which this ledger must continue.", valueName: "sha256:…"))
  var continues: String?

  @Flag(name: .customLong("no-replay"), help: "Recompute only the hashes; do not repeat decisions.")
  var hashesAlone = false

  @Flag(help: "Exit with 0 even if some decisions or hashes could not be checked. A difference still fails.")
  var allowUnreplayed = false

  func validate() throws {
    try RecordFile.check(printed: printed, ledger: ledger)
    for setting in settings { try GivenOptions.check(setting: setting) }
    for (name, head) in [("head", head), ("continues", continues)] {
      guard let head, !Record.isHead(head) else { continue }
      throw ValidationError(
        "--\(name) \(head): write a head as truths verify prints it: sha256: and 64 hexadecimal digits")
    }
  }

  func run() throws {
    let file = RecordFile(printed: printed, ledger: ledger)
    do {
      let record = try file.read(for: Self.configuration)
      // An empty ledger proves nothing, and a truncated one must not pass.
      if record.isEmpty { throw Failure("\(file.path): it holds no entry, and so proves nothing", .nothingMatched) }
      let projects = try Project.inForce(truths)
      let workspaces = try projects.map { try $0.workspace() }
      var question = VerificationQuestion()
      question.isReplaying = !hashesAlone
      question.head = head
      question.earlierHead = continues
      let verification = try record.verify(
        with: workspaces, given: try given(projects.first, workspaces.first), question: question)
      try shared.output.result(verification.text)
      if !(allowUnreplayed ? verification.isUnchanged : verification.holds) { try ExitStatus.findings.end() }
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  /// The inputs of the run besides its proposal, as far as the options give them.
  private func given(_ project: Project?, _ workspace: Workspace?) throws -> RunInput? {
    guard context != nil || documents.isGiven || !settings.isEmpty else { return nil }
    guard let project, let workspace else {
      throw Failure("a run is decided again with its truths, and none are found here: name them with --truths", .noInput)
    }
    var input = RunInput(proposals: SourceText(path: "", bytes: []))
    input.context = try context.map { try project.readLedger($0) }
    input.documents = try documents.read(in: project, for: workspace)
    input.policies = settings
    return input
  }
}
