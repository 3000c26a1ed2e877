import ArgumentParser
import Truths

/// The command `truths diff`, which compares the decisions of two versions of a rule set.
struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "Show which proposals two versions of truths decide differently.",
    discussion: """
      Each side is a folder, a bundle, or a git revision such as HEAD~3 or HEAD~3:sub/dir; without NEW the project around is the \
      new side. Each difference is shown by a proposal whose decision changes.
      """)

  @OptionGroup var shared: SharedOptions

  @Argument(help: ArgumentHelp("The old version.", valueName: "old"), completion: .file())
  var old: String

  @Argument(help: ArgumentHelp("The new version; by default the project around.", valueName: "new"), completion: .file())
  var new: String?

  @Option(help: "How the answer is printed.")
  var format: DiffFormat?

  @Option(
    help: ArgumentHelp("Write a fixture for each proposal with another decision into a new folder.", valueName: "folder"),
    completion: .directory)
  var write: String?

  @Flag(help: "Exit with 4 if the version of a pack is not raised as its changes require.")
  var requireVersion = false

  func run() throws {
    let format = format ?? (Terminal.isOutputTerminal ? .human : .json)
    let findingsFormat: FindingsFormat = format == .json ? .json : .human
    do {
      let before = try Side(old)
      let after = try Side(new)
      try before.refuseErrors(as: old)
      try after.refuseErrors(as: new ?? "the project around")
      let report = try after.workspace.difference(
        from: before.workspace, oldFixtures: before.fixtures, fixtures: after.fixtures)
      if let write { try self.write(report, into: write) }
      switch format {
      case .human: try shared.output.result(report.text(isColored: Terminal.wantsColor))
      case .json: try shared.output.result(report.json)
      case .markdown: try shared.output.result(report.markdown)
      }
      if requireVersion, !report.versionFaults.isEmpty {
        for fault in report.versionFaults { Output.complain(fault) }
        try ExitStatus.fixtureFailed.end()
      }
    } catch let findings as Findings {
      try shared.output.show(findings, as: findingsFormat)
      throw ExitCode(findings.status.rawValue)
    }
  }

  private func write(_ report: DifferenceReport, into folder: String) throws {
    let made = report.fixtures()
    if !made.files.isEmpty { try NewFiles(made.files, below: folder).make(shared.output) }
    if made.untold > 0 { Output.remark("\(made.untold) of the cases cannot be written as a fixture, and are left out") }
  }

  /// One of the two versions to compare.
  private struct Side {
    var workspace: Workspace
    var fixtures: [SourceText]

    /// - Parameter name: `nil` for the project around the working directory.
    init(_ name: String?) throws {
      if let name, try FileSystem.kind(of: FileSystem.absolute(name)) == .missing {
        let revision = try Revision(name)
        self.init(workspace: try revision.workspace(), fixtures: revision.fixtures)
      } else {
        do {
          if let name { try Self.refuseWithoutTruths(FileSystem.absolute(name)) }
          try self.init(Project(paths: name.map { [$0] } ?? []))
        } catch let failure as Failure {
          throw Failure("\(name ?? "the project around"): \(failure.message)", failure.status)
        }
      }
    }

    /// Refuses a folder or file with fixtures only: reading it would load the project around it.
    private static func refuseWithoutTruths(_ path: String) throws {
      let isVersion =
        switch FileSystem.kind(of: path) {
        case .directory: try FileTree.files(below: [path]).contains { FileTree.Sort($0) == .truths }
        case .file: FileTree.Sort(path) != .fixture || FileReader.isBundle(path)
        case .other, .missing: true
        }
      guard isVersion else {
        throw Failure(
          "it holds no .truths or .jtbd file; give a folder of truths, a bundle, or a git revision such as HEAD~1", .noInput)
      }
    }

    /// Prints which side has errors, before the errors themselves.
    func refuseErrors(as name: String) throws {
      do {
        _ = try workspace.bundleSummary()
      } catch {
        Output.remark("\(name): its truths have errors, and decide nothing")
        throw error
      }
    }

    private init(workspace: Workspace, fixtures: [SourceText]) {
      (self.workspace, self.fixtures) = (workspace, fixtures)
    }

    private init(_ project: Project) throws {
      workspace = try project.workspace()
      fixtures = try project.withFixturesAround().readFixtures().map { SourceText(path: $0.path, bytes: $0.bytes) }
    }
  }
}

/// Output formats of differences.
enum DiffFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json, markdown
}
