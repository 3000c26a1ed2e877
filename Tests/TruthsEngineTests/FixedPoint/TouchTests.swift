import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsGenerators
import TruthsJSON
import TruthsProgram
import TruthsText

/// A truth on facts is evaluated only for new facts and changed reads (limits §4). The results equal those of evaluating every
/// match again.
struct TouchTests {
  /// Under `TRUTHS_SOAK` fifty times as many.
  private static let seeds: UInt64 = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 10 : 500

  private static let text = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      external: true
      key: [order_id]
      fields:
        order_id: integer
        customer: integer
        note: integer?

    fact item.added:
      external: true
      key: [order_id, item]
      fields:
        order_id: integer
        item: integer
        price: integer

    fact payment.made:
      external: true
      key: [payment_id]
      fields:
        payment_id: integer
        order_id: integer
        amount: integer
        note: integer?

    fact customer.known:
      external: true
      key: [customer]
      fields:
        customer: integer
        level: integer

    fact order.noted:
      key: [by, order_id, item]
      fields:
        by: text
        order_id: integer
        item: integer


    """

  /// Conditions on an order `o` and an item `i` of it.
  private static let conditions = [
    "no p in payment.made satisfies p.order_id == o.order_id", "count(p in payment.made where p.order_id == o.order_id) >= 2",
    "sum(p.amount for p in payment.made where p.order_id == o.order_id and p.amount > 1) >= i.price",
    "customer.known(customer = o.customer)", "customer.known(customer = o.customer) missing or i.price > 2",
    "customer.known(customer = o.customer).level > i.price", "every p in payment.made satisfies p.amount > 0",
    "some p in payment.made satisfies p.order_id == o.order_id and p.note == o.note", "count(p in payment.made) > 6",
    "some p in payment.made satisfies p.note == o.note", "some p in payment.made satisfies p.order_id == i.item",
    "some p in payment.made satisfies (some q in payment.made satisfies q.payment_id == p.order_id and p.order_id == o.order_id)",
    "count(p in payment.made for c in customer.known where p.order_id == o.order_id and c.customer == o.customer) > 1",
  ]

  private static let program: Program = {
    let truths = conditions.enumerated().map { number, condition in
      """
      truth rule\(number):
        when:
          - fact: order.placed as o
          - fact: item.added as i
          - if: '(o.order_id == i.order_id) and (\(condition))'
        produces:
          - fact.order.noted:
              by: '"rule\(number)"'
              order_id: o.order_id
              item: i.item


      """
    }
    let loaded = Loader.load([(path: "truths/shop/shop.truths", bytes: Array((text + truths.joined()).utf8))])
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    #expect(errors.map { "\($0.code) \($0.message)" } == [])
    return loaded.program
  }()

  private static func fact(_ chance: inout Chance) -> String {
    let note = chance.once(in: 3) ? "" : #","note":\#(chance.next(below: 3))"#
    let order = chance.next(below: 8)
    return switch chance.next(below: 6) {
    case 0: #"{"type":"order.placed","order_id":\#(order),"customer":\#(chance.next(below: 4))\#(note)}"#
    case 1: #"{"type":"customer.known","customer":\#(chance.next(below: 4)),"level":\#(chance.next(below: 5))}"#
    case 2, 3: #"{"type":"item.added","order_id":\#(order),"item":\#(chance.next(below: 4)),"price":\#(chance.next(below: 6))}"#
    default:
      #"{"type":"payment.made","payment_id":\#(chance.next(below: 12)),"order_id":\#(order),"amount":\#(chance.next(below: 5))\#(note)}"#
    }
  }

  private func derived(_ store: FactStore, _ engine: Engine, closedAt: Int, sequence: Int) -> Derivation {
    engine.derive(
      from: Production(store: store), start: DerivationStart(closedAt: closedAt), environment: Environment([:]),
      envelope: RunEnvelope(firstSequence: sequence, now: .epoch, actor: [:]),
      limits: DerivationLimits(rounds: 100, matches: 10_000, facts: 10_000), isExplained: false)
  }

  @Test("what follows from a new fact is what follows from all", arguments: 0..<Self.seeds)
  func isSame(seed: UInt64) throws {
    let engine = Engine(program: Self.program, lookUpThreshold: 1)
    let noted = try #require(Self.program.facts.firstIndex { $0.name == "order.noted" })
    var chance = Chance(seed: seed)
    var store = engine.emptyStore
    var (sequence, closedAt) = (0, 0)
    for step in 0..<60 {
      for _ in 0..<(step == 0 ? 20 : 1 + chance.next(below: 2)) {
        sequence += 1
        let typed = try FactReader(program: Self.program).read(ClauseWorld.read(Self.fact(&chance))).get()
        let entry = EntryReference(id: "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: nil, actor: [:])
        store.append(FactRecord(type: typed.type, fields: typed.fields, entry: entry))
      }
      let some = derived(store, engine, closedAt: closedAt, sequence: sequence + 1)
      let all = derived(store, engine, closedAt: 0, sequence: sequence + 1)
      func facts(_ derivation: Derivation) -> [[Value]] {
        derivation.production.store.ordered(noted, in: Self.program).map(\.fields)
      }
      #expect(facts(some) == facts(all), "after step \(step)")
      // The facts that followed get entries.
      for record in some.production.store.ordered(noted, in: Self.program)
      where store.current(noted, identity: store.identity(of: record.fields, type: noted)) == nil {
        sequence += 1
        let entry = EntryReference(id: "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: "t", actor: [:])
        store.append(FactRecord(type: noted, fields: record.fields, entry: entry))
      }
      closedAt = sequence
    }
    #expect(store.hasAny(noted))
  }

  @Test("what a fact does not touch is not tried")
  func cost() throws {
    let engine = Engine(program: Self.program)
    var store = engine.emptyStore
    func append(_ fact: String, _ sequence: Int) throws {
      let typed = try FactReader(program: Self.program).read(ClauseWorld.read(fact)).get()
      let entry = EntryReference(id: "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: nil, actor: [:])
      store.append(FactRecord(type: typed.type, fields: typed.fields, entry: entry))
    }
    let orders = 5000
    for order in 0..<orders {
      try append(#"{"type":"order.placed","order_id":\#(order),"customer":\#(order / 4)}"#, 2 * order + 1)
      try append(#"{"type":"item.added","order_id":\#(order),"item":1,"price":9}"#, 2 * order + 2)
    }
    try append(#"{"type":"customer.known","customer":7,"level":50}"#, 2 * orders + 1)
    let work = WorkMeter(limit: 2000)
    store.work = work
    let derivation = derived(store, engine, closedAt: 2 * orders, sequence: 2 * orders + 2)
    #expect(work.exceeded == nil)
    // Four orders, by three of the truths.
    #expect(derivation.production.count == 12)
  }
}
