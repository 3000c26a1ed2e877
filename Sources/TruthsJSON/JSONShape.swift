/// The shape of a JSON value. One table serves both the code that reads or prints the value and its JSON Schema.
package indirect enum JSONShape: Sendable {
  case anything
  case null
  case boolean
  case number
  /// A whole number that is at least the given one.
  case count(from: Int)
  case text
  /// A text that matches a regular expression of ECMA-262 and, if one is given, does not match another.
  case pattern(String, except: String? = nil)
  /// `sha256:` and 64 hexadecimal digits.
  case hash
  /// One of a few texts.
  case words([String])
  case list(JSONShape, least: Int = 0)
  case object(JSONObjectShape)
  /// A value of any one of several shapes.
  case either([JSONShape])
  /// A value with the second shape where it matches the first, and with the third shape otherwise.
  case choice(if: JSONShape, then: JSONShape, else: JSONShape)
  /// A shape with its own name in the schema, which may contain itself.
  case named(String, @Sendable () -> JSONShape)

  /// A whole number that is at least 0.
  package static let count = JSONShape.count(from: 0)

  /// Returns the shape of an object with any names and values of one shape.
  package static func map(_ value: JSONShape = .anything) -> JSONShape { .object(JSONObjectShape(others: value)) }

  /// Returns the shape of an object with exactly these members.
  package static func members(_ members: [JSONMember]) -> JSONShape { .object(JSONObjectShape(members)) }

  /// Returns the shape of an object with these members and any others.
  package static func open(_ members: [JSONMember]) -> JSONShape {
    .object(JSONObjectShape(members, others: .anything))
  }

  /// The shape that allows `null` in addition.
  package var orNull: JSONShape { .either([self, .null]) }
}

/// The form of an object.
package struct JSONObjectShape: Sendable {
  package var members: [JSONMember]
  /// The members whose names match a regular expression, which takes the place of the name.
  package var patterns: [JSONMember] = []
  /// The shape of all other members; `nil` where no others are allowed.
  package var others: JSONShape?
  package var names: JSONShape?
  /// The groups of names of which an object has exactly one each.
  package var alternatives: [[String]] = []
  /// The least and the greatest number of members.
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

  /// A required member with the same name, shape and summary.
  package var asRequired: JSONMember { .required(name, shape, summary) }
}

extension [JSONMember] {
  package var names: [String] { map(\.name) }
}
