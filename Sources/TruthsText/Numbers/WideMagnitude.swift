/// A whole number of any size, for sums that pass 128 bits on the way. Limbs of 64 bits, the least first, none of them zero at
/// the end.
struct WideMagnitude: Sendable {
  private(set) var limbs: [UInt64] = []

  var isZero: Bool { limbs.isEmpty }

  /// The value, when it fits.
  var value: UInt128? {
    guard limbs.count <= 2 else { return nil }
    let low = UInt128(limbs.first ?? 0)
    return limbs.count == 2 ? UInt128(limbs[1]) << 64 | low : low
  }

  mutating func add(_ number: UInt128) {
    add(WideMagnitude(limbs: [UInt64(truncatingIfNeeded: number), UInt64(truncatingIfNeeded: number >> 64)]))
  }

  mutating func add(_ other: WideMagnitude) {
    var carry: UInt64 = 0
    var index = 0
    while index < other.limbs.count || carry != 0 {
      if index == limbs.count { limbs.append(0) }
      let addend = index < other.limbs.count ? other.limbs[index] : 0
      let (partial, first) = limbs[index].addingReportingOverflow(addend)
      let (sum, second) = partial.addingReportingOverflow(carry)
      limbs[index] = sum
      carry = (first ? 1 : 0) + (second ? 1 : 0)
      index += 1
    }
    trim()
  }

  /// Takes away a number that is not larger.
  mutating func subtract(_ other: WideMagnitude) {
    var borrow: UInt64 = 0
    for index in limbs.indices {
      let subtrahend = index < other.limbs.count ? other.limbs[index] : 0
      let (partial, first) = limbs[index].subtractingReportingOverflow(subtrahend)
      let (difference, second) = partial.subtractingReportingOverflow(borrow)
      limbs[index] = difference
      borrow = (first ? 1 : 0) + (second ? 1 : 0)
    }
    trim()
  }

  /// Multiplies by 10^power.
  mutating func shiftDecimal(by power: Int) {
    var rest = power
    while rest > 0, !isZero {
      let step = min(rest, 19)
      multiply(by: UInt64(truncatingIfNeeded: PowersOfTen.power(step) ?? 1))
      rest -= step
    }
  }

  /// Divides by ten when nothing would be left over.
  mutating func dropTrailingZero() -> Bool {
    var quotient = limbs
    var remainder: UInt64 = 0
    for index in quotient.indices.reversed() {
      (quotient[index], remainder) = (10 as UInt64).dividingFullWidth((remainder, quotient[index]))
    }
    guard remainder == 0 else { return false }
    limbs = quotient
    trim()
    return true
  }

  static func < (left: WideMagnitude, right: WideMagnitude) -> Bool {
    guard left.limbs.count == right.limbs.count else { return left.limbs.count < right.limbs.count }
    for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
      return left.limbs[index] < right.limbs[index]
    }
    return false
  }

  private mutating func multiply(by factor: UInt64) {
    var carry: UInt64 = 0
    for index in limbs.indices {
      let (high, low) = limbs[index].multipliedFullWidth(by: factor)
      let (sum, overflow) = low.addingReportingOverflow(carry)
      limbs[index] = sum
      carry = high + (overflow ? 1 : 0)
    }
    if carry != 0 { limbs.append(carry) }
  }

  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
