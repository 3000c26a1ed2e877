import ArgumentParser
import Foundation
import TruthsServer

/// The executable `truths-server`, which serves a rule set over HTTP, gRPC, and standard input and output
/// (docs/reference/server.md).
@main
struct TruthsServerCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "truths-server",
    abstract: "Serves a truth set and a ledger.",
    discussion: """
      With --identities a token or the connection says who speaks. With --actor everybody who reaches the server is that \
      actor, so it listens to this machine alone. When it is ready it prints one line of JSON: {"http": "127.0.0.1:PORT", \
      "ledger": FILE, "stream_id": "str_…", "truths": "sha256:…"}, with "unix" and "grpc" where it listens there too. It ends \
      on TERM and INT, within 10 seconds. With --stdio a client has its standard input and output; the end of that input ends \
      the server.
      """)

  @Argument(help: ArgumentHelp("Truth files, folders or a bundle; none: the project around.", valueName: "set"))
  var sets: [String] = []

  @Option(help: ArgumentHelp("The ledger, made where there is none; its journal lies beside it.", valueName: "file"))
  var ledger: String

  @Option(
    help: ArgumentHelp(
      "A numeric address and a port, 127.0.0.1:0 by default (port 0: one that is free), or unix:PATH; one of each at most.",
      valueName: "place"))
  var listen: [String] = []

  @Option(
    help: ArgumentHelp(
      "The certificate of the server, PEM, with those behind it: serves the addresses over TLS, that of gRPC too.",
      valueName: "file"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The key of that certificate, PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(help: ArgumentHelp("Certificates, PEM: clients with a certificate of these are known by it.", valueName: "file"))
  var tlsClientCA: String?

  @Option(help: ArgumentHelp("The same for clients over gRPC; without it none are served.", valueName: "host:port"))
  var grpc: String?

  @Option(help: ArgumentHelp("More truth files, folders or a bundle.", valueName: "set"))
  var truths: [String] = []

  @Option(help: ArgumentHelp("Who everybody is who reaches it: an actor as JSON, or a file with one.", valueName: "actor"))
  var actor: String?

  @Option(help: ArgumentHelp("A JSON file that says who speaks, and how much they may ask for.", valueName: "file"))
  var identities: String?

  @Flag(help: "Serve a client over standard input and output, JSON-RPC 2.0; others only with --listen.")
  var stdio = false

  @Option(help: ArgumentHelp("The most work of one decision, in steps, whatever a message asks for.", valueName: "n"))
  var maxWork: Int?

  @Option(help: ArgumentHelp("The most facts of one decision, whatever a message asks for.", valueName: "n"))
  var maxFacts: Int?

  @Option(
    help: ArgumentHelp("Where clients reach a server behind a proxy, such as https://truths.example.", valueName: "url"))
  var publicURL: String?

  @Flag(help: "Decide and record evaluations of AuthZEN; else each is a dry run.")
  var recordEvaluations = false

  func run() async throws {
    do throws(StartFault) {
      let tls = try TLSFiles.named(certificate: tlsCertificate, key: tlsKey, clientCA: tlsClientCA)
      let options = try ServerOptions(
        rules: sets + truths, ledger: ledger, listen: listen, grpc: grpc, tls: tls, actor: actor, identities: identities,
        stdio: stdio, ceilings: .init(work: maxWork, facts: maxFacts), publicURL: publicURL,
        recordsEvaluations: recordEvaluations)
      try await RunningServer(options).run { ready in
        FileHandle.standardOutput.write(Data((ready + "\n").utf8))
      }
    } catch {
      FileHandle.standardError.write(Data("truths-server: \(error)\n".utf8))
      throw ExitCode(error.status.rawValue)
    }
  }
}
