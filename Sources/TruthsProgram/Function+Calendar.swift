/// Properties of the calendar functions, for the checker.
extension Function {
  /// Whether the function is standard since version 1. Tables may have the names of all other functions (functions §1).
  package var isOfVersion1: Bool {
    switch self {
    case .abs, .round, .floor, .ceil, .length, .lower, .upper, .trim, .startsWith, .endsWith, .distinct, .isSorted, .first,
      .isEmail, .date, .days, .hours, .minutes, .seconds:
      true
    default: false
    }
  }

  /// Whether the function works only on the calendar (functions §9).
  package var isOfCalendar: Bool { calendarResult != nil }

  /// The result type of a calendar function; `nil` for other functions.
  package var calendarResult: ValueType? {
    switch self {
    case .months, .years: .period
    case .year, .month, .day, .quarter, .weekday, .week, .weekYear, .hour, .minute, .second, .daysBetween, .monthsBetween,
      .yearsBetween, .workingDaysBetween:
      .integer(unit: nil)
    case .date, .dateOf, .startOfWeek, .endOfWeek, .startOfMonth, .endOfMonth, .startOfQuarter, .endOfQuarter, .startOfYear,
      .endOfYear, .addWorkingDays:
      .date
    case .time, .timeOf: .time
    case .at: .timestamp
    case .isWorkingDay: .boolean
    default: nil
    }
  }

  /// Whether the function has a value for all arguments, given their number.
  package func isTotal(of arguments: Int) -> Bool {
    switch self {
    case .year, .month, .day, .quarter, .weekday, .week, .weekYear, .hour, .minute, .second, .daysBetween, .monthsBetween,
      .yearsBetween, .startOfWeek, .startOfMonth, .endOfMonth, .startOfQuarter, .endOfQuarter, .startOfYear, .endOfYear,
      .workingDaysBetween, .isWorkingDay:
      true
    case .at: arguments == 2
    case .date, .time: arguments == 1
    default: false
    }
  }

  /// The least and greatest result of a function that returns a part of a date or time, or a count; `nil` for other
  /// functions.
  package var valueRange: ClosedRange<Int>? {
    switch self {
    case .year, .weekYear: 1...9999
    case .quarter: 1...4
    case .month: 1...12
    case .week: 1...53
    case .weekday: 1...7
    case .day: 1...31
    case .hour: 0...23
    case .minute, .second: 0...59
    case .length: 0...Int.max
    case .index, .indexOf: 1...Int.max
    default: nil
    }
  }

  /// The allowed numbers of arguments of a calendar function.
  var calendarArgumentCounts: ClosedRange<Int> {
    switch self {
    case .date, .time: 1...2
    case .at: 2...3
    case .dateOf, .timeOf, .addWorkingDays, .workingDaysBetween: 3...3
    case .daysBetween, .monthsBetween, .yearsBetween, .isWorkingDay: 2...2
    default: 1...1
    }
  }
}
