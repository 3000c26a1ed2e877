import Testing
import TruthsEngine
import TruthsRuntime

/// A fault in a view counts where its fact is read (declarations §7).
@Suite struct ViewFaultTests {
  /// Two facts give `offer.best` of key `x` another price; that of `y` is sound.
  private static func world(_ clause: String) throws -> World {
    try World(
      [
        (
          "a.truths",
          """
          pack a:
            version: 1.0.0

          fact offer.made:
            external: true
            fields:
              item: text
              price: decimal

          fact item.known:
            key: [item]
            external: true
            fields:
              item: text

          fact offer.best:
            key: [item]
            derived: true
            fields:
              item: text
              price: decimal

          intent buy:
            fields:
              item: text
              n: integer

          truth best:
            when:
              - fact: offer.made
            produces:
              - fact.offer.best

          truth buying:
            when:
              - intent: buy
            invariants:
              - '\(clause) → reject("no")'
            produces:
              - trace.a.buying

          """
        )
      ],
      facts: [
        #"{"type": "offer.made", "item": "x", "price": 1}"#, #"{"type": "offer.made", "item": "x", "price": 2}"#,
        #"{"type": "offer.made", "item": "y", "price": 3}"#, #"{"type": "item.known", "item": "y"}"#,
        #"{"type": "item.known", "item": "z"}"#,
      ])
  }

  private func isFaulty(_ clause: String) throws -> Bool {
    var world = try Self.world(clause)
    let outcome = try world.propose(#"{"action": "buy", "item": "y", "n": 1}"#)
    return outcome.violations.contains { $0.truthID == "converge.fact.conflict" }
  }

  @Test(
    "what a clause reads of the fact at fault halts, wherever in an aggregate it stands",
    arguments: [
      "count(o in offer.best) > 9", "count(k in item.known for o in offer.best) > 9",
      "count(k in item.known for l in item.known for o in offer.best where n > 5) > 9",
      "n > 5 and count(k in item.known for o in offer.best) > 9",
      "sum(offer.best(item = \"x\").price for k in item.known) > 9",
      "first(k.item for k in item.known by offer.best(item = \"x\").price) == \"q\"",
      "some k in item.known satisfies some o in offer.best satisfies o.price > 9",
      "count(o in offer.best for k in item.known where o.item == k.item) > 9",
      "count(k in item.known for l in list(o.price for o in offer.best) where l > 9) > 9",
    ])
  func read(clause: String) throws { #expect(try isFaulty(clause)) }

  @Test(
    "what it does not read, or rules out by its key, does not",
    arguments: [
      "offer.best.price > 9", "count(o in offer.best where o.item == item) > 9", "count(k in item.known) > 9",
      "count(o in offer.best for k in item.known where o.item == item) > 9",
      "count(k in item.known for o in offer.best where o.item == k.item) > 9",
      "sum(offer.best(item = k.item).price for k in item.known where offer.best(item = k.item) exists) > 9",
    ])
  func notRead(clause: String) throws { #expect(try !isFaulty(clause)) }
}
