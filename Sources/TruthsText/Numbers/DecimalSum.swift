/// An exact sum. Only the final sum is checked against the limits, so that the order of the terms does not matter (types §3.2).
///
/// Terms are added to one 128-bit number while they fit. The others are kept separately for each scale, without a limit.
package struct DecimalSum: Sendable {
  private var coefficient: Int128 = 0
  private var scale: Int32 = 0
  private var spilt: [Bucket] = []

  /// The sums of the positive and of the negative terms of one scale.
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

  package mutating func add(_ term: Decimal) { add(term.coefficient, scale: term.scale) }

  /// Adds the number `term / 10^scale`.
  package mutating func add(_ term: Int128, scale finer: Int32) {
    if finer < scale {
      guard let aligned = Self.aligned(term, from: finer, to: scale) else { return spill(term, scale: finer) }
      addAligned(aligned)
    } else if finer == scale {
      addAligned(term)
    } else {
      if let aligned = Self.aligned(coefficient, from: scale, to: finer) {
        coefficient = aligned
      } else {
        spill(coefficient, scale: scale)
        coefficient = 0
      }
      scale = finer
      addAligned(term)
    }
  }

  /// The exact sum, rounded half-even to 34 digits; a fault if it is 10^6145 or more in size.
  package var result: Result<Decimal, DecimalFault> {
    if spilt.isEmpty {
      return Decimal.rounded(magnitude: coefficient.magnitude, isNegative: coefficient < 0, scale: Int(scale))
    }
    let (size, isNegative, scale) = total
    return size.decimal(isNegative: isNegative, scale: scale)
  }

  /// Returns the exact sum divided by `count`, rounded half-even to 34 digits; a fault for 10^6145 or more in size.
  ///
  /// - Parameter count: the number of terms, which must not be 0.
  package func mean(of count: Int) -> Result<Decimal, DecimalFault> {
    var (size, isNegative, scale) = total
    // A count has at most 19 digits.
    let places = 3 * WideMagnitude.digitsPerStep
    size.shiftDecimal(by: places)
    let rest = size.divide(by: UInt64(count))
    return size.decimal(isCut: rest != 0, isNegative: isNegative, scale: scale + places)
  }

  /// The approximate number of work steps that `result` takes because the terms have very different scales.
  package var cost: Int {
    let scales = spilt.map(\.scale)
    let limbs = (Int(scales.max() ?? 0) - Int(scales.min() ?? 0)) / WideMagnitude.digitsPerStep
    return limbs * limbs / 8
  }

  /// The exact sum as `±size / 10^scale`.
  private var total: (size: WideMagnitude, isNegative: Bool, scale: Int) {
    var whole = self
    whole.spill(coefficient, scale: scale)
    let buckets = whole.spilt.sorted { $0.scale < $1.scale }
    guard let first = buckets.first else { return (WideMagnitude(), false, 0) }
    var total = Bucket(scale: 0)
    var scale = first.scale
    for bucket in buckets {
      total.positive.shiftDecimal(by: Int(bucket.scale - scale))
      total.negative.shiftDecimal(by: Int(bucket.scale - scale))
      scale = bucket.scale
      total.positive.add(bucket.positive)
      total.negative.add(bucket.negative)
    }
    let isNegative = total.positive < total.negative
    var size = isNegative ? total.negative : total.positive
    size.subtract(isNegative ? total.positive : total.negative)
    return (size, isNegative, Int(scale))
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

  /// Returns the coefficient at a finer scale; `nil` if it does not fit into 128 bits.
  private static func aligned(_ coefficient: Int128, from scale: Int32, to finer: Int32) -> Int128? {
    guard coefficient != 0 else { return 0 }
    guard let power = PowersOfTen.power(Int(finer) - Int(scale)).flatMap(Int128.init(exactly:)) else { return nil }
    let (product, overflow) = coefficient.multipliedReportingOverflow(by: power)
    return overflow ? nil : product
  }
}
