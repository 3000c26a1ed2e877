import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Truths
import TruthsServerCore

/// An error response, as a problem document (RFC 9457).
struct HTTPProblem: Error {
  /// The code by which programs recognize a problem. It determines the status.
  enum Code: String, CaseIterable {
    case badRequest = "bad_request"
    case badQuery = "bad_query"
    case badBody = "bad_body"
    case badHandshake = "bad_handshake"
    case noToken = "no_token"
    case badToken = "invalid_token"
    case foreignHost = "foreign_host"
    case foreignOrigin = "foreign_origin"
    case foreignUser = "foreign_user"
    case notAllowed = "not_allowed"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case keyConflict = "idempotency_key_conflict"
    case nothingToSteer = "nothing_to_steer"
    case notPending = "not_pending"
    case tooLarge = "body_too_large"
    case mediaType = "unsupported_media_type"
    case upgradeRequired = "upgrade_required"
    case headersTooLarge = "headers_too_large"
    case tooManyRequests = "too_many_requests"
    case tooManyRuns = "too_many_runs"
    case tooManyStreams = "too_many_streams"
    case tooManyQuestions = "too_many_questions"
    case internalFault = "internal_fault"
    case notDecided = "not_decided"
    case tooManyConnections = "too_many_connections"
    case unavailable

    var status: HTTPResponse.Status {
      switch self {
      case .badRequest, .badQuery, .badBody, .badHandshake: .badRequest
      case .noToken, .badToken: .unauthorized
      case .foreignHost, .foreignOrigin, .foreignUser, .notAllowed: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .requestTimeout: .requestTimeout
      case .keyConflict, .nothingToSteer, .notPending: .conflict
      case .tooLarge: .contentTooLarge
      case .mediaType: .unsupportedMediaType
      case .upgradeRequired: .upgradeRequired
      case .headersTooLarge: .requestHeaderFieldsTooLarge
      case .tooManyRequests, .tooManyRuns, .tooManyStreams, .tooManyQuestions: .tooManyRequests
      case .internalFault: .internalServerError
      case .notDecided, .tooManyConnections, .unavailable: .serviceUnavailable
      }
    }

    var title: String {
      switch self {
      case .badRequest: "Faulty request"
      case .badQuery: "Faulty parameter"
      case .badBody: "Faulty body"
      case .badHandshake: "Faulty handshake"
      case .noToken: "No token"
      case .badToken: "Token refused"
      case .foreignHost: "Another host is asked for"
      case .foreignOrigin: "Another page asks"
      case .foreignUser: "Another user asks"
      case .notAllowed: "Not allowed"
      case .notFound: "Not found"
      case .methodNotAllowed: "Method not allowed"
      case .requestTimeout: "The request took too long"
      case .keyConflict: "The idempotency key belongs to another proposal"
      case .nothingToSteer: "There is nothing to steer"
      case .notPending: "These rules do not wait to be adopted"
      case .tooLarge: "Body too large"
      case .mediaType: "Content type not read"
      case .upgradeRequired: "A WebSocket is asked for"
      case .headersTooLarge: "Headers too large"
      case .tooManyRequests: "Too many requests"
      case .tooManyRuns: "Too many open runs"
      case .tooManyStreams: "Too many streams"
      case .tooManyQuestions: "Too many questions"
      case .internalFault: "Fault of the server"
      case .notDecided: "Not decided"
      case .tooManyConnections: "Too many connections"
      case .unavailable: "Nothing is recorded at the moment"
      }
    }
  }

  let code: Code
  /// The cause in this case, and how to fix it.
  let detail: String
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

  /// - Returns: `nil` where clients are not told about the error.
  init?(_ error: any Error) {
    switch error {
    case let problem as HTTPProblem: self = problem
    case let fault as RunMessageFault: self.init(fault)
    case let fault as RunQueryFault: self.init(.badQuery, fault.description)
    case let refusal as AccessRefusal: self.init(.notAllowed, "\(refusal)")
    case let fault as RunWorkFault: self.init(.notDecided, "\(fault): there is no answer")
    case let fault as TooManyQuestions: self.init(.tooManyQuestions, "\(fault)", headers: [.retryAfter: "1"])
    case let fault as TooManyRuns: self.init(.tooManyRuns, "\(fault)", headers: [.retryAfter: "1"])
    case let fault as StoreFault:
      self.init(.unavailable, "\(fault); what was sent may be decided later: send it again under the same idempotency key")
    default: return nil
    }
  }

  /// - Returns: `nil` where the answer is a success.
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

  /// Returns the problem document.
  ///
  /// - Parameter message: id of the message that it concerns, on a connection with several.
  func document(about message: String? = nil) -> RunProblem {
    RunProblem(
      status: code.status.code, code: code.rawValue, title: code.title, detail: detail, findings: findings, answer: answer,
      to: message)
  }

  var line: String { "\(code.rawValue): \(detail)" }

  var response: Response {
    Response(status: code.status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }

  /// The problem document about a whole request, as JSON.
  var json: [UInt8] { document().json }

  /// Response head for handlers that write without the HTTP library.
  var head: HTTPResponse {
    var fields = fields
    fields[.contentLength] = "\(json.count)"
    return HTTPResponse(status: code.status, headerFields: fields)
  }

  private var fields: HTTPFields {
    var fields = headers
    fields[.contentType] = "application/problem+json"
    if code.status == .serviceUnavailable { fields[.retryAfter] = "1" }
    return fields
  }
}
