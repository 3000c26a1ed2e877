import ArgumentParser
import Truths

/// `truths check`
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Parse and check truths, jobs and fixtures; silent when clean.",
    discussion: """
      A path inside truths/, jtbd/ or Fixtures/ is checked within its whole set, and findings elsewhere are not shown. Other \
      paths are checked by themselves.
      """)

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  @Option(help: "How findings are printed.")
  var format: FindingsFormat = .human

  @Flag(help: "Let warnings fail too.")
  var strict = false

  @OptionGroup var watch: WatchOptions

  @Option(help: ArgumentHelp("The day that ignores expire by; the system's, where it is left out.", valueName: "YYYY-MM-DD"))
  var today: String?

  func validate() throws {
    if let today, !Workspace.isDay(today) { throw ValidationError("--today \(today): it is no day such as 2025-01-31") }
  }

  func run() async throws {
    try await watch.run(set.paths, output: shared.output) { try check() }
  }

  private func check() throws -> ExitStatus {
    let project = try set.project()
    let workspace = try project.workspace(today: today ?? Today.text, reporting: shared.output, as: format)
    let fixtures = try project.readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) }
    let findings = workspace.check(fixtures: fixtures) { project.isInFocus($0) }
    try shared.output.show(findings, as: format)
    return findings.hasErrors || strict && !findings.isEmpty ? .findings : .fine
  }
}
