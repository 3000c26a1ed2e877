import Testing

@testable import TruthsText

struct PosixRuleTests {
  @Test(arguments: [
    ("UTC0", "X0", 0), ("CET-1", "X-1", 3600), ("<+0545>-5:45", "X-5:45", 20_700), ("<-03>3", "X3", -10_800),
    ("X-1", "X-1", 3600),
    ("ABC+24", "X+24", -86_400), ("ABC-0:00:01", "X-0:00:01", 1),
  ])
  func rulesWithoutDaylightSavingTime(text: String, written: String, offset: Int) throws {
    let rule = try #require(PosixRule(text: text))
    #expect(rule.text == written)
    #expect(rule.offset(at: 0) == offset)
    #expect(rule.change(after: 0) == nil)
  }

  /// Rules, each with its results for some moments.
  private static let samples = """
    CET-1CEST,M3.5.0,M10.5.0/3
      2024-03-31T00:59:59Z 3600
      2024-03-31T01:00:00Z 7200
      2024-10-27T00:59:59Z 7200
      2024-10-27T01:00:00Z 3600
    # The second Sunday of March and the first of November.
    EST5EDT,M3.2.0,M11.1.0
      2024-03-10T06:59:59Z -18000
      2024-03-10T07:00:00Z -14400
      2024-11-03T05:59:59Z -14400
      2024-11-03T06:00:00Z -18000
    # South of the equator it goes on over the new year.
    AEST-10AEDT,M10.1.0,M4.1.0/3
      2023-12-31T23:59:59Z 39600
      2024-01-01T00:00:00Z 39600
      2024-04-06T15:59:59Z 39600
      2024-04-06T16:00:00Z 36000
      2024-10-05T15:59:59Z 36000
      2024-10-05T16:00:00Z 39600
    # The standard is that of summer, and less in winter.
    IST-1GMT0,M10.5.0,M3.5.0/1
      2024-01-01T00:00:00Z 0
      2024-03-31T00:59:59Z 0
      2024-03-31T01:00:00Z 3600
      2024-10-27T00:59:59Z 3600
      2024-10-27T01:00:00Z 0
    # Before midnight of the day.
    <-02>2<-01>,M3.5.0/-1,M10.5.0/0
      2024-03-31T00:59:59Z -7200
      2024-03-31T01:00:00Z -3600
      2024-10-27T00:59:59Z -3600
      2024-10-27T01:00:00Z -7200
    # Beyond it: the Friday behind the fourth Thursday at 02:00.
    IST-2IDT,M3.4.4/26,M10.5.0
      2024-03-28T23:59:59Z 7200
      2024-03-29T00:00:00Z 10800
      2024-10-26T22:59:59Z 10800
      2024-10-26T23:00:00Z 7200
    # A week before and behind 1 January.
    AAA0BBB,0/-167,J1/167
      2023-12-25T00:59:59Z 0
      2023-12-25T01:00:00Z 3600
      2024-01-07T21:59:59Z 3600
      2024-01-07T22:00:00Z 0
    # J60 is 1 March in every year.
    AAA0BBB,J60/0,J61/0
      2024-02-29T23:59:59Z 0
      2024-03-01T00:00:00Z 3600
      2023-02-28T23:59:59Z 0
      2023-03-01T00:00:00Z 3600
      2023-03-01T23:00:00Z 0
    # The sixtieth day is 29 February in a leap year.
    AAA0BBB,59/0,60/0
      2024-02-28T23:59:59Z 0
      2024-02-29T00:00:00Z 3600
      2024-02-29T23:00:00Z 0
      2023-02-28T23:59:59Z 0
      2023-03-01T00:00:00Z 3600
    # All year (RFC 9636, 3.3.1).
    XXX3EDT4,0/0,J365/23
      2023-12-31T23:00:00Z -14400
      2024-01-01T03:00:00Z -14400
      2024-07-01T00:00:00Z -14400
      2024-12-31T03:00:00Z -14400
    AAA0BBB-1:30,M1.1.1/0,M12.5.1/0
      2024-06-01T00:00:00Z 5400
      2024-12-31T00:00:00Z 0
      9999-06-01T00:00:00Z 5400
    """

  @Test func daylightSavingTime() throws {
    var rule: PosixRule?
    for line in Self.samples.split(separator: "\n") where !line.hasPrefix("#") {
      let parts = line.split(separator: " ")
      if line.hasPrefix(" ") {
        let moment = try #require(Timestamp(text: parts[0]))
        #expect(rule?.offset(at: moment.milliseconds / 1000) == Int(parts[1]), "\(rule?.text ?? ""): \(line)")
      } else {
        rule = PosixRule(text: parts[0])
      }
    }
  }

  @Test func changesFollowEachOther() throws {
    let rule = try #require(PosixRule(text: "CET-1CEST,M3.5.0,M10.5.0/3"))
    let march: Int64 = 1_711_846_800
    let october: Int64 = 1_729_990_800
    #expect(try #require(rule.change(after: march - 1)) == (march, 7200))
    #expect(try #require(rule.change(after: march)) == (october, 3600))
  }

  @Test(arguments: [
    "", "X", "0", "UTC", "UTC0 ", "UTC25", "UTC0:60", "UTC0:00:60", "<UTC0", "UTC0ABC", "UTC0ABC,", "UTC0ABC,M3.5.0",
    "UTC0ABC,M3.5.0,", "UTC0ABC,M0.5.0,M10.5.0", "UTC0ABC,M13.5.0,M10.5.0", "UTC0ABC,M3.0.0,M10.5.0", "UTC0ABC,M3.6.0,M10.5.0",
    "UTC0ABC,M3.5.7,M10.5.0", "UTC0ABC,J0,J365", "UTC0ABC,J366,J365", "UTC0ABC,366,0", "UTC0ABC,M3.5.0/168,M10.5.0",
    "UTC0ABC,M3.5.0/2:60,M10.5.0", "UTC0ABC,M3.5.0,M10.5.0,M11.5.0", "UTC0ABC,M3.5,M10.5.0", "UTC0ABC,M3.5.0/,M10.5.0",
    "UTC--1", "UTC9999", "UTC0ABC,0001,J1",
  ])
  func noRule(text: String) { #expect(PosixRule(text: text) == nil) }

  @Test func anyMomentHasAnOffset() throws {
    let rule = try #require(PosixRule(text: "CET-1CEST,M3.5.0,M10.5.0/3"))
    for second in [Int64.min, -62_135_596_800, 253_402_300_799, Int64.max] {
      #expect([3600, 7200].contains(rule.offset(at: second)))
    }
  }
}
