/// A length of time to the millisecond, which may be negative (dates §1, the type `duration`). Its size is less than 10^15
/// milliseconds.
package struct TimeSpan: Hashable, Comparable, Sendable {
  package let milliseconds: Int64

  /// The span of zero length, `PT0S`.
  package static let zero = TimeSpan(trusted: 0)

  /// The longest span, which is 10^15 - 1 milliseconds. The limit for negative spans has the same size.
  package static let longest = TimeSpan(trusted: 999_999_999_999_999)

  static let millisecondsPerDay: Int64 = 86_400_000

  /// Creates a span from its length; `nil` if its size is greater than that of `longest`.
  package init?(milliseconds: Int64) {
    guard milliseconds.magnitude <= Self.longest.milliseconds.magnitude else { return nil }
    self.milliseconds = milliseconds
  }

  /// Creates a span from milliseconds that the caller knows to be within the limit.
  init(trusted milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Whether the span is a whole number of days of 24 hours.
  package var isWholeDays: Bool { milliseconds % Self.millisecondsPerDay == 0 }

  /// Reads `P[nW][nD][T[nH][nM][nS]]`, which may have a `-` before it; `nil` for any other text. It has at least one part, and
  /// at least one after a `T`. The parts are whole numbers of any size within the limit. The seconds may have a point and one
  /// to nine digits, of which the first three count.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    let isNegative = scanner.take("-")
    guard scanner.take("P"),
      var total = scanner.parts(["W": 7 * Self.millisecondsPerDay, "D": Self.millisecondsPerDay])
    else { return nil }
    if scanner.take("T") {
      guard let time = scanner.parts(["H": 3_600_000, "M": 60_000, "S": 1000]), time.count > 0 else { return nil }
      let (sum, overflow) = total.milliseconds.addingReportingOverflow(time.milliseconds)
      guard !overflow else { return nil }
      total = (sum, total.count + time.count)
    }
    guard scanner.isAtEnd, total.count > 0 else { return nil }
    self.init(milliseconds: isNegative ? -total.milliseconds : total.milliseconds)
  }

  /// The normal form: days, hours below 24, minutes and seconds below 60. The span of zero length is `PT0S`, and a negative
  /// span begins with `-`.
  package var text: String {
    guard milliseconds != 0 else { return "PT0S" }
    var rest = milliseconds.magnitude
    let fraction = rest % 1000
    rest /= 1000
    let (seconds, minutes, hours, days) = (rest % 60, rest / 60 % 60, rest / 3600 % 24, rest / 86_400)
    var text = milliseconds < 0 ? "-P" : "P"
    if days > 0 { text += "\(days)D" }
    guard hours > 0 || minutes > 0 || seconds > 0 || fraction > 0 else { return text }
    text += "T"
    if hours > 0 { text += "\(hours)H" }
    if minutes > 0 { text += "\(minutes)M" }
    if fraction > 0 {
      text += "\(seconds).\(String(1000 + fraction).dropFirst())S"
    } else if seconds > 0 {
      text += "\(seconds)S"
    }
    return text
  }

  package static func < (left: TimeSpan, right: TimeSpan) -> Bool { left.milliseconds < right.milliseconds }
}

extension TimeSpan: CustomStringConvertible {
  package var description: String { text }
}
