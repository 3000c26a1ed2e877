/// What all requests of a server have in common, beside the session.
struct ServedSite: Sendable {
  /// Where clients reach it, where that is not its own address.
  let publicURL: PublicURL?
  let metrics: ServerMetrics
  let connections: ConnectionTable
  /// The description of what can be asked for, OpenAPI 3.1.
  let openAPI: [UInt8]

  init(publicURL: PublicURL?, metrics: ServerMetrics, connections: ConnectionTable) {
    (self.publicURL, self.metrics, self.connections) = (publicURL, metrics, connections)
    openAPI = OpenAPIDocument(publicURL: publicURL).json
  }
}
