package import TruthsSyntax
package import TruthsText

/// The numbers that a field may hold: `min 0 max 10000` (types §3.4). Both ends belong to it.
package struct NumberRange: Hashable, Sendable {
  package var least: Decimal?
  package var most: Decimal?

  package init(least: Decimal?, most: Decimal?) {
    self.least = least
    self.most = most
  }

  package init(_ syntax: RangeSyntax) { self.init(least: syntax.least, most: syntax.most) }

  /// The range as it is written: `min 0 max 10000`.
  package var text: String {
    [least.map { "min \($0.canonicalText)" }, most.map { "max \($0.canonicalText)" }].compactMap(\.self).joined(separator: " ")
  }

  /// Whether no number of a type is in the range.
  package func isEmpty(of type: ValueType) -> Bool {
    guard let least, let most else { return false }
    if case .integer = type { return most.floor < least.ceil }
    return most < least
  }

  /// Returns why a number is outside of the range, as `below 0` or `above 10000`; `nil` for a number inside, and for other
  /// values.
  package func fault(of value: Value) -> String? {
    let number: Decimal
    switch value {
    case .number(let plain), .amount(let plain, _): number = plain
    default: return nil
    }
    if let least, number < least { return "below \(least.canonicalText)" }
    if let most, number > most { return "above \(most.canonicalText)" }
    return nil
  }

  /// Returns the range that holds all numbers of both.
  package func union(_ other: NumberRange) -> NumberRange {
    NumberRange(
      least: least.flatMap { own in other.least.map { min(own, $0) } },
      most: most.flatMap { own in other.most.map { max(own, $0) } })
  }
}
