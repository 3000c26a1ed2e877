/// Reads the written forms of times from the left, byte by byte.
struct TimeScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  /// Takes one ASCII character if it is next.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  /// A number of exactly so many digits.
  mutating func number(digits: Int) -> Int64? {
    let start = index
    guard let value = number(), index - start == digits else { return nil }
    return value
  }

  /// A number of one digit or more; `nil` also where it does not fit.
  mutating func number() -> Int64? {
    let start = index
    var value: Int64 = 0
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
      let (product, first) = value.multipliedReportingOverflow(by: 10)
      let (sum, second) = product.addingReportingOverflow(Int64(bytes[index] - 0x30))
      guard !first, !second else { return nil }
      value = sum
      index += 1
    }
    return index > start ? value : nil
  }

  /// The milliseconds of a point and one to three digits, 0 where no point is next; `nil` for a point without these.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    let start = index
    guard let value = number() else { return nil }
    switch index - start {
    case 1: return value * 100
    case 2: return value * 10
    case 3: return value
    default: return nil
    }
  }

  /// `YYYY-MM-DD`.
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"), let day = number(digits: 2) else {
      return nil
    }
    return CivilDate(year: Int(year), month: Int(month), day: Int(day))
  }

  /// The parts of a duration, each a number and its letter, in the order given and each at most once; only seconds may have a
  /// fraction. `nil` for anything else that begins with a digit, and past the range.
  mutating func parts(_ units: KeyValuePairs<Unicode.Scalar, Int64>) -> (milliseconds: Int64, count: Int)? {
    var total: Int64 = 0
    var count = 0
    for (letter, length) in units {
      let start = index
      guard let value = number() else {
        guard index == start else { return nil }
        continue
      }
      guard let fraction = fraction() else { return nil }
      let hasFraction = bytes[start..<index].contains(0x2E)
      guard take(letter), !hasFraction || letter == "S" else {
        index = start
        continue
      }
      let (product, first) = value.multipliedReportingOverflow(by: length)
      let (part, second) = product.addingReportingOverflow(fraction)
      let (sum, third) = total.addingReportingOverflow(part)
      guard !first, !second, !third else { return nil }
      total = sum
      count += 1
    }
    return (total, count)
  }
}
