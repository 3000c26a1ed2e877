import Foundation

/// Why a client cannot do what it is asked to.
public enum ClientFault: Error, Sendable, CustomStringConvertible {
  /// Control messages are not queued, and there is no connection.
  case notConnected
  /// A transport is not to be had, or a connection broke. The text says why, without a token.
  case connectionFailed(String)
  /// The server refuses, with a document of problem details.
  case problem(ServerProblem)
  /// So many proposals have no answer yet: connect, or drop some by `forget`.
  case queueFull(Int)
  /// The file of the queue cannot be read or written.
  case queueFile(String)
  /// The client was closed before the answer.
  case closed

  /// What is wrong, and how to mend it.
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

  /// The fault that an error of a transport comes to.
  static func of(_ error: any Error, _ place: String) -> ClientFault {
    switch error {
    case let fault as ClientFault: fault
    case is CancellationError: .connectionFailed("\(place): the client ended the connection")
    default: .connectionFailed("\(place): \(error)")
    }
  }
}

/// A fault of a request, or of a message, in the server's words (server §2).
public struct ServerProblem: Error, Sendable, CustomStringConvertible {
  /// The status of HTTP.
  public let status: Int
  /// `invalid_token`, `too_many_requests` and so on; empty where the answer is no document.
  public let code: String
  /// What is wrong, and how to mend it.
  public let detail: String
  /// After how many seconds it may be sent again.
  public let retryAfter: Int?
  /// The whole document.
  public let json: String
  /// What it is about: the idempotency key of a proposal, or the type of a control message.
  let about: String?

  /// Whether the same may be taken in later.
  public var isTemporary: Bool { status == 429 || status >= 500 }

  /// The status, the code and the detail.
  public var description: String { "\(status) \(code): \(detail)" }

  /// - Parameter status: that of the answer; `nil`: what the document says.
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
