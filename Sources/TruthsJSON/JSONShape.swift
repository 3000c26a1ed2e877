/// The shape of a JSON value. One description serves the code that reads or prints the value, and the JSON Schema.
package indirect enum JSONShape: Sendable {
  case anything
  case null
  case boolean
  case number
  /// A whole number that is at least the given number.
  case count(from: Int)
  case text
  /// A text that matches a regular expression of ECMA-262. If `except` is given, the text must not match it.
  case pattern(String, except: String? = nil)
  /// A text of `sha256:` and 64 hexadecimal digits.
  case hash
  /// One of a few given texts.
  case words([String])
  case list(JSONShape, least: Int = 0)
  case object(JSONObjectShape)
  /// A value that has at least one of several shapes.
  case either([JSONShape])
  /// A value that has the second shape if it matches the first shape, and the third shape if it does not.
  case choice(if: JSONShape, then: JSONShape, else: JSONShape)
  /// A shape with its own name in the schema. It may contain itself.
  case named(String, @Sendable () -> JSONShape)

  /// A whole number that is at least 0.
  package static let count = JSONShape.count(from: 0)

  /// Returns the shape of an object with any names, whose values have one shape.
  package static func map(_ value: JSONShape = .anything) -> JSONShape { .object(JSONObjectShape(others: value)) }

  /// Returns the shape of an object with only the given members.
  package static func members(_ members: [JSONMember]) -> JSONShape { .object(JSONObjectShape(members)) }

  /// Returns the shape of an object with the given members and any others.
  package static func open(_ members: [JSONMember]) -> JSONShape {
    .object(JSONObjectShape(members, others: .anything))
  }

  /// The shape of a value that has this shape or is `null`.
  package var orNull: JSONShape { .either([self, .null]) }
}

/// The shape of an object.
package struct JSONObjectShape: Sendable {
  package var members: [JSONMember]
  /// The members whose names match a regular expression. The expression is given as the name of the member.
  package var patterns: [JSONMember] = []
  /// The shape of all other members; `nil` if no others are allowed.
  package var others: JSONShape?
  package var names: JSONShape?
  /// The groups of names. An object must have exactly one member of each group.
  package var alternatives: [[String]] = []
  /// The least number of members, and the greatest; `nil` for no upper bound.
  package var least = 0
  package var most: Int?

  package init(_ members: [JSONMember] = [], others: JSONShape? = nil) {
    self.members = members
    self.others = others
  }
}

/// A member of an object.
package struct JSONMember: Sendable {
  package let name: String
  package let shape: JSONShape
  /// Whether the object must have the member.
  package let isRequired: Bool
  /// The meaning of the member in a few words.
  package let summary: String

  package static func required(_ name: String, _ shape: JSONShape, _ summary: String) -> JSONMember {
    JSONMember(name: name, shape: shape, isRequired: true, summary: summary)
  }

  package static func optional(_ name: String, _ shape: JSONShape, _ summary: String) -> JSONMember {
    JSONMember(name: name, shape: shape, isRequired: false, summary: summary)
  }

  /// This member as a required one, with the same name, shape and summary.
  package var asRequired: JSONMember { .required(name, shape, summary) }
}

extension [JSONMember] {
  package var names: [String] { map(\.name) }
}
