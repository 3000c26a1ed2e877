/// A day of the Gregorian calendar in the years 0001 to 9999 (dates §1). The calendar is also used for years before its
/// introduction.
package struct CivilDate: Hashable, Comparable, Sendable {
  /// The number of days since 1970-01-01; negative for earlier days.
  package let days: Int32

  /// The first supported day, 0001-01-01.
  static let first = CivilDate(trusted: -719_162)
  /// The last supported day, 9999-12-31.
  static let last = CivilDate(trusted: 2_932_896)

  /// Creates a day from the number of days since 1970-01-01; `nil` outside the years 0001 to 9999.
  package init?(days: Int) {
    guard days >= Int(Self.first.days), days <= Int(Self.last.days) else { return nil }
    self.days = Int32(days)
  }

  /// Creates a day from its year, month and day of the month; `nil` if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard let length = Self.daysInMonth(year: year, month: month), day >= 1, day <= length else { return nil }
    self.init(trusted: Self.days(year: year, month: month, day: day))
  }

  /// Returns the number of days of a month, 28 to 31; `nil` outside the years 0001 to 9999 and the months 1 to 12.
  package static func daysInMonth(year: Int, month: Int) -> Int? {
    (1...9999).contains(year) && (1...12).contains(month) ? length(ofMonth: month, year: year) : nil
  }

  /// Returns the number of days from 1970-01-01 to a day of the calendar, which may be after year 9999.
  static func days(year: Int, month: Int, day: Int) -> Int32 {
    // Years begin in March here, so that the leap day is the last day of its year and the months before it have fixed
    // beginnings.
    let shiftedYear = month > 2 ? year : year - 1
    let shiftedMonth = (month + 9) % 12
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
    let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
    return Int32(truncatingIfNeeded: shiftedYear * 365 + leapDays + dayOfYear - Self.epochFromMarchOfYearZero)
  }

  /// Reads the form `YYYY-MM-DD`; `nil` for any other text.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.isAtEnd else { return nil }
    self = date
  }

  init(trusted days: Int32) { self.days = days }

  package var parts: (year: Int, month: Int, day: Int) { Self.parts(ofDays: Int(days)) }

  /// Returns the year, month and day of the month for a number of days since 1970-01-01. It accepts days from March of year 0
  /// on, and after year 9999.
  static func parts(ofDays days: Int) -> (year: Int, month: Int, day: Int) {
    let day = days + Self.epochFromMarchOfYearZero
    let era = day / 146_097
    let dayOfEra = day % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  /// The day in the form `YYYY-MM-DD`.
  package var text: String {
    var buffer = ByteBuffer(capacity: 10)
    write(to: &buffer)
    return buffer.string
  }

  func write(to buffer: inout ByteBuffer) {
    let parts = parts
    buffer.append(decimal: parts.year, digits: 4)
    buffer.append(UInt8(ascii: "-"))
    buffer.append(decimal: parts.month, digits: 2)
    buffer.append(UInt8(ascii: "-"))
    buffer.append(decimal: parts.day, digits: 2)
  }

  package static func < (left: CivilDate, right: CivilDate) -> Bool { left.days < right.days }

  /// The number of days from 0000-03-01 to 1970-01-01.
  private static let epochFromMarchOfYearZero = 719_468

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CivilDate: CustomStringConvertible {
  package var description: String { text }
}
