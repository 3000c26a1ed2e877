import Foundation

/// The URL at which clients reach a server behind a proxy (`--public-url`).
struct PublicURL: Hashable, Sendable {
  /// `https://truths.example`, without a trailing slash.
  let text: String
  /// Values of `Host` for this URL, in lower case; both with and without the port where it is the scheme's default.
  let hosts: [String]
  /// Value of `Origin` for this URL.
  let origin: String

  /// - Throws: ``StartFault`` with exit code 64 where the text is not the URL of a server.
  init(_ text: String) throws(StartFault) {
    let example = "such as --public-url https://truths.example"
    guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host?.lowercased(), !host.isEmpty
    else { throw StartFault("--public-url \(text): it is no URL of HTTP, \(example)", .wrongUse) }
    guard ["", "/"].contains(url.path), url.query == nil, url.fragment == nil, url.user == nil, url.password == nil
    else {
      throw StartFault("--public-url \(text): it is a scheme, a host and perhaps a port, and nothing else, \(example)", .wrongUse)
    }
    let standard = scheme == "https" ? 443 : 80
    let port = url.port ?? standard
    hosts = (port == standard ? [host] : []) + ["\(host):\(port)"]
    origin = "\(scheme)://\(hosts[0])"
    self.text = origin
  }
}
