import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsGenerators
import TruthsJSON
import TruthsProgram
import TruthsText

/// A view is computed only for the requested keys (limits §4). Results and faults equal those of computing all of it
/// (declarations §7), with less work.
struct ViewDemandTests {
  /// Under `TRUTHS_SOAK` fifty times as many.
  private static let seeds = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 60 : 3000

  private static let vocabulary = """
    pack shop:
      version: 1.0.0

    fact order.placed:
      external: true
      key: [order_id]
      fields:
        order_id: integer
        centre: integer
        amount: integer
        on: date
        rush: boolean?

    fact order.cancelled:
      external: true
      key: [order_id]
      fields:
        order_id: integer

    fact centre.known:
      external: true
      key: [centre]
      fields:
        centre: integer
        head: integer
        limit: integer?

    fact order.open:
      derived: true
      key: [order_id]
      fields:
        order_id: integer
        centre: integer
        amount: integer

    fact order.big:
      derived: true
      key: [order_id]
      fields:
        order_id: integer
        centre: integer

    fact centre.total:
      derived: true
      key: [centre]
      fields:
        centre: integer
        total: integer
        limit: integer?

    fact month.total:
      derived: true
      key: [centre, month]
      fields:
        centre: integer
        month: integer
        total: integer

    fact centre.head:
      derived: true
      key: [centre]
      fields:
        centre: integer
        head: integer

    fact order.twin:
      derived: true
      key: [one, other]
      fields:
        one: integer
        other: integer

    fact limit.set:
      derived: true
      key: [centre]
      fields:
        centre: integer
        limit: integer

    fact order.rush:
      derived: true
      key: [rush, order_id]
      fields:
        rush: boolean
        order_id: integer

    truth open_orders:
      when:
        - fact: order.placed as o
        - if: no c in order.cancelled satisfies c.order_id == o.order_id
      produces:
        - fact.order.open:
            order_id: o.order_id
            centre: o.centre
            amount: o.amount

    truth big_orders:
      when:
        - fact: order.open as o
        - if: o.amount > 5
      produces:
        - fact.order.big:
            order_id: o.order_id
            centre: o.centre

    truth totals:
      when:
        - fact: centre.known as c
      let:
        at: c.centre
      produces:
        - fact.centre.total:
            centre: at
            total: sum(o.amount for o in order.open where o.centre == at)
            limit: c.limit

    truth month_totals:
      when:
        - fact: order.placed as o
      produces:
        - fact.month.total:
            centre: o.centre
            month: month(o.on)
            total: sum(p.amount for p in order.placed where p.centre == o.centre and month(p.on) == month(o.on))

    # Two centres of one head, or a head and an order, may say different things of one key.
    truth heads:
      when:
        - fact: centre.known as c
      produces:
        - fact.centre.head:
            centre: c.centre
            head: c.head

    truth heads_by_order:
      when:
        - fact: order.placed as o
        - if: o.amount == 11
      produces:
        - fact.centre.head:
            centre: o.centre
            head: o.order_id % 3

    truth twins:
      when:
        - fact: order.placed as a
        - fact: order.placed as b
        - if: a.centre == b.centre and a.amount == b.amount and a.order_id < b.order_id
      produces:
        - fact.order.twin:
            one: a.order_id
            other: b.order_id

    # Of a centre without a limit there is no whole fact.
    truth limits:
      when:
        - fact: centre.known as c
      produces:
        - fact.limit.set:
            centre: c.centre
            limit: c.limit

    # What is in the key may be missing.
    truth rushes:
      when:
        - fact: order.placed as o
      produces:
        - fact.order.rush:
            rush: o.rush
            order_id: o.order_id

    # Whether there is one may be unknown: then nobody knows of which order.
    fact order.urgent:
      derived: true
      key: [order_id]
      fields:
        order_id: integer

    truth urgents:
      when:
        - fact: order.placed as o
      produces:
        - fact.order.urgent where o.rush:
            order_id: o.order_id

    # What is wrong with a limit concerns whoever matches limits.
    fact limit.high:
      derived: true
      key: [centre]
      fields:
        centre: integer

    truth high_limits:
      when:
        - fact: limit.set as l
        - if: l.limit > 1
      produces:
        - fact.limit.high:
            centre: l.centre

    # Of an order whose centre has two heads nobody knows whether it is led.
    fact order.led:
      derived: true
      key: [order_id]
      fields:
        order_id: integer
        centre: integer

    truth led_orders:
      when:
        - fact: order.placed as o
        - if: some h in centre.head where h.centre == o.centre satisfies h.head > 0
      produces:
        - fact.order.led:
            order_id: o.order_id
            centre: o.centre

    fact answer.given:
      key: [centre]
      fields:
        centre: integer
        sum: integer

    function spent:
      inputs:
        at: integer
      output: integer
      value: sum(o.amount for o in order.open where o.centre == at)

    function heads_of:
      inputs:
        at: integer
      output: integer
      value: centre.head(centre = at).head

    intent ask:
      fields:
        centre: integer
        order_id: integer
        month: integer
        centres: list of integer


    """

