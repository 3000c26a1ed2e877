import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Truths
import TruthsServerCore

/// A request that is not answered with what it asked for (RFC 9457).
struct HTTPProblem: Error {
  /// What programs tell it by; the status follows from it.
  enum Code: String, CaseIterable {
    case badRequest = "bad_request"
    case badQuery = "bad_query"
    case badBody = "bad_body"
    case noToken = "no_token"
    case badToken = "invalid_token"
    case foreignHost = "foreign_host"
    case foreignOrigin = "foreign_origin"
    case notAllowed = "not_allowed"
    case notFound = "not_found"
    case methodNotAllowed = "method_not_allowed"
    case requestTimeout = "request_timeout"
    case keyConflict = "idempotency_key_conflict"
    case nothingToSteer = "nothing_to_steer"
    case tooLarge = "body_too_large"
    case mediaType = "unsupported_media_type"
    case headersTooLarge = "headers_too_large"
    case tooManyRequests = "too_many_requests"
    case tooManyRuns = "too_many_runs"
    case tooManyStreams = "too_many_streams"
    case internalFault = "internal_fault"
    case notDecided = "not_decided"
    case tooManyConnections = "too_many_connections"
    case unavailable

    var status: HTTPResponse.Status {
      switch self {
      case .badRequest, .badQuery, .badBody: .badRequest
      case .noToken, .badToken: .unauthorized
      case .foreignHost, .foreignOrigin, .notAllowed: .forbidden
      case .notFound: .notFound
      case .methodNotAllowed: .methodNotAllowed
      case .requestTimeout: .requestTimeout
      case .keyConflict, .nothingToSteer: .conflict
      case .tooLarge: .contentTooLarge
      case .mediaType: .unsupportedMediaType
      case .headersTooLarge: .requestHeaderFieldsTooLarge
      case .tooManyRequests, .tooManyRuns, .tooManyStreams: .tooManyRequests
      case .internalFault: .internalServerError
      case .notDecided, .tooManyConnections, .unavailable: .serviceUnavailable
      }
    }

    var title: String {
      switch self {
      case .badRequest: "Request at fault"
      case .badQuery: "Parameter at fault"
      case .badBody: "Body at fault"
      case .noToken: "No token"
      case .badToken: "Token refused"
      case .foreignHost: "Another host is asked for"
      case .foreignOrigin: "Another page asks"
      case .notAllowed: "Not allowed"
      case .notFound: "Not found"
      case .methodNotAllowed: "Method not allowed"
      case .requestTimeout: "The request took too long"
      case .keyConflict: "The idempotency key stands for another proposal"
      case .nothingToSteer: "There is nothing to steer"
      case .tooLarge: "Body too large"
      case .mediaType: "Content type not read"
      case .headersTooLarge: "Headers too large"
      case .tooManyRequests: "Too many requests"
      case .tooManyRuns: "Too many open runs"
      case .tooManyStreams: "Too many streams"
      case .internalFault: "Fault of the server"
      case .notDecided: "Not decided"
      case .tooManyConnections: "Too many connections"
      case .unavailable: "Nothing is recorded at the moment"
      }
    }
  }

  let code: Code
  /// What is wrong in this case, and how to mend it.
  let detail: String
  private let problem: RunProblem
  private let headers: HTTPFields

  init(
    _ code: Code, _ detail: String, findings: Findings? = nil, answer: RunAnswer? = nil, headers: HTTPFields = HTTPFields()
  ) {
    (self.code, self.detail) = (code, detail)
    self.headers = headers
    problem = RunProblem(
      status: code.status.code, code: code.rawValue, title: code.title, detail: detail, findings: findings, answer: answer)
  }

  init(_ fault: RunMessageFault) { self.init(.badBody, fault.description, findings: fault.findings) }

  init(_ fault: StoreFault) {
    self.init(.unavailable, "\(fault); what was sent may be decided later: send it again under the same idempotency key")
  }

  var response: Response {
    Response(status: code.status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json)))
  }

  /// The document.
  var json: [UInt8] { problem.json }

  /// The head of an answer that is written without the library.
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
