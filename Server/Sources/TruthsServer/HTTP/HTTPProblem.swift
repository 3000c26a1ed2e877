import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Truths
import TruthsServerCore

/// A request that is not answered with what it asked for (RFC 9457).
struct HTTPProblem: Error {
  /// What programs tell it by; the status follows from it.
  enum Code: String {
    case badQuery = "bad_query"
    case badBody = "bad_body"
    case badHandshake = "bad_handshake"
    case noToken = "no_token"
    case badToken = "invalid_token"
    case foreignHost = "foreign_host"
    case foreignOrigin = "foreign_origin"
    case notAllowed = "not_allowed"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case keyConflict = "idempotency_key_conflict"
    case nothingToSteer = "nothing_to_steer"
    case notPending = "not_pending"
    case tooLarge = "body_too_large"
    case mediaType = "unsupported_media_type"
    case upgradeRequired = "upgrade_required"
    case tooManyRequests = "too_many_requests"
    case tooManyRuns = "too_many_runs"
    case tooManyStreams = "too_many_streams"
    case tooManyQuestions = "too_many_questions"
    case notDecided = "not_decided"
    case unavailable

    var status: HTTPResponse.Status {
      switch self {
      case .badQuery, .badBody, .badHandshake: .badRequest
      case .noToken, .badToken: .unauthorized
      case .foreignHost, .foreignOrigin, .notAllowed: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .keyConflict, .nothingToSteer, .notPending: .conflict
      case .tooLarge: .contentTooLarge
      case .mediaType: .unsupportedMediaType
      case .upgradeRequired: .upgradeRequired
      case .tooManyRequests, .tooManyRuns, .tooManyStreams, .tooManyQuestions: .tooManyRequests
      case .notDecided, .unavailable: .serviceUnavailable
      }
    }

    var title: String {
      switch self {
      case .badQuery: "Parameter at fault"
      case .badBody: "Body at fault"
      case .badHandshake: "Handshake at fault"
      case .noToken: "No token"
      case .badToken: "Token refused"
      case .foreignHost: "Another host is asked for"
      case .foreignOrigin: "Another page asks"
      case .notAllowed: "Not allowed"
      case .notFound: "Not found"
      case .methodNotAllowed: "Method not allowed"
      case .keyConflict: "The idempotency key stands for another proposal"
      case .nothingToSteer: "There is nothing to steer"
      case .notPending: "These rules do not wait to be adopted"
      case .tooLarge: "Body too large"
      case .mediaType: "Content type not read"
      case .upgradeRequired: "A WebSocket is asked for"
      case .tooManyRequests: "Too many requests"
      case .tooManyRuns: "Too many open runs"
      case .tooManyStreams: "Too many streams"
      case .tooManyQuestions: "Too many questions"
      case .notDecided: "Not decided"
      case .unavailable: "Nothing is recorded at the moment"
      }
    }
  }

  private let code: Code
  private let detail: String
  private let findings: Findings?
  private let answer: RunAnswer?
  private let headers: HTTPFields

  init(
    _ code: Code, _ detail: String, findings: Findings? = nil, answer: RunAnswer? = nil, headers: HTTPFields = HTTPFields()
  ) {
    (self.code, self.detail, self.findings) = (code, detail, findings)
    (self.answer, self.headers) = (answer, headers)
  }

  init(_ fault: RunMessageFault) { self.init(.badBody, fault.description, findings: fault.findings) }

  /// - Returns: `nil` where the error is none that a client is told of.
  init?(_ error: any Error) {
    switch error {
    case let problem as HTTPProblem: self = problem
    case let fault as RunMessageFault: self.init(fault)
    case let fault as RunQueryFault: self.init(.badQuery, fault.description)
    case let fault as RunWorkFault: self.init(.notDecided, "\(fault): there is no answer")
    case let fault as TooManyQuestions: self.init(.tooManyQuestions, "\(fault)", headers: [.retryAfter: "1"])
    case let fault as TooManyRuns: self.init(.tooManyRuns, "\(fault)", headers: [.retryAfter: "1"])
    case let fault as StoreFault:
      self.init(.unavailable, "\(fault); what was sent may be decided later: send it again under the same idempotency key")
    default: return nil
    }
  }

  /// - Returns: `nil` where the answer to a message is what was asked for.
  init?(refusing answer: RunAnswer, to message: RunMessage) {
    switch message.isControl {
    case false where answer.isRefused: self.init(.notDecided, answer.reason, answer: answer)
    case false where answer.isKeyConflict: self.init(.keyConflict, answer.reason, answer: answer)
    case false where answer.jobID == nil: self.init(.notAllowed, answer.reason, answer: answer)
    case true where answer.isRefused: self.init(.nothingToSteer, answer.reason, answer: answer)
    case true where answer.decision == "rejected" && !message.injectsFact:
      self.init(.notAllowed, answer.reason, answer: answer)
    default: return nil
    }
  }

  /// The document.
  ///
  /// - Parameter message: the message that it is about, where a connection carries several.
  func document(about message: String? = nil) -> RunProblem {
    RunProblem(
      status: code.status.code, code: code.rawValue, title: code.title, detail: detail, findings: findings, answer: answer,
      to: message)
  }

  /// The problem in a line.
  var line: String { "\(code.rawValue): \(detail)" }

  var response: Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    if code.status == .serviceUnavailable { headers[.retryAfter] = "1" }
    return Response(status: code.status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: document().json)))
  }
}
