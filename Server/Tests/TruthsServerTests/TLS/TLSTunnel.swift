#if TLS
  import Foundation

  /// Takes connections in clear, and passes them on to a server over the TLS of Python.
  final class TLSTunnel {
    /// `127.0.0.1:PORT`, in clear.
    let address: String
    private let process = Process()
    private let output: URL

    /// Whether this machine has Python with TLS; the machines of CI have.
    static let isPossible = (try? run(Process(), ["-c", "import ssl"]))?.terminationStatus == 0

    private static let script = """
      import asyncio, ssl, sys
      port, authority, certificate, key, version = sys.argv[1:]
      context = ssl.create_default_context(cafile=authority)
      context.verify_flags &= ~getattr(ssl, "VERIFY_X509_STRICT", 0)
      if certificate: context.load_cert_chain(certificate, key)
      if version:
          context.set_ciphers("ALL:@SECLEVEL=0")
          context.minimum_version = context.maximum_version = getattr(ssl.TLSVersion, version)
      async def copy(reader, writer):
          try:
              while part := await reader.read(65536):
                  writer.write(part)
                  await writer.drain()
          except Exception as error: print("error", repr(error), flush=True)
          writer.close()
      async def serve(reader, writer):
          try: inner, outer = await asyncio.open_connection("127.0.0.1", int(port), ssl=context)
          except Exception as error:
              print("error", repr(error), flush=True)
              return writer.close()
          print("open", outer.get_extra_info("ssl_object").version(), flush=True)
          await asyncio.gather(copy(reader, outer), copy(inner, writer))
      async def main():
          server = await asyncio.start_server(serve, "127.0.0.1", 0)
          print(server.sockets[0].getsockname()[1], flush=True)
          await server.serve_forever()
      asyncio.run(main())
      """

    /// - Parameters:
    ///   - server: `127.0.0.1:PORT`.
    ///   - authority: whose certificates of servers count, a file in PEM.
    ///   - credential: the certificate of the client.
    ///   - version: the only version of TLS that is spoken, as Python names it.
    init(
      to server: String, trusting authority: TestAuthority, as credential: TestAuthority.Credential? = nil, version: String = ""
    ) throws {
      output = FileManager.default.temporaryDirectory.appending(path: "tunnel-\(UUID().uuidString)")
      try Data().write(to: output)
      process.standardOutput = try FileHandle(forWritingTo: output)
      process.standardError = FileHandle.nullDevice
      let port = String(server.split(separator: ":").last ?? "")
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [
        "python3", "-c", Self.script, port, authority.credential.certificate, credential?.certificate ?? "",
        credential?.key ?? "", version,
      ]
      try process.run()
      var lines: [String] = []
      for _ in 0..<2_000 where lines.isEmpty {
        usleep(10_000)
        lines = Self.lines(of: output)
      }
      address = "127.0.0.1:\(lines.first ?? "")"
    }

    deinit {
      // Threads of tests block other signals, and their processes inherit that.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      try? FileManager.default.removeItem(at: output)
    }

    /// The output of Python about the connections so far: `open VERSION`, or `error …`.
    var said: [String] { Array(Self.lines(of: output).dropFirst()) }

    private static func lines(of file: URL) -> [String] {
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    private static func run(_ process: Process, _ arguments: [String]) throws -> Process {
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3"] + arguments
      (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
      try process.run()
      process.waitUntilExit()
      return process
    }
  }

  extension TLSTunnel {
    /// Sends a request over a connection of its own; the status is 0 where there is no answer.
    func ask(
      _ server: ServerProcess, _ method: String, _ path: String, _ body: String? = nil, headers: [String] = []
    ) throws -> RawClient.Answer {
      try RawClient.ask(address, method, path, body, headers: ["Host: \(server.tlsAddress)"] + headers)
    }

    /// Proposes an order, which is accepted.
    func order(_ server: ServerProcess, _ id: String, headers: [String] = []) throws -> RawClient.Answer {
      try ask(server, "POST", "/jobs", #"{"action":"place_order","order_id":"\#(id)","amount":1}"#, headers: headers)
    }

    func stream(_ server: ServerProcess) throws -> (client: RawClient, start: String) {
      let client = try RawClient(address)
      let headers = ["Host: \(server.tlsAddress)", "Accept: text/event-stream"]
      client.send(RawClient.request(address, "GET", "/events", headers: headers))
      return (client, client.read(until: "\r\n\r\n"))
    }

    func socket(_ server: ServerProcess, headers: [String] = []) throws -> SocketClient {
      try SocketClient(address, headers: ["Host: \(server.tlsAddress)"] + headers)
    }
  }
#endif
