import Testing
import TruthsText

struct PeriodTests {
  @Test(arguments: [
    ("P1Y6M", 18, "P1Y6M"), ("P18M", 18, "P1Y6M"), ("P0M", 0, "P0M"), ("P0Y", 0, "P0M"), ("-P0M", 0, "P0M"),
    ("-P1M", -1, "-P1M"),
    ("P1Y", 12, "P1Y"), ("P1Y0M", 12, "P1Y"), ("P0Y12M", 12, "P1Y"), ("P12M", 12, "P1Y"), ("-P1Y1M", -13, "-P1Y1M"),
    ("P001M", 1, "P1M"), ("P9999Y", 119_988, "P9999Y"), ("-P119988M", -119_988, "-P9999Y"), ("P9998Y12M", 119_988, "P9999Y"),
  ])
  func periodsAreReadAndWritten(text: String, months: Int32, written: String) {
    #expect(Period(text: text)?.months == months)
    #expect(Period(months: Int(months))?.text == written)
  }

  @Test(arguments: [
    "", "P", "-", "-P", "1M", "P1", "P1D", "P1W", "PT1M", "P1M1Y", "P1Y1Y", "P1M1M", "P-1M", "P1Y-6M", "--P1M", "+P1M", "P+1M",
    "P1.5Y", "P1,5Y", "P1YT", "P1Y6M ", " P1Y6M", "p1y6m", "P1Y6", "P9999Y1M", "P10000Y", "P119989M", "-P119989M",
    "P99999999999999999999M", "P9223372036854775807Y", "P１M",
  ])
  func noSuchPeriod(text: String) { #expect(Period(text: text) == nil) }

  @Test func limits() {
    #expect(Period(months: 119_988)?.text == "P9999Y")
    for months in [119_989, -119_989, Int.max, Int.min] { #expect(Period(months: months) == nil) }
  }

  @Test func periodsByNumber() throws {
    #expect(Period.months(Decimal(18))?.text == "P1Y6M")
    #expect(Period.years(Decimal(-2))?.text == "-P2Y")
    #expect(Period.years(Decimal(9999))?.text == "P9999Y")
    #expect(Period.years(Decimal(10_000)) == nil)
    #expect(Period.years(Decimal(Int.max)) == nil)
    #expect(Period.months(Decimal(Int.min)) == nil)
    #expect(try Period.months(decimal("1.5")) == nil)
    #expect(try Period.years(decimal("0.5")) == nil)
    #expect(try Period.months(decimal("5.0"))?.text == "P5M")
  }

  @Test func arithmetic() throws {
    let (year, month) = (try period("P1Y"), try period("P1M"))
    #expect(year.adding(month)?.text == "P1Y1M")
    #expect(month.subtracting(year)?.text == "-P11M")
    #expect(year.negated.abs == year)
    #expect(month < year && year.negated < month.negated)
    let longest = try period("P9999Y")
    #expect(longest.adding(month) == nil)
    #expect(longest.negated.subtracting(month) == nil)
    #expect(longest.adding(longest.negated) == .zero)
    #expect(month.multiplied(by: Decimal(-18))?.text == "-P1Y6M")
    #expect(month.multiplied(by: Decimal(119_989)) == nil)
    #expect(longest.multiplied(by: Decimal(Int.max)) == nil)
    #expect(try month.multiplied(by: decimal("1.5")) == nil)
    #expect(try Period.zero.multiplied(by: Decimal.make(coefficient: 9, scale: -36).get()) == .zero)
  }

  @Test func periodsPerPeriod() throws {
    #expect(try period("P1Y6M").divided(by: try period("P1Y")).get().canonicalText == "1.5")
    #expect(try period("P1Y").divided(by: try period("-P7M")).get().leaving?.canonicalText == "-1.714285714286")
    #expect(try period("P1Y").divided(by: .zero) == .failure(.divisionByZero))
    #expect(try Period.zero.divided(by: try period("P1Y")).get() == .zero)
  }

  @Test func sumsAreJudgedAtTheirEnd() throws {
    var sum = PeriodSum()
    #expect(sum.result == .zero)
    let longest = try period("P9999Y")
    for _ in 0..<2 { sum.add(longest) }
    #expect(sum.result == nil)
    for _ in 0..<2 { sum.add(longest.negated) }
    sum.add(try period("P5M"))
    #expect(sum.result?.text == "P5M")
  }

  private func period(_ text: String) throws -> Period { try #require(Period(text: text)) }
}
