/// The powers of ten that fit into 128 bits.
enum PowersOfTen {
  /// The number 10^34. Every coefficient is below it.
  static let limit: UInt128 = 10_000_000_000_000_000_000_000_000_000_000_000
  /// The number 10^15. The coefficient of a number outside an expression is below it.
  static let outsideLimit: UInt128 = 1_000_000_000_000_000

  /// Returns 10^exponent; `nil` if it does not fit into 128 bits. The exponent must not be negative.
  static func power(_ exponent: Int) -> UInt128? { table.indices.contains(exponent) ? table[exponent] : nil }

  /// Returns the number of decimal digits of a magnitude; 0 for the number 0.
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
