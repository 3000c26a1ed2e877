import Foundation

/// The errors of a client.
public enum ClientFault: Error, Sendable, CustomStringConvertible {
  /// The client is offline, and control messages are not queued.
  case notConnected
  /// A transport is not available, or a connection broke. The text says why, and contains no token.
  case connectionFailed(String)
  /// The server refuses, with a document of problem details.
  case problem(ServerProblem)
  /// The queue has its most unanswered proposals: connect, or drop some by `forget`.
  case queueFull(Int)
  /// The file of the queue cannot be read or written.
  case queueFile(String)
  /// The client was closed before the answer.
  case closed

  /// The error, with a way to fix it.
  public var description: String {
    switch self {
    case .notConnected: "there is no connection, and control messages are not queued"
    case .connectionFailed(let why): why
    case .problem(let problem): problem.description
    case .queueFull(let count): "\(count) proposals have no answer yet: connect, or drop some with `forget`"
    case .queueFile(let why): why
    case .closed: "the client was closed before the answer"
    }
  }

  /// Returns the fault for an error of a transport.
  static func of(_ error: any Error, _ place: String) -> ClientFault {
    switch error {
    case let fault as ClientFault: fault
    case is CancellationError: .connectionFailed("\(place): the client ended the connection")
    default: .connectionFailed("\(place): \(error)")
    }
  }
}

/// A fault of a request or a message, as the server describes it (server §2).
public struct ServerProblem: Error, Sendable, CustomStringConvertible {
  /// The HTTP status.
  public let status: Int
  /// The code: `invalid_token`, `too_many_requests` and so on; empty where the response is not a problem document.
  public let code: String
  /// The fault, with a way to fix it.
  public let detail: String
  /// The number of seconds after which the request may be repeated.
  public let retryAfter: Int?
  /// The whole document.
  public let json: String
  /// The idempotency key of a proposal, or the type of a control message.
  let about: String?

  /// Whether the server may accept the request later.
  public var isTemporary: Bool { status == 429 || status >= 500 }

  /// The status, the code and the detail.
  public var description: String { "\(status) \(code): \(detail)" }

  /// - Parameter status: the HTTP status of the response; `nil` for the status in the document.
  init(_ document: [UInt8], status: Int? = nil, retryAfter: Int? = nil) {
    struct Members: Decodable {
      var status: Int?
      var code: String?
      var title: String?
      var detail: String?
      var to: String?
      var retry_after: Int?
    }
    let members = try? JSONDecoder().decode(Members.self, from: Data(document))
    self.status = status ?? members?.status ?? 500
    code = members?.code ?? ""
    detail = members?.detail ?? members?.title ?? "no document says why"
    self.retryAfter = retryAfter ?? members?.retry_after
    about = members?.to
    json = members == nil ? "{}" : String(decoding: document, as: UTF8.self)
  }
}
