/// A parser of the text forms of dates, times, durations and periods. It reads from the left, byte by byte.
struct TimeScanner {
  private let bytes: [UInt8]
  private var index = 0

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  /// Reads an ASCII character if it is next, and returns whether it was.
  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, UInt32(bytes[index]) == character.value else { return false }
    index += 1
    return true
  }

  /// Reads a number of exactly `digits` digits; `nil` for any other text.
  mutating func number(digits: Int) -> Int64? {
    let start = index
    guard let value = number(), index - start == digits else { return nil }
    return value
  }

  /// Reads a number of one digit or more; `nil` without a digit, and if the number does not fit into 64 bits.
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

  /// Reads a point and one to nine digits, and returns milliseconds; digits after the third are dropped. Returns 0 without a
  /// point, and `nil` for a point without digits or with too many.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    let start = index
    guard var value = number(), index - start <= 9 else { return nil }
    for _ in index - start..<9 { value *= 10 }
    return value / 1_000_000
  }

  /// Reads `hh:mm:ss`, which may have a fraction, and returns the milliseconds since midnight. If seconds are optional, it also
  /// reads `hh:mm`. `nil` for any other text.
  mutating func time(wantsSeconds: Bool) -> Int64? {
    guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60 else { return nil }
    let whole = (hour * 60 + minute) * 60_000
    guard take(":") else { return wantsSeconds ? nil : whole }
    guard let second = number(digits: 2), second < 60, let fraction = fraction() else { return nil }
    return whole + second * 1000 + fraction
  }

  /// Reads `Z`, or an offset up to 23:59 in the form `+hh:mm` or `-hh:mm`. Returns how many milliseconds local time is ahead of
  /// UTC; `nil` for any other text.
  mutating func offset() -> Int64? {
    if take("Z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = number(digits: 2), hours < 24, take(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    let size = (hours * 60 + minutes) * 60_000
    return isNegative ? -size : size
  }

  /// Reads the form `YYYY-MM-DD`; `nil` for any other text.
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"), let day = number(digits: 2) else {
      return nil
    }
    return CivilDate(year: Int(year), month: Int(month), day: Int(day))
  }

  /// Reads the parts of a period and returns their sum. Each part is a whole number and its letter, in the given order and at
  /// most once. `nil` without a part, and if the sum does not fit into 64 bits.
  ///
  /// - Parameter units: the months that one unit of each letter is worth.
  mutating func wholeParts(_ units: KeyValuePairs<Unicode.Scalar, Int64>) -> Int64? {
    var total: Int64?
    for (letter, worth) in units {
      let start = index
      guard let value = number() else { return index == start ? total : nil }
      guard take(letter) else {
        index = start
        continue
      }
      let (part, first) = value.multipliedReportingOverflow(by: worth)
      let (sum, second) = (total ?? 0).addingReportingOverflow(part)
      guard !first, !second else { return nil }
      total = sum
    }
    return total
  }

  /// Reads the parts of a duration and returns their sum and their number. Each part is a number and its letter, in the given
  /// order and at most once; only seconds may have a fraction. `nil` for other text that begins with a digit, and if the sum
  /// exceeds the range.
  ///
  /// - Parameter units: the milliseconds that one unit of each letter is worth.
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
