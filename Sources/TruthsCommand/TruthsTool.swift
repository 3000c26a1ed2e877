import ArgumentParser
import Truths
import TruthsSystem

/// The command-line tool `truths`, which checks rule sets, decides proposals, and verifies recorded decisions.
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
    version: Tool.versions,
    subcommands: [
      CheckCommand.self, FormatCommand.self, MigrateCommand.self, RunCommand.self, WhyCommand.self, WhyNotCommand.self,
      ReplayCommand.self, DiffCommand.self, EvalCommand.self, ExplainCommand.self, VerifyCommand.self,
      BuildCommand.self, CapabilitiesCommand.self, NewCommand.self, SuggestCommand.self, ProposeCommand.self,
      ExprCommand.self, ReplCommand.self, DocCommand.self, ImportCommand.self, ApproveCommand.self, DenyCommand.self,
      ConsentCommand.self, InboxCommand.self,
      AdoptCommand.self, SchemaCommand.self, LspCommand.self, DebugCommand.self, ServeCommand.self,
    ])

  /// Runs the command that the arguments name. A failure is printed as one line on standard error.
  static func main() {
    Output.reserveStandardDescriptors()
    Output.takeSignals()
    let arguments = ExprCommand.arranged(Array(CommandLine.arguments.dropFirst()))
    do {
      var command = try parsed(arguments)
      try command.run()
    } catch let failure as Failure {
      if !isQuiet || failure.status == .usage { Output.complain(failure.message) }
      TruthsSystem.exit(failure.status.rawValue)
    } catch let code as ExitCode {
      // The library would do the same, but only after formatting the help, which it discards.
      TruthsSystem.exit(code.rawValue)
    } catch {
      if exitCode(for: error) != .success || arguments.first == "help", let wrong = WrongUse(arguments, of: TruthsTool.self) {
        Output.complain(wrong.message)
        TruthsSystem.exit(ExitStatus.usage.rawValue)
      }
      end(with: error)
    }
  }

  /// Prints the library's message about wrong use, or the requested help. Control characters of the command line are escaped.
  private static func end(with error: any Error) -> Never {
    let code = exitCode(for: error)
    let lines = fullMessage(for: error).split(separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { Tool.visible(String($0)) }.joined(separator: "\n") + "\n"
    if code == .success {
      do {
        try Output(isQuiet: false).result(text)
      } catch {
        Output.complain((error as? Failure)?.message ?? "\(error)")
        TruthsSystem.exit(ExitStatus.fault.rawValue)
      }
    } else {
      Output(isQuiet: false).aside(text)
    }
    TruthsSystem.exit(code.rawValue)
  }

  /// Whether `--quiet` is among the arguments. Wrong use is printed regardless.
  static var isQuiet: Bool { CommandLine.arguments.prefix { $0 != "--" }.contains("--quiet") }

  /// The command that the arguments name. Valid arguments that begin with its name are parsed by the command alone, which is
  /// faster than parsing them with the whole tool. All other arguments, including help and mistakes, are parsed by the whole
  /// tool.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let named = configuration.subcommands.first(where: { $0.configuration.commandName == arguments.first }),
      let command = try? named.parseAsRoot(Array(arguments.dropFirst())), type(of: command) == named
    {
      return command
    }
    return try parseAsRoot(arguments)
  }
}
