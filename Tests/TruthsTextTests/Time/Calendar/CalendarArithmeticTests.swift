import Testing
import TruthsText

struct CalendarArithmeticTests {
  @Test(arguments: [
    ("2024-01-31", "P1M", "2024-02-29"), ("2023-01-31", "P1M", "2023-02-28"), ("2024-01-31", "P2M", "2024-03-31"),
    ("2024-03-31", "-P1M", "2024-02-29"), ("2024-02-29", "P1Y", "2025-02-28"), ("2024-02-29", "P4Y", "2028-02-29"),
    ("2024-02-29", "-P1Y", "2023-02-28"), ("2024-12-31", "P2M", "2025-02-28"), ("2024-05-31", "P1M", "2024-06-30"),
    ("2024-01-15", "P0M", "2024-01-15"), ("1900-01-29", "P1M", "1900-02-28"), ("2024-01-01", "-P1M", "2023-12-01"),
    ("0001-02-01", "-P1M", "0001-01-01"), ("9999-11-30", "P1M", "9999-12-30"), ("0001-01-01", "P9998Y11M", "9999-12-01"),
    ("9999-12-31", "-P9998Y11M", "0001-01-31"),
  ])
  func monthsKeepTheDayOrTakeTheLast(date: String, period: String, sum: String) throws {
    #expect(try day(date).adding(try months(period)) == day(sum))
    #expect(try day(date).subtracting(try months(period).negated) == day(sum))
  }

  @Test(arguments: [
    ("0001-01-31", "-P1M"), ("9999-12-01", "P1M"), ("2024-01-01", "P9999Y"), ("2024-01-01", "-P9999Y"),
    ("9999-12-31", "P9999Y"),
    ("0001-01-01", "-P9999Y"),
  ])
  func outsideTheYears(date: String, period: String) throws {
    #expect(try day(date).adding(try months(period)) == nil)
    #expect(try Timestamp(startOf: day(date)).adding(try months(period)) == nil)
  }

  /// Periods are added from left to right, and never grouped.
  @Test func monthsOneByOne() throws {
    let month = try months("P1M")
    #expect(try day("2023-01-31").adding(month)?.adding(month) == day("2023-03-28"))
    #expect(try day("2023-01-31").adding(try months("P2M")) == day("2023-03-31"))
  }

  @Test func timestampsKeepTheirTime() throws {
    let moment = try #require(Timestamp(text: "1968-01-31T23:59:59.999Z"))
    #expect(moment.adding(try months("P1M"))?.text == "1968-02-29T23:59:59.999Z")
    #expect(moment.adding(try months("P4Y"))?.text == "1972-01-31T23:59:59.999Z")
    #expect(moment.subtracting(try months("P2M"))?.text == "1967-11-30T23:59:59.999Z")
  }

  @Test(arguments: [
    ("2024-01-31", "2024-02-29", 29, 1), ("2024-01-31", "2024-02-28", 28, 0), ("2023-01-31", "2023-02-28", 28, 1),
    ("2024-01-15", "2024-01-15", 0, 0), ("2024-01-15", "2024-02-14", 30, 0), ("2024-01-15", "2024-02-15", 31, 1),
    ("2024-02-29", "2025-02-28", 365, 12), ("2024-02-28", "2025-02-27", 365, 11), ("2023-11-30", "2024-02-29", 91, 3),
    ("2024-02-29", "2024-01-31", -29, -1), ("2025-02-28", "2024-02-29", -365, -12), ("2024-03-30", "2024-02-29", -30, -1),
    ("2024-03-31", "2024-02-29", -31, -1), ("2024-03-28", "2024-02-29", -28, 0),
    ("0001-01-01", "9999-12-31", 3_652_058, 119_987),
  ])
  func daysAndMonthsBetween(one: String, other: String, days: Int, months: Int) throws {
    #expect(try day(one).days(until: day(other)) == days)
    #expect(try day(one).months(until: day(other)) == months)
  }

  /// The definition itself: the greatest number of months that do not pass the later day.
  @Test func monthsBetweenIsTheGreatest() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<5000 {
      let one = Int.random(in: -1000...1000, using: &random)
      let from = try #require(CivilDate(days: one))
      let to = try #require(CivilDate(days: one + Int.random(in: 0...900, using: &random)))
      let count = from.months(until: to)
      let (whole, more) = (try #require(Period(months: count)), try #require(Period(months: count + 1)))
      #expect(try #require(from.adding(whole)) <= to, "\(from) \(to)")
      #expect(try #require(from.adding(more)) > to, "\(from) \(to)")
      #expect(to.months(until: from) == -count)
    }
  }

  /// A person born on 29 February is a year older on 28 February of a common year.
  @Test(arguments: [
    ("2004-02-29", "2022-02-27", 17), ("2004-02-29", "2022-02-28", 18), ("2004-02-28", "2022-02-28", 18),
    ("2000-06-15", "2001-06-14", 0),
    ("2001-06-14", "2000-06-15", 0), ("2001-06-15", "2000-06-15", -1), ("2010-01-01", "2000-06-15", -9),
  ])
  func yearsBetween(one: String, other: String, years: Int) throws { #expect(try day(one).years(until: day(other)) == years) }

  private func day(_ text: String) throws -> CivilDate { try #require(CivilDate(text: text)) }
  private func months(_ text: String) throws -> Period { try #require(Period(text: text)) }
}
