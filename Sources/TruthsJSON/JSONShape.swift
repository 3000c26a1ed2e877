/// The form of a JSON value: one table for what reads or prints the value, and for its JSON Schema.
package indirect enum JSONShape: Sendable {
  case anything
  case null
  case boolean
  case number
  /// A whole number, from a least one on.
  case count(from: Int)
  case text
  /// A text that matches a regular expression of ECMA-262, and perhaps not another one.
  case pattern(String, except: String? = nil)
  /// `sha256:` and 64 hexadecimal digits.
  case hash
  /// One of a few texts.
  case words([String])
  case list(JSONShape, least: Int = 0)
  case object(JSONObjectShape)
  /// Any one of several.
  case either([JSONShape])
  /// What the first shape fits has the second one, and anything else the third.
  case choice(if: JSONShape, then: JSONShape, else: JSONShape)
  /// A shape with a name of its own, which may stand in itself.
  case named(String, @Sendable () -> JSONShape)

  /// A whole number from 0.
  package static let count = JSONShape.count(from: 0)

  /// An object with any names, each with a value of one shape.
  package static func map(_ value: JSONShape = .anything) -> JSONShape { .object(JSONObjectShape(others: value)) }

  /// An object with these members and no others.
  package static func members(_ members: [JSONMember]) -> JSONShape { .object(JSONObjectShape(members)) }

  /// An object with these members and any others.
  package static func open(_ members: [JSONMember]) -> JSONShape {
    .object(JSONObjectShape(members, others: .anything))
  }

  /// The same, or `null`.
  package var orNull: JSONShape { .either([self, .null]) }
}

/// The form of an object.
package struct JSONObjectShape: Sendable {
  package var members: [JSONMember]
  /// Members by a regular expression of their names, each with what it is.
  package var patterns: [JSONMember] = []
  /// What any other member is; `nil` where there is none.
  package var others: JSONShape?
  /// What the names are like.
  package var names: JSONShape?
  /// Exactly one of the names in each list is there.
  package var alternatives: [[String]] = []
  /// How many members there are at least, and at most.
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
  /// Whether it has to be there.
  package let isRequired: Bool
  /// What it says, in a few words.
  package let summary: String

  package static func required(_ name: String, _ shape: JSONShape, _ summary: String) -> JSONMember {
    JSONMember(name: name, shape: shape, isRequired: true, summary: summary)
  }

  package static func optional(_ name: String, _ shape: JSONShape, _ summary: String) -> JSONMember {
    JSONMember(name: name, shape: shape, isRequired: false, summary: summary)
  }

  /// The same member, which has to be there.
  package var asRequired: JSONMember { .required(name, shape, summary) }
}

extension [JSONMember] {
  /// The names, in order.
  package var names: [String] { map(\.name) }
}
