import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

@testable import TruthsRuntime

/// The closed facts of a run remain for the next run. A decision therefore takes as much work at the end of a history as at its
/// start, when it is written and when it is verified. Work is counted in steps, not in time.
@Suite("The work of a history grows with the history")
struct LedgerWorkTests {
  private static let orders = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      key: [order_id]
      fields:
        order_id: text
        due: timestamp

    fact order.paid:
      key: [order_id]
      external: true
      fields:
        order_id: text

    fact order.shipped:
      key: [order_id]
      fields:
        order_id: text

    fact order.counted:
      key: [order_id]
      fields:
        order_id: text

    intent place_order:
      fields:
        order_id: text
        due: timestamp

    truth placing:
      when:
        - intent: place_order
      requires:
        - order_id exists and due exists
      invariants:
        - order.placed → reject("placed already")
        - order_id == "large" → requires_approval(boss)
      produces:
        - fact.order.placed
        - trace.order.placed

    truth counting:
      when:
        - fact: order.placed
      produces:
        - fact.order.counted
        - trace.order.counted

    truth shipping:
      when:
        - fact: order.paid as p
        - fact: order.placed as o
        - if: p.order_id == o.order_id
      produces:
        - fact.order.shipped:
            order_id: o.order_id
        - trace.order.shipped

    """

  /// Reads the moment: so every match that has not fired is looked at in each closing, and each that has is looked up.
  private static let reminding = """
    fact order.reminded:
      key: [order_id]
      fields:
        order_id: text

    truth reminding:
      when:
        - fact: order.placed
        - if: now > due
      produces:
        - fact.order.reminded
        - trace.order.reminded

    """

  private static let start = 1_714_500_000_000

  private static func moment(_ number: Int) throws -> Timestamp {
    try #require(Timestamp(milliseconds: Int64(start + number * 60_000)))
  }

  private static func place(_ id: String, due: String = "2024-05-02T00:00:00Z") -> String {
    #"{"action": "place_order", "order_id": "\#(id)", "due": "\#(due)"}"#
  }

  /// A world in which something is paid before each order is placed, every other time.
  private static func world(_ count: Int, arrivals: Bool, _ packs: String = LedgerWorkTests.orders) throws -> World {
    var world = try World([("shop.truths", packs)])
    for number in 0..<count {
      if arrivals, number > 0 { try pay("o\(number - 1)", &world, number) }
      let outcome = try world.propose(place("o\(number)"), now: moment(number).text)
      #expect(outcome.decision == .accepted)
    }
    return world
  }

  private static func pay(_ id: String, _ world: inout World, _ number: Int) throws {
    let fact = try World.json(#"{"type": "order.paid", "order_id": "\#(id)"}"#)
    let arrival = try world.procedure.inject(
      fact, actor: Entry.fixtureActor, runID: "run_paid_\(number)", correlationID: "cor_paid", now: moment(number),
      on: world.context)
    guard case .appended(let context, _) = arrival else { throw BadData([]) }
    world.context = context
  }

  private func verified(_ world: World) -> Verification {
    var verifier = LedgerVerifier(entries: world.context.ledger.entries, procedures: [world.procedure])
    return verifier.verify()
  }

  @Test("verifying twice as many decisions takes twice the work", arguments: [false, true])
  func verifying(arrivals: Bool) throws {
    let (small, large) = try (Self.world(40, arrivals: arrivals), Self.world(80, arrivals: arrivals))
    let (first, second) = (verified(small), verified(large))
    #expect(first.isProven && second.isProven && second.replayed == 80)
    #expect(first.work > 0)
    #expect(second.work < first.work * 5 / 2, "\(first.work) steps for 40 decisions, \(second.work) for 80")
  }

  @Test("under several sets at hand too, of which another decides now and then")
  func severalSets() throws {
    func work(_ orders: Int) throws -> Int {
      var one = try World([("shop.truths", Self.orders)])
      var other = try World([("shop.truths", Self.orders.replacing("placed already", with: "there already"))])
      for number in 0..<orders {
        if number % 7 == 6 {
          other.context = other.procedure.context(rereading: one.context)
          _ = try other.propose(Self.place("o\(number)"), now: Self.moment(number).text)
          one.context = one.procedure.context(rereading: other.context)
        } else {
          _ = try one.propose(Self.place("o\(number)"), now: Self.moment(number).text)
        }
      }
      var verifier = LedgerVerifier(entries: one.context.ledger.entries, procedures: [one.procedure, other.procedure])
      let verification = verifier.verify()
      #expect(verification.isProven && verification.replayed == orders, "\(verification)")
      return verification.work
    }
    let (first, second) = try (work(40), work(80))
    #expect(second < first * 5 / 2, "\(first) steps for 40 decisions, \(second) for 80")
  }

  @Test("no entry is read twice to tell which matches have fired, although all are asked about in each closing")
  func lookUps() throws {
    let world = try Self.world(40, arrivals: true, Self.orders + Self.reminding)
    let read = world.context.entriesReadForMatches
    #expect(read > 0 && read <= world.context.ledger.size)
    let reread = world.procedure.context(rereading: world.context)
    #expect(try world.procedure.close(reread, now: Self.moment(50)).entries.isEmpty)
    #expect(reread.entriesReadForMatches == 0)
    #expect(verified(world).isProven)
  }

  /// A context with cached knowledge decides like the same ledger read again.
  @Test("what is known of a context changes nothing", arguments: 0..<6)
  func knowledgeDecidesNothing(seed: Int) throws {
    var random = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 7
    func below(_ limit: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(limit))
    }
    var world = try World([("shop.truths", Self.orders + Self.reminding)])
    var minute = 0
    for step in 0..<40 {
      minute += below(3) * 200
      let now = try Self.moment(minute)
      switch below(4) {
      case 0: try? Self.pay("o\(below(12))", &world, minute + step)
      case 1:
        // Closing a context without keeping it leaves only cached knowledge.
        _ = world.procedure.close(world.context, now: now)
      default:
        let due = try Self.moment(below(2000)).text
        let proposal = Self.place(below(5) == 0 ? "large" : "o\(below(12))", due: due)
        let reread = world.procedure.context(rereading: world.context)
        let request = RunRequest(proposal: try World.json(proposal), now: now)
        let wanted = try world.procedure.run(request, on: reread)
        let outcome = try world.propose(proposal, now: now.text)
        #expect(outcome.after == wanted.after && outcome.entries == wanted.entries)
      }
      let reread = world.procedure.context(rereading: world.context)
      #expect(world.procedure.close(world.context, now: now).entries == world.procedure.close(reread, now: now).entries)
    }
    #expect(verified(world).isProven)
  }
}
