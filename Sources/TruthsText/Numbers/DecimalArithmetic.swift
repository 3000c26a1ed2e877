extension Decimal {
  /// The exact sum; a fault past 38 digits.
  package func adding(_ other: Decimal) -> Result<Decimal, DecimalFault> {
    if scale == other.scale {
      let (sum, overflow) = coefficient.addingReportingOverflow(other.coefficient)
      if !overflow { return .make(coefficient: sum, scale: Int(scale)) }
      // Both are below 10^38, so the sum of the sizes fits the unsigned range, and its last digit may yet fall away.
      return .make(
        magnitude: coefficient.magnitude + other.coefficient.magnitude, isNegative: coefficient < 0, scale: Int(scale))
    }
    let (coarse, fine) = scale < other.scale ? (self, other) : (other, self)
    guard coarse.coefficient != 0 else { return .success(fine) }
    // The finer number does not end in 0, so neither does the sum: it has exactly the finer scale.
    guard let power = PowersOfTen.power(Int(fine.scale) - Int(coarse.scale)) else { return .failure(.overflow) }
    let (aligned, overflow) = coarse.coefficient.magnitude.multipliedReportingOverflow(by: power)
    guard !overflow, aligned < 2 * PowersOfTen.limit else { return .failure(.overflow) }
    return .sum(
      aligned, isNegative: coarse.isNegative, fine.coefficient.magnitude, isNegative: fine.isNegative, scale: Int(fine.scale))
  }

  /// The exact difference; a fault past 38 digits.
  package func subtracting(_ other: Decimal) -> Result<Decimal, DecimalFault> { adding(other.negated) }

  /// The exact product; a fault past 38 digits.
  package func multiplied(by other: Decimal) -> Result<Decimal, DecimalFault> {
    let isNegative = (coefficient < 0) != (other.coefficient < 0)
    var scale = Int(scale) + Int(other.scale)
    var (high, low) = coefficient.magnitude.multipliedFullWidth(by: other.coefficient.magnitude)
    // Only the normalised product is judged: 2 · 10^37 times 0.5 is 10^37, though its digits pass through 39.
    while high != 0, scale > 0 {
      let (highQuotient, highRemainder) = high.quotientAndRemainder(dividingBy: 10)
      let (lowQuotient, remainder) = (10 as UInt128).dividingFullWidth((highRemainder, low))
      guard remainder == 0 else { return .failure(.overflow) }
      (high, low) = (highQuotient, lowQuotient)
      scale -= 1
    }
    guard high == 0 else { return .failure(.overflow) }
    return .make(magnitude: low, isNegative: isNegative, scale: scale)
  }
}

extension Result<Decimal, DecimalFault> {
  /// See ``Decimal/make(coefficient:scale:)``.
  fileprivate static func make(coefficient: Int128, scale: Int) -> Self { Decimal.make(coefficient: coefficient, scale: scale) }

  /// See ``Decimal/make(magnitude:isNegative:scale:)``.
  fileprivate static func make(magnitude: UInt128, isNegative: Bool, scale: Int) -> Self {
    Decimal.make(magnitude: magnitude, isNegative: isNegative, scale: scale)
  }

  /// The sum of two numbers of one scale given as sizes and signs, whose sizes add up within 128 bits.
  fileprivate static func sum(
    _ left: UInt128, isNegative leftIsNegative: Bool, _ right: UInt128, isNegative rightIsNegative: Bool, scale: Int
  ) -> Self {
    if leftIsNegative == rightIsNegative { return .make(magnitude: left + right, isNegative: leftIsNegative, scale: scale) }
    if left >= right { return .make(magnitude: left - right, isNegative: leftIsNegative, scale: scale) }
    return .make(magnitude: right - left, isNegative: rightIsNegative, scale: scale)
  }
}

