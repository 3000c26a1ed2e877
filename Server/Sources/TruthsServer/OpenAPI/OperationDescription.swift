import HTTPTypes

/// What a method does at a path, as far as a route does not say it itself: its methods and parameters are those that requests
/// are read by.
struct OperationDescription: Sendable {
  /// A body, or what an answer holds.
  enum Content: Sendable {
    /// JSON of a schema of the document.
    case json(String)
    /// A list of these.
    case list(String)
    /// Events as they happen, beside the JSON of a schema.
    case events(besides: Indirect)
    /// A text of a type.
    case text(String)

    /// JSON of a schema, or a list of these.
    enum Indirect {
      case json(String), list(String)
    }
  }

  /// In one line.
  var summary: String
  /// The body that a request has; `nil`: none.
  var body: (content: Content, isRequired: Bool)?
  /// What is answered, by status; `nil`: nothing but the head.
  var answers: [(status: HTTPResponse.Status, description: String, content: Content?)]
  /// The faults that are its own; ``OpenAPIDocument`` adds those that every request may have.
  var problems: [HTTPProblem.Code] = []
  /// A header that a request may have, beside those that every request may.
  var headers: [HeaderDescription] = []
}

/// A header of a request.
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
    case .ifNoneMatch: "The `ETag` of the entry that the client has."
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
