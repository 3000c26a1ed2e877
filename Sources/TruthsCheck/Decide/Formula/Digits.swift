import TruthsText

/// How many digits a number may have at most: where they stay within 38, arithmetic cannot overflow (language.md §2, "Decimals").
struct Digits: Hashable, Sendable {
  /// Before the point.
  var whole: Int
  /// Behind it.
  var places: Int
  var significant: Int

  /// Of a number that came from outside.
  static let decimal = Digits(whole: 15, places: 12, significant: 15)
  static let integer = Digits(whole: 15, places: 0, significant: 15)
  /// Of what is no number and cannot overflow in this way.
  static let none = Digits(whole: 0, places: 0, significant: 0)

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

  static func + (left: Digits, right: Digits) -> Digits {
    Digits(whole: max(left.whole, right.whole) + 1, places: max(left.places, right.places), significant: .max)
  }

  static func * (left: Digits, right: Digits) -> Digits {
    Digits(
      whole: left.whole + right.whole, places: left.places + right.places, significant: left.significant + right.significant)
  }

  /// Whether every number with so many digits fits where expressions are worked out.
  var fitInside: Bool { significant <= 38 }
}
