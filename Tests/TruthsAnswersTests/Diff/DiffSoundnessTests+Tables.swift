@testable import Truths

/// Tables and functions that give otherwise.
extension DiffSoundnessTests {
  private static func rows(_ head: String, _ rows: String) -> String { "table rate:\n  inputs:\n\(head)\n  rows:\n\(rows)" }

  private static func whole(_ rows: String, _ hit: String = "first") -> String {
    DiffPair.table(
      self.rows("    n: integer\n  output: integer\n  hit: \(hit)", rows),
      hit == "collect" ? "rate(count) == [1, 2]" : "rate(count) > 0")
  }

  private static func text(_ rows: String) -> String {
    DiffPair.table(self.rows("    t: text\n  output: integer", rows), "rate(word) > 0")
  }

  static let differentTables: [(DiffPair, String)] = [
    (
      DiffPair("a row twice in a sum", whole("    - n > 1 → 1\n«¦    - n > 1 → 1\n»    - otherwise → 0", "collect sum")),
      "tables shop.rate"
    ),
    (
      DiffPair("a row twice in a count", whole("    - n > 1 → 1\n«¦    - n > 1 → 1\n»    - otherwise → 0", "collect count")),
      "tables shop.rate"
    ),
    (DiffPair("the order of a list", whole("    - n > 1 → «1¦2»\n    - n > 1 → «2¦1»", "collect")), "tables shop.rate"),
    (DiffPair("a border between two whole numbers", whole("    - n < «2.5¦1.5» → 1\n    - otherwise → 0")), "tables shop.rate"),
    (DiffPair("the order of texts", text("    - t «<= \"m\"¦< \"m!\"» → 1\n    - otherwise → 0")), "tables shop.rate"),
    (DiffPair("a text that no row names", text("    - t == \"another text\" → 1\n    - otherwise → «1¦2»")), "tables shop.rate"),
    (DiffPair("a text that looks alike", text("    - t == \"«\u{E9}¦e\u{301}»\" → 1\n    - otherwise → 0")), "tables shop.rate"),
    (DiffPair("a missing input", text("    - «t exists and¦» t == \"a\" → 1\n    - otherwise → 0")), "tables shop.rate"),
    (
      DiffPair(
        "a sum that is too large for a let, and not for a clause",
        whole("    - n > 1 → 999999999999999\n    - n > 1 → «1¦2»\n    - otherwise → 0", "collect sum")), "tables shop.rate"
    ),
    (
      DiffPair(
        "the unit of an output",
        DiffPair.table(
          rows("    n: integer\n  output: decimal in «eur¦usd»", "    - n > 1 → 5\n    - otherwise → 7"), "rate(count) > 0")),
      "tables shop.rate"
    ),
    (
      DiffPair(
        "the unit of one of several outputs",
        DiffPair.table(
          rows("    n: integer\n  outputs:\n    fee: decimal in «eur¦usd»", "    - n > 1 → fee = 5\n    - otherwise → fee = 7"),
          "rate(count).fee > 0")), "tables shop.rate"
    ),
    (
      DiffPair(
        "the unit of a function's value",
        DiffPair.table("function rate:\n  inputs:\n    n: integer\n  output: decimal in «eur¦usd»\n  value: 5", "rate(count) > 0")
      ),
      "functions shop.rate"
    ),
    (
      DiffPair(
        "which input is the currency of an amount",
        DiffPair.table(
          "enum money: [eur, usd]\n\npolicy first_money:\n  type: money\n  default: eur\n\npolicy second_money:\n  type: money\n"
            + "  default: usd\n\nfunction rate:\n  inputs:\n    one: money\n    two: money\n    n: decimal in «one¦two»\n"
            + "  output: boolean\n  value: n > 0 and one exists and two exists",
          "rate(first_money, second_money, in_unit(total, first_money))")),
      "functions shop.rate"
    ),
  ]
}
