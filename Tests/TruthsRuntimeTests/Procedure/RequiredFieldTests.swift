import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

@Suite("Fields that an intent requires, runs §3.3 and declarations §4.2")
struct RequiredFieldTests {
  static func world(consent: String = "implicit", facts: [String] = []) throws -> World {
    let pack = """
      pack shop:
        version: 1.0.0

      fact house.closed:
        key: [house_id]
        external: true
        fields:
          house_id: text

      fact order.placed:
        key: [order_id]
        fields:
          order_id: text
          total: integer

      intent place_order:
        consent: \(consent)
        required: [total, order_id, reason, lines, express]
        fields:
          order_id: text
          total: integer
          reason: text
          lines: list of text
          express: boolean
          note: text

      truth placing:
        when:
          - intent: place_order
        requires:
          - total > 0
        invariants:
          - house.closed(house_id = "a") → reject("The house is closed")
        produces:
          - fact.order.placed
          - trace.shop.placing

      """
    return try World([("shop.truths", pack)], facts: facts)
  }

  static func proposal(_ fields: String, envelope: String = "") -> String {
    #"{"action": "place_order", \#(envelope)"payload": {\#(fields)}}"#
  }

  private static let whole = #""order_id": "o1", "total": 3, "reason": "r", "lines": ["x"], "express": true"#

  @Test("all that lack are told at once, in the order of `required`, each with its own violation")
  func allAreToldAtOnce() throws {
    var world = try Self.world()
    let outcome = try world.propose(Self.proposal(#""lines": ["x"], "express": true"#))
    #expect(outcome.decision == .rejected && outcome.truthID == "converge.proposal.complete")
    #expect(outcome.reason == "total is missing; order_id is missing; reason is missing")
    #expect(outcome.violations.map(\.clause) == ["required[0]", "required[1]", "required[2]"])
    #expect(outcome.violations.map(\.reason) == ["total is missing", "order_id is missing", "reason is missing"])
    #expect(outcome.violations.map(\.values) == [["total": .null], ["order_id": .null], ["reason": .null]])
    #expect(outcome.violations.allSatisfy { $0.kind == .requirement })
    #expect(outcome.steps.map(\.name) == [.propose] && outcome.facts.isEmpty)
    let last = try world.propose(Self.proposal(Self.whole))
    #expect(last.decision == .accepted)
  }

  @Test("no truth and no consent is asked before, and what is malformed is told alone")
  func beforeAnyTruth() throws {
    var world = try Self.world(consent: "explicit", facts: [#"{"type": "house.closed", "house_id": "a"}"#])
    let incomplete = try world.propose(Self.proposal(#""order_id": "o1", "reason": "r", "lines": ["x"], "express": true"#))
    #expect(incomplete.reason == "total is missing" && incomplete.decision == .rejected)
    let whole = try world.propose(Self.proposal(Self.whole))
    #expect(whole.truthID == "converge.proposal.consent")
    let malformed = try world.propose(Self.proposal(#""order_id": 7"#))
    #expect(malformed.truthID == "converge.proposal.wellformed" && !malformed.reason.contains("missing"))
  }

  @Test(
    "an empty text, an empty list and `false` are values, `null` is none",
    arguments: [
      (#""order_id": "", "total": 3, "reason": "", "lines": [], "express": false"#, nil),
      (#""order_id": null, "total": 3, "reason": "r", "lines": [], "express": false"#, "order_id is missing"),
      (#""order_id": "o1", "total": 3, "reason": "r", "lines": null, "express": null"#, "lines is missing; express is missing"),
    ])
  func whatIsAValue(_ fields: String, _ reason: String?) throws {
    var world = try Self.world()
    let outcome = try world.propose(Self.proposal(fields))
    #expect(outcome.decision == (reason == nil ? .accepted : .rejected))
    if let reason { #expect(outcome.reason == reason) }
  }

  @Test("beside the fields a name of the envelope is the proposal's own, and the reason says so")
  func envelope() throws {
    var world = try Self.world()
    let outcome = try world.propose(
      #"{"action": "place_order", "order_id": "o1", "total": 3, "lines": ["x"], "express": true, "reason": "r"}"#)
    #expect(
      outcome.reason
        == "reason is missing (`reason` beside the fields is the proposal's own: send the field in `payload`)")
  }

  @Test("an amount without the currency beside it is missing")
  func amounts() throws {
    let pack = """
      pack shop:
        version: 1.0.0

      enum currency: [eur, usd]

      intent pay:
        required: [amount]
        fields:
          amount: decimal in currency
          currency: currency

      truth paying:
        when:
          - intent: pay
        invariants:
          - amount < 0 → reject("Nothing is paid")
        produces:
          - trace.shop.paying

      """
    var world = try World([("shop.truths", pack)])
    #expect(try world.propose(#"{"action": "pay", "currency": "eur"}"#).reason == "amount is missing")
    #expect(try world.propose(#"{"action": "pay", "amount": 1}"#).reason == "amount is missing: currency is missing")
    #expect(try world.propose(#"{"action": "pay", "amount": 1, "currency": "eur"}"#).decision == .accepted)
    let gate = DecisionGate(world.procedure, context: world.context, now: nil)
    #expect(try gate.decide(gate.ready(try World.json(#"{"action": "pay", "amount": 1}"#))).ending == .rejected)
  }

  @Test("a record of a queue is held to the same, behind what stops it; quick decisions give the same outcome")
  func waysIn() throws {
    var world = try Self.world()
    let record = #""idempotency_key": "phone:place_order:1770000000000:ab12", "queued_at": "2026-02-02T00:00:00Z", "#
    let unsafe = try world.propose(
      #"{\#(record)"replay_safe": false, "proposal": \#(Self.proposal(#""total": 3"#))}"#)
    #expect(unsafe.truthID == "converge.replay.unsafe")
    let queued = try Self.world()
    var safe = queued
    let outcome = try safe.propose(#"{\#(record)"replay_safe": true, "proposal": \#(Self.proposal(#""total": 3"#))}"#)
    #expect(outcome.truthID == "converge.proposal.complete" && outcome.reason.hasPrefix("order_id is missing; reason"))
    let gate = DecisionGate(queued.procedure, context: queued.context, now: nil)
    for (fields, ending) in [(Self.whole, RunEnding.accepted), (#""total": 3"#, .rejected), (#""total": 0"#, .rejected)] {
      let decided = try gate.decide(gate.ready(try World.json(Self.proposal(fields))))
      #expect(decided.ending == ending && decided.isWhole == (ending != .accepted), "\(fields)")
    }
  }
}
