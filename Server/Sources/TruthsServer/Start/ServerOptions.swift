import Foundation
import NIOCore

/// What a server is started with.
package struct ServerOptions: Sendable {
  /// Where the rules are; none: the project around.
  var rules: [String]
  var ledger: String
  var address: ListenAddress
  /// Everybody who reaches the server: an actor of contract §4.2 as JSON.
  var actor: String

  /// - Parameters:
  ///   - listen: `HOST:PORT`, the host a numeric address; port 0 lets the system choose.
  ///   - actor: an actor as JSON, or a file that holds one.
  /// - Throws: ``StartFault``.
  package init(rules: [String], ledger: String, listen: String, actor: String?) throws(StartFault) {
    self.rules = rules
    self.ledger = ledger
    address = try ListenAddress(listen)
    guard let actor else {
      throw StartFault(
        """
        nobody says who speaks: without identities everybody who reaches the server is one actor, which `--actor` names, \
        such as --actor '{"type": "user", "user_id": "ann", "device_id": "desk", "org_id": "acme", "roles": ["accountant"]}'
        """, .wrongUse)
    }
    if actor.first == "{" {
      self.actor = actor
    } else {
      guard let bytes = FileManager.default.contents(atPath: actor) else {
        throw StartFault("\(actor): it cannot be read; --actor is an actor as JSON, or a file that holds one", .noInput)
      }
      self.actor = String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// Where a server listens.
struct ListenAddress: Hashable, Sendable {
  var host: String
  var port: Int

  /// - Throws: ``StartFault`` with 64 where it is no numeric address with a port, or others than this machine reach it: without
  ///   identities everybody who reaches it may do what the actor may.
  init(_ text: String) throws(StartFault) {
    let example = "such as 127.0.0.1:8080, [::1]:8080, or 127.0.0.1:0 for a port that the system chooses"
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
      throw StartFault("--listen \(text): it is no numeric address with a port, \(example)", .wrongUse)
    }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard (try? SocketAddress(ipAddress: String(host), port: Int(port))) != nil else {
      throw StartFault("--listen \(text): `\(host)` is no numeric address, \(example)", .wrongUse)
    }
    guard host.hasPrefix("127.") || host == "::1" else {
      throw StartFault(
        "--listen \(text): without identities the server listens to this machine alone, \(example)", .wrongUse)
    }
    (self.host, self.port) = (String(host), Int(port))
  }

  /// As it stands in a URL.
  var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
