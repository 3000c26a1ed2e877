/// A moment in UTC, to the millisecond, in the years 0001 to 9999 (language.md §2, "Time").
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before.
  package let milliseconds: Int64

  /// 1970-01-01T00:00:00Z.
  package static let epoch = Timestamp(trusted: 0)

  /// A moment by its milliseconds since 1970; `nil` outside the years 0001 to 9999.
  package init?(milliseconds: Int64) {
    guard Self.bounds.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  /// Reads RFC 3339 in UTC: `2024-01-31T12:30:00Z`, with up to three digits behind a point. No other zone, no leap second.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.take("T"),
      let hour = scanner.number(digits: 2), hour < 24, scanner.take(":"),
      let minute = scanner.number(digits: 2), minute < 60, scanner.take(":"),
      let second = scanner.number(digits: 2), second < 60,
      let fraction = scanner.fraction(), scanner.take("Z"), scanner.isAtEnd
    else { return nil }
    let seconds = (hour * 60 + minute) * 60 + second
    milliseconds = Int64(date.days) * TimeSpan.millisecondsPerDay + seconds * 1000 + fraction
  }

  private init(trusted milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The beginning of a day in UTC.
  package init(startOf date: CivilDate) { milliseconds = Int64(date.days) * TimeSpan.millisecondsPerDay }

  /// The day in UTC.
  package var date: CivilDate { CivilDate(trusted: Int32(dayAndRest.day)) }

  /// RFC 3339 with `Z`; without a fraction when it is zero, else with three digits.
  package var text: String {
    var buffer = ByteBuffer(capacity: 24)
    write(to: &buffer)
    return buffer.string
  }

  /// Appends ``text``.
  package func write(to buffer: inout ByteBuffer) {
    let rest = Int(dayAndRest.rest)
    date.write(to: &buffer)
    buffer.append(UInt8(ascii: "T"))
    buffer.append(decimal: rest / 3_600_000, digits: 2)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(decimal: rest / 60_000 % 60, digits: 2)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(decimal: rest / 1000 % 60, digits: 2)
    if rest % 1000 != 0 {
      buffer.append(UInt8(ascii: "."))
      buffer.append(decimal: rest % 1000, digits: 3)
    }
    buffer.append(UInt8(ascii: "Z"))
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// The day since 1970 and the milliseconds since its beginning.
  private var dayAndRest: (day: Int64, rest: Int64) {
    let rest = milliseconds % TimeSpan.millisecondsPerDay
    let positive = rest < 0 ? rest + TimeSpan.millisecondsPerDay : rest
    return ((milliseconds - positive) / TimeSpan.millisecondsPerDay, positive)
  }

  /// From 0001-01-01T00:00:00Z up to 9999-12-31T23:59:59.999Z.
  private static let bounds: ClosedRange<Int64> =
    Int64(CivilDate.first.days) * TimeSpan.millisecondsPerDay...(Int64(CivilDate.last.days) + 1) * TimeSpan.millisecondsPerDay - 1
}

extension Timestamp: CustomStringConvertible {
  package var description: String { text }
}
