/// The powers of ten that fit into 128 bits.
enum PowersOfTen {
  /// 10^34; every coefficient is below it.
  static let limit: UInt128 = 10_000_000_000_000_000_000_000_000_000_000_000
  /// 10^15; the coefficient of a number outside an expression is below it.
  static let outsideLimit: UInt128 = 1_000_000_000_000_000

  /// 10^exponent, or `nil` where it does not fit; the exponent is not negative.
  static func power(_ exponent: Int) -> UInt128? { table.indices.contains(exponent) ? table[exponent] : nil }

  /// Returns the number of decimal digits; 0 has none.
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
