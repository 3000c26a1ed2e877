import Testing
import TruthsJSON
import TruthsRendering
import TruthsRuntime
import TruthsText

/// Values as people read them (runs §10.5). The expectations are those of the reference.
@Suite("Values as people write them")
struct PlainValueTests {
  @Test(
    "equal moments and spans read alike, however they are written",
    arguments: [
      ("P3D", "3 days"), ("PT0S", "0 seconds"), ("P0D", "0 seconds"), ("PT72H", "3 days"), ("P1W", "7 days"),
      ("PT26H", "1 day 2 hours"), ("-PT90M", "minus 1 hour 30 minutes"), ("PT59.5S", "59.5 seconds"),
      ("P14M", "1 year 2 months"), ("P20000D", "20,000 days"), ("P5X", "P5X"), ("", ""),
    ])
  func spans(_ text: String, _ words: String) { #expect(PlainValue.text(text, as: .span) == words) }

  @Test("a moment is told in UTC; a text of which nothing is known only where it can be nothing else")
  func moments() {
    #expect(PlainValue.text("2025-01-31T13:00:00+01:00", as: .moment) == "2025-01-31 12:00 UTC")
    #expect(PlainValue.text("2025-01-31T12:00:05Z") == "2025-01-31 12:00:05 UTC")
    #expect(PlainValue.text("P5D") == "P5D")
    #expect(PlainValue.text("PT2H") == "2 hours")
    #expect(PlainValue.text("2025-01-31") == "2025-01-31")
  }

  @Test("numbers have their unit and separators, also in lists and records, and a boolean is its value")
  func nested() {
    let value: JSONValue = .array([
      .object(["sku": .text("a"), "price": .number(Decimal(1000)), "left": .text("P1D")]),
      .object(["sku": .text("P1D"), "price": .number(Decimal(20_000))]),
    ])
    let price: [String: DisplayType] = ["price": .amount(unit: "eur"), "left": .span]
    #expect(
      ExplanationText.value(value, as: .elements([.members(price), .members(price)]))
        == "sku a, price 1,000 eur, left 1 day; sku P1D, price 20,000 eur")
    #expect(ExplanationText.value(value) == "sku a, price 1000, left P1D; sku P1D, price 20,000")
    #expect(ExplanationText.value(.boolean(false)) == "false")
    let hours: JSONValue = .array([.number(Decimal(1)), .null])
    #expect(ExplanationText.value(hours, as: .elements([.amount(unit: "h"), nil])) == "1 h, missing")
  }

  @Test("a reason has its values as the clause that gives it, and what is not known stands as it is")
  func reasons() {
    let values: JSONObject = ["total": .number(Decimal(12_000)), "the total": .number(Decimal(1000)), "hold": .text("P3D")]
    let types: [String: DisplayType] = ["total": .amount(unit: "eur"), "the total": .amount(unit: "eur"), "hold": .span]
    let reason = ReasonText(values, types)
    #expect(
      reason.text("total > 1000 holds: total is 12000, the total is 1000, hold is P3D")
        == "total > 1000 holds: total is 12,000 eur, the total is 1,000 eur, hold is 3 days")
    #expect(reason.text("Held P3D (total is 120001)") == "Held 3 days (total is 120001)")
    #expect(reason.text("The fee of 1000 eur, not 20000 usd") == "The fee of 1,000 eur, not 20000 usd")
    #expect(reason.text("sub_total is 12000") == "sub_total is 12000")
    let long = String(repeating: "a", count: 200)
    #expect(ReasonText(["words": .text(long)]).text("words is \(long)") == "words is \(long)")
    #expect(ReasonText().text("Since 2025-01-31T12:00:00Z, P5D") == "Since 2025-01-31 12:00 UTC, P5D")
  }

  @Test("the values that a conflict names are those of their fields")
  func conflicts() {
    let reason = ReasonText([:], ["wait": .span, "price": .amount(unit: "eur"), "at": .moment])
    let begin = "order.kept is there already with another content: "
    #expect(
      reason.text(begin + "wait is P5D and would be P6D, price is 5000 and would be missing")
        == begin + "wait is 5 days and would be 6 days, price is 5,000 eur and would be missing")
    #expect(
      reason.text(begin + "at is 2025-01-31T12:00:00Z and would be missing, code is P5D and would be P6D")
        == begin + "at is 2025-01-31 12:00 UTC and would be missing, code is P5D and would be P6D")
    let other = "the price is high, awaits is P5D and would be P6D"
    #expect(reason.text(other) == other)
  }
}
