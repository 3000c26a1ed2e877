import Foundation
import NIOCore
import Truths

/// The options that a server is started with.
package struct ServerOptions: Sendable {
  /// Paths of the rules; empty for the project around the working directory.
  var rules: [String]
  var ledger: String
  /// The places where clients connect; empty where only standard input is served.
  var places: ListenPlaces
  /// TLS files for the HTTP and gRPC addresses; `nil` for plaintext.
  var tls: TLSFiles?
  var speakers: Speakers
  /// Whether standard input and output belong to a client.
  var isStdio: Bool
  var ceilings: Ceilings
  var publicURL: PublicURL?
  /// Whether AuthZEN evaluations are decided and recorded, instead of run as dry runs.
  var recordsEvaluations: Bool

  /// Upper limits of the work and facts of one decision, whatever a message asks for.
  package struct Ceilings: Hashable, Sendable {
    var work: Int?
    var facts: Int?

    /// - Throws: ``StartFault`` with exit code 64 where a value is below 1 or above 10¹².
    package init(work: Int? = nil, facts: Int? = nil) throws(StartFault) {
      for (name, value) in [("--max-work", work), ("--max-facts", facts)] {
        guard let value, !(1...1_000_000_000_000 ~= value) else { continue }
        throw StartFault("\(name) \(value): it is a whole number from 1 to 1000000000000", .wrongUse)
      }
      (self.work, self.facts) = (work, facts)
    }

    /// No limits beyond those of the rules.
    package static let none = Ceilings()

    private init() {}
  }

  /// The way in which the server identifies speakers.
  enum Speakers: Sendable {
    /// Every client is this actor (contract §4.2), given as JSON.
    case everybody(String)
    /// A file at this path lists the accepted tokens and peers.
    case identities(String)
  }

  /// - Parameters:
  ///   - listen: `HOST:PORT` with a numeric host, where port 0 lets the system choose; or `unix:PATH`. At most one of each.
  ///     Empty means `127.0.0.1:0`, or nothing where a client uses standard input.
  ///   - grpc: `HOST:PORT` for gRPC; `nil` for none.
  ///   - tls: TLS files for connections to the addresses.
  ///   - actor: an actor as JSON, or a file that holds one.
  ///   - identities: path of an identities file.
  ///   - publicURL: URL at which clients reach the server, where it differs from the server's address.
  ///   - recordsEvaluations: whether AuthZEN evaluations are decided and recorded.
  /// - Throws: ``StartFault``.
  package init(
    rules: [String], ledger: String, listen: [String] = [], grpc: String? = nil, tls: TLSFiles? = nil, actor: String?,
    identities: String? = nil, stdio: Bool = false, ceilings: Ceilings = .none, publicURL: String? = nil,
    recordsEvaluations: Bool = false
  ) throws(StartFault) {
    (self.rules, self.ledger, isStdio, self.ceilings) = (rules, ledger, stdio, ceilings)
    self.recordsEvaluations = recordsEvaluations
    self.publicURL = try publicURL.map { (text) throws(StartFault) in try PublicURL(text) }
    places = try ListenPlaces(listen.isEmpty && !stdio ? ["127.0.0.1:0"] : listen, grpc: grpc, isOpen: identities != nil)
    if tls != nil, places.address == nil, places.grpc == nil {
      throw StartFault(
        "--tls-certificate: TLS is for an address, and none is listened to; add --listen HOST:PORT or --grpc HOST:PORT",
        .wrongUse)
    }
    if tls?.clientCA != nil, identities == nil {
      throw StartFault(
        "--tls-client-ca: certificates say who speaks where --identities has a file that names them; --actor is everybody",
        .wrongUse)
    }
    self.tls = tls
    if let identities {
      if stdio {
        throw StartFault(
          "--stdio serves one client, named by --actor, and --identities separates clients by tokens: leave one out",
          .wrongUse)
      }
      guard actor == nil else {
        throw StartFault("--actor names one actor for all, and --identities separates them by tokens: leave one out", .wrongUse)
      }
      speakers = .identities(identities)
      return
    }
    guard let actor else {
      throw StartFault(
        """
        nobody says who speaks: without identities everybody who reaches the server is one actor, which `--actor` names, \
        such as --actor '{"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["accountant"]}'
        """, .wrongUse)
    }
    if actor.first == "{" {
      speakers = .everybody(actor)
    } else {
      guard let bytes = FileManager.default.contents(atPath: actor) else {
        throw StartFault("\(actor): it cannot be read; --actor is an actor as JSON, or a file that holds one", .noInput)
      }
      speakers = .everybody(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The actor that may operate the session; `nil` with identities, where only the rules can permit it.
  var operatorActor: String? { if case .everybody(let actor) = speakers { actor } else { nil } }

  /// The transports that are served, in order of preference (contract §13.7).
  var transports: [RunTransport] {
    let isHTTP = places.address != nil || places.socket != nil
    return (places.grpc == nil ? [] : [.grpc]) + (isHTTP ? [.webSocket, .sse, .rest] : []) + (isStdio ? [.stdio] : [])
  }
}

/// The places that a server listens on: an address, a Unix socket, and an address for gRPC.
struct ListenPlaces: Sendable {
  var address: ListenAddress?
  var socket: UnixSocketFile?
  var grpc: ListenAddress?

  init() {}

  /// - Parameters:
  ///   - texts: `HOST:PORT`, or `unix:PATH`.
  ///   - grpc: `HOST:PORT`.
  ///   - isOpen: whether other machines may connect.
  /// - Throws: ``StartFault`` with exit code 64 where a text is invalid, or where two are of the same kind.
  init(_ texts: [String], grpc: String? = nil, isOpen: Bool) throws(StartFault) {
    self.grpc = try grpc.map { (text) throws(StartFault) in try ListenAddress(text, "--grpc", isOpen: isOpen) }
    for text in texts {
      let isSecond: Bool
      if text.hasPrefix("unix:") {
        isSecond = socket != nil
        socket = try UnixSocketFile(String(text.dropFirst("unix:".count)))
      } else {
        isSecond = address != nil
        address = try ListenAddress(text, isOpen: isOpen)
      }
      guard isSecond else { continue }
      throw StartFault("--listen \(text): the server listens to one address and one Unix socket at most", .wrongUse)
    }
  }

  var count: Int { (address == nil ? 0 : 1) + (socket == nil ? 0 : 1) + (grpc == nil ? 0 : 1) }
}

/// A numeric address and port that a server listens on.
struct ListenAddress: Hashable, Sendable {
  var host: String
  var port: Int

  /// - Parameters:
  ///   - option: the option's name, for messages.
  ///   - isOpen: whether other machines may connect. Without identities, every client would have the actor's permissions.
  /// - Throws: ``StartFault`` with exit code 64 where the text is not a numeric address with a port, or where listening there
  ///   is not allowed.
  init(_ text: String, _ option: String = "--listen", isOpen: Bool) throws(StartFault) {
    let example = "such as 127.0.0.1:8080, [::1]:8080, or 127.0.0.1:0 for a port that the system chooses"
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw StartFault("\(option) \(text): it is no numeric address with a port, \(example)", .wrongUse)
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard (try? SocketAddress(ipAddress: String(host), port: Int(port))) != nil else {
      throw StartFault("\(option) \(text): `\(host)` is no numeric address, \(example)", .wrongUse)
    }
    (self.host, self.port) = (String(host), Int(port))
    guard isOpen || isLoopback else {
      throw StartFault(
        "\(option) \(text): without identities the server listens to this machine alone, \(example)", .wrongUse)
    }
  }

  /// Whether only this machine can connect.
  var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// The address in the form that URLs use.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
