/// An unsigned integer of any size, for intermediate results beyond 128 bits. It has limbs of 64 bits, the least significant
/// first, and the last limb is not zero.
struct WideMagnitude: Equatable, Sendable {
  private(set) var limbs: [UInt64] = []

  var isZero: Bool { limbs.isEmpty }

  /// The number 10^19, which is the greatest power of ten that fits into a limb.
  static let step: UInt64 = 10_000_000_000_000_000_000
  static let digitsPerStep = 19

  init() {}

  init(_ number: UInt128) {
    limbs = [UInt64(truncatingIfNeeded: number), UInt64(truncatingIfNeeded: number >> 64)]
    trim()
  }

  mutating func add(_ number: UInt128) {
    add(WideMagnitude(number))
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

  /// Subtracts a number that is not larger than this one.
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

  /// Multiplies the number by 10^power.
  mutating func shiftDecimal(by power: Int) {
    var rest = power
    while rest > 0, !isZero {
      let step = min(rest, 19)
      multiply(by: UInt64(truncatingIfNeeded: PowersOfTen.power(step) ?? 1))
      rest -= step
    }
  }

  /// Divides the number by a divisor and returns the remainder.
  mutating func divide(by divisor: UInt64) -> UInt64 {
    var rest: UInt64 = 0
    for index in limbs.indices.reversed() { (limbs[index], rest) = divisor.dividingFullWidth((rest, limbs[index])) }
    trim()
    return rest
  }

  func multiplied(by other: WideMagnitude) -> WideMagnitude {
    var product = WideMagnitude()
    product.limbs = Array(repeating: 0, count: limbs.count + other.limbs.count)
    for (limbIndex, limb) in limbs.enumerated() {
      var carry: UInt64 = 0
      for (otherPlace, factor) in other.limbs.enumerated() {
        let (high, low) = limb.multipliedFullWidth(by: factor)
        let (partial, first) = low.addingReportingOverflow(carry)
        let (sum, second) = product.limbs[limbIndex + otherPlace].addingReportingOverflow(partial)
        product.limbs[limbIndex + otherPlace] = sum
        carry = high + (first ? 1 : 0) + (second ? 1 : 0)
      }
      product.limbs[limbIndex + other.limbs.count] = carry
    }
    product.trim()
    return product
  }

  /// The inverse of a number that is not 0, as `quotient / 10^power` with 37 digits. `isCut` is true if the exact inverse has
  /// more digits.
  var inverse: (quotient: UInt128, isCut: Bool, power: Int) {
    var (rest, power) = (WideMagnitude(1), 0)
    while rest < self {
      rest.multiply(by: 10)
      power += 1
    }
    var quotient: UInt128 = 0
    for place in 0..<37 {
      if place > 0 {
        rest.multiply(by: 10)
        power += 1
      }
      quotient *= 10
      while !(rest < self) {
        rest.subtract(self)
        quotient += 1
      }
    }
    return (quotient, !rest.isZero, power)
  }

  /// Returns `±self / 10^scale`, rounded half-even to 34 digits.
  ///
  /// - Parameter isCut: see `Decimal.rounded(magnitude:isCut:isNegative:scale:)`.
  func decimal(isCut: Bool = false, isNegative: Bool, scale: Int) -> Result<Decimal, DecimalFault> {
    var (size, isCut, scale) = (self, isCut, scale)
    while size.limbs.count > 3 {
      if size.divide(by: Self.step) != 0 { isCut = true }
      scale -= Self.digitsPerStep
    }
    func limb(_ place: Int) -> UInt128 { place < size.limbs.count ? UInt128(size.limbs[place]) : 0 }
    return Decimal.rounded(
      high: limb(2), low: limb(1) << 64 | limb(0), isCut: isCut, isNegative: isNegative, scale: scale)
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