/// A sum that is judged at its end, so that the order of its terms decides nothing (language.md §2, "Decimals").
///
/// Terms go into one 128-bit number while they fit; what does not is kept, per scale, without any limit.
package struct DecimalSum: Sendable {
  private var coefficient: Int128 = 0
  private var scale: Int32 = 0
  private var spilt: [Bucket] = []

  /// Positive and negative terms of one scale, apart.
  private struct Bucket: Sendable {
    let scale: Int32
    var positive = WideMagnitude()
    var negative = WideMagnitude()

    mutating func add(_ coefficient: Int128) {
      if coefficient < 0 { negative.add(coefficient.magnitude) } else { positive.add(coefficient.magnitude) }
    }
  }

  /// The empty sum, which is 0.
  package init() {}

  /// Adds a term.
  package mutating func add(_ term: Decimal) {
    if term.scale < scale {
      guard let aligned = Self.aligned(term.coefficient, from: term.scale, to: scale) else {
        return spill(term.coefficient, scale: term.scale)
      }
      addAligned(aligned)
    } else if term.scale == scale {
      addAligned(term.coefficient)
    } else {
      if let aligned = Self.aligned(coefficient, from: scale, to: term.scale) {
        coefficient = aligned
      } else {
        spill(coefficient, scale: scale)
        coefficient = 0
      }
      scale = term.scale
      addAligned(term.coefficient)
    }
  }

  /// The exact sum, or a fault when it has more than 38 digits.
  package var result: Result<Decimal, DecimalFault> {
    guard !spilt.isEmpty else { return Decimal.make(coefficient: coefficient, scale: Int(scale)) }
    var whole = self
    whole.spill(coefficient, scale: scale)
    let buckets = whole.spilt.sorted { $0.scale < $1.scale }
    var total = Bucket(scale: 0)
    var place: Int32 = 0
    for bucket in buckets {
      total.positive.shiftDecimal(by: Int(bucket.scale - place))
      total.negative.shiftDecimal(by: Int(bucket.scale - place))
      place = bucket.scale
      total.positive.add(bucket.positive)
      total.negative.add(bucket.negative)
    }
    return Self.difference(total.positive, total.negative, scale: Int(place))
  }

  /// `positive - negative` at a scale, normalised.
  private static func difference(
    _ positive: WideMagnitude, _ negative: WideMagnitude, scale: Int
  ) -> Result<Decimal, DecimalFault> {
    let isNegative = positive < negative
    var size = isNegative ? negative : positive
    size.subtract(isNegative ? positive : negative)
    var scale = scale
    while scale > 0, !size.isZero, size.dropTrailingZero() { scale -= 1 }
    guard let magnitude = size.value else { return .failure(.overflow) }
    return Decimal.make(magnitude: magnitude, isNegative: isNegative, scale: scale)
  }

  private mutating func addAligned(_ term: Int128) {
    let (sum, overflow) = coefficient.addingReportingOverflow(term)
    if overflow { spill(term, scale: scale) } else { coefficient = sum }
  }

  private mutating func spill(_ term: Int128, scale: Int32) {
    guard term != 0 else { return }
    if let index = spilt.firstIndex(where: { $0.scale == scale }) {
      spilt[index].add(term)
    } else {
      var bucket = Bucket(scale: scale)
      bucket.add(term)
      spilt.append(bucket)
    }
  }

  /// The coefficient at a finer scale, when it fits.
  private static func aligned(_ coefficient: Int128, from scale: Int32, to finer: Int32) -> Int128? {
    guard coefficient != 0 else { return 0 }
    guard let power = PowersOfTen.power(Int(finer) - Int(scale)).flatMap(Int128.init(exactly:)) else { return nil }
    let (product, overflow) = coefficient.multipliedReportingOverflow(by: power)
    return overflow ? nil : product
  }
}

extension Decimal {
  /// The quotient, rounded half-even to 12 places or 15 significant digits, whichever is coarser (language.md §2, "Decimals").
  package func divided(by other: Decimal) -> Result<Decimal, DecimalFault> {
    guard other.coefficient != 0 else { return .failure(.divisionByZero) }
    guard coefficient != 0 else { return .success(.zero) }
    return divided(by: other, places: min(12, 14 - exponentOfQuotient(by: other)))
  }

  /// The quotient of numbers that are not zero, rounded half-even to a number of places, from the exact quotient.
  func divided(by other: Decimal, places: Int) -> Result<Decimal, DecimalFault> {
    let exponent = exponentOfQuotient(by: other)
    // Less than a tenth of the last place rounds to nothing; past 37 digits the division below would not fit.
    guard exponent + places >= -1 else { return .success(.zero) }
    guard exponent + places <= 36 else { return .failure(.overflow) }
    let shift = Int(other.scale) - Int(scale)
    let quotient = Self.halfEvenQuotient(coefficient.magnitude, other.coefficient.magnitude, timesTenTo: places + shift)
    return Self.make(magnitude: quotient, isNegative: isNegative != other.isNegative, scale: places)
  }

