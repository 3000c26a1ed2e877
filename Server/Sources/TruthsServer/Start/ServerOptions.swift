import Foundation
import NIOCore

/// What a server is started with.
package struct ServerOptions: Sendable {
  /// Where the rules are; none: the project around.
  var rules: [String]
  var ledger: String
  /// `nil`: nobody is listened to but whoever has the standard input.
  var address: ListenAddress?
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
  ///   - listen: `HOST:PORT`, the host a numeric address; port 0 lets the system choose. `nil`: `127.0.0.1:0`, with a client over
  ///     standard input nowhere.
  ///   - actor: an actor as JSON, or a file that holds one.
  ///   - identities: a file of identities.
  ///   - publicURL: where clients reach the server, where that is not its own address.
  ///   - recordsEvaluations: whether evaluations of AuthZEN are decided and recorded.
  /// - Throws: ``StartFault``.
  package init(
    rules: [String], ledger: String, listen: String? = nil, actor: String?, identities: String? = nil, stdio: Bool = false,
    ceilings: Ceilings = .none, publicURL: String? = nil, recordsEvaluations: Bool = false
  ) throws(StartFault) {
    (self.rules, self.ledger, isStdio, self.ceilings) = (rules, ledger, stdio, ceilings)
    self.recordsEvaluations = recordsEvaluations
    self.publicURL = try publicURL.map { (text) throws(StartFault) in try PublicURL(text) }
    address = stdio && listen == nil ? nil : try ListenAddress(listen ?? "127.0.0.1:0", isOpen: identities != nil)
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
}

/// Where a server listens.
struct ListenAddress: Hashable, Sendable {
  var host: String
  var port: Int

  /// - Parameter isOpen: whether others than this machine may reach it; without identities everybody who does may do what the
  ///   actor may.
  /// - Throws: ``StartFault`` with 64 where it is no numeric address with a port, or one that may not be listened to.
  init(_ text: String, isOpen: Bool) throws(StartFault) {
    let example = "such as 127.0.0.1:8080, [::1]:8080, or 127.0.0.1:0 for a port that the system chooses"
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw StartFault("--listen \(text): it is no numeric address with a port, \(example)", .wrongUse)
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard (try? SocketAddress(ipAddress: String(host), port: Int(port))) != nil else {
      throw StartFault("--listen \(text): `\(host)` is no numeric address, \(example)", .wrongUse)
    }
    guard isOpen || host.hasPrefix("127.") || host == "::1" else {
      throw StartFault(
        "--listen \(text): without identities the server listens to this machine alone, \(example)", .wrongUse)
    }
    (self.host, self.port) = (String(host), Int(port))
  }

  /// As it stands in a URL.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
