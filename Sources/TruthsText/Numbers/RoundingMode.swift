/// The mode in which a number is rounded to decimal places (functions §2).
package enum RoundingMode: String, Hashable, Sendable, CaseIterable {
  /// Rounds to the nearest; a tie goes to the even neighbour.
  case halfEven = "half_even"
  /// Rounds to the nearest; a tie goes away from zero.
  case halfUp = "half_up"
  /// Rounds to the nearest; a tie goes toward zero.
  case halfDown = "half_down"
  /// Rounds away from zero.
  case up
  /// Rounds toward zero.
  case down
  /// Rounds toward negative infinity.
  case floor
  /// Rounds toward positive infinity.
  case ceiling

  /// Whether rounding raises the magnitude of a quotient by one.
  ///
  /// - Parameters:
  ///   - quotient: the quotient, rounded toward zero.
  ///   - rest: the remainder of the division, less than the divisor.
  func raises(_ quotient: UInt128, rest: UInt128, of divisor: UInt128, isNegative: Bool) -> Bool {
    guard rest != 0 else { return false }
    let other = divisor - rest
    switch self {
    case .halfEven: return rest > other || (rest == other && quotient & 1 == 1)
    case .halfUp: return rest >= other
    case .halfDown: return rest > other
    case .up: return true
    case .down: return false
    case .floor: return isNegative
    case .ceiling: return !isNegative
    }
  }
}
