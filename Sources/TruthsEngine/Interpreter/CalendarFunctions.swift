import TruthsProgram
import TruthsText

/// The calendar functions, over arguments that have values (functions §9).
enum CalendarFunctions {
  /// Returns the value of a call; missing with its cause if none exists.
  ///
  /// - Parameter arguments: a calendar is given by its index in ``Program/calendars``, followed by lists of holidays; a zone by
  ///   a text or enum value with its name.
  static func call(_ function: Function, _ arguments: [Value], _ tables: CalendarTables) -> Value {
    switch function {
    case .months, .years: return period(function, arguments[0])
    case .dateOf, .timeOf: return composed(function, arguments)
    case .hour, .minute, .second: return clock(function, arguments[0])
    case .date, .time: return local(function, arguments, tables)
    case .at: return moment(arguments, tables)
    case .daysBetween, .monthsBetween, .yearsBetween: return between(function, arguments)
    case .addWorkingDays, .workingDaysBetween, .isWorkingDay: return workingDays(function, arguments, tables)
    default:
      guard case .date(let date) = arguments[0] else { return .missing(.absent) }
      return component(function, of: date)
    }
  }

  private static func period(_ function: Function, _ value: Value) -> Value {
    guard case .number(let number) = value else { return .missing(.absent) }
    guard number.isInteger else { return .missing(.range) }
    return Operations.period(function == .years ? Period.years(number) : Period.months(number))
  }

  /// Computes `date_of` and `time_of`; the result is missing if a part is not whole, or if no such day or time exists.
  private static func composed(_ function: Function, _ arguments: [Value]) -> Value {
    let parts = arguments.compactMap { if case .number(let number) = $0 { number.intValue } else { nil } }
    guard parts.count == 3 else { return .missing(.range) }
    if function == .timeOf {
      return TimeOfDay(hour: parts[0], minute: parts[1], second: parts[2]).map { .time($0) } ?? .missing(.range)
    }
    return CivilDate(year: parts[0], month: parts[1], day: parts[2]).map { .date($0) } ?? .missing(.range)
  }

  private static func clock(_ function: Function, _ value: Value) -> Value {
    let time: TimeOfDay
    switch value {
    case .time(let own): time = own
    case .timestamp(let moment): time = moment.time
    default: return .missing(.absent)
    }
    return integer(function == .hour ? time.hour : function == .minute ? time.minute : time.second)
  }

  private static func between(_ function: Function, _ arguments: [Value]) -> Value {
    guard case .date(let first) = arguments[0], case .date(let second) = arguments[1] else { return .missing(.absent) }
    switch function {
    case .daysBetween: return integer(first.days(until: second))
    case .monthsBetween: return integer(first.months(until: second))
    default: return integer(first.years(until: second))
    }
  }

  private static func component(_ function: Function, of date: CivilDate) -> Value {
    switch function {
    case .year: integer(date.year)
    case .month: integer(date.month)
    case .day: integer(date.day)
    case .quarter: integer(date.quarter)
    case .weekday: integer(date.weekday)
    case .week: integer(date.isoWeek.week)
    case .weekYear: integer(date.isoWeek.year)
    case .startOfWeek: .date(date.startOfWeek)
    case .endOfWeek: date.endOfWeek.map { .date($0) } ?? .missing(.range)
    case .startOfMonth: .date(date.startOfMonth)
    case .endOfMonth: .date(date.endOfMonth)
    case .startOfQuarter: .date(date.startOfQuarter)
    case .endOfQuarter: .date(date.endOfQuarter)
    case .startOfYear: .date(date.startOfYear)
    case .endOfYear: .date(date.endOfYear)
    default: .missing(.absent)
    }
  }

  private static func integer(_ number: Int) -> Value { .number(Decimal(number)) }
}

extension CalendarFunctions {
  // MARK: Zones

  /// Computes `date(t)` and `time(t)`, in UTC or in a zone.
  private static func local(_ function: Function, _ arguments: [Value], _ tables: CalendarTables) -> Value {
    guard case .timestamp(let moment) = arguments[0] else { return .missing(.absent) }
    guard arguments.count > 1 else { return function == .date ? .date(moment.date) : .time(moment.time) }
    guard let zone = tables.zone(of: arguments[1]) else { return .missing(.absent) }
    return function == .date ? value(zone.date(at: moment)) { .date($0) } : value(zone.time(at: moment)) { .time($0) }
  }

  /// Computes `at(d, t)`, in UTC or in a zone.
  private static func moment(_ arguments: [Value], _ tables: CalendarTables) -> Value {
    guard case .date(let date) = arguments[0], case .time(let time) = arguments[1] else { return .missing(.absent) }
    guard arguments.count > 2 else { return .timestamp(Timestamp(date: date, time: time)) }
    guard let zone = tables.zone(of: arguments[2]) else { return .missing(.absent) }
    return value(zone.timestamp(date: date, time: time)) { .timestamp($0) }
  }

  private static func value<Found>(_ result: Result<Found, ZoneFault>, _ wrap: (Found) -> Value) -> Value {
    switch result {
    case .success(let found): wrap(found)
    case .failure(.before1970): .missing(.before1970)
    case .failure(.range): .missing(.range)
    }
  }

  // MARK: Working days

  private static func workingDays(_ function: Function, _ arguments: [Value], _ tables: CalendarTables) -> Value {
    let place = function == .isWorkingDay ? 1 : 2
    guard case .date(let date) = arguments[0], case .number(let index) = arguments[place], let index = index.intValue,
      let calendar = tables.calendar(index, holidays: arguments[(place + 1)...].map(\.dates))
    else { return .missing(.absent) }
    switch (function, arguments[1]) {
    case (.isWorkingDay, _): return .boolean(calendar.isWorkingDay(date))
    case (.workingDaysBetween, .date(let other)): return integer(calendar.workingDays(after: date, through: other))
    case (.addWorkingDays, .number(let count)):
      guard let count = count.intValue else { return .missing(.range) }
      return calendar.adding(workingDays: count, to: date).map { .date($0) } ?? .missing(.range)
    default: return .missing(.absent)
    }
  }
}

extension Value {
  /// The dates in a list.
  fileprivate var dates: [CivilDate] {
    guard case .list(let elements) = self else { return [] }
    return elements.compactMap { if case .date(let date) = $0 { date } else { nil } }
  }
}

extension Interpreter {
  /// Calls a calendar function; no argument may be missing.
  mutating func calendarCall(_ function: Function, _ arguments: UnsafeMutablePointer<Cell>, _ count: Int) -> Cell {
    var values: [Value] = []
    values.reserveCapacity(count)
    for place in 0..<count {
      spend(WorkMeter.stepsPerCall + size(of: arguments[place]))
      values.append(value(of: arguments[place]))
    }
    if function == .at, count > 2 || [.date, .time].contains(function), count > 1 { spend(WorkMeter.stepsPerZone) }
    return box(CalendarFunctions.call(function, values, execution.code.calendars))
  }
}
