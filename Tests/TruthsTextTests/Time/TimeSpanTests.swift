import Testing
import TruthsText

struct TimeSpanTests {
  @Test(arguments: [
    ("PT0S", "PT0S"), ("P0D", "PT0S"), ("-PT0S", "PT0S"), ("PT90M", "PT1H30M"), ("PT24H", "P1D"), ("P1DT25H", "P2DT1H"),
    ("PT1.5S", "PT1.500S"), ("PT0.001S", "PT0.001S"), ("PT60.25S", "PT1M0.250S"), ("-P1DT2H3M4S", "-P1DT2H3M4S"),
    ("P1DT0H0M0S", "P1D"), ("PT86399S", "PT23H59M59S"), ("P400D", "P400D"), ("PT1H1S", "PT1H1S"), ("PT007M", "PT7M"),
    ("P1W", "P7D"), ("P1W2D", "P9D"), ("-P2WT12H", "-P14DT12H"), ("PT36H", "P1DT12H"), ("P0W", "PT0S"),
    ("PT1.2345S", "PT1.234S"),
    ("PT0.123456789S", "PT0.123S"), ("PT0.000999999S", "PT0S"), ("-PT0.0009S", "PT0S"), ("-PT1.9999S", "-PT1.999S"),
    ("PT999999999999.999999999S", "P11574074DT1H46M39.999S"), ("-PT999999999999.999S", "-P11574074DT1H46M39.999S"),
  ])
  func spansAreReadAndWritten(text: String, written: String) throws {
    let span = try #require(TimeSpan(text: text))
    #expect(span.text == written)
    #expect(TimeSpan(text: written) == span)
  }

