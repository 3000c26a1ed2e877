import Foundation
import NIOCore
import Truths

/// What a server is started with.
package struct ServerOptions: Sendable {
  /// Where the rules are; none: the project around.
  var rules: [String]
  var ledger: String
  /// Where clients connect; none: nobody is listened to but whoever has the standard input.
  var places: ListenPlaces
  /// The files of TLS for the addresses, that of gRPC too; `nil`: connections are in clear.
  var tls: TLSFiles?
  var speakers: Speakers
  /// Whether standard input and output are a client's.
  var isStdio: Bool
  var ceilings: Ceilings
  var publicURL: PublicURL?
  /// Whether evaluations of AuthZEN are decided and recorded, and are no dry runs.
  var recordsEvaluations: Bool

  /// How much one decision may take, whatever a message asks for.
  package struct Ceilings: Hashable, Sendable {
    var work: Int?
    var facts: Int?

    /// - Throws: ``StartFault`` with 64 where one is below 1.
    package init(work: Int? = nil, facts: Int? = nil) throws(StartFault) {
      for (name, value) in [("--max-work", work), ("--max-facts", facts)] {
        guard let value, !(1...1_000_000_000_000 ~= value) else { continue }
        throw StartFault("\(name) \(value): it is a whole number from 1 to 1000000000000", .wrongUse)
      }
      (self.work, self.facts) = (work, facts)
    }

    /// As much as the rules of the session say.
    package static let none = Ceilings()

    private init() {}
  }

  /// How it is known who speaks.
  enum Speakers: Sendable {
    /// Everybody who reaches the server is one actor, contract §4.2, as JSON.
    case everybody(String)
    /// A file says whose tokens count.
    case identities(String)
  }

  /// - Parameters:
  ///   - listen: `HOST:PORT`, the host a numeric address; port 0 lets the system choose. Or `unix:PATH`. One of each at most;
  ///     none: `127.0.0.1:0`, with a client over standard input nowhere.
  ///   - grpc: `HOST:PORT` for gRPC; `nil`: nowhere.
  ///   - tls: the files of TLS for connections to the addresses.
  ///   - actor: an actor as JSON, or a file that holds one.
  ///   - identities: a file of identities.
  ///   - publicURL: where clients reach the server, where that is not its own address.
  ///   - recordsEvaluations: whether evaluations of AuthZEN are decided and recorded.
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
          "--stdio serves one client, whom --actor names, and --identities tells clients apart by tokens: leave one out",
          .wrongUse)
      }
      guard actor == nil else {
        throw StartFault("--actor names everybody, and --identities tells them apart: leave one out", .wrongUse)
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

  /// Who may do what is the operator's; `nil` with identities: nobody, unless the rules say so.
  var operatorActor: String? { if case .everybody(let actor) = speakers { actor } else { nil } }

  /// What is served, in the order of preference (contract §13.7).
  var transports: [RunTransport] {
    let isHTTP = places.address != nil || places.socket != nil
    return (places.grpc == nil ? [] : [.grpc]) + (isHTTP ? [.webSocket, .sse, .rest] : []) + (isStdio ? [.stdio] : [])
  }
}

/// Where a server listens: an address, a Unix socket, an address for gRPC.
struct ListenPlaces: Sendable {
  var address: ListenAddress?
  var socket: UnixSocketFile?
  var grpc: ListenAddress?

  init() {}

  /// - Parameters:
  ///   - texts: `HOST:PORT`, or `unix:PATH`.
  ///   - grpc: `HOST:PORT`.
  ///   - isOpen: whether others than this machine may reach it.
  /// - Throws: ``StartFault`` with 64 where one is at fault, or there are two of a kind.
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

/// An address that a server listens to.
struct ListenAddress: Hashable, Sendable {
  var host: String
  var port: Int

  /// - Parameters:
  ///   - option: that names it, for messages.
  ///   - isOpen: whether others than this machine may reach it; without identities everybody who does may do what the actor may.
  /// - Throws: ``StartFault`` with 64 where it is no numeric address with a port, or one that may not be listened to.
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

  /// Whether only this machine reaches it.
  var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

  /// As it stands in a URL.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
