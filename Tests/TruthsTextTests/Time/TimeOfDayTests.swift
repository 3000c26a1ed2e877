import Testing
import TruthsText

struct TimeOfDayTests {
  @Test(arguments: [
    ("00:00", 0, "00:00:00"), ("23:59", 86_340_000, "23:59:00"), ("09:05:07", 32_707_000, "09:05:07"),
    ("23:59:59.999", 86_399_999, "23:59:59.999"), ("12:00:00.5", 43_200_500, "12:00:00.500"),
    ("12:00:00.000", 43_200_000, "12:00:00"),
    ("12:00:00.05", 43_200_050, "12:00:00.050"), ("12:00:00.1239", 43_200_123, "12:00:00.123"),
    ("23:59:59.999999999", 86_399_999, "23:59:59.999"), ("00:00:00.000999", 0, "00:00:00"),
  ])
  func timesAreReadAndWritten(text: String, milliseconds: Int64, written: String) {
    #expect(TimeOfDay(text: text)?.milliseconds == Int32(milliseconds))
    #expect(TimeOfDay(milliseconds: milliseconds)?.text == written)
  }

  @Test(arguments: [
    "", "24:00", "24:00:00", "12:60", "12:00:60", "23:59:60", "1:00", "12:0", "12", "12:", "12:00:", "12:00:0", "12:00.5",
    "12:00:00.",
    "12:00:00.0123456789", "12:00:00,5", "12:00:00Z", "12:00+01:00", "T12:00", "-01:00", " 12:00", "12:00 ", "012:00", "１２:00",
  ])
  func noSuchTime(text: String) { #expect(TimeOfDay(text: text) == nil) }

  @Test func timesByTheirParts() {
    #expect(TimeOfDay(hour: 9, minute: 5, second: 7)?.text == "09:05:07")
    #expect(TimeOfDay(hour: 0, minute: 0, second: 0) == .midnight)
    #expect(TimeOfDay(hour: 23, minute: 59, second: 59)?.text == "23:59:59")
    let wrong = [(24, 0, 0), (-1, 0, 0), (0, 60, 0), (0, -1, 0), (0, 0, 60), (0, 0, -1), (Int.max, Int.max, Int.min)]
    for (hour, minute, second) in wrong { #expect(TimeOfDay(hour: hour, minute: minute, second: second) == nil) }
    for milliseconds in [-1, 86_400_000, Int64.max, Int64.min] { #expect(TimeOfDay(milliseconds: milliseconds) == nil) }
  }

  @Test func partsOfATime() throws {
    let time = try #require(TimeOfDay(text: "09:05:07.999"))
    #expect((time.hour, time.minute, time.second) == (9, 5, 7))
    let before1970 = try #require(Timestamp(text: "1969-12-31T23:59:58.001Z"))
    #expect((before1970.time.hour, before1970.time.minute, before1970.time.second) == (23, 59, 58))
    #expect(before1970.time.text == "23:59:58.001")
  }

  @Test func arithmetic() throws {
    let (noon, late) = (try #require(TimeOfDay(text: "12:00")), try #require(TimeOfDay(text: "23:59:59.999")))
    #expect(late.subtracting(noon).text == "PT11H59M59.999S")
    #expect(noon.subtracting(late).text == "-PT11H59M59.999S")
    #expect(noon.adding(try duration("PT12H")) == nil)
    #expect(noon.adding(try duration("PT11H59M59.999S")) == late)
    #expect(noon.subtracting(try duration("PT12H")) == .midnight)
    #expect(noon.subtracting(try duration("PT12H0.001S")) == nil)
    #expect(noon.adding(try duration("-PT12H")) == .midnight)
    #expect(noon.adding(try duration("PT999999999999.999S")) == nil)
    #expect(noon < late && TimeOfDay.midnight < noon)
  }

  @Test func aDayAndATimeAreAMoment() throws {
    let date = try #require(CivilDate(text: "1969-12-31"))
    let moment = Timestamp(date: date, time: try #require(TimeOfDay(text: "23:59:59.999")))
    #expect(moment.milliseconds == -1)
    #expect(moment.date == date)
    #expect(moment.time.text == "23:59:59.999")
    let first = Timestamp(date: try #require(CivilDate(text: "0001-01-01")), time: .midnight)
    #expect(first.text == "0001-01-01T00:00:00Z")
    #expect(first.time == .midnight)
  }

  private func duration(_ text: String) throws -> TimeSpan { try #require(TimeSpan(text: text)) }
}
