import ArgumentParser
import TruthsSystem

/// The command `truths serve`, which starts `truths-server`.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve a set and a ledger over HTTP: runs truths-server.",
    discussion: """
      The server is an executable of its own, `truths-server`, beside this one or in PATH. It gets all arguments: \
      `truths serve --help` lists what it takes.
      """)

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("The arguments of truths-server.", valueName: "argument"))
  var arguments: [String] = []

  func run() throws {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    guard let server = Self.server(besides: CommandLine.arguments.first ?? "", path: path) else {
      throw Failure(
        """
        there is no `truths-server` beside `truths` or in PATH; `make server` in the sources of Truths builds \
        .build/release/truths-server, to be copied beside `truths`
        """, .noInput)
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([server] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // The server replaces this process, so that signals, standard output and the exit code are its own.
    execv(server, &words)
    throw Failure("\(server): \(FileSystem.reason())", .fault)
  }

  /// Returns the path of the server: beside this executable (links are followed), or else in the first folder of `PATH` that
  /// has it.
  ///
  /// - Parameters:
  ///   - command: the name under which this executable was called; a name without a folder was found in `PATH`.
  ///   - path: the variable `PATH`.
  static func server(besides command: String, path: String) -> String? {
    var folders: [String] = []
    if command.contains("/"), let absolute = try? FileSystem.absolute(command) {
      folders.append(PathText.parent(absolute))
      if let resolved = FileSystem.resolved(absolute) { folders.append(PathText.parent(resolved)) }
    }
    folders += path.split(separator: ":").map(String.init)
    return folders.map { PathText.join($0, "truths-server") }.first {
      FileSystem.kind(of: $0) == .file && access($0, X_OK) == 0
    }
  }
}
