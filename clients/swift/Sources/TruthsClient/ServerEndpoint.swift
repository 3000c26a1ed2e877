public import Foundation

/// The address of a server, and the identity and limits of the client.
public struct ServerEndpoint: Sendable {
  /// The address, such as `http://127.0.0.1:8080`. Its path is ignored.
  public var url: URL
  /// Returns the user's token, for each connection and each request; `nil` for a server without authentication.
  public var token: (@Sendable () async throws -> String)?
  /// The `user_id` of the person whom the actor acts for, if any.
  public var onBehalfOf: String?
  /// The most bytes of a message from the server; a larger one breaks the connection.
  public var largestMessage: Int
  /// The most seconds for opening a connection and for a response.
  public var timeout: Double

  /// Creates the endpoint of a server.
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

  /// Returns a request to the server, with the user's token.
  func request(_ method: String, _ path: String, _ body: [UInt8]? = nil) async throws -> NetworkRequest {
    var headers: [(name: String, value: String)] = []
    if let token { headers.append(("Authorization", "Bearer \(try await token())")) }
    if body != nil { headers.append(("Content-Type", "application/json")) }
    return NetworkRequest(
      server: url, method: method, path: path, headers: headers, body: body, largestAnswer: largestMessage, silence: timeout)
  }
}
