/// A time of day to the millisecond, without a day or a zone (dates §1, the type `time`). It is from 00:00 to 23:59:59.999.
package struct TimeOfDay: Hashable, Comparable, Sendable {
  /// The number of milliseconds since midnight.
  package let milliseconds: Int32

  /// The beginning of the day, 00:00:00.
  package static let midnight = TimeOfDay(trusted: 0)

  /// Creates a time from its number of milliseconds since midnight; `nil` if that is negative, or 24 hours or more.
  package init?(milliseconds: Int64) {
    guard milliseconds >= 0, milliseconds < TimeSpan.millisecondsPerDay else { return nil }
    self.milliseconds = Int32(truncatingIfNeeded: milliseconds)
  }

  /// Creates a time from its parts; `nil` unless `hour` is 0 to 23, and `minute` and `second` are 0 to 59.
  package init?(hour: Int, minute: Int, second: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
    milliseconds = Int32(((hour * 60 + minute) * 60 + second) * 1000)
  }

  /// Reads `hh:mm` or `hh:mm:ss`; `nil` for any other text. The seconds may have a point and one to nine digits, of which the
  /// first three count.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let time = scanner.time(wantsSeconds: false), scanner.isAtEnd else { return nil }
    milliseconds = Int32(truncatingIfNeeded: time)
  }

  /// Creates a time from milliseconds that the caller knows to be within a day.
  init(trusted milliseconds: Int32) { self.milliseconds = milliseconds }

  /// The hour, 0 to 23.
  package var hour: Int { Int(milliseconds) / 3_600_000 }

  /// The minute of the hour, 0 to 59.
  package var minute: Int { Int(milliseconds) / 60_000 % 60 }

  /// The second of the minute, 0 to 59, without its fraction.
  package var second: Int { Int(milliseconds) / 1000 % 60 }

  /// The time in the form `hh:mm:ss`, followed by a point and three digits if it has a fraction of a second.
  package var text: String {
    var buffer = ByteBuffer(capacity: 12)
    write(to: &buffer)
    return buffer.string
  }

  func write(to buffer: inout ByteBuffer) {
    buffer.append(decimal: hour, digits: 2)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(decimal: minute, digits: 2)
    buffer.append(UInt8(ascii: ":"))
    buffer.append(decimal: second, digits: 2)
    let fraction = Int(milliseconds) % 1000
    guard fraction != 0 else { return }
    buffer.append(UInt8(ascii: "."))
    buffer.append(decimal: fraction, digits: 3)
  }

  /// Returns the time that is a time span later; `nil` if that is not on the same day.
  package func adding(_ span: TimeSpan) -> TimeOfDay? { TimeOfDay(milliseconds: Int64(milliseconds) + span.milliseconds) }

  /// Returns the time that is a time span earlier; `nil` if that is not on the same day.
  package func subtracting(_ span: TimeSpan) -> TimeOfDay? { adding(span.negated) }

  /// Returns the time span from another time of the same day to this one; negative if the other time is later.
  package func subtracting(_ other: TimeOfDay) -> TimeSpan {
    TimeSpan(trusted: Int64(milliseconds) - Int64(other.milliseconds))
  }

  package static func < (left: TimeOfDay, right: TimeOfDay) -> Bool { left.milliseconds < right.milliseconds }
}

extension TimeOfDay: CustomStringConvertible {
  package var description: String { text }
}
