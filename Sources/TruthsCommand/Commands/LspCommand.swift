import ArgumentParser
import Truths
import TruthsLanguageServer
import TruthsSystem

/// The command `truths lsp`, which runs a language server for editors.
struct LspCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lsp", abstract: "A language server for editors, over standard input and output (LSP 3.17).",
    discussion: """
      An editor starts this command; docs/how-to/editor.md shows how, for several editors. The exit code is 0 after `shutdown` \
      and `exit`, and 1 if the editor ends without them.
      """)

  @OptionGroup var shared: SharedOptions

  /// Accepted without effect, because some editors name the transport, which is always standard input and output.
  @Flag(help: ArgumentHelp("Use standard input and output, which is the only way.", visibility: .hidden))
  var stdio = false

  func run() throws {
    let session = LanguageSession()
    session.startReading()
    let status = try session.serve()
    if status != 0 { throw ExitCode(status) }
  }
}
