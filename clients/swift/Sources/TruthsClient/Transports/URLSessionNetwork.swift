import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network over Foundation's `URLSession`, also with TLS.
///
/// WebSockets are available on Apple's platforms only; elsewhere a client falls back to server-sent events.
public final class URLSessionNetwork: ClientNetwork {
  private let session: URLSession
  private let delegate = URLSessionParts()

  /// Creates a network with its own session, which keeps no cookies and no responses.
  public init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request, and reads the whole response.
  public func ask(_ request: NetworkRequest) async throws -> NetworkResponse {
    var body: [UInt8] = []
    let parts = try start(request)
    var response: URLSessionParts.Head?
    for try await part in parts {
      switch part {
      case .head(let head): response = head
      case .data(let data): body += data
      }
      guard body.count <= request.largestAnswer else {
        throw ClientFault.connectionFailed("\(request.path): an answer has more than \(request.largestAnswer) bytes")
      }
    }
    guard let response else { throw ClientFault.connectionFailed("\(request.path): no answer came") }
    return NetworkResponse(status: response.status, retryAfter: response.retryAfter, body: body)
  }

  /// Sends a request, and passes on the parts of the response as they arrive.
  public func follow(
    _ request: NetworkRequest, _ receive: @escaping @Sendable ([UInt8]) async throws -> Bool
  ) async throws -> NetworkResponse {
    var (body, response) = ([UInt8](), URLSessionParts.Head?.none)
    for try await part in try start(request) {
      switch part {
      case .head(let head):
        response = head
        guard head.status == 200 else { continue }
        guard try await receive([]) else { return NetworkResponse(status: 200, retryAfter: nil, body: []) }
      case .data(let data) where response?.status == 200:
        guard try await receive(Array(data)) else { return NetworkResponse(status: 200, retryAfter: nil, body: []) }
      case .data(let data): body += data.prefix(max(0, request.largestAnswer - body.count))
      }
    }
    try Task.checkCancellation()
    guard let response else { throw ClientFault.connectionFailed("\(request.path): no answer came") }
    return NetworkResponse(status: response.status, retryAfter: response.retryAfter, body: body)
  }

  private func start(_ request: NetworkRequest) throws -> AsyncThrowingStream<URLSessionParts.Part, any Error> {
    let task = session.dataTask(with: try urlRequest(request))
    return delegate.start(task)
  }

  private func urlRequest(_ request: NetworkRequest, scheme: String? = nil) throws(ClientFault) -> URLRequest {
    guard var parts = URLComponents(url: request.server, resolvingAgainstBaseURL: true), let scheme = scheme ?? parts.scheme,
      parts.host != nil
    else { throw .connectionFailed("\(request.server) is no URL of a server, such as http://127.0.0.1:8080") }
    (parts.scheme, parts.path, parts.query) = (scheme, "", nil)
    guard let url = parts.url.flatMap({ URL(string: $0.absoluteString + request.path) }) else {
      throw .connectionFailed("\(request.server) is no URL of a server, such as http://127.0.0.1:8080")
    }
    var made = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: request.silence)
    made.httpMethod = request.method
    made.httpBody = request.body.map { Data($0) }
    for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
    return made
  }

  #if canImport(FoundationNetworking)
    /// Throws an error: Foundation's WebSockets need a libcurl with WebSockets, which may be missing.
    public func webSocket(_ request: NetworkRequest, _ messages: AsyncStream<[UInt8]>, _ link: LinkEvents) async throws {
      throw ClientFault.connectionFailed("URLSession has no WebSockets on this platform")
    }
  #else
    /// Opens a WebSocket.
    public func webSocket(_ request: NetworkRequest, _ messages: AsyncStream<[UInt8]>, _ link: LinkEvents) async throws {
      var made = try urlRequest(request, scheme: request.server.scheme == "https" ? "wss" : "ws")
      made.setValue("converge.v1", forHTTPHeaderField: "Sec-WebSocket-Protocol")
      let socket = session.webSocketTask(with: made)
      socket.maximumMessageSize = request.largestAnswer
      socket.resume()
      defer { socket.cancel(with: .normalClosure, reason: nil) }
      try await withTaskCancellationHandler {
        // The response to a ping shows that the connection is open.
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
          socket.sendPing { error in continuation.resume(with: error.map { .failure($0) } ?? .success(())) }
        }
        await link.opened()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            for await message in messages { try await socket.send(.string(String(decoding: message, as: UTF8.self))) }
          }
          group.addTask {
            while true {
              switch try await socket.receive() {
              case .string(let text): await link.received(Array(text.utf8))
              case .data: throw ClientFault.connectionFailed("websocket: the server sent bytes that are no text")
              @unknown default: break
              }
            }
          }
          try await group.next()
          group.cancelAll()
        }
      } onCancel: {
        socket.cancel(with: .goingAway, reason: nil)
      }
    }
  #endif
}

/// The parts of responses, by their tasks.
final class URLSessionParts: NSObject, URLSessionDataDelegate, Sendable {
  struct Head: Sendable {
    var status: Int
    var retryAfter: String?
  }

  enum Part: Sendable {
    case head(Head)
    case data(Data)
  }

  private let waiting = Mutex<[Int: AsyncThrowingStream<Part, any Error>.Continuation]>([:])

  /// The most parts in the queue of a response. A slower client loses the connection, and continues after the last event that it
  /// has.
  private static let mostParts = 4_096

  /// Starts a task; the task is cancelled when the stream of its parts ends.
  func start(_ task: URLSessionDataTask) -> AsyncThrowingStream<Part, any Error> {
    let (stream, parts) = AsyncThrowingStream<Part, any Error>.makeStream(bufferingPolicy: .bufferingOldest(Self.mostParts))
    let id = task.taskIdentifier
    waiting.withLock { $0[id] = parts }
    parts.onTermination = { _ in task.cancel() }
    task.resume()
    return stream
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let answer = response as? HTTPURLResponse
    let head = Head(status: answer?.statusCode ?? 0, retryAfter: answer?.value(forHTTPHeaderField: "Retry-After"))
    give(.head(head), to: dataTask)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { give(.data(data), to: dataTask) }

  /// Refuses redirects, because a token is for one server only.
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest: URLRequest,
    completionHandler: @escaping (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let ended = waiting.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    ended?.finish(throwing: error.map { ClientFault.connectionFailed($0.localizedDescription) })
  }

  private func give(_ part: Part, to task: URLSessionTask) {
    let id = task.taskIdentifier
    guard let parts = waiting.withLock({ $0[id] }) else { return }
    guard case .dropped = parts.yield(part) else { return }
    waiting.withLock { $0[id] = nil }
    parts.finish(throwing: ClientFault.connectionFailed("the client takes what comes too slowly"))
  }
}
