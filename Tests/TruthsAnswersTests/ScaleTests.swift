import Testing
import TruthsJSON
import TruthsText

@testable import TruthsAnswers

@Suite("Scales of numbers and days")
struct ScaleTests {
  private func scale(_ text: String, isWhole: Bool = true) throws -> Scale {
    let value = try Decimal(literal: text)
    return try #require(Scale(.number(value), isWhole: isWhole))
  }

  @Test("a middle is whole between whole numbers that are apart, and in hundredths where one has such")
  func middle() throws {
    #expect(try scale("5000").middle(to: scale("1000"))?.json == .number(Decimal(3000)))
    #expect(try scale("2").middle(to: scale("1")) == nil)
    #expect(try scale("2").middle(to: scale("1.5"))?.json == .number(Decimal(literal: "1.75")))
    #expect(try scale("1.01").middle(to: scale("1")) == nil)
    // If fractions are allowed, the border between two whole numbers is shown in hundredths.
    let (two, one) = (try scale("2", isWhole: false), try scale("1", isWhole: false))
    #expect(try two.middle(to: one)?.json == .number(Decimal(literal: "1.5")))
    #expect(try one.next(awayFrom: two)?.json == .number(Decimal(literal: "0.99")))
  }

  @Test("days have a middle too; texts and days do not go with numbers")
  func days() throws {
    let first = try #require(Scale(.text("2026-01-01"), isWhole: false))
    let last = try #require(Scale(.text("2026-01-11"), isWhole: false))
    #expect(first.middle(to: last)?.json == .text("2026-01-06"))
    #expect(first.distance(to: last) == 10)
    #expect(Scale(.text("tomorrow"), isWhole: false) == nil)
    #expect(try first.middle(to: scale("1")) == nil)
  }

  @Test("a border is found by halves: the last value that has a property, and the next one")
  func border() throws {
    let (low, high) = (try scale("10"), try scale("1000"))
    let border = try #require(low.border(to: high) { $0.json.decimal.map { $0 <= Decimal(371) } })
    #expect(border.last.json == .number(Decimal(371)) && border.next.json == .number(Decimal(372)))
    let other = try #require(high.border(to: low) { $0.json.decimal.map { $0 > Decimal(371) } })
    #expect(other.last.json == .number(Decimal(372)) && other.next.json == .number(Decimal(371)))
    #expect(low.border(to: high) { _ in nil } == nil)
  }
}

extension JSONValue {
  fileprivate var decimal: Decimal? {
    if case .number(let number) = self { return number }
    return nil
  }
}
