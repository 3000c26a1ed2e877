import Truths
import TruthsDebugAdapter

/// Gives a debug adapter the files on disk.
struct DebugFiles: DebugHost {
  func open(_ launch: DebugLaunch) throws(DebugLaunchFault) -> OpenedCase {
    do {
      let project = try Project(paths: launch.program)
      let fixtures = launch.fixture == nil ? [] : try Self.fixtures(around: project)
      return OpenedCase(
        root: project.root, workspace: try project.workspace(),
        proposal: try launch.proposal.map { try project.readData($0, limit: FileReader.fileLimit) },
        context: try launch.context.map { try project.readLedger($0) },
        fixtures: fixtures.map { SourceText(path: $0.path, bytes: $0.bytes) })
    } catch let failure as Failure {
      throw .message(failure.message)
    } catch let findings as Findings {
      throw .findings(findings)
    } catch {
      throw .message("\(error)")
    }
  }

  /// Returns the fixtures of the whole project, whichever of its truths are named.
  private static func fixtures(around project: Project) throws -> [(path: String, bytes: [UInt8])] {
    let isWhole = Project.root(from: project.root) == project.root
    return try (isWhole ? Project(paths: [project.root]) : project).readFixtures()
  }
}
