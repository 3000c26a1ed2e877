extension Decimal: Comparable {
  /// The exact order of the numbers, whatever their scales.
  package static func < (left: Decimal, right: Decimal) -> Bool {
    if left.scale == right.scale { return left.coefficient < right.coefficient }
    guard left.isNegative == right.isNegative else { return left.isNegative }
    return left.isNegative ? right.isSmaller(than: left) : left.isSmaller(than: right)
  }

  /// Whether the size is less than another number's.
  private func isSmaller(than other: Decimal) -> Bool {
    let mine = coefficient.magnitude
    let others = other.coefficient.magnitude
    if scale < other.scale {
      return Self.aligned(mine, from: scale, to: other.scale).map { $0 < others } ?? (mine == 0 && others != 0)
    }
    return Self.aligned(others, from: other.scale, to: scale).map { mine < $0 } ?? (others != 0)
  }

  /// The size at a finer scale; `nil` where it outgrows 128 bits and with them every coefficient, or is zero.
  private static func aligned(_ magnitude: UInt128, from scale: Int32, to finer: Int32) -> UInt128? {
    guard let power = PowersOfTen.power(Int(finer) - Int(scale)) else { return nil }
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: power)
    return overflow ? nil : product
  }
}
