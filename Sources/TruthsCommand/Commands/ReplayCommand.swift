import ArgumentParser
import Truths

/// The command `truths replay`, which finds past decisions that would change under other truths.
struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay", abstract: "Show which past decisions would change under new rules.",
    discussion: """
      Every recorded proposal is decided again, with the entries before it in the ledger; with --cascade, with the results of \
      the new decisions. The ledger is not changed.
      """)

  @OptionGroup var shared: SharedOptions

  @Option(help: ArgumentHelp("The ledger.", valueName: "file"), completion: .file())
  var ledger: String

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "The truths to decide with: folders, files or a bundle; by default those of the project around.", valueName: "path"),
    completion: .file())
  var truths: [String] = []

  @Option(
    name: .customLong("set"),
    help: ArgumentHelp("A policy to set before the first entry; may be given several times.", valueName: "policy=value"))
  var settings: [String] = []

  @Flag(help: "Continue from the new decisions, and not from the recorded ones.")
  var cascade = false

  @Option(
    defaultAsFlag: FlipKinds.standard.description, parsing: .next,
    help: ArgumentHelp(
      "Exit with 4 if a decision changes in one of these kinds (outcome,facts), or could not be repeated.",
      valueName: "kinds"))
  var failOnFlip: String?

  @Option(help: "How the answer is printed.")
  var format: ReplayFormat?

  @Flag(help: "Show the progress on standard error, even if it is not a terminal.")
  var progress = false

  @Option(help: "The maximum number of work steps of one decision.")
  var maxWork = RunInput.standardMaxWork

  func validate() throws {
    if let text = failOnFlip, FlipKinds(text) == nil {
      throw ValidationError(
        "--fail-on-flip \(text): kinds are \(FlipKinds.all), such as --fail-on-flip=\(FlipKinds.standard)")
    }
    for setting in settings { try GivenOptions.check(setting: setting) }
    if maxWork < 0 { throw ValidationError("--max-work \(maxWork): a limit is not negative") }
  }

  func run() throws {
    let format = format ?? (Terminal.isOutputTerminal ? .human : .json)
    let findingsFormat: FindingsFormat = format == .human ? .human : .json
    let path = try FileSystem.absolute(ledger)
    let text = try FileReader.ledger(path, shown: ledger, named: ledger).text
    let workspace = try Project(paths: truths).workspace(reporting: shared.output, as: findingsFormat)
    do {
      var line = ProgressLine(shared.output, isWanted: progress)
      let report = try workspace.replay(text, policies: settings, cascades: cascade, maxWork: maxWork) { decided, read, size in
        line.show(decided, read: read, of: size)
      }
      line.end(report.decided)
      // A ledger that was truncated to nothing must not pass.
      if report.decided == 0, report.undecided == 0 { throw Failure("\(ledger): it holds no decision", .nothingMatched) }
      switch format {
      case .human: try shared.output.result(report.text(isColored: Terminal.wantsColor))
      case .json: try shared.output.result(report.json)
      case .ndjson: try shared.output.result(report.ndjson)
      }
      guard let failing = failOnFlip.flatMap({ FlipKinds($0) }) else { return }
      if report.count(of: failing.kinds) + report.undecided > 0 { try ExitStatus.fixtureFailed.end() }
    } catch let findings as Findings {
      try shared.output.show(findings, as: findingsFormat)
      throw ExitCode(findings.status.rawValue)
    }
  }
}

/// Output formats of changed decisions.
enum ReplayFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, ndjson
}

/// A comma-separated list of the kinds of changes that count as failure.
struct FlipKinds: CustomStringConvertible {
  let kinds: Set<FlipKind>

  static let standard = FlipKinds([.outcome, .facts])
  static let all = FlipKinds(Set(FlipKind.allCases))

  private init(_ kinds: Set<FlipKind>) { self.kinds = kinds }

  /// - Returns: `nil` where the text names another kind.
  init?(_ text: String) {
    let names = text.split(separator: ",", omittingEmptySubsequences: false)
    let kinds = names.compactMap { FlipKind(rawValue: String($0)) }
    guard kinds.count == names.count else { return nil }
    self.init(Set(kinds))
  }

  var description: String { FlipKind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: ",") }
}
