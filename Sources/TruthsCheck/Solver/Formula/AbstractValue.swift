import TruthsProgram
import TruthsText

/// The value of an expression, as far as the solver models it.
struct AbstractValue {
  enum Kind {
    /// A number, date, timestamp, duration, text or enum value as its variable.
    case linear(Linear, DecimalPrecision)
    case boolean(Truth)
    /// A list by its length.
    case list(length: Linear)
    /// A list literal.
    case elements([AbstractValue])
    case opaque
  }

  var kind: Kind
  /// When it has a value.
  var isThere: Formula
  /// The input term that it is; `nil` for any other value.
  var inputTerm: Int?
  /// The value of a literal; `nil` for any other value.
  var constant: Value?
  /// What reads the currency that it is in, where that is data.
  var currency: Node?

  init(_ kind: Kind, isThere: Formula, inputTerm: Int? = nil, constant: Value? = nil) {
    self.kind = kind
    self.isThere = isThere
    self.inputTerm = inputTerm
    self.constant = constant
  }

  /// A value that the solver does not model, except for what its presence requires.
  static func opaque(where parts: Formula) -> AbstractValue { AbstractValue(.opaque, isThere: .and(parts, .maybe)) }

  /// Whether a condition holds, and whether it fails.
  var truth: Truth {
    if case .boolean(let truth) = kind { return truth }
    return .maybe(where: isThere)
  }
}

/// A bound on the digits of a number. Arithmetic within 34 digits is exact (types §3.2).
struct DecimalPrecision: Hashable, Sendable {
  /// Before the point.
  var whole: Int
  /// After it.
  var places: Int
  var significant: Int

  /// Of a number that came from outside.
  static let decimal = DecimalPrecision(whole: 15, places: 12, significant: 15)
  static let integer = DecimalPrecision(whole: 15, places: 0, significant: 15)
  /// For values that are not numbers.
  static let none = DecimalPrecision(whole: 0, places: 0, significant: 0)

  init(whole: Int, places: Int, significant: Int) {
    self.whole = whole
    self.places = places
    self.significant = min(significant, whole + places)
  }

  init(_ decimal: Decimal) {
    var magnitude = decimal.coefficient.magnitude
    var digits = 0
    while magnitude != 0 {
      magnitude /= 10
      digits += 1
    }
    self.init(whole: max(1, digits - Int(decimal.scale)), places: Int(decimal.scale), significant: max(1, digits))
  }

  static func + (left: DecimalPrecision, right: DecimalPrecision) -> DecimalPrecision {
    DecimalPrecision(whole: max(left.whole, right.whole) + 1, places: max(left.places, right.places), significant: .max)
  }

  static func * (left: DecimalPrecision, right: DecimalPrecision) -> DecimalPrecision {
    DecimalPrecision(
      whole: left.whole + right.whole, places: left.places + right.places, significant: left.significant + right.significant)
  }

  /// Whether no number with so many digits was rounded.
  var isExact: Bool { significant <= Decimal.digits }

  /// Whether no number with so many digits is rounded where it leaves its expression.
  var leavesUnrounded: Bool { places <= 12 }
}
