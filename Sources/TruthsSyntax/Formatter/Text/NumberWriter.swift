import TruthsText

/// Writes numbers as the grammar reads them: digits, and digits behind a point; never an exponent.
enum NumberWriter {
  static func append(_ number: Decimal, to text: inout String) {
    if number.isNegative { text += "-" }
    let digits = String(number.coefficient.magnitude)
    let places = Int(number.scale)
    guard places > 0 else {
      text += digits
      return
    }
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.utf8.count)) + digits
    text += padded.dropLast(places) + "." + padded.suffix(places)
  }
}
