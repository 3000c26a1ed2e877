import HTTPTypes

/// Describes an operation (a method at a path) for the OpenAPI document. Methods and parameters come from the route itself.
struct OperationDescription: Sendable {
  /// The content of a request or response body.
  enum Content: Sendable {
    /// JSON that follows a schema of the document.
    case json(String)
    /// A JSON list of values of a schema.
    case list(String)
    /// A stream of events, or the given JSON, depending on `Accept`.
    case events(besides: Indirect)
    /// Text of a media type.
    case text(String)

    /// JSON that follows a schema, or a list of such values.
    enum Indirect {
      case json(String), list(String)
    }
  }

  /// A one-line summary.
  var summary: String
  /// The request body; `nil` for an operation without one.
  var body: (content: Content, isRequired: Bool)?
  /// The responses by status; a `nil` content is a response without a body.
  var answers: [(status: HTTPResponse.Status, description: String, content: Content?)]
  /// The problems specific to this operation. ``OpenAPIDocument`` adds those that every request may have.
  var problems: [HTTPProblem.Code] = []
  /// The request headers specific to this operation.
  var headers: [HeaderDescription] = []
}

/// A request header that the OpenAPI document describes.
enum HeaderDescription: CaseIterable {
  case idempotencyKey, traceParent, lastEventID, ifNoneMatch, requestID

  var name: String {
    switch self {
    case .idempotencyKey: "Idempotency-Key"
    case .traceParent: "traceparent"
    case .lastEventID: "Last-Event-ID"
    case .ifNoneMatch: "If-None-Match"
    case .requestID: "X-Request-ID"
    }
  }

  var summary: String {
    switch self {
    case .idempotencyKey: "Stands for this proposal: sent again under it, it is answered and not decided again."
    case .traceParent: "W3C Trace Context: its trace is the proposal's, where that names none. A malformed one is passed over."
    case .lastEventID: "The id of the last event that the client has; it counts before `since_seq`."
    case .ifNoneMatch: "The `ETag` of what the client has."
    case .requestID: "By which the client knows its request; the answer has it too."
    }
  }

  var schema: ClaimValue {
    switch self {
    case .idempotencyKey: ["type": "string", "minLength": 1]
    case .traceParent: ["type": "string"]
    case .lastEventID: ["type": "string", "pattern": "^([^:]+:[0-9]{1,18})?$"]
    case .ifNoneMatch, .requestID: ["type": "string"]
    }
  }
}