  /// What is left of a division to a whole number, with the sign of the dividend; always exact.
  package func remainder(dividingBy other: Decimal) -> Result<Decimal, DecimalFault> {
    guard other.coefficient != 0 else { return .failure(.divisionByZero) }
    let dividend = coefficient.magnitude
    let divisor = other.coefficient.magnitude
    let rest: UInt128
    if scale >= other.scale {
      // A divisor that outgrows 128 bits is larger than any dividend, which then is the rest itself.
      let aligned = Self.aligned(divisor, by: Int(scale) - Int(other.scale))
      rest = aligned.map { dividend % $0 } ?? dividend
    } else {
      rest = Self.remainder(dividend, timesTenTo: Int(other.scale) - Int(scale), dividingBy: divisor)
    }
    return Self.make(magnitude: rest, isNegative: coefficient < 0, scale: Int(max(scale, other.scale)))
  }

  /// The exponent of the leading digit of the quotient of two numbers that are not zero.
  private func exponentOfQuotient(by other: Decimal) -> Int {
    let (dividend, divisor) = (coefficient.magnitude, other.coefficient.magnitude)
    let guess = PowersOfTen.digits(of: dividend) - PowersOfTen.digits(of: divisor)
    // Both aligned sizes have the same number of digits, so neither overflows.
    let left = Self.aligned(dividend, by: max(0, -guess)) ?? 0
    let right = Self.aligned(divisor, by: max(0, guess)) ?? 0
    return (left >= right ? guess : guess - 1) + Int(other.scale) - Int(scale)
  }

  /// `dividend * 10^power / divisor` to a whole number, half-even. The quotient has at most 38 digits, which bounds the power.
  private static func halfEvenQuotient(_ dividend: UInt128, _ divisor: UInt128, timesTenTo power: Int) -> UInt128 {
    var divisor = divisor
    var wide: (high: UInt128, low: UInt128) = (0, dividend)
    if power < 0 {
      // A divisor that outgrows 128 bits is more than twice any dividend.
      guard let larger = aligned(divisor, by: -power) else { return 0 }
      divisor = larger
    } else {
      let first = min(power, 38)
      let scaled = aligned(dividend, by: power - first) ?? 0
      let product = scaled.multipliedFullWidth(by: PowersOfTen.power(first) ?? 1)
      wide = (product.high, product.low)
    }
    let (quotient, remainder) = divisor.dividingFullWidth((wide.high, wide.low))
    let other = divisor - remainder
    let roundsUp = remainder > other || (remainder == other && quotient & 1 == 1)
    return roundsUp ? quotient + 1 : quotient
  }

  /// `magnitude * 10^power`, or `nil` where it does not fit.
  private static func aligned(_ magnitude: UInt128, by power: Int) -> UInt128? {
    guard let factor = PowersOfTen.power(power) else { return nil }
    let (product, overflow) = magnitude.multipliedReportingOverflow(by: factor)
    return overflow ? nil : product
  }

  /// `magnitude * 10^power mod divisor`, for any power.
  private static func remainder(_ magnitude: UInt128, timesTenTo power: Int, dividingBy divisor: UInt128) -> UInt128 {
    var rest = magnitude % divisor
    var factor = 10 % divisor
    var power = power
    while power > 0 {
      if power & 1 == 1 { rest = product(rest, factor, modulo: divisor) }
      factor = product(factor, factor, modulo: divisor)
      power >>= 1
    }
    return rest
  }

  /// The product of two numbers below the modulus, modulo it.
  private static func product(_ left: UInt128, _ right: UInt128, modulo modulus: UInt128) -> UInt128 {
    let (high, low) = left.multipliedFullWidth(by: right)
    return modulus.dividingFullWidth((high, low)).remainder
  }
}

/// The powers of ten that fit into 128 bits.
enum PowersOfTen {
  /// 10^38: what a coefficient stays below.
  static let limit: UInt128 = 100_000_000_000_000_000_000_000_000_000_000_000_000
  /// 10^15: what the coefficient of a number outside an expression stays below.
  static let outsideLimit: UInt128 = 1_000_000_000_000_000

  /// 10^exponent, or `nil` where it does not fit; the exponent is not negative.
  static func power(_ exponent: Int) -> UInt128? { table.indices.contains(exponent) ? table[exponent] : nil }

  /// The number of decimal digits; 0 has none.
  static func digits(of magnitude: UInt128) -> Int {
    var low = 0
    var high = table.count
    while low < high {
      let middle = (low + high) / 2
      if magnitude >= table[middle] { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static let table: [UInt128] = {
    var powers: [UInt128] = [1]
    for _ in 0..<38 { powers.append((powers.last ?? 1) * 10) }
    return powers
  }()
}
