import TruthsText

/// A writer that turns a shape into a JSON Schema of draft 2020-12. Named shapes are placed in `$defs`, in the order in which
/// they first occur.
package struct JSONSchema {
  private var definitions: [(name: String, schema: JSONObject)] = []

  /// Returns the schema of a shape.
  ///
  /// - Parameter file: the `$id` of the schema, which is the name of its file.
  package static func value(of shape: JSONShape, file: String, title: String, description: String) -> JSONValue {
    var writer = JSONSchema()
    var schema: JSONObject = [
      "$schema": .text("https://json-schema.org/draft/2020-12/schema"), "$id": .text(file), "title": .text(title),
      "description": .text(description),
    ]
    for member in writer.schema(shape).members { schema[member.name.string] = member.value }
    if !writer.definitions.isEmpty {
      let members = writer.definitions.map { JSONObject.Member(name: Text($0.name), value: .object($0.schema)) }
      schema["$defs"] = .object(JSONObject(members))
    }
    return .object(schema)
  }

  private mutating func schema(_ shape: JSONShape) -> JSONObject {
    switch shape {
    case .anything: [:]
    case .null: ["type": .text("null")]
    case .boolean: ["type": .text("boolean")]
    case .number: ["type": .text("number")]
    case .count(let least): ["type": .text("integer"), "minimum": .number(Decimal(least))]
    case .text: ["type": .text("string")]
    case .pattern(let pattern, nil): ["type": .text("string"), "pattern": .text(pattern)]
    case .pattern(let pattern, let excluded?):
      ["type": .text("string"), "pattern": .text(pattern), "not": .object(["pattern": .text(excluded)])]
    case .hash: schema(.pattern("^sha256:[0-9a-f]{64}$"))
    case .words(let words) where words.count == 1: ["const": .text(words[0])]
    case .words(let words): ["enum": .array(words.map { .text($0) })]
    case .list(let element, let least): list(element, least)
    case .object(let object): schema(object)
    case .either(let shapes): either(shapes)
    case .choice(let condition, let then, let otherwise):
      ["if": .object(schema(condition)), "then": .object(schema(then)), "else": .object(schema(otherwise))]
    case .named(let name, let shape): reference(name, shape)
    }
  }

  private mutating func list(_ element: JSONShape, _ least: Int) -> JSONObject {
    var list: JSONObject = ["type": .text("array"), "items": .object(schema(element))]
    if least > 0 { list["minItems"] = .number(Decimal(least)) }
    return list
  }

  /// Returns the schema of a value that has one of several shapes. Plain types are joined into one `type` list, because editors
  /// then show one message with all types.
  private mutating func either(_ shapes: [JSONShape]) -> JSONObject {
    let schemas = shapes.map { schema($0) }
    let types = schemas.compactMap { $0.members.count == 1 ? $0["type"] : nil }
    if types.count == schemas.count { return ["type": .array(types)] }
    return ["anyOf": .array(schemas.map { .object($0) })]
  }

  private mutating func reference(_ name: String, _ shape: () -> JSONShape) -> JSONObject {
    if !definitions.contains(where: { $0.name == name }) {
      let place = definitions.count
      definitions.append((name, [:]))
      definitions[place].schema = schema(shape())
    }
    return ["$ref": .text("#/$defs/\(name)")]
  }

  private mutating func schema(_ object: JSONObjectShape) -> JSONObject {
    var schema: JSONObject = ["type": .text("object")]
    if !object.members.isEmpty { schema["properties"] = .object(properties(object.members)) }
    if !object.patterns.isEmpty { schema["patternProperties"] = .object(properties(object.patterns)) }
    switch object.others {
    case .anything?: break
    case let others?: schema["additionalProperties"] = .object(self.schema(others))
    case nil: schema["additionalProperties"] = .boolean(false)
    }
    if let names = object.names { schema["propertyNames"] = .object(self.schema(names)) }
    let required = object.members.filter(\.isRequired)
    if !required.isEmpty { schema["required"] = .array(required.map { .text($0.name) }) }
    if !object.alternatives.isEmpty {
      schema["allOf"] = .array(
        object.alternatives.map { names in
          .object(["oneOf": .array(names.map { .object(["required": .array([.text($0)])]) })])
        })
    }
    if object.least > 0 { schema["minProperties"] = .number(Decimal(object.least)) }
    if let most = object.most { schema["maxProperties"] = .number(Decimal(most)) }
    return schema
  }

  private mutating func properties(_ members: [JSONMember]) -> JSONObject {
    JSONObject(
      members.map { member in
        var described: JSONObject = member.summary.isEmpty ? [:] : ["description": .text(member.summary)]
        for part in schema(member.shape).members { described[part.name.string] = part.value }
        return JSONObject.Member(name: Text(member.name), value: .object(described))
      })
  }
}
