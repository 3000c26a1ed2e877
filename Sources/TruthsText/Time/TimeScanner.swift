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

  /// The milliseconds of a point and one to nine digits, further digits dropped; 0 where no point is next, `nil` for a point
  /// without these.
  mutating func fraction() -> Int64? {
    guard take(".") else { return 0 }
    let start = index
    guard var value = number(), index - start <= 9 else { return nil }
    for _ in index - start..<9 { value *= 10 }
    return value / 1_000_000
  }

  /// `hh:mm:ss`, with a fraction perhaps, in milliseconds since midnight; `hh:mm` where seconds may be left out.
  mutating func time(wantsSeconds: Bool) -> Int64? {
    guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2), minute < 60 else { return nil }
    let whole = (hour * 60 + minute) * 60_000
    guard take(":") else { return wantsSeconds ? nil : whole }
    guard let second = number(digits: 2), second < 60, let fraction = fraction() else { return nil }
    return whole + second * 1000 + fraction
  }

  /// `Z`, or `+hh:mm` or `-hh:mm` up to 23:59, in milliseconds ahead of UTC.
  mutating func offset() -> Int64? {
    if take("Z") { return 0 }
    let isNegative = take("-")
    guard isNegative || take("+"), let hours = number(digits: 2), hours < 24, take(":"),
      let minutes = number(digits: 2), minutes < 60
    else { return nil }
    let size = (hours * 60 + minutes) * 60_000
    return isNegative ? -size : size
  }

  /// `YYYY-MM-DD`.
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"), let day = number(digits: 2) else {
      return nil
    }
    return CivilDate(year: Int(year), month: Int(month), day: Int(day))
  }

  /// The parts of a period, each a whole number and its letter, in the order given and each at most once, times what each is
  /// worth. `nil` where there is none, and past the range.
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
