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
    help: ArgumentHelp("Truth files, job files, fixtures, or folders of them.", valueName: "path"), completion: .file())
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
    switch format {
    case .human: try result(findings.text(isColored: Terminal.wantsColor))
    case .json: try result(findings.json)
    case .sarif: try result(findings.sarif)
    case .github: try result(findings.github)
    }
  }
}

extension Project {
  /// The truth set, read and checked.
  ///
  /// - Parameter today: the day that `# truths:ignore … until` comments are held to; without one none of them expires.
  /// - Throws: ``Failure`` with 66 where no truth is found: a set that is empty by mistake would pass every check.
  func workspace(today: String? = nil) throws -> Workspace {
    guard !truths.isEmpty else { throw Failure("no .truths or .jtbd file is found", .noInput) }
    return Workspace(truths: try readTruths().map { SourceText(path: $0.path, bytes: $0.bytes) }, today: today)
  }
}
