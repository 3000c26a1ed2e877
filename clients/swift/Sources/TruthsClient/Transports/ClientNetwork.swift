public import Foundation
import Truths

/// The HTTP transport of a client: `NIONetwork`, ``URLSessionNetwork``, or one of your own.
///
/// Cancelling the task of a call ends the call and its connection.
public protocol ClientNetwork: Sendable {
  /// Sends a request, and reads the whole response.
  ///
  /// - Throws: an error where there is no response, or one with more bytes than the request allows.
  func ask(_ request: NetworkRequest) async throws -> NetworkResponse

  /// Sends a request, and passes on the parts of the response as they arrive. The first part is empty, and comes with the head
  /// of the response. A part is read only after the previous one was handled.
  ///
  /// - Parameter receive: handles a part, and returns whether to continue.
  /// - Returns: the response, with a body only where its status is 400 or more.
  func follow(
    _ request: NetworkRequest, _ receive: @escaping @Sendable ([UInt8]) async throws -> Bool
  ) async throws -> NetworkResponse

  /// Opens a WebSocket with the subprotocol `converge.v1`, and carries messages both ways until it breaks.
  ///
  /// - Throws: the reason why it could not be opened, or why it ended.
  func webSocket(_ request: NetworkRequest, _ messages: AsyncStream<[UInt8]>, _ link: LinkEvents) async throws
}

/// An HTTP request.
public struct NetworkRequest: Sendable {
  /// The server's address.
  public let server: URL
  /// `GET` or `POST`.
  public let method: String
  /// The path with its parameters.
  public let path: String
  /// The headers other than `Host` and `Content-Length`.
  public internal(set) var headers: [(name: String, value: String)]
  /// The body; `nil` for none.
  public let body: [UInt8]?
  /// The most bytes of the response, or of one message.
  public let largestAnswer: Int
  /// The seconds without a byte after which the connection counts as broken.
  public internal(set) var silence: Double
}

/// An HTTP response.
public struct NetworkResponse: Sendable {
  /// The HTTP status.
  public let status: Int
  /// The seconds after which the request may be repeated, from the header `Retry-After`.
  public let retryAfter: Int?
  /// The content of the response.
  public let body: [UInt8]

  /// - Parameter retryAfter: the value of the header.
  public init(status: Int, retryAfter: String?, body: [UInt8]) {
    self.status = status
    self.retryAfter = retryAfter.flatMap { Int($0) }
    self.body = body
  }
}

/// Callbacks for the events of a connection.
public struct LinkEvents: Sendable {
  /// Called when the connection is open.
  public let opened: @Sendable () async -> Void
  /// Called for each message of the server, one JSON object.
  public let received: @Sendable ([UInt8]) async -> Void
}

extension ClientNetwork {
  /// Connects over a transport, and carries messages until the connection breaks.
  func carry(
    _ messages: AsyncStream<[UInt8]>, over transport: RunTransport, to server: ServerEndpoint, _ link: LinkEvents
  ) async throws {
    switch transport {
    case .webSocket:
      var request = try await server.request("GET", "/stream")
      // The server pings after ten seconds.
      request.silence = 45
      try await webSocket(request, messages, link)
    case .sse, .rest:
      try await RequestLink(network: self, server: server, isPushed: transport == .sse).carry(messages, link)
    case .grpc, .stdio: throw ClientFault.connectionFailed("this client has no \(transport)")
    }
  }
}
