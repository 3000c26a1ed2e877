import ArgumentParser
import Truths

/// What every command takes.
struct SharedOptions: ParsableArguments {
  @Flag(name: .long, help: "Print nothing; the exit code tells.")
  var quiet = false

  var output: Output { Output(isQuiet: quiet) }
}

/// The truth set that a command works with.
struct SetOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp("Truth files, job files, fixtures, folders of them, or bundles.", valueName: "path"), completion: .file())
  var paths: [String] = []

  /// The files, found.
  func project() throws -> Project { try Project(paths: paths) }
}

/// How findings are printed.
enum FindingsFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, sarif, github
}

extension Output {
  /// Prints findings to standard output: for people, nothing when there are none; as JSON and SARIF, always a whole document.
  func show(_ findings: Findings, as format: FindingsFormat) throws {
    // Reports of what nobody reads are not written; thousands of findings cost as much as the check.
    if isQuiet { return }
    switch format {
    case .human: try result(findings.text(isColored: Terminal.wantsColor))
    case .json: try result(findings.json)
    case .sarif: try result(findings.sarif)
    case .github: try result(findings.github)
    }
  }
}
