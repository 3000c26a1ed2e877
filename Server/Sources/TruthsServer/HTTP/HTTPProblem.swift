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
    case noToken = "no_token"
    case badToken = "invalid_token"
    case foreignHost = "foreign_host"
    case foreignOrigin = "foreign_origin"
    case notAllowed = "not_allowed"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case keyConflict = "idempotency_key_conflict"
    case nothingToSteer = "nothing_to_steer"
    case tooLarge = "body_too_large"
    case mediaType = "unsupported_media_type"
    case tooManyRequests = "too_many_requests"
    case tooManyRuns = "too_many_runs"
    case tooManyStreams = "too_many_streams"
    case tooManyQuestions = "too_many_questions"
    case notDecided = "not_decided"
    case unavailable

    var status: HTTPResponse.Status {
      switch self {
      case .badQuery, .badBody: .badRequest
      case .noToken, .badToken: .unauthorized
      case .foreignHost, .foreignOrigin, .notAllowed: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .keyConflict, .nothingToSteer: .conflict
      case .tooLarge: .contentTooLarge
      case .mediaType: .unsupportedMediaType
      case .tooManyRequests, .tooManyRuns, .tooManyStreams, .tooManyQuestions: .tooManyRequests
      case .notDecided, .unavailable: .serviceUnavailable
      }
    }

    var title: String {
      switch self {
      case .badQuery: "Parameter at fault"
      case .badBody: "Body at fault"
      case .noToken: "No token"
      case .badToken: "Token refused"
      case .foreignHost: "Another host is asked for"
      case .foreignOrigin: "Another page asks"
      case .notAllowed: "Not allowed"
      case .notFound: "Not found"
      case .methodNotAllowed: "Method not allowed"
      case .keyConflict: "The idempotency key stands for another proposal"
      case .nothingToSteer: "There is nothing to steer"
      case .tooLarge: "Body too large"
      case .mediaType: "Content type not read"
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
  private let problem: RunProblem
  private let headers: HTTPFields

  init(
    _ code: Code, _ detail: String, findings: Findings? = nil, answer: RunAnswer? = nil, headers: HTTPFields = HTTPFields()
  ) {
    self.code = code
    self.headers = headers
    problem = RunProblem(
      status: code.status.code, code: code.rawValue, title: code.title, detail: detail, findings: findings, answer: answer)
  }

  init(_ fault: RunMessageFault) { self.init(.badBody, fault.description, findings: fault.findings) }

  init(_ fault: RunQueryFault) { self.init(.badQuery, fault.description) }

  init(_ fault: RunWorkFault) { self.init(.notDecided, "\(fault): there is no answer") }

  init(_ fault: TooManyQuestions) { self.init(.tooManyQuestions, fault.description, headers: [.retryAfter: "1"]) }

  init(_ fault: StoreFault) {
    self.init(.unavailable, "\(fault); what was sent may be decided later: send it again under the same idempotency key")
  }

  var response: Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    if code.status == .serviceUnavailable { headers[.retryAfter] = "1" }
    return Response(status: code.status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: problem.json)))
  }
}
