import HTTPTypes
import Truths

/// The OpenAPI 3.1 document of the server. It is generated from the routes, so that it describes each route and nothing else.
struct OpenAPIDocument {
  let value: ClaimValue

  /// - Parameter publicURL: URL at which clients reach the server, where it differs from the address that serves the document.
  init(publicURL: PublicURL?) {
    let paths = RouteName.allCases.map { ($0.template, Self.path($0)) }
    value = [
      "openapi": "3.1.0",
      "info": [
        "title": "Truths", "version": .text(Tool.version),
        "description": "Decides proposals by truths, keeps the decisions in a ledger, and sends events about them.",
        "license": ["name": "Apache-2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": .text(publicURL?.text ?? "/")]],
      "paths": .object(Dictionary(uniqueKeysWithValues: paths)),
      "components": [
        "schemas": .object(OpenAPISchemas.all),
        "securitySchemes": ["bearer": ["type": "http", "scheme": "bearer", "bearerFormat": "JWT"]],
      ],
    ]
  }

  var json: [UInt8] { value.json }

  private static func path(_ name: RouteName) -> ClaimValue {
    // Parses the path as for a request, so that methods and parameters are those that the server accepts.
    guard let route = Route(path: name.template) else { return [:] }
    var members: [String: ClaimValue] = [:]
    for method in route.methods { members[method.rawValue.lowercased()] = operation(name, route, method) }
    return .object(members)
  }

  private static func operation(_ name: RouteName, _ route: Route, _ method: HTTPRequest.Method) -> ClaimValue {
    let description = name.operation(method)
    var members: [String: ClaimValue] = [
      "summary": .text(description.summary), "operationId": .text("\(method.rawValue.lowercased())_\(name)"),
      "responses": .object(responses(description, route)),
    ]
    let parameters =
      pathNames(name.template).map { parameter($0, in: "path", isRequired: true) }
      + route.parameters.map { parameter($0, in: "query", isRequired: false) } + description.headers.map(header)
    if !parameters.isEmpty { members["parameters"] = .list(parameters) }
    if let body = description.body {
      members["requestBody"] = ["required": .boolean(body.isRequired), "content": content(body.content)]
    }
    // The token is optional, because without identities every client is the server's actor.
    members["security"] = route.isForEverybody ? [] : [["bearer": []], [:]]
    return .object(members)
  }

  private static func pathNames(_ template: String) -> [String] {
    template.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
  }

  private static func parameter(_ name: String, in place: String, isRequired: Bool) -> ClaimValue {
    let description = ParameterDescription.named(name)
    return [
      "name": .text(name), "in": .text(place), "required": .boolean(isRequired),
      "description": .text(description?.summary ?? ""), "schema": description?.schema ?? [:],
    ]
  }

  private static func header(_ header: HeaderDescription) -> ClaimValue {
    [
      "name": .text(header.name), "in": "header", "required": false, "description": .text(header.summary),
      "schema": header.schema,
    ]
  }

  /// Problems that every request may have.
  private static let common: [HTTPProblem.Code] = [
    .badRequest, .badQuery, .foreignHost, .foreignOrigin, .foreignUser, .requestTimeout, .headersTooLarge, .internalFault,
    .tooManyConnections, .unavailable,
  ]

  /// Further problems of every path, whatever the method.
  private static let ofPaths: [HTTPProblem.Code] = [.methodNotAllowed]

  /// Further problems of routes that need an identified speaker.
  private static let ofSpeakers: [HTTPProblem.Code] = [.noToken, .badToken, .tooManyRequests]

  private static func responses(_ description: OperationDescription, _ route: Route) -> [String: ClaimValue] {
    let codes = description.problems + common + ofPaths + (route.isForEverybody ? [] : ofSpeakers)
    var responses: [String: ClaimValue] = [:]
    for code in codes {
      let key = "\(code.status.code)"
      let text = "\(code.title) (`\(code.rawValue)`)"
      let known = responses[key]?.object?["description"]?.text
      responses[key] = [
        "description": .text(known.map { "\($0); \(text)" } ?? text),
        "content": ["application/problem+json": ["schema": OpenAPISchemas.reference("Problem")]],
      ]
    }
    for answer in description.answers {
      var members: [String: ClaimValue] = ["description": .text(answer.description)]
      members["content"] = answer.content.map(content)
      responses["\(answer.status.code)"] = .object(members)
    }
    return responses
  }

  private static func content(_ content: OperationDescription.Content) -> ClaimValue {
    switch content {
    case .json(let name), .events(besides: .json(let name)):
      var types: [String: ClaimValue] = ["application/json": ["schema": OpenAPISchemas.reference(name)]]
      if case .events = content { types["text/event-stream"] = ["schema": ["type": "string"]] }
      return .object(types)
    case .list(let name), .events(besides: .list(let name)):
      var types: [String: ClaimValue] = [
        "application/json": ["schema": ["type": "array", "items": OpenAPISchemas.reference(name)]]
      ]
      if case .events = content { types["text/event-stream"] = ["schema": ["type": "string"]] }
      return .object(types)
    case .text(let type): return .object([type: ["schema": ["type": "string"]]])
    }
  }
}
