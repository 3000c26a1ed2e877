/// A moment in UTC, to the millisecond, in the years 0001 to 9999 (dates §1).
package struct Timestamp: Hashable, Comparable, Sendable {
  /// The number of milliseconds since 1970-01-01T00:00:00Z; negative for earlier moments.
  package let milliseconds: Int64

  /// The origin of timestamps, 1970-01-01T00:00:00Z.
  package static let epoch = Timestamp(trusted: 0)

  /// Creates a moment from its number of milliseconds since 1970; `nil` outside the years 0001 to 9999.
  package init?(milliseconds: Int64) {
    guard Self.bounds.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  /// Reads RFC 3339, such as `2024-01-31T12:30:00Z` or `2024-01-31T13:30:00+01:00`; `nil` for any other text. The seconds may
  /// have a point and one to nine digits, of which the first three count. `T` and `Z` must be capitals, and leap seconds are
  /// refused. The moment, and the date as written, must be in the years 0001 to 9999.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.take("T"), let time = scanner.time(wantsSeconds: true),
      let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    self.init(milliseconds: Int64(date.days) * TimeSpan.millisecondsPerDay + time - offset)
  }

  private init(trusted milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Creates the moment of midnight in UTC at which a day begins.
  package init(startOf date: CivilDate) { milliseconds = Int64(date.days) * TimeSpan.millisecondsPerDay }

  /// Creates the moment at a time of a day in UTC.
  package init(date: CivilDate, time: TimeOfDay) {
    milliseconds = Int64(date.days) * TimeSpan.millisecondsPerDay + Int64(time.milliseconds)
  }

  /// The day in UTC.
  package var date: CivilDate { CivilDate(trusted: Int32(truncatingIfNeeded: dayAndRest.day)) }

  /// The time of day in UTC.
  package var time: TimeOfDay { TimeOfDay(trusted: Int32(truncatingIfNeeded: dayAndRest.rest)) }

  /// The moment in the form of RFC 3339 with `Z`. If it has a fraction of a second, a point and three digits follow the
  /// seconds.
  package var text: String {
    var buffer = ByteBuffer(capacity: 24)
    write(to: &buffer)
    return buffer.string
  }

  package func write(to buffer: inout ByteBuffer) {
    date.write(to: &buffer)
    buffer.append(UInt8(ascii: "T"))
    time.write(to: &buffer)
    buffer.append(UInt8(ascii: "Z"))
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

  /// The number of days since 1970, and the milliseconds since midnight of that day.
  private var dayAndRest: (day: Int64, rest: Int64) {
    let rest = milliseconds % TimeSpan.millisecondsPerDay
    let positive = rest < 0 ? rest + TimeSpan.millisecondsPerDay : rest
    return ((milliseconds - positive) / TimeSpan.millisecondsPerDay, positive)
  }

  /// The milliseconds from 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999Z.
  private static let bounds: ClosedRange<Int64> =
    Int64(CivilDate.first.days) * TimeSpan.millisecondsPerDay...(Int64(CivilDate.last.days) + 1) * TimeSpan.millisecondsPerDay - 1
}

extension Timestamp: CustomStringConvertible {
  package var description: String { text }
}
