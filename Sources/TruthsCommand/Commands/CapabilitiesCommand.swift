import ArgumentParser
import Truths

/// `truths capabilities`
struct CapabilitiesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capabilities", abstract: "The handshake answer for the loaded packs: what is currently true enough to run.")

  @OptionGroup var set: SetOptions
  @OptionGroup var shared: SharedOptions

  func run() throws {
    let workspace = try set.project().workspace(reporting: shared.output, as: .human)
    let answer: String
    do {
      answer = try workspace.capabilities()
    } catch {
      try shared.output.show(error, as: .human)
      throw ExitCode(ExitStatus.badData.rawValue)
    }
    try shared.output.result(answer)
  }
}
