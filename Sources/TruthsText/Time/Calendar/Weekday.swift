/// A day of the week with its number in ISO 8601.
package enum Weekday: Int, CaseIterable, Hashable, Comparable, Sendable {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  /// Reads a name from `monday` to `sunday`, in lower case; `nil` for any other text.
  package init?(name: some StringProtocol) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The name in lower case, `monday` to `sunday`.
  package var name: String {
    switch self {
    case .monday: "monday"
    case .tuesday: "tuesday"
    case .wednesday: "wednesday"
    case .thursday: "thursday"
    case .friday: "friday"
    case .saturday: "saturday"
    case .sunday: "sunday"
    }
  }

  package static func < (left: Weekday, right: Weekday) -> Bool { left.rawValue < right.rawValue }
}

/// A month and day that recur every year, such as 25 December; 29 February occurs in leap years only.
package struct MonthDay: Hashable, Comparable, Sendable {
  /// The number of the month, 1 to 12.
  package let month: Int
  /// The day of the month, 1 to 31.
  package let day: Int

  /// Creates a day of the year from its month and day; `nil` if no year has such a day.
  package init?(month: Int, day: Int) {
    // Year 4 is a leap year.
    guard let length = CivilDate.daysInMonth(year: 4, month: month), day >= 1, day <= length else { return nil }
    self.month = month
    self.day = day
  }

  /// Reads the form `MM-DD`; `nil` for any other text.
  package init?(text: some StringProtocol) {
    var scanner = TimeScanner(text)
    guard let month = scanner.number(digits: 2), scanner.take("-"), let day = scanner.number(digits: 2), scanner.isAtEnd else {
      return nil
    }
    self.init(month: Int(month), day: Int(day))
  }

  /// The month and day in the form `MM-DD`.
  package var text: String {
    var buffer = ByteBuffer(capacity: 5)
    buffer.append(decimal: month, digits: 2)
    buffer.append(UInt8(ascii: "-"))
    buffer.append(decimal: day, digits: 2)
    return buffer.string
  }

  package static func < (left: MonthDay, right: MonthDay) -> Bool {
    (left.month, left.day) < (right.month, right.day)
  }
}
