import Testing
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime

/// Numbers outside the ranges of their fields (types §3.4).
@Suite struct FieldRangeTests {
  static let shop = """
    pack shop:
      version: 1.0.0

    fact stock.counted:
      key: [sku]
      external: true
      fields:
        sku: text
        pieces: integer min 0

    fact order.placed:
      key: [sku]
      fields:
        sku: text
        pieces: integer max 10

    fact order.copied:
      key: [sku]
      fields:
        sku: text
        pieces: integer max 5

    intent order:
      fields:
        sku: text
        pieces: integer min 1 max 100

    truth ordering:
      when:
        - intent: order
      requires:
        - sku exists
        - pieces exists
      produces:
        - fact.order.placed
        - trace.shop.ordering

    intent recount:
      fields:
        sku: text
        pieces: integer min 1 max 100

    truth recounting:
      when:
        - intent: recount
      requires:
        - sku exists
        - pieces exists
        - order.placed
      produces:
        - correction.order.placed:
            pieces: pieces
        - trace.shop.recounting

    truth copying:
      when:
        - fact: order.placed
      produces:
        - fact.order.copied
        - trace.shop.copying

    """

  private func outcome(_ pieces: String, facts: [String] = []) throws -> RunOutcome {
    var world = try World([("shop.truths", Self.shop)], facts: facts)
    return try world.propose(#"{"action": "order", "sku": "pen", "pieces": \#(pieces)}"#)
  }

  @Test func proposals() throws {
    for pieces in ["1", "5", "5.0"] { #expect(try outcome(pieces).decision == .accepted) }
    let few = try outcome("0")
    #expect(few.decision == .rejected)
    #expect(few.truthID == "converge.proposal.wellformed")
    #expect(few.reason == "`pieces` is the number 0, below 1")
    #expect(try outcome("101").reason == "`pieces` is the number 101, above 100")
    #expect(try outcome("null").reason == "pieces exists does not hold: pieces is missing")
  }

  @Test func producedFacts() throws {
    let many = try outcome("11")
    #expect(many.decision == .halted)
    #expect(many.truthID == "converge.fact.incomplete")
    #expect(many.reason == "order.placed: pieces is 11, above 10")
    let copied = try outcome("6")
    #expect(copied.decision == .halted)
    #expect(copied.reason == "order.copied: pieces is 6, above 5")
    #expect(copied.facts == [])
  }

  @Test func correctedFacts() throws {
    func corrected(_ pieces: Int) throws -> RunOutcome {
      var world = try World([("shop.truths", Self.shop)], facts: [#"{"type": "order.placed", "sku": "pen", "pieces": 1}"#])
      return try world.propose(#"{"action": "recount", "sku": "pen", "pieces": \#(pieces)}"#)
    }
    let many = try corrected(11)
    #expect(many.decision == .halted)
    #expect(many.reason == "order.placed: pieces is 11, above 10")
    #expect(try corrected(2).decision == .accepted)
  }

  @Test func factsFromOutside() throws {
    #expect(try outcome("1", facts: [#"{"type": "stock.counted", "sku": "pen", "pieces": 0}"#]).decision == .accepted)
    #expect(throws: (any Error).self) {
      _ = try outcome("1", facts: [#"{"type": "stock.counted", "sku": "pen", "pieces": -1}"#])
    }
  }
}