  @Test(arguments: [
    "", "P", "PT", "-P", "--PT1S", "P1DT", "PT1", "1D", "P1H", "PT1D", "PT1S2M", "PT1M1M", "P1.5D", "PT1.5H", "PT1.5M", "PT.5S",
    "PT1.S", "PT1.0123456789S", "P1Y", "P1M", "P1D1W", "P1.5W", "PT1W", "P1W1W", "P1WT", "W", "PT-1S", "+PT1S", "P1D ",
    "pt1s", "PT1,5S", "P99999999999999999999D",
    "P9223372036854775807D", "PT1000000000000S", "-PT1000000000000S", "P11574075D",
  ])
  func noSuchSpan(text: String) { #expect(TimeSpan(text: text) == nil) }

  @Test func sumsAndDifferences() throws {
    let start = try #require(Timestamp(text: "2024-02-28T23:30:00Z"))
    let end = try #require(Timestamp(text: "2024-03-01T00:00:00Z"))
    #expect(end.subtracting(start).text == "P1DT30M")
    #expect(start.subtracting(end).text == "-P1DT30M")
    #expect(start.adding(try #require(TimeSpan(text: "P1DT30M"))) == end)
    #expect(end.subtracting(try #require(TimeSpan(text: "P1DT30M"))) == start)
    let longest = try #require(TimeSpan(milliseconds: 999_999_999_999_999))
    let least = try #require(TimeSpan(milliseconds: 1))
    #expect(longest.adding(least) == nil)
    #expect(longest.subtracting(least)?.adding(least) == longest)
    #expect(longest.negated.subtracting(least) == nil)
    #expect(longest.negated.abs == longest)
    for milliseconds in [Int64.min, -1_000_000_000_000_000, 1_000_000_000_000_000, Int64.max] {
      #expect(TimeSpan(milliseconds: milliseconds) == nil)
    }
  }

  @Test func datesMoveByWholeDays() throws {
    let day = try #require(CivilDate(text: "2024-02-28"))
    #expect(day.adding(try #require(TimeSpan(text: "P2D")))?.text == "2024-03-01")
    #expect(day.subtracting(try #require(TimeSpan(text: "P59D")))?.text == "2023-12-31")
    #expect(day.adding(try #require(TimeSpan(text: "PT48H")))?.text == "2024-03-01")
    #expect(day.adding(try #require(TimeSpan(text: "PT36H"))) == nil)
    #expect(day.adding(try #require(TimeSpan(text: "P9000000D"))) == nil)
    #expect(day.subtracting(try #require(CivilDate(text: "2024-03-01"))).text == "-P2D")
    let all = try #require(CivilDate(text: "9999-12-31")).subtracting(try #require(CivilDate(text: "0001-01-01")))
    #expect(all.text == "P3652058D")
  }

  @Test(arguments: [
    ("PT10S", "0.5", "PT5S"), ("PT1S", "0.0005", "PT0S"), ("PT1S", "0.0015", "PT0.002S"), ("PT1S", "0.0025", "PT0.002S"),
    ("-PT1S", "0.0015", "-PT0.002S"), ("P1D", "-2", "-P2D"), ("P1D", "0", "PT0S"),
  ])
  func productsRoundToTheMillisecond(span: String, factor: String, product: String) throws {
    #expect(try #require(TimeSpan(text: span)).multiplied(by: decimal(factor)).get().text == product)
  }

  @Test(arguments: [
    ("PT10S", "3", "PT3.333S"), ("PT20S", "3", "PT6.667S"), ("PT0.003S", "2", "PT0.002S"), ("PT0.005S", "2", "PT0.002S"),
    ("PT1S", "0.001", "PT16M40S"), ("P1D", "24", "PT1H"), ("-P1D", "48", "-PT30M"), ("PT0S", "7", "PT0S"),
    ("PT1S", "999999999999999", "PT0S"),
  ])
  func partsRoundToTheMillisecond(span: String, divisor: String, part: String) throws {
    #expect(try #require(TimeSpan(text: span)).divided(by: decimal(divisor)).get().text == part)
  }

  @Test func spansHaveTheirLimits() throws {
    let long = try #require(TimeSpan(milliseconds: 500_000_000_000_000))
    #expect(long.multiplied(by: Decimal(2)) == .failure(.overflow))
    #expect(long.multiplied(by: Decimal(-2)) == .failure(.overflow))
    #expect(try long.multiplied(by: decimal("1.999999999999")).get().milliseconds == 999_999_999_999_500)
    #expect(try long.divided(by: decimal("0.5")) == .failure(.overflow))
    #expect(try long.divided(by: decimal("0.000000000001")) == .failure(.overflow))
    #expect(long.divided(by: Decimal.zero) == .failure(.divisionByZero))
    #expect(long.divided(by: TimeSpan.zero) == .failure(.divisionByZero))
    #expect(TimeSpan.zero.divided(by: Decimal.zero) == .failure(.divisionByZero))
  }

  /// A third is not exact, and rounding comes last.
  @Test func spansByNumber() throws {
    let third = try Decimal(1).divided(by: Decimal(3)).get()
    #expect(TimeSpan.hours(third)?.text == "PT20M")
    #expect(TimeSpan.days(third)?.text == "PT8H")
    #expect(TimeSpan.weeks(third)?.text == "P2DT8H")
    #expect(TimeSpan.weeks(Decimal(-2))?.text == "-P14D")
    #expect(TimeSpan.days(Decimal(2))?.text == "P2D")
    #expect(try TimeSpan.hours(decimal("1.5"))?.text == "PT1H30M")
    #expect(try TimeSpan.minutes(decimal("-0.5"))?.text == "-PT30S")
    #expect(try TimeSpan.seconds(decimal("0.001"))?.text == "PT0.001S")
    #expect(try TimeSpan.seconds(decimal("0.0005"))?.text == "PT0S")
    #expect(try TimeSpan.seconds(decimal("0.0015"))?.text == "PT0.002S")
    #expect(try TimeSpan.seconds(decimal("-0.0025"))?.text == "-PT0.002S")
    #expect(try TimeSpan.seconds(decimal("-0.002500000001"))?.text == "-PT0.003S")
    #expect(try TimeSpan.days(decimal("999999999999999")) == nil)
    #expect(try TimeSpan.seconds(decimal("999999999999.999"))?.milliseconds == 999_999_999_999_999)
    #expect(try TimeSpan.seconds(decimal("1000000000000")) == nil)
    // Below the limit, and rounded up to it.
    let close = try Decimal.make(coefficient: 9_999_999_999_999_996, scale: 4).get()
    #expect(TimeSpan.seconds(close) == nil)
  }

  /// Numbers inside an expression have up to 38 digits, at any scale: the product is exact all the same.
  @Test func spansByLongNumbers() throws {
    let nines = try Decimal.make(coefficient: 99_999_999_999_999_999_999_999_999_999_999_999_999, scale: 37).get()
    #expect(TimeSpan.weeks(nines)?.text == "P70D")
    #expect(try #require(TimeSpan(text: "P1D")).multiplied(by: nines).get().text == "P10D")
    let tiny = try Decimal.make(coefficient: 1, scale: 60).get()
    #expect(TimeSpan.weeks(tiny) == .zero)
    #expect(TimeSpan.weeks(nines.negated)?.text == "-P70D")
    let huge = try Decimal.make(coefficient: 99_999_999_999_999_999_999_999_999_999_999_999_999, scale: 0).get()
    #expect(TimeSpan.seconds(huge) == nil)
    #expect(try #require(TimeSpan(milliseconds: 1)).multiplied(by: huge) == .failure(.overflow))
    #expect(TimeSpan.zero.multiplied(by: huge) == .success(.zero))
  }

  @Test func sumsAreJudgedAtTheirEnd() throws {
    let long = try #require(TimeSpan(milliseconds: 999_999_999_999_999))
    var sum = TimeSpanSum()
    #expect(sum.result == .zero)
    #expect(sum.mean == nil)
    for _ in 0..<3 { sum.add(long) }
    #expect(sum.result == nil)
    #expect(sum.mean == long)
    for _ in 0..<3 { sum.add(long.negated) }
    #expect(sum.result == .zero)
    #expect(sum.mean == .zero)
  }

  @Test(arguments: [
    (["PT0.001S", "PT0.002S"], "PT0.002S"), (["PT0.002S", "PT0.003S"], "PT0.002S"), (["-PT0.001S", "-PT0.002S"], "-PT0.002S"),
    (["PT1S", "PT0S", "PT0S"], "PT0.333S"), (["PT2S", "PT0S", "PT0S"], "PT0.667S"), (["P1D", "-P1D"], "PT0S"),
  ])
  func meansRoundToTheMillisecond(spans: [String], mean: String) throws {
    var sum = TimeSpanSum()
    for span in spans { sum.add(try #require(TimeSpan(text: span))) }
    #expect(sum.mean?.text == mean)
  }

  @Test func spansPerSpan() throws {
    let day = try #require(TimeSpan(text: "P1D"))
    #expect(day.divided(by: try #require(TimeSpan(text: "PT1H"))).map(\.canonicalText) == .success("24"))
    #expect(
      try #require(TimeSpan(text: "PT1S")).divided(by: try #require(TimeSpan(text: "-PT3S"))).get().leaving?.canonicalText
        == "-0.333333333333")
  }
}
