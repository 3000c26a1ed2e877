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
  /// The formula that is true if the value is present.
  var isThere: Formula
  /// The input term, if the value is one; `nil` for any other value.
  var inputTerm: Int?
  /// The value of a literal; `nil` for any other value.
  var constant: Value?
  /// Expression of the currency, if the value is an amount whose currency is data.
  var currency: Node?

  init(_ kind: Kind, isThere: Formula, inputTerm: Int? = nil, constant: Value? = nil) {
    self.kind = kind
    self.isThere = isThere
    self.inputTerm = inputTerm
    self.constant = constant
  }

  /// Returns a value that the solver does not model, except for what its presence requires.
  static func opaque(where parts: Formula) -> AbstractValue { AbstractValue(.opaque, isThere: .and(parts, .maybe)) }

  /// The formulas that are true if the condition holds, and if it fails.
  var truth: Truth {
    if case .boolean(let truth) = kind { return truth }
    return .maybe(where: isThere)
  }
}

/// A bound on the digits of a number. Arithmetic within 34 digits is exact (types §3.2).
struct DecimalPrecision: Hashable, Sendable {
  /// Digits before the point.
  var whole: Int
  /// Digits after the point.
  var places: Int
  var significant: Int

  /// Bound for numbers that come from outside.
  static let decimal = DecimalPrecision(whole: 15, places: 12, significant: 15)
  static let integer = DecimalPrecision(whole: 15, places: 0, significant: 15)
  /// Bound for values that are not numbers.
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

  /// Whether no number with this many digits was rounded.
  var isExact: Bool { significant <= Decimal.digits }

  /// Whether no number with this many digits is rounded where it leaves its expression.
  var leavesUnrounded: Bool { places <= 12 }
}
