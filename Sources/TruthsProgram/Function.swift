/// The built-in functions: those of functions §1, of the calendar (functions §9), and of lists, texts, numbers and
/// conversions (§3, §4).
package enum Function: String, Hashable, Sendable, CaseIterable {
  case abs, round, floor, ceil, length, lower, upper, trim
  case startsWith = "starts_with"
  case endsWith = "ends_with"
  case distinct
  case isSorted = "is_sorted"
  case first
  case isEmail = "is_email"
  case isLegible = "is_legible"
  case date, days, hours, minutes, seconds
  case weeks, months, years
  case year, month, day, quarter, weekday, week
  case weekYear = "week_year"
  case hour, minute, second, time, at
  case dateOf = "date_of"
  case timeOf = "time_of"
  case startOfWeek = "start_of_week"
  case endOfWeek = "end_of_week"
  case startOfMonth = "start_of_month"
  case endOfMonth = "end_of_month"
  case startOfQuarter = "start_of_quarter"
  case endOfQuarter = "end_of_quarter"
  case startOfYear = "start_of_year"
  case endOfYear = "end_of_year"
  case daysBetween = "days_between"
  case monthsBetween = "months_between"
  case yearsBetween = "years_between"
  case addWorkingDays = "add_working_days"
  case workingDaysBetween = "working_days_between"
  case isWorkingDay = "is_working_day"
  case substring, before, after, index, replace, split, join
  case padLeft = "pad_left"
  case padRight = "pad_right"
  case text, number, integer, timestamp, duration, period
  case trunc, power, sqrt
  case inUnit = "in_unit"
  case last, slice, flatten, range, reverse, sort
  case indexOf = "index_of"
  case keys, values
  /// Element access, `l[1]`; the raw value is no valid name.
  case element = "[]"
  /// Member access of a map, `m["team"]`.
  case member = "map[]"
  /// `date(t)` of a text, which may be invalid; `date(x)` of a timestamp always has a value.
  case dateOfText = "date[]"
  /// `time(t)` of a text, which may be invalid.
  case timeOfText = "time[]"
  /// The value of an enum that a text names; the second argument is the enum's index in `Program.enums`.
  case enumOfText = "enum[]"

  /// The functions that are called by name.
  package static let nameable = allCases.filter { !$0.rawValue.hasSuffix("[]") }

  /// The name by which the function is called.
  package var name: String {
    switch self {
    case .element: "element"
    case .member: "member"
    case .dateOfText: "date"
    case .timeOfText: "time"
    case .enumOfText: "value"
    default: rawValue
    }
  }

  /// The name of `old`, which evaluates its argument on the context before and so is no function of a value.
  package static let old = "old"

  /// Functions that return one of their arguments, so that a literal argument gets the type of the others.
  package static let ofAlternatives: Set<String> = ["coalesce", "min", "max"]

  /// Aggregates that are functions of a list, too: `sum(amounts)`.
  package static let ofElements: Set<String> = ["sum", "mean"]
}

extension Function {
  /// Whether a literal number remains one: `abs(-5)`.
  package var keepsNumber: Bool { keepsUnit }

  /// Whether the result has the unit of the first argument.
  package var keepsUnit: Bool {
    switch self {
    case .abs, .round, .floor, .ceil, .trunc: true
    default: false
    }
  }
}
