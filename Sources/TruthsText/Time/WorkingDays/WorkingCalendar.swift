/// The working days of a calendar, which are all days except weekends and holidays (dates §8).
///
/// Without single holidays, the calendar repeats every 400 years, which are a whole number of weeks. So working days are
/// counted from two tables: the years of that cycle, and the days of each of the 14 kinds of year. The single holidays are then
/// subtracted.
///
/// With h single holidays, creating a calendar takes O(h log h). Counting working days takes O(log h), and so does testing a
/// day. Moving by any number of working days examines at most 22 days, each in O(log h).
package struct WorkingCalendar: Hashable, Sendable {
  /// The number of working days before each day of a year, and after its last day. Each of the 14 kinds of year has `rowLength`
  /// numbers.
  private let before: [Int32]
  /// The number of working days before each year of the cycle that begins with year 1, then in the whole cycle. These are 401
  /// numbers.
  private let cycle: [Int32]
  /// The single holidays that would be working days if they were not holidays, as days since 1970. Each occurs once, in rising
  /// order.
  private var single: [Int32] = []

  private static let rowLength = 367

  /// Creates a calendar from its free weekdays, its single holidays and its yearly holidays. No weekday or all weekdays may be
  /// free.
  package init(weekend: Set<Weekday>, holidays: [CivilDate] = [], yearly: [MonthDay] = []) {
    let isFree = Weekday.allCases.map { weekend.contains($0) }
    let yearly = Set(yearly)
    var before: [Int32] = []
    // Year 1 is a common year, year 4 a leap year.
    for year in [1, 4] {
      let days = (1...12).flatMap { month in (1...CivilDate.length(ofMonth: month, year: year)).map { (month, $0) } }
      let isHoliday = days.map { month, day in MonthDay(month: month, day: day).map(yearly.contains) ?? false }
      for firstWeekday in 0..<7 {
        var count: Int32 = 0
        for ordinal in 0..<Self.rowLength {
          before.append(count)
          if ordinal < days.count, !isHoliday[ordinal], !isFree[(firstWeekday + ordinal) % 7] { count += 1 }
        }
      }
    }
    var cycle: [Int32] = [0]
    var count: Int32 = 0
    for year in 1...400 {
      count += before[Self.row(ofYear: year) + Self.rowLength - 1]
      cycle.append(count)
    }
    self.before = before
    self.cycle = cycle
    single = rising(holidays)
  }

  /// Returns the calendar with additional single holidays.
  package func adding(holidays: [CivilDate]) -> WorkingCalendar {
    var calendar = self
    calendar.single = Set(single + rising(holidays)).sorted()
    return calendar
  }

  /// Whether any day of the years 0001 to 9999 is a working day.
  package var hasWorkingDay: Bool { count(through: Int(CivilDate.last.days)) > 0 }

  package func isWorkingDay(_ date: CivilDate) -> Bool {
    count(through: Int(date.days)) > count(through: Int(date.days) - 1)
  }

  /// Returns the n-th working day after a date, or before the date if n is negative. `nil` if that day is outside the years
  /// 0001 to 9999.
  ///
  /// For n = 0 it is the date itself, even if that is not a working day.
  package func adding(workingDays number: Int, to date: CivilDate) -> CivilDate? {
    guard number != 0 else { return date }
    // The rank of the wanted day among all working days, the first of which has rank 1. Rank `count(through: date - 1)` is
    // the last working day before the date, which -1 asks for.
    let from = number > 0 ? count(through: Int(date.days)) : count(through: Int(date.days) - 1) + 1
    let (dayNumber, overflow) = from.addingReportingOverflow(number)
    guard !overflow, dayNumber >= 1, dayNumber <= count(through: Int(CivilDate.last.days)) else { return nil }
    var (low, high) = (Int(CivilDate.first.days), Int(CivilDate.last.days))
    while low < high {
      // Both may be negative, and the middle must be below `high`: the shift rounds down.
      let middle = (low + high) >> 1
      if count(through: middle) >= dayNumber { high = middle } else { low = middle + 1 }
    }
    return CivilDate(days: low)
  }

  /// Returns the number of working days after one date up to and including another. If the other date is earlier, it is the
  /// negated number of working days after that date up to and including the first one.
  package func workingDays(after date: CivilDate, through other: CivilDate) -> Int {
    count(through: Int(other.days)) - count(through: Int(date.days))
  }
}

extension WorkingCalendar {
  /// Returns the number of working days from 0001-01-01 up to and including a day, given in days since 1970.
  private func count(through day: Int) -> Int { regular(through: day) - holidays(through: day) }

  /// Returns the number of working days up to and including a day, as if there were no single holidays.
  private func regular(through day: Int) -> Int {
    guard day >= Int(CivilDate.first.days) else { return 0 }
    let year = CivilDate.parts(ofDays: day).year
    let ordinal = day - Int(CivilDate.days(year: year, month: 1, day: 1))
    let (cycles, rest) = (year - 1).quotientAndRemainder(dividingBy: 400)
    return cycles * Int(cycle[400]) + Int(cycle[rest]) + Int(before[Self.row(ofYear: year) + ordinal + 1])
  }

  /// Returns the number of single holidays up to and including a day.
  private func holidays(through day: Int) -> Int {
    var (low, high) = (0, single.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(single[middle]) <= day { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Returns the holidays that would be working days if they were not holidays, as days since 1970. Each occurs once, in rising
  /// order.
  private func rising(_ holidays: [CivilDate]) -> [Int32] {
    Set(holidays.map(\.days)).filter { regular(through: Int($0)) > regular(through: Int($0) - 1) }.sorted()
  }

  /// Returns the index in `before` at which the numbers for the kind of a year begin. The kind is the year's first weekday and
  /// whether it is a leap year.
  private static func row(ofYear year: Int) -> Int {
    let firstWeekday = CivilDate.weekday(ofDays: Int(CivilDate.days(year: year, month: 1, day: 1))) - 1
    return (firstWeekday + (CivilDate.isLeap(year) ? 7 : 0)) * rowLength
  }
}
