import ArgumentParser
import Truths

/// `truths`: checks truth sets, decides proposals by them, and proves what was decided.
@main
struct TruthsTool: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "truths",
    abstract: "Checks truth sets, decides proposals by them, and proves what was decided.",
    discussion: """
      Paths default to truths, jtbd and Fixtures below the nearest directory, upwards, that holds truths/ or a truths.yaml.

      Exit codes: 0 fine, run: accepted; 1 run: rejected or halted, check, fmt and verify: findings; 2 budget exhausted; \
      3 a fault of ours or the system; 4 a fixture failed; 5 waiting; 6 nothing matched; 64 usage; 65 bad data; 66 no such \
      input. A batch exits with the highest.
      """,
    version: Tool.version,
    subcommands: [
      CheckCommand.self, FormatCommand.self, RunCommand.self, EvalCommand.self, ExplainCommand.self, VerifyCommand.self,
      BuildCommand.self, CapabilitiesCommand.self, NewCommand.self, SuggestCommand.self, ProposeCommand.self,
      DocCommand.self,
    ])

  /// Runs the command that the arguments name. What stops a command is said in one line on standard error.
  static func main() {
    Output.ignoreBrokenPipes()
    Memory.reserve()
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch let failure as Failure {
      Output.complain(failure.message)
      exit(withError: ExitCode(failure.status.rawValue))
    } catch {
      exit(withError: error)
    }
  }
}
