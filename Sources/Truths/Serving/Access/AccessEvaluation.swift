import TruthsJSON
import TruthsText

/// One AuthZEN question: whether a subject may perform an action on a resource (server §14.2).
public struct AccessEvaluation: Sendable {
  let subject: AccessEntity
  let action: AccessEntity
  let resource: AccessEntity
  let context: JSONObject
  /// Whether the answer to a refused request should suggest changes that would get it permitted.
  let wantsWays: Bool

  init(subject: AccessEntity, action: AccessEntity, resource: AccessEntity, context: JSONObject, wantsWays: Bool = false) {
    (self.subject, self.action, self.resource) = (subject, action, resource)
    (self.context, self.wantsWays) = (context, wantsWays)
  }

  /// - Parameter options: options of the complete request.
  /// - Throws: a fault where a member is missing or has the wrong type. Unknown members are ignored, as the specification
  ///   requires.
  init(_ object: JSONObject, options: JSONObject) throws(RunMessageFault) {
    subject = try AccessEntity(object, .subject)
    action = try AccessEntity(object, .action)
    resource = try AccessEntity(object, .resource)
    context = try object.accessObject("context") ?? [:]
    wantsWays = options["would_pass"] == .boolean(true)
  }
}

/// A subject, an action or a resource of AuthZEN.
struct AccessEntity: Sendable {
  /// The type; empty for an action.
  let type: String
  /// The id, or the name of an action. Empty if a search is to find it.
  let id: String
  let properties: JSONObject

  /// The role of an entity in a request.
  enum Role: String {
    case subject, action, resource
  }

  init(type: String, id: String, properties: JSONObject = [:]) {
    (self.type, self.id, self.properties) = (type, id, properties)
  }

  /// - Parameter isSearched: whether a search looks for the id; a given id is then ignored.
  init(_ request: JSONObject, _ role: Role, isSearched: Bool = false) throws(RunMessageFault) {
    let example =
      switch role {
      case .subject: #"{"type": "user", "id": "ann"}"#
      case .action: #"{"name": "read"}"#
      case .resource: #"{"type": "record", "id": "1"}"#
      }
    guard let object = try request.accessObject(role.rawValue) else {
      throw RunMessageFault("the request has no `\(role.rawValue)`, such as \(example)")
    }
    func text(_ name: String) throws(RunMessageFault) -> String {
      switch object[name] {
      case .string(let text)?: return text.string
      case nil: throw RunMessageFault("`\(role.rawValue)` has no `\(name)`, such as \(example)")
      default: throw RunMessageFault("`\(role.rawValue).\(name)` is no text, such as \(example)")
      }
    }
    type = role == .action ? "" : try text("type")
    id = role == .action ? try text("name") : isSearched ? "" : try text("id")
    properties = try object.accessObject("properties", in: "\(role.rawValue).") ?? [:]
  }

  /// Returns the entity with another id.
  func with(id: String) -> AccessEntity { AccessEntity(type: type, id: id, properties: properties) }

  var json: JSONObject { ["type": .text(type), "id": .text(id), "properties": .object(properties)] }
}

extension JSONObject {
  /// Returns a member that is an object; `nil` where it is missing.
  ///
  /// - Throws: a fault where the member is not an object.
  func accessObject(_ name: String, in place: String = "") throws(RunMessageFault) -> JSONObject? {
    guard let value = self[name] else { return nil }
    if let object = value.objectValue { return object }
    throw RunMessageFault("`\(place)\(name)` is no JSON object")
  }
}