  /// Expressions, one for each clause, whose reasons contain their values.
  private static let values = [
    "sum(o.amount for o in order.open where o.centre == centre)", "order.open(order_id = order_id).amount",
    "count(o in order.big where o.order_id == order_id)", "count(o in order.big where o.centre == centre)",
    "centre.total(centre = centre).total", "centre.total(centre = centre + 1).limit", "spent(centre)", "spent(centre - 1)",
    "heads_of(centre)", "centre.head(centre = centre).head", "count(h in centre.head where h.head == centre)",
    "month.total(centre = centre, month = month).total", "sum(m.total for m in month.total where m.centre == centre)",
    "sum(m.total for m in month.total where m.month == month)", "count(t in order.twin where t.one == order_id)",
    "count(t in order.twin where t.other == order_id)", "count(t in order.twin where order_id == t.one or t.other == order_id)",
    "limit.set(centre = centre).limit", "count(l in limit.set where l.limit == centre)",
    "count(r in order.rush where r.order_id == order_id)", "sum(spent(c) for c in centres)",
    "count(o in order.open where o.centre == centre.known(centre = centre).head)",
    "max(o.amount for o in order.open where o.centre == centre and o.amount < 9)",
    "first(o.order_id for o in order.open where o.centre == centre by o.amount desc)",
    "count(o in order.open for t in centre.total where o.centre == centre and t.centre == o.centre)",
    "count(u in order.urgent where u.order_id == order_id)", "if order.urgent(order_id = order_id) then 1 else 0",
    "if limit.high(centre = centre) then 1 else 0", "count(o in order.led where o.centre == centre)",
    "count(o in order.led where o.order_id == order_id)", "if order.open(order_id = order_id) then 1 else 0",
    "if some h in centre.head satisfies h.centre == month then 1 else 0",
  ]

