import HTTPTypes
import Logging
import NIOCore

/// Settings and counters that all requests of a server share, besides the session.
struct ServedSite: Sendable {
  /// URL at which clients reach the server, where it differs from the listening address.
  let publicURL: PublicURL?
  /// Whether connections use TLS.
  let isSecure: Bool
  let metrics: ServerMetrics
  let connections: ConnectionTable
  /// The OpenAPI 3.1 document.
  let openAPI: [UInt8]
  let page = ServedPage()
  let handbook = ServedHandbook()
  /// Whether AuthZEN evaluations are decided and recorded.
  let recordsEvaluations: Bool

  init(
    publicURL: PublicURL?, isSecure: Bool, metrics: ServerMetrics, connections: ConnectionTable, recordsEvaluations: Bool
  ) {
    (self.publicURL, self.isSecure, self.metrics, self.connections) = (publicURL, isSecure, metrics, connections)
    self.recordsEvaluations = recordsEvaluations
    openAPI = OpenAPIDocument(publicURL: publicURL).json
  }

  /// Scheme of the server's URLs.
  var scheme: String { isSecure ? "https" : "http" }

  /// Logs a fault of a client, once per connection, without the token or the body.
  ///
  /// - Parameter request: the method and the path template; `nil` for an unknown path.
  func log(_ problem: HTTPProblem, of request: String?, on channel: any Channel, _ logger: Logger) {
    guard problem.code.status.kind == .clientError, connections.isFirstFault(on: channel) else { return }
    var metadata = problem.metadata(of: request)
    metadata["client"] = "\(connections.client(on: channel))"
    logger.notice("a request is refused; further ones of this connection are not logged", metadata: metadata)
  }
}

extension HTTPProblem {
  /// Returns the log metadata of the problem.
  func metadata(of request: String?) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["code": "\(code.rawValue)", "status": "\(code.status.code)"]
    metadata["request"] = request.map { "\($0)" }
    // The server itself wrote the details of these problems.
    if [.badToken, .noToken, .foreignHost, .foreignOrigin, .foreignUser].contains(code) { metadata["detail"] = "\(detail)" }
    return metadata
  }
}
