import HTTPTypes
import Hummingbird
import NIOCore
import Truths

/// The connection that a request came over, as far as handlers need it.
struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// Port of the server that the client connected to; `nil` for a Unix socket.
  private let port: Int?
  /// Numeric address of the server that the client connected to.
  private let address: String?
  let channel: any Channel

  init(source: ApplicationRequestContextSource) {
    coreContext = CoreRequestContextStorage(source: source)
    port = source.channel.localAddress?.port
    address = source.channel.localAddress?.ipAddress
    channel = source.channel
  }

  /// Whether the connection uses a Unix socket.
  var isUnix: Bool { port == nil }

  /// Refuses requests that a page of another site may have made. These are requests for a foreign host name that resolves to
  /// this server (DNS rebinding), and requests that the browser marks as cross-origin.
  ///
  /// - Parameter site: the server's public URL and scheme.
  func check(_ head: HTTPRequest, at site: ServedSite) throws(HTTPProblem) {
    // The first header `Host` is the authority; further ones stay fields.
    let others = HTTPField.Name("Host").map { head.headerFields[values: $0] } ?? []
    guard others.isEmpty else {
      throw HTTPProblem(.badRequest, "the header `Host` is there twice; send it once")
    }
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

  /// Returns the host names that the server answers to.
  ///
  /// - Parameter standard: default port of the scheme, which `Host` may omit.
  private func names(for authority: String, _ standard: Int) -> [String] {
    guard let port else {
      // Port forwarding from this machine to a Unix socket leaves the local port in `Host`.
      let forwarded = authority.hasPrefix("localhost:") && UInt16(authority.dropFirst("localhost:".count)) != nil
      return [forwarded ? authority : "localhost"]
    }
    let hosts = ["localhost"] + (address.map { [$0.contains(":") ? "[\($0)]" : $0] } ?? [])
    return hosts.map { "\($0):\(port)" } + (port == standard ? hosts : [])
  }
}
