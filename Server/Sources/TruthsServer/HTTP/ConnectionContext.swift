import HTTPTypes
import Hummingbird
import NIOCore
import Truths

/// What is known of the connection that a request came over.
struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The port of the server that the client reached; `nil` for a Unix socket.
  private let port: Int?
  /// The numeric address of the server that the client reached.
  private let address: String?
  /// The connection.
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    port = source.channel.localAddress?.port
    address = source.channel.localAddress?.ipAddress
    channel = source.channel
  }

  /// Whether it is one over a Unix socket.
  var isUnix: Bool { port == nil }

  /// Refuses requests that a page of another site may have made: those for a name that leads here without being ours (DNS
  /// rebinding), and those that a browser says come from elsewhere.
  ///
  /// - Parameter site: where clients reach the server besides, and how.
  func check(_ head: HTTPRequest, at site: ServedSite) throws(HTTPProblem) {
    let authority = (head.authority ?? "").lowercased()
    let names = names(for: authority, site.isSecure ? 443 : 80)
    let known = names + (site.publicURL?.hosts ?? [])
    guard known.contains(authority) else {
      throw HTTPProblem(
        .foreignHost,
        "the server does not answer to the host `\(Tool.visible(authority))`; ask for \(known.joined(separator: " or "))")
    }
    guard let origin = head.headerFields[.origin]?.lowercased() else { return }
    guard origin == site.publicURL?.origin || names.contains(where: { origin == "\(site.scheme)://\($0)" }) else {
      throw HTTPProblem(
        .foreignOrigin, "the request comes from a page of `\(Tool.visible(origin))`; only pages of this server may ask it")
    }
  }

  /// What the server answers to by itself, of that what a client asks for may be.
  ///
  /// - Parameter standard: the port that goes without saying.
  private func names(for authority: String, _ standard: Int) -> [String] {
    guard let port else {
      // Whoever forwards a port of this machine to a Unix socket leaves it in `Host`.
      let forwarded = authority.hasPrefix("localhost:") && UInt16(authority.dropFirst("localhost:".count)) != nil
      return [forwarded ? authority : "localhost"]
    }
    let hosts = ["localhost"] + (address.map { [$0.contains(":") ? "[\($0)]" : $0] } ?? [])
    return hosts.map { "\($0):\(port)" } + (port == standard ? hosts : [])
  }
}
