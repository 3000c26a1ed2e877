import Foundation

@testable import Truths

/// Clauses that decide otherwise.
extension DiffSoundnessTests {
  private static func approval(_ approval: String, _ lets: String = "", _ more: String = "") -> String {
    DiffPair.buying(
      """
        let:
          boss: customer.known.boss
          deputy: customer.known.deputy
      \(lets)
        requires:
          - customer exists and customer.known and boss exists and deputy exists
      \(more)
        invariants:
          - total > 10 → requires_approval(\(approval))
        produces:
          - trace.shop.deciding
      """)
  }

  private static func requires(_ clauses: String, besides declarations: String = "", lets: String = "") -> String {
    DiffPair.buying(
      "\(lets)  requires:\n    - total > 0\n\(clauses)\n  produces:\n    - trace.shop.deciding", besides: declarations)
  }

  static let differentClauses: [(DiffPair, String)] = [
    (DiffPair("a let that names who approves", approval("by who", "    who: customer.known.«boss¦deputy»")), "intents buy"),
    (DiffPair("a person", approval("by «boss¦deputy»")), "intents buy"),
    (DiffPair("who may not approve", approval("manager not by who", "    who: customer.known.«boss¦deputy»")), "intents buy"),
    (DiffPair("how many approve", approval("«¦2 of »manager")), "intents buy"),
    (DiffPair("a role that looks alike", approval("\"«caf\u{E9}¦cafe\u{301}»\"")), "intents buy"),
    (
      DiffPair(
        "a clause of the pack's own proposals",
        DiffPair.buying("«    - pack: shop\n¦»  requires:\n    - total > 0\n  produces:\n    - trace.shop.deciding")),
      "intents buy"
    ),
    (
      DiffPair(
        "an approval that moves into a truth of the pack's own proposals",
        DiffPair.buying(
          """
            requires:
              - total > 0
          «  invariants:
              - total > 10 → requires_approval(manager)
          ¦»  produces:
              - trace.shop.deciding

          truth of_the_pack:
            when:
              - intent: buy
              - pack: shop
            requires:
              - total > 0
          «¦  invariants:
              - total > 10 → requires_approval(manager)
          »  produces:
              - trace.shop.deciding
          """)), "intents buy"
    ),
    (
      DiffPair(
        "a requirement that is structural too",
        DiffPair.buying(
          "«  requires:\n    - total > 0\n¦»  invariants:\n    - total > 0\n  produces:\n    - trace.shop.deciding")),
      "intents buy"
    ),
    (DiffPair("a text that looks alike", requires("    - word == \"«\u{E9}¦e\u{301}»\"")), "intents buy"),
    (
      DiffPair("an element that may be missing", requires("    - «total in [limit, other]¦total == limit or total == other»")),
      "intents buy"
    ),
    (
      DiffPair(
        "the value of a function is not rounded, and a let is",
        requires(
          "    - «third(total)¦part» * 3 < total",
          besides: "function third:\n  inputs:\n    of: decimal\n  output: decimal\n  value: of / 3",
          lets: "«¦  let:\n    part: third(total)\n»")), "intents buy"
    ),
    (
      DiffPair(
        "a field of a table's value is not rounded, and a let is",
        requires(
          "    - «parts(total).third¦part» * 3 < total",
          besides:
            "table parts:\n  inputs:\n    of: decimal\n  outputs:\n    third: decimal\n  rows:\n    - otherwise → third = of / 3",
          lets: "«¦  let:\n    part: parts(total).third\n»")), "intents buy"
    ),
    (
      DiffPair(
        "an argument is not rounded, and a let is",
        requires(
          "    - times(total / 3) < total",
          besides:
            "function times:\n  inputs:\n    of: decimal\n  output: decimal\n«¦  let:\n    given: of\n»  value: «of¦given» * 3")),
      "intents buy"
    ),
    (
      DiffPair(
        "whether a member of a record that is written is optional",
        requires(
          "    - line(name = word, price = other) exists",
          besides: "record line:\n  fields:\n    name: text\n    price: decimal«¦?»")), "intents buy"
    ),
    (
      DiffPair(
        "the id that an override names",
        approval("manager").replacingOccurrences(of: "truth deciding:", with: "truth «deciding¦choosing»:")), "intents buy"
    ),
  ]
}
