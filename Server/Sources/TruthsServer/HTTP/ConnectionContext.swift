import HTTPTypes
import Hummingbird
import NIOCore

/// What is known of the connection that a request came over.
struct ConnectionContext: RequestContext {
  var coreContext: CoreRequestContextStorage
  /// The port of the server that the client reached.
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

  /// Refuses requests that a page of another site may have made: those for a name that leads here without being ours (DNS
  /// rebinding), and those that a browser says come from elsewhere.
  func check(_ head: HTTPRequest) throws(HTTPProblem) {
    let authority = head.authority ?? ""
    guard isOwn(authority) else {
      throw HTTPProblem(
        .foreignHost, "the server does not answer to the host `\(authority)`; ask for \(names.joined(separator: " or "))")
    }
    guard let origin = head.headerFields[.origin] else { return }
    guard origin.hasPrefix("http://"), isOwn(String(origin.dropFirst("http://".count))) else {
      throw HTTPProblem(.foreignOrigin, "the request comes from a page of `\(origin)`; only pages of this server may ask it")
    }
  }

  private func isOwn(_ authority: String) -> Bool { names.contains(authority.lowercased()) }

  private var names: [String] {
    let hosts = ["localhost"] + (address.map { [$0.contains(":") ? "[\($0)]" : $0] } ?? [])
    guard let port, port != 80 else { return hosts + hosts.map { "\($0):80" } }
    return hosts.map { "\($0):\(port)" }
  }
}
