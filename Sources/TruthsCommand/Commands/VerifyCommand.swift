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

  func run() throws {
    let path = PathText.absolute(file, in: try FileSystem.workingDirectory())
    let bytes = try FileReader.read(path, shown: file, limit: FileReader.ledgerLimit)
    do {
      let record = try Record(SourceText(path: file, bytes: bytes))
      let verification = try record.verify(with: try workspace(), context: try contextText())
      try shared.output.result(verification.text)
      if !verification.holds { try ExitStatus.findings.end() }
    } catch let findings as Findings {
      try shared.output.show(findings, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
  }

  /// The truths to decide with: those that were named, which must be there, or those around, if there are any.
  private func workspace() throws -> Workspace? {
    if !truths.isEmpty { return try Project(paths: truths).workspace() }
    guard let project = try? Project(paths: []), !project.truths.isEmpty else { return nil }
    return try project.workspace()
  }

  private func contextText() throws -> SourceText? {
    guard let context else { return nil }
    let path = PathText.absolute(context, in: try FileSystem.workingDirectory())
    return SourceText(path: context, bytes: try FileReader.read(path, shown: context, limit: FileReader.ledgerLimit))
  }
}
