import Testing
import TruthsText

struct WorkingCalendarTests {
  /// Saturdays, Sundays, two days of 2024, Christmas and leap days.
  private func office() throws -> WorkingCalendar {
    WorkingCalendar(
      weekend: [.saturday, .sunday], holidays: [try day("2024-05-01"), try day("2024-05-04"), try day("2024-05-09")],
      yearly: [try #require(MonthDay(text: "12-25")), try #require(MonthDay(text: "02-29"))])
  }

  @Test(arguments: [
    ("2024-05-02", true), ("2024-05-01", false), ("2024-05-04", false), ("2024-05-05", false), ("2024-05-09", false),
    ("2025-05-01", true), ("2024-12-25", false), ("2023-12-25", false), ("0001-12-25", false), ("2024-02-29", false),
    ("2023-02-28", true), ("2023-03-01", true), ("0001-01-01", true), ("9999-12-31", true), ("1900-02-28", true),
    ("1900-03-01", true),
  ])
  func workingDays(text: String, isOne: Bool) throws { #expect(try office().isWorkingDay(day(text)) == isOne) }

  /// Days from Tuesday, 30 April 2024: a holiday follows, then two working days, a weekend, and a week with a holiday.
  @Test(arguments: [
    ("2024-04-30", 0, "2024-04-30"), ("2024-04-30", 1, "2024-05-02"), ("2024-04-30", 2, "2024-05-03"),
    ("2024-04-30", 3, "2024-05-06"),
    ("2024-04-30", 6, "2024-05-10"), ("2024-05-01", 1, "2024-05-02"), ("2024-05-01", -1, "2024-04-30"),
    ("2024-05-01", 0, "2024-05-01"),
    ("2024-05-04", 1, "2024-05-06"), ("2024-05-04", -1, "2024-05-03"), ("2024-05-05", -2, "2024-05-02"),
    ("2024-05-06", -1, "2024-05-03"),
    ("2024-05-02", -1, "2024-04-30"), ("2024-02-28", 1, "2024-03-01"), ("2024-12-24", 1, "2024-12-26"),
    ("0001-01-02", -1, "0001-01-01"),
    ("9999-12-30", 1, "9999-12-31"),
  ])
  func movedByWorkingDays(text: String, number: Int, result: String) throws {
    #expect(try office().adding(workingDays: number, to: day(text)) == day(result))
  }

  @Test(arguments: [
    ("0001-01-01", -1), ("9999-12-31", 1), ("2024-05-02", 1_000_000_000_000_000), ("2024-05-02", -1_000_000_000_000_000),
    ("2024-05-02", Int.max), ("2024-05-02", Int.min), ("9999-12-31", Int.max), ("0001-01-01", Int.min),
  ])
  func outsideTheYears(text: String, number: Int) throws {
    #expect(try office().adding(workingDays: number, to: day(text)) == nil)
  }

  @Test(arguments: [
    ("2024-04-30", "2024-04-30", 0), ("2024-04-30", "2024-05-01", 0), ("2024-04-30", "2024-05-02", 1),
    ("2024-04-29", "2024-04-30", 1),
    ("2024-04-30", "2024-05-10", 6), ("2024-05-04", "2024-05-05", 0), ("2024-05-10", "2024-04-30", -6),
    ("2024-05-02", "2024-04-30", -1),
  ])
  func workingDaysBetween(one: String, other: String, count: Int) throws {
    #expect(try office().workingDays(after: day(one), through: day(other)) == count)
  }

  @Test func withoutAWeekend() throws {
    let calendar = WorkingCalendar(weekend: [])
    #expect(calendar.hasWorkingDay)
    #expect(calendar.adding(workingDays: 366, to: try day("2024-01-01")) == (try day("2025-01-01")))
    #expect(calendar.workingDays(after: try day("0001-01-01"), through: try day("9999-12-31")) == 3_652_058)
    #expect(calendar.adding(workingDays: -3_652_058, to: try day("9999-12-31")) == (try day("0001-01-01")))
  }

  @Test func withoutAWorkingDay() throws {
    let everyDay = (1...12).flatMap { month in (1...31).compactMap { MonthDay(month: month, day: $0) } }
    #expect(everyDay.count == 366)
    let date = try day("2024-05-02")
    for calendar in [WorkingCalendar(weekend: Set(Weekday.allCases)), WorkingCalendar(weekend: [], yearly: everyDay)] {
      #expect(!calendar.hasWorkingDay)
      #expect(!calendar.isWorkingDay(date))
      for number in [1, -1, 1_000_000_000_000_000, Int.min] { #expect(calendar.adding(workingDays: number, to: date) == nil) }
      #expect(calendar.adding(workingDays: 0, to: date) == date)
      #expect(calendar.workingDays(after: date, through: try day("9999-12-31")) == 0)
    }
    let leapDaysAlone = WorkingCalendar(weekend: [], yearly: everyDay.filter { $0.text != "02-29" })
    #expect(leapDaysAlone.hasWorkingDay)
    #expect(leapDaysAlone.adding(workingDays: 2, to: try day("1896-02-29"))?.text == "1908-02-29")
  }

  /// Holidays that are announced later, some of them twice, some on days that are free anyway.
  @Test func holidaysCanBeAdded() throws {
    let later = try ["2024-05-02", "2024-05-02", "2024-05-01", "2024-05-05", "2024-12-25"].map(day)
    let calendar = try office().adding(holidays: later)
    #expect(!calendar.isWorkingDay(try day("2024-05-02")))
    #expect(calendar.adding(workingDays: 1, to: try day("2024-04-30")) == (try day("2024-05-03")))
    #expect(calendar.workingDays(after: try day("2024-04-30"), through: try day("2024-05-10")) == 5)
    #expect(calendar == (try office().adding(holidays: [try day("2024-05-02")])))
    #expect(try office().adding(holidays: []) == office())
  }

  /// Day by day, over a span that holds each kind of year.
  @Test func countedOneByOne() throws {
    let calendar = try office().adding(holidays: (0..<400).map { try day("2030-01-01").days($0) })
    var count = 0
    let start = try day("1995-12-31")
    var date = start
    while date < (try day("2036-01-01")) {
      date = try date.days(1)
      if calendar.isWorkingDay(date) { count += 1 }
      #expect(calendar.workingDays(after: start, through: date) == count)
      guard count > 0 else { continue }
      let last = try #require(calendar.adding(workingDays: count, to: start))
      #expect(last <= date && calendar.isWorkingDay(last) && calendar.workingDays(after: last, through: date) == 0)
    }
  }

  private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }
}

extension CivilDate {
  fileprivate func days(_ number: Int) throws -> CivilDate { try #require(CivilDate(days: Int(days) + number)) }
}
