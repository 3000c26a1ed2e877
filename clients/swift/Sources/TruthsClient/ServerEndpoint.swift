public import Foundation

/// Where a server is, and who speaks to it.
public struct ServerEndpoint: Sendable {
  /// `http://127.0.0.1:8080`; of its path nothing counts.
  public var url: URL
  /// Gives the token of whoever speaks; asked for each connection and each request. `nil`: a server that knows everybody.
  public var token: (@Sendable () async throws -> String)?
  /// Whom the actor acts for; `nil` for nobody.
  public var onBehalfOf: String?
  /// The most bytes of a message of the server; a larger one breaks the connection.
  public var largestMessage: Int
  /// Seconds in which a connection, or the answer to a request, has to come.
  public var timeout: Double

  /// A server.
  public init(
    _ url: URL, token: (@Sendable () async throws -> String)? = nil, onBehalfOf: String? = nil, largestMessage: Int = 64 << 20,
    timeout: Double = 30
  ) {
    self.url = url
    self.token = token
    self.onBehalfOf = onBehalfOf
    self.largestMessage = largestMessage
    self.timeout = timeout
  }

  /// A request to it, with the token of whoever speaks.
  func request(_ method: String, _ path: String, _ body: [UInt8]? = nil) async throws -> NetworkRequest {
    var headers: [(name: String, value: String)] = []
    if let token { headers.append(("Authorization", "Bearer \(try await token())")) }
    if body != nil { headers.append(("Content-Type", "application/json")) }
    return NetworkRequest(
      server: url, method: method, path: path, headers: headers, body: body, largestAnswer: largestMessage, silence: timeout)
  }
}
