import Foundation

/// Where clients reach a server that stands behind a proxy (`--public-url`).
struct PublicURL: Hashable, Sendable {
  /// `https://truths.example`, without a slash at its end.
  let text: String
  /// What stands in `Host` there, in small letters, with and without the port where that is the scheme's own.
  let hosts: [String]
  /// What stands in `Origin` there.
  let origin: String

  /// - Throws: ``StartFault`` with 64 where it is no address of a server.
  init(_ text: String) throws(StartFault) {
    let example = "such as --public-url https://truths.example"
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = parts.host?.lowercased(), !host.isEmpty
    else { throw StartFault("--public-url \(text): it is no URL of HTTP, \(example)", .wrongUse) }
    guard ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil, parts.user == nil, parts.password == nil
    else {
      throw StartFault("--public-url \(text): it is a scheme, a host and perhaps a port, and nothing else, \(example)", .wrongUse)
    }
    let standard = scheme == "https" ? 443 : 80
    let port = parts.port ?? standard
    hosts = (port == standard ? [host] : []) + ["\(host):\(port)"]
    origin = "\(scheme)://\(hosts[0])"
    self.text = origin
  }
}
