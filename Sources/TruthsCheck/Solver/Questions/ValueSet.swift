import TruthsProgram

/// A place between two values of a variable: just before a value, or just after it.
struct Cut: Hashable, Comparable, Sendable {
  let value: Rational
  let isAfter: Bool

  static func before(_ value: Rational) -> Cut { Cut(value: value, isAfter: false) }

  static func after(_ value: Rational) -> Cut { Cut(value: value, isAfter: true) }

  static func < (left: Cut, right: Cut) -> Bool {
    left.value == right.value ? !left.isAfter && right.isAfter : left.value < right.value
  }
}

/// A set of values of one variable, as ascending ranges that do not touch each other. A union or intersection of two sets has at
/// most as many ranges as both together.
struct ValueSet: Hashable, Sendable {
  private(set) var ranges: [Range<Cut>]

  var isEmpty: Bool { ranges.isEmpty }

  init(_ range: Range<Cut>) { ranges = range.isEmpty ? [] : [range] }

  /// Creates the union of sets.
  ///
  /// - Complexity: O(n log n) in their ranges.
  init(unionOf sets: [ValueSet]) {
    ranges = []
    for range in sets.flatMap(\.ranges).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  private init(ranges: [Range<Cut>]) { self.ranges = ranges }

  func intersection(_ other: ValueSet) -> ValueSet {
    var common: [Range<Cut>] = []
    var (own, position) = (0, 0)
    while own < ranges.count, position < other.ranges.count {
      let (one, two) = (ranges[own], other.ranges[position])
      let both = one.clamped(to: two)
      if !both.isEmpty { common.append(both) }
      if one.upperBound < two.upperBound { own += 1 } else { position += 1 }
    }
    return ValueSet(ranges: common)
  }

  /// Returns the values of the whole range that are not in a range within it.
  static func difference(_ whole: Range<Cut>, _ range: Range<Cut>) -> ValueSet {
    let parts = [whole.lowerBound..<range.lowerBound, range.upperBound..<whole.upperBound]
    return ValueSet(ranges: parts.filter { !$0.isEmpty })
  }
}

extension Variable {
  /// All values of the variable as one range.
  ///
  /// The values of a text are the indices of the literals' variables; every other number means a text that is no literal.
  func domain(_ literalCount: Int) -> Range<Cut> {
    let (first, last): (Cut, Cut)
    switch kind {
    case .text, .textConstant: (first, last) = (.before(Rational(-1)), .before(Rational(Int128(literalCount))))
    case .number: (first, last) = (.before(lower ?? .least), .after(upper ?? .most))
    case .whole:
      (first, last) = (.before(Rational((lower ?? .least).ceiling)), .before(Rational((upper ?? .most).floor + 1)))
    }
    // The bounds of a variable may exclude every value.
    return first..<max(first, last)
  }

  /// Returns the values in `domain` that satisfy a comparison with a bound. If the variable is whole, the ends of the ranges are
  /// whole numbers, so that each range contains one.
  func values(_ comparison: Comparison, _ bound: Rational, in domain: Range<Cut>) -> ValueSet {
    let (start, end): (Cut, Cut)
    if isWhole {
      // A bound may be any number of 128 bits; the domain is far within them.
      let next = Rational(min(bound.floor, .max - 1) + 1)
      (start, end) = (.before(Rational(bound.ceiling)), .before(next))
    } else {
      (start, end) = (.before(bound), .after(bound))
    }
    func clamped(_ cut: Cut) -> Cut { min(max(cut, domain.lowerBound), domain.upperBound) }
    let (low, high) = (clamped(start), clamped(end))
    switch comparison {
    // Between two whole numbers both cuts are one, and no value is equal to the bound.
    case .equal: return ValueSet(low..<high)
    case .notEqual: return low == high ? ValueSet(domain) : .difference(domain, low..<high)
    case .less: return ValueSet(domain.lowerBound..<low)
    case .lessOrEqual: return ValueSet(domain.lowerBound..<high)
    case .greater: return ValueSet(high..<domain.upperBound)
    case .greaterOrEqual: return ValueSet(low..<domain.upperBound)
    }
  }
}

extension Rational {
  /// Ends for variables without a bound, beyond every number that is written.
  fileprivate static let least = Rational(-(1 << 120))
  fileprivate static let most = Rational(1 << 120)
}
