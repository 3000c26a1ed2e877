import ArgumentParser
import Truths

/// The command `truths build`, which compiles a rule set into a bundle.
struct BuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Compile a truth set to one bundle of JSON with its hash.")

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("Write the bundle to a file instead of standard output.", valueName: "file"), completion: .file())
  var output: String?

  func run() throws {
    let workspace = try set.project().workspace(reporting: shared.output, as: .human)
    let bundle: String
    let summary: String
    do {
      bundle = try workspace.build()
      summary = try workspace.bundleSummary()
    } catch {
      try shared.output.show(error, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    try shared.output.result(bundle, toFile: output)
    if let output { shared.output.chatter("\(output): \(summary)") }
  }
}