  private static func program(asking values: [String]) -> Program {
    let tests = values.map { "    - '(\($0)) != (\($0)) else \"{\($0)}\"'\n" }.joined()
    let produced = """
        produces:
          - fact.answer.given where order.open(order_id = order_id).amount > 3:
              centre: centre
              sum: sum(o.amount for o in order.open where o.centre == here) + 0
          - trace.shop.asked

      """
    let head = "truth asking:\n  when:\n    - intent: ask\n  let:\n    here: centre\n  requires:\n"
    let text = vocabulary + head + tests + produced
    let loaded = Loader.load([(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
    let errors = loaded.diagnostics.filter { $0.severity == .error && !$0.code.description.hasPrefix("T43") }
    #expect(errors.map { "\($0.code) \($0.message)" } == [])
    return loaded.program
  }

  private static let programs = values.map { program(asking: [$0]) } + [program(asking: Array(values.prefix(9)))]

  private static func facts(_ count: Int, _ chance: inout Chance) -> [String] {
    let (isWhole, ids) = (chance.once(in: 2), max(1, count / 2))
    return (0..<count).map { _ in
      let centre = chance.next(below: 4)
      let limit = !isWhole && chance.once(in: 4) ? "" : #","limit":\#(chance.next(below: 4))"#
      let rush = !isWhole && chance.once(in: 9) ? "" : #","rush":\#(chance.once(in: 2))"#
      switch chance.next(below: 7) {
      case 0: return #"{"type":"order.cancelled","order_id":\#(chance.next(below: ids))}"#
      case 1: return #"{"type":"centre.known","centre":\#(centre),"head":\#(isWhole ? 1 : chance.next(below: 3))\#(limit)}"#
      default:
        let (order, amount) = (chance.next(below: ids), chance.next(below: isWhole ? 11 : 12))
        let on = "2024-0\(1 + chance.next(below: 3))-1\(chance.next(below: 9))"
        let members = #""order_id":\#(order),"centre":\#(centre),"amount":\#(amount),"on":"\#(on)"\#(rush)"#
        return #"{"type":"order.placed",\#(members)}"#
      }
    }
  }

  private static func proposal(_ chance: inout Chance) -> String {
    let members = [
      #""centre":\#(chance.next(below: 5))"#, #""order_id":\#(chance.next(below: 30))"#,
      #""month":\#(1 + chance.next(below: 3))"#,
      #""centres":[\#(chance.next(below: 4)),\#(chance.next(below: 4))]"#,
    ]
    return "{" + members.filter { _ in !chance.once(in: 15) }.joined(separator: ",") + "}"
  }

  private static func append(_ facts: [String], to store: inout FactStore, _ program: Program, from first: Int) throws {
    for (index, fact) in facts.enumerated() {
      let typed = try FactReader(program: program).read(ClauseWorld.read(fact)).get()
      let sequence = first + index + 1
      let entry = EntryReference(id: "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: nil, actor: [:])
      store.append(FactRecord(type: typed.type, fields: typed.fields, entry: entry))
    }
  }

  /// Returns the results of the clauses, and the facts that would be produced.
  private static func answer(_ engine: Engine, _ fields: String, on store: FactStore) throws -> [String] {
    let program = engine.program
    let intent = try #require(program.intents.firstIndex { $0.name == "ask" })
    var decoder = ValueDecoder(program: program)
    let json = try ClauseWorld.read(fields)
    let values = decoder.fields(
      json.members ?? [], as: program.intents[intent].fields, of: "ask", path: "", at: json.span, requiresAll: false)
    let proposal = TypedProposal(intent: intent, fields: values, pack: nil, environment: Environment([:]))
    let evaluation = engine.evaluate(proposal, store: store)
    let envelope = RunEnvelope(firstSequence: 1_000_000, now: .epoch, actor: [:])
    let production = engine.produce(evaluation.fired, proposal: proposal, store: store, envelope: envelope)
    let given = try #require(program.facts.firstIndex { $0.name == "answer.given" })
    let made = production.store.ordered(given, in: program).map { "\($0.fields)" }
    return (evaluation.violations + production.violations).map { "\($0.kind) \($0.truthID) \($0.reason)" } + made
  }

  @Test("give what all of the view gives", arguments: 0..<UInt64(seeds))
  func isSame(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    for program in [Self.programs[Int(seed) % Self.programs.count], try #require(Self.programs.last)] {
      let (asking, making) = (Engine(program: program, lookUpThreshold: 1), Engine(program: program, lookUpThreshold: .max))
      var (parts, whole) = (asking.emptyStore, making.emptyStore)
      var count = 0
      for _ in 0..<4 {
        let facts = Self.facts(1 + chance.next(below: 40), &chance)
        try Self.append(facts, to: &parts, program, from: count)
        try Self.append(facts, to: &whole, program, from: count)
        count += facts.count
        for _ in 0..<3 {
          let proposal = Self.proposal(&chance)
          let mine = try Self.answer(asking, proposal, on: parts)
          let theirs = try Self.answer(making, proposal, on: whole)
          #expect(mine == theirs, "\(proposal)")
        }
      }
    }
  }

  @Test(
    "cost what they find",
    arguments: [
      values[0], values[1], values[3], values[4], values[6], values[11], values[12], values[14], values[15],
      values[21], values[22], values[23], values[30],
    ])
  func cost(value: String) throws {
    let engine = Engine(program: Self.program(asking: [value]))
    func work(_ count: Int) throws -> WorkExceeded? {
      var store = engine.emptyStore
      let facts = (0..<count).map { number in
        let (centre, on) = (number % (count / 10), "2024-0\(1 + number % 3)-11")
        return number % 7 == 0
          ? #"{"type":"centre.known","centre":\#(centre),"head":\#(centre),"limit":3}"#
          : #"{"type":"order.placed","order_id":\#(number),"centre":\#(centre),"amount":\#(number),"on":"\#(on)"}"#
      }
      try Self.append(facts, to: &store, engine.program, from: 0)
      let work = WorkMeter(limit: 10_000)
      store.work = work
      _ = try Self.answer(engine, #"{"centre":7,"order_id":17,"month":2}"#, on: store)
      return work.exceeded
    }
    #expect(try work(3_000) == nil)
    #expect(try work(30_000) == nil)
  }
}
