import Testing
import TruthsText

struct DatePartsTests {
  @Test(arguments: [
    ("2024-01-01", 1, 1), ("2024-03-31", 1, 7), ("2024-04-01", 2, 1), ("2024-12-31", 4, 2), ("1970-01-01", 1, 4),
    ("1969-12-31", 4, 3),
    ("0001-01-01", 1, 1), ("9999-12-31", 4, 5), ("2024-02-29", 1, 4), ("2024-09-30", 3, 1),
  ])
  func quartersAndWeekdays(text: String, quarter: Int, weekday: Int) throws {
    let date = try #require(CivilDate(text: text))
    #expect(date.quarter == quarter)
    #expect(date.weekday == weekday)
    #expect((date.year, date.month, date.day) == (date.parts.year, date.parts.month, date.parts.day))
  }

  @Test(arguments: [
    ("2005-01-01", 2004, 53), ("2005-01-02", 2004, 53), ("2005-12-31", 2005, 52), ("2006-01-01", 2005, 52),
    ("2006-01-02", 2006, 1),
    ("2006-12-31", 2006, 52), ("2007-01-01", 2007, 1), ("2007-12-30", 2007, 52), ("2007-12-31", 2008, 1),
    ("2008-01-01", 2008, 1),
    ("2008-12-28", 2008, 52), ("2008-12-29", 2009, 1), ("2009-12-31", 2009, 53), ("2010-01-03", 2009, 53),
    ("2010-01-04", 2010, 1),
    ("0001-01-01", 1, 1), ("9999-12-31", 9999, 52),
  ])
  func weeksOfISO8601(text: String, year: Int, week: Int) throws {
    let found = try #require(CivilDate(text: text)).isoWeek
    #expect(found == (year, week))
  }

  @Test func startsAndEnds() throws {
    let date = try #require(CivilDate(text: "2024-02-15"))
    #expect((date.startOfMonth.text, date.endOfMonth.text) == ("2024-02-01", "2024-02-29"))
    #expect((date.startOfQuarter.text, date.endOfQuarter.text) == ("2024-01-01", "2024-03-31"))
    #expect((date.startOfYear.text, date.endOfYear.text) == ("2024-01-01", "2024-12-31"))
    #expect((date.startOfWeek.text, date.endOfWeek?.text) == ("2024-02-12", "2024-02-18"))
    let monday = date.startOfWeek
    #expect((monday.startOfWeek, monday.endOfWeek) == (monday, date.endOfWeek))
    let sunday = try #require(date.endOfWeek)
    #expect((sunday.startOfWeek, sunday.endOfWeek) == (monday, sunday))
  }

  @Test func theEdgesOfTheCalendar() throws {
    let (first, last) = (try #require(CivilDate(text: "0001-01-01")), try #require(CivilDate(text: "9999-12-31")))
    #expect((first.startOfWeek, first.startOfMonth, first.startOfQuarter, first.startOfYear) == (first, first, first, first))
    #expect((last.endOfMonth, last.endOfQuarter, last.endOfYear) == (last, last, last))
    #expect(last.startOfWeek.text == "9999-12-27")
    #expect(last.endOfWeek == nil)
    #expect(CivilDate(text: "9999-12-26")?.endOfWeek?.text == "9999-12-26")
  }

  @Test func lengthsOfMonths() {
    #expect((1...12).map { CivilDate.daysInMonth(year: 2023, month: $0) } == [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
    #expect([1900, 2000, 2024].map { CivilDate.daysInMonth(year: $0, month: 2) } == [28, 29, 29])
    for (year, month) in [(0, 1), (10_000, 1), (2024, 0), (2024, 13)] {
      #expect(CivilDate.daysInMonth(year: year, month: month) == nil)
    }
  }

  @Test func daysOfTheWeekHaveNames() {
    #expect(Weekday.allCases.map(\.name) == ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
    #expect(Weekday.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6, 7])
    #expect(Weekday(name: "sunday") == .sunday)
    for name in ["", "Monday", "mon", "monday ", "holiday"] { #expect(Weekday(name: name) == nil) }
  }

  @Test func daysOfEveryYear() {
    #expect(MonthDay(text: "12-25")?.text == "12-25")
    #expect(MonthDay(text: "02-29") == MonthDay(month: 2, day: 29))
    for text in ["", "02-30", "13-01", "00-01", "01-00", "04-31", "1-1", "12-25 ", "2024-12-25", "12/25", "-12-25", "12-250"] {
      #expect(MonthDay(text: text) == nil)
    }
  }
}
