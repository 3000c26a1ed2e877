/// What an expression comes to, as far as it is understood.
struct Meaning {
  enum Kind {
    /// A number, date, timestamp, duration, text or enum value as its variable.
    case linear(Linear, Digits)
    case boolean(Truth)
    /// A list by its length.
    case list(length: Linear)
    /// A list written down.
    case elements([Meaning])
    case opaque
  }

  var kind: Kind
  /// When it has a value.
  var isThere: Formula
  /// The cell that it is, where it is one.
  var cell: Int?
  /// The value that it is, where it is written down.
  var constant: Value?

  init(_ kind: Kind, isThere: Formula, cell: Int? = nil, constant: Value? = nil) {
    self.kind = kind
    self.isThere = isThere
    self.cell = cell
    self.constant = constant
  }

  /// A value of which nothing is known but what must be there for it.
  static func opaque(where parts: Formula) -> Meaning { Meaning(.opaque, isThere: .and(parts, .maybe)) }

  /// Whether a condition holds, and whether it fails.
  var truth: Truth {
    if case .boolean(let truth) = kind { return truth }
    return .maybe(where: isThere)
  }
}
