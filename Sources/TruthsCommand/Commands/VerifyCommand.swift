import ArgumentParser
import Truths

/// `truths verify`
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Recompute every hash of a run's output or of a ledger, and decide again what was decided.",
    discussion: """
      What differs first is said. Decisions are made again where a truth set is found whose hash is that of the record.
      """)

  @OptionGroup var shared: SharedOptions

  @Argument(help: "What a run printed as JSON, or a ledger.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("The truth set to decide with; may be given several times.", valueName: "path"), completion: .file())
  var truths: [String] = []

  @Option(help: ArgumentHelp("The context that the run was given, to decide again.", valueName: "file"), completion: .file())
  var context: String?

  @OptionGroup var documents: DocumentOptions

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A policy that was set for the run; may be given several times.", valueName: "policy=value"))
  var settings: [String] = []

  func validate() throws { try RunCommand.validate(settings) }

  func run() throws {
    let path = try FileSystem.absolute(file)
    let bytes = try FileReader.read(path, shown: file, limit: FileReader.ledgerLimit)
    do {
      let record = try Record(SourceText(path: file, bytes: bytes))
      // Nothing in it differs, and nothing in it is proven: a ledger that was cut to nothing is not to pass.
      if record.isEmpty { throw Failure("\(file): it holds no entry, and so proves nothing", .nothingMatched) }
      let project = try project()
      let workspace = try project?.workspace()
      let verification = try record.verify(with: workspace, given: try given(project, workspace))
      try shared.output.result(verification.text)
      if !verification.holds { try ExitStatus.findings.end() }
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  /// The truths to decide with: those that were named, which must be there, or those around, if there are any.
  private func project() throws -> Project? {
    if !truths.isEmpty { return try Project(paths: truths) }
    guard let project = try? Project(paths: []), !project.truths.isEmpty else { return nil }
    return project
  }

  /// What the run was given beside its proposal, as far as it is told.
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
