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
