import Testing
import TruthsText

struct CalendarTests {
  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11016), ("2000-03-01", 11017), ("2024-01-31", 19753),
    ("0001-01-01", -719_162), ("9999-12-31", 2_932_896), ("1900-02-28", -25509), ("1900-03-01", -25508),
    ("1600-02-29", -135_081),
  ])
  func datesCountDays(text: String, days: Int) {
    #expect(CivilDate(text: text)?.days == Int32(days))
    #expect(CivilDate(days: days)?.text == text)
  }

  @Test(arguments: [
    "", "2024-1-01", "2024-13-01", "2024-00-10", "2024-01-00", "2024-01-32", "2023-02-29", "1900-02-29", "2100-02-29",
    "2024-04-31", "0000-12-31", "10000-01-01", "2024-01-01 ", " 2024-01-01", "-001-01-01", "2024/01/01", "20240101",
    "2024-01-01T00:00:00Z", "２024-01-01",
  ])
  func noSuchDate(text: String) { #expect(CivilDate(text: text) == nil) }

  @Test func everyDayFollowsTheOneBefore() throws {
    // Ten thousand days around a century that has no leap day and one that has.
    for start in [-30_000, 5_000] {
      var last = try #require(CivilDate(days: start))
      for days in start + 1...start + 10_000 {
        let next = try #require(CivilDate(days: days))
        let (year, month, day) = last.parts
        let nextDay =
          CivilDate(year: year, month: month, day: day + 1) ?? CivilDate(year: year, month: month + 1, day: 1)
          ?? CivilDate(year: year + 1, month: 1, day: 1)
        #expect(nextDay == next)
        #expect(last < next)
        last = next
      }
    }
    #expect(CivilDate(days: -719_163) == nil)
    #expect(CivilDate(days: 2_932_897) == nil)
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, "1970-01-01T00:00:00Z"), ("1969-12-31T23:59:59.999Z", -1, "1969-12-31T23:59:59.999Z"),
    ("2024-01-31T12:30:45.5Z", 1_706_704_245_500, "2024-01-31T12:30:45.500Z"),
    ("2024-01-31T12:30:45.05Z", 1_706_704_245_050, "2024-01-31T12:30:45.050Z"),
    ("2024-01-31T12:30:45.000Z", 1_706_704_245_000, "2024-01-31T12:30:45Z"),
    ("0001-01-01T00:00:00Z", -62_135_596_800_000, "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59.999Z", 253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
  ])
  func timestamps(text: String, milliseconds: Int64, written: String) {
    #expect(Timestamp(text: text)?.milliseconds == milliseconds)
    #expect(Timestamp(milliseconds: milliseconds)?.text == written)
  }

  @Test(arguments: [
    "", "2024-01-31", "2024-01-31T12:30Z", "2024-01-31T12:30:45", "2024-01-31T24:00:00Z", "2024-01-31T12:60:00Z",
    "2016-12-31T23:59:60Z", "2024-01-31T12:30:45.Z", "2024-01-31T12:30:45.1234567890Z",
    "2024-01-31t12:30:45Z", "2024-01-31T12:30:45z", "2024-01-31 12:30:45Z", "2024-02-30T00:00:00Z", "0000-01-01T00:00:00Z",
    "2024-01-31T12:30:45Z ", "2024-01-31T1:30:45Z", "2024-01-31T12:30:45,5Z", "2024-01-31T12:30:45.-5Z",
    "2024-01-31T12:30:45+24:00", "2024-01-31T12:30:45+00:60", "2024-01-31T12:30:45+1:00", "2024-01-31T12:30:45+0100",
    "2024-01-31T12:30:45+01", "2024-01-31T12:30:45+01:00Z", "2024-01-31T12:30:45Z+01:00", "2024-01-31T12:30:60+01:00",
    "2024-01-31T12:30+01:00", "2024-01-31T12:30:45 +01:00", "2024-01-31T12:30:45.+01:00", "2024-01-31T12:30:45−01:00",
    "0001-01-01T00:59:59.999+01:00", "9999-12-31T23:00:00-01:00", "0000-12-31T23:59:59-00:01", "10000-01-01T00:00:00+01:00",
  ])
  func noSuchTimestamp(text: String) { #expect(Timestamp(text: text) == nil) }

  @Test func timestampsHaveTheirLimits() throws {
    #expect(Timestamp(milliseconds: -62_135_596_800_001) == nil)
    #expect(Timestamp(milliseconds: 253_402_300_800_000) == nil)
    let last = try #require(Timestamp(text: "9999-12-31T23:59:59.999Z"))
    #expect(last.adding(try duration(1)) == nil)
    #expect(last.subtracting(try duration(-999_999_999_999_999)) == nil)
    #expect(last.subtracting(try duration(999_999_999_999_999)) == nil)
    #expect(last.adding(try duration(-1))?.text == "9999-12-31T23:59:59.998Z")
  }

  private func duration(_ milliseconds: Int64) throws -> TimeSpan { try #require(TimeSpan(milliseconds: milliseconds)) }

  @Test(arguments: [
    ("2024-01-31T12:30:45+00:00", "2024-01-31T12:30:45Z"), ("2024-01-31T12:30:45-00:00", "2024-01-31T12:30:45Z"),
    ("2024-01-31T00:30:00+01:00", "2024-01-30T23:30:00Z"), ("2024-12-31T23:30:00-05:45", "2025-01-01T05:15:00Z"),
    ("2024-02-29T23:58:59.250+23:59", "2024-02-28T23:59:59.250Z"), ("2024-02-28T00:01:00-23:59", "2024-02-29T00:00:00Z"),
    ("0001-01-01T01:00:00+01:00", "0001-01-01T00:00:00Z"), ("9999-12-31T22:59:59.999-01:00", "9999-12-31T23:59:59.999Z"),
  ])
  func offsetsAreTakenAway(text: String, written: String) { #expect(Timestamp(text: text)?.text == written) }

  /// Digits are dropped as they are written, whichever side of 1970 the moment is.
  @Test(arguments: [
    ("2024-01-31T12:30:45.1234Z", "2024-01-31T12:30:45.123Z"), ("2024-01-31T12:30:45.123999999Z", "2024-01-31T12:30:45.123Z"),
    ("2024-01-31T12:30:45.000999Z", "2024-01-31T12:30:45Z"), ("1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"),
    ("1969-12-31T23:59:59.0009Z", "1969-12-31T23:59:59Z"), ("1970-01-01T00:59:59.9999+01:00", "1969-12-31T23:59:59.999Z"),
    ("9999-12-31T23:59:59.999999999Z", "9999-12-31T23:59:59.999Z"),
  ])
  func furtherDigitsAreDropped(text: String, written: String) { #expect(Timestamp(text: text)?.text == written) }

  @Test func theDayOfATimestampIsTheDayInUTC() throws {
    #expect(Timestamp(text: "1969-12-31T23:59:59.999Z")?.date.text == "1969-12-31")
    #expect(Timestamp(text: "2024-02-29T00:00:00Z")?.date.text == "2024-02-29")
    #expect(Timestamp(startOf: try #require(CivilDate(text: "2024-02-29"))).text == "2024-02-29T00:00:00Z")
  }
}
