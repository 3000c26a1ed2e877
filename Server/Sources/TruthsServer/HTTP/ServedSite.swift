import HTTPTypes
import Logging
import NIOCore

/// What all requests of a server have in common, beside the session.
struct ServedSite: Sendable {
  /// Where clients reach it, where that is not its own address.
  let publicURL: PublicURL?
  /// Whether its connections are TLS.
  let isSecure: Bool
  let metrics: ServerMetrics
  let connections: ConnectionTable
  /// The description of what can be asked for, OpenAPI 3.1.
  let openAPI: [UInt8]
  /// Whether evaluations of AuthZEN are decided and recorded.
  let recordsEvaluations: Bool

  init(
    publicURL: PublicURL?, isSecure: Bool, metrics: ServerMetrics, connections: ConnectionTable, recordsEvaluations: Bool
  ) {
    (self.publicURL, self.isSecure, self.metrics, self.connections) = (publicURL, isSecure, metrics, connections)
    self.recordsEvaluations = recordsEvaluations
    openAPI = OpenAPIDocument(publicURL: publicURL).json
  }

  /// How a URL of the server begins.
  var scheme: String { isSecure ? "https" : "http" }

  /// Logs what a client did wrong, once for its connection, and neither what it sent nor its token.
  ///
  /// - Parameter request: the method and the path, with names in braces; `nil` where the path names nothing.
  func log(_ problem: HTTPProblem, of request: String?, on channel: any Channel, _ logger: Logger) {
    guard problem.code.status.kind == .clientError, connections.isFirstFault(on: channel) else { return }
    var metadata = problem.metadata(of: request)
    metadata["client"] = "\(connections.client(on: channel))"
    logger.notice("a request is refused; further ones of this connection are not logged", metadata: metadata)
  }
}

extension HTTPProblem {
  /// What is logged of it.
  func metadata(of request: String?) -> Logger.Metadata {
    var metadata: Logger.Metadata = ["code": "\(code.rawValue)", "status": "\(code.status.code)"]
    metadata["request"] = request.map { "\($0)" }
    // What is wrong with a token, or a host, was written here.
    if [.badToken, .noToken, .foreignHost, .foreignOrigin, .foreignUser].contains(code) { metadata["detail"] = "\(detail)" }
    return metadata
  }
}
