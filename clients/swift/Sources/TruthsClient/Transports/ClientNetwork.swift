public import Foundation
import Truths

/// What reaches a server over HTTP: `NIONetwork`, ``URLSessionNetwork``, or one of your own.
///
/// Each call ends with the task that makes it: who cancels that gives the connection up.
public protocol ClientNetwork: Sendable {
  /// Sends a request, and reads its whole answer.
  ///
  /// - Throws: where no answer comes, or one of more bytes than the request allows.
  func ask(_ request: NetworkRequest) async throws -> NetworkResponse

  /// Sends a request, and gives the parts of its answer as they come: first an empty one, once the server says that there is an
  /// answer. No further part is read before one was taken in.
  ///
  /// - Parameter receive: takes a part, and says whether more are wanted.
  /// - Returns: the answer: its body where its status is 400 or more, else nothing of it.
  func follow(
    _ request: NetworkRequest, _ receive: @escaping @Sendable ([UInt8]) async throws -> Bool
  ) async throws -> NetworkResponse

  /// Opens a WebSocket of the subprotocol `converge.v1`, and carries messages both ways until it breaks.
  ///
  /// - Throws: why it could not be opened, or why it ended.
  func webSocket(_ request: NetworkRequest, _ messages: AsyncStream<[UInt8]>, _ link: LinkEvents) async throws
}

/// A request of HTTP.
public struct NetworkRequest: Sendable {
  /// The server's address.
  public let server: URL
  /// `GET` or `POST`.
  public let method: String
  /// The path with its parameters.
  public let path: String
  /// Headers besides `Host` and `Content-Length`.
  public internal(set) var headers: [(name: String, value: String)]
  /// What is sent; `nil`: nothing.
  public let body: [UInt8]?
  /// The most bytes of an answer, or of a message.
  public let largestAnswer: Int
  /// Seconds without a byte after which the connection counts as broken.
  public internal(set) var silence: Double
}

/// An answer of HTTP.
public struct NetworkResponse: Sendable {
  /// Its status.
  public let status: Int
  /// After how many seconds it may be asked again, as the header `Retry-After` says it.
  public let retryAfter: Int?
  /// What it holds.
  public let body: [UInt8]

  /// - Parameter retryAfter: the header as it came.
  public init(status: Int, retryAfter: String?, body: [UInt8]) {
    self.status = status
    self.retryAfter = retryAfter.flatMap { Int($0) }
    self.body = body
  }
}

/// Tells of a connection.
public struct LinkEvents: Sendable {
  /// It is open.
  public let opened: @Sendable () async -> Void
  /// A message of the server came, one JSON object.
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
      // The server asks for a sign of life after ten seconds.
      request.silence = 45
      try await webSocket(request, messages, link)
    case .sse, .rest:
      try await RequestLink(network: self, server: server, isPushed: transport == .sse).carry(messages, link)
    case .grpc, .stdio: throw ClientFault.connectionFailed("this client has no \(transport)")
    }
  }
}
