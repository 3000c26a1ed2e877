import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsGenerators
import TruthsJSON
import TruthsProgram
import TruthsText

/// An invariant over the state is evaluated only for new facts and for the facts affected by them (limits §4). Its result equals
/// that of an evaluation for all facts.
struct StateCheckTests {
  /// Under `TRUTHS_SOAK` fifty times as many.
  private static let seeds = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 60 : 3000

  private static let vocabulary = """
    pack books:
      version: 1.0.0

    fact invoice.numbered:
      key: [id]
      external: true
      fields:
        id: integer
        number: integer
        total: integer
        note: text?

    fact invoice.paid:
      key: [id]
      external: true
      fields:
        id: integer
        amount: integer

    policy cap:
      type: integer
      default: 9

    lifecycle dispute:
      key: [id]
      external: true
      initial: open
      transitions:
        - open → closed
      terminal: [closed]

    intent number:
      fields:
        id: integer


    """

  private static let rules = [
    "every i in invoice.numbered satisfies i.number <= 1 or (some j in invoice.numbered satisfies j.number == i.number - 1)",
    "no i in invoice.numbered satisfies (some j in invoice.numbered where j.number == i.number satisfies j.id != i.id)",
    "every p in invoice.paid satisfies invoice.numbered(id = p.id).total >= p.amount",
    "every p in invoice.paid where p.amount > 3 satisfies invoice.numbered(id = p.id) exists",
    "every i in invoice.numbered satisfies i.total <= cap",
    "not (some i in invoice.numbered where i.note == \"x\" satisfies i.total > 4)",
    "every i in invoice.numbered where i.note != \"y\" satisfies i.total > 0",
    "(every i in invoice.numbered satisfies i.total < 12) and (no p in invoice.paid satisfies p.amount > 10)",
    "every i in invoice.numbered satisfies 2 + i.number > 1 and count(p in invoice.paid where p.id == 1 + i.id) <= 1",
    "every i in invoice.numbered satisfies dispute(id = i.id).state != closed or i.total > 2",
    "(some i in invoice.numbered satisfies i.total > 11) → reject(\"too much\")",
    "count(i in invoice.numbered where i.total > 8) < 5", "every i in invoice.numbered satisfies i.id > 0 or now exists",
  ]

  private static func program(_ rules: [String]) -> Program {
    let invariants = rules.enumerated().map { "invariant law\($0):\n  applies_to: state\n  rule: '\($1)'\n\n" }.joined()
    let truth = "truth numbering:\n  when:\n    - intent: number\n  produces:\n    - trace.books.numbering\n"
    let text = vocabulary + invariants + truth
    let loaded = Loader.load([(path: "truths/books/books.truths", bytes: Array(text.utf8))])
    #expect(loaded.diagnostics.filter { $0.severity == .error }.map { "\($0.code) \($0.message)" } == [])
    return loaded.program
  }

  private static let whole = program(rules)

  private static func fact(_ chance: inout Chance, _ isKind: Bool) -> String {
    let (id, amount) = (1 + chance.next(below: 9), chance.next(below: isKind ? 5 : 13))
    let note = chance.once(in: 2) ? "" : #","note":"\#(chance.pick(["x", "y", "z"]))""#
    let (number, state) = (isKind ? id : chance.next(below: 6), chance.once(in: 2) ? "open" : "closed")
    let step = #""step":\#(1 + chance.next(below: 99))"#
    return switch chance.next(below: isKind ? 7 : 9) {
    case 0: #"{"type":"invoice.paid","id":\#(id),"amount":\#(amount)}"#
    case 7: #"{"type":"policy.set","policy":"books.cap",\#(step),"value":\#(amount)}"#
    case 8: #"{"type":"dispute.entered","id":\#(id),"state":"\#(state)",\#(step)}"#
    default: #"{"type":"invoice.numbered","id":\#(id),"number":\#(number),"total":\#(5 + amount)\#(note)}"#
    }
  }

  private static func append(_ fact: String, to store: inout FactStore, _ program: Program, at sequence: Int) throws {
    let typed = try FactReader(program: program).read(ClauseWorld.read(fact)).get()
    let entry = EntryReference(id: "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: nil, actor: [:])
    store.append(FactRecord(type: typed.type, fields: typed.fields, entry: entry))
    if program.facts[typed.type].name == "policy.set" { store.setPolicy(0, to: typed.fields[1].asPolicy) }
  }

  private static func result(_ engine: Engine, _ store: FactStore, before: FactStore) -> TruthEvaluation {
    let program = engine.program
    let intent = program.intents.firstIndex { $0.name == "number" } ?? 0
    let matches = engine.derive(
      from: Production(store: before), start: DerivationStart(closedAt: 0), environment: Environment([:]),
      envelope: RunEnvelope(firstSequence: 1_000_000, now: .epoch, actor: [:]),
      limits: DerivationLimits(rounds: 10, matches: 10, facts: 10), isExplained: false
    ).matches
    let environment = Environment([.now: .timestamp(.epoch)])
    let proposal = TypedProposal(intent: intent, fields: [.missing(.absent)], pack: nil, environment: environment)
    return engine.examineResult([], matches: matches, proposal: proposal, store: store, before: before)
  }

  @Test("it comes to what all facts give", arguments: 0..<UInt64(seeds))
  func isSame(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let (knowing, reading) = (Engine(program: Self.whole, lookUpThreshold: 1), Engine(program: Self.whole, lookUpThreshold: .max))
    var (mine, theirs) = (knowing.emptyStore, reading.emptyStore)
    var sequence = 0
    let isKind = chance.once(in: 2)
    for _ in 0..<40 {
      var (after, others) = (mine, theirs)
      // New facts of a run, which may or may not be added to the context.
      let facts = (0..<(1 + chance.next(below: 3))).map { _ in Self.fact(&chance, isKind) }
      for (place, fact) in facts.enumerated() {
        try Self.append(fact, to: &after, Self.whole, at: sequence + 1 + place)
        try Self.append(fact, to: &others, Self.whole, at: sequence + 1 + place)
      }
      let (found, expected) = (Self.result(knowing, after, before: mine), Self.result(reading, others, before: theirs))
      #expect(found.violations == expected.violations)
      #expect(found.invariantsHeld == expected.invariantsHeld)
      #expect(found.truths == expected.truths)
      if chance.once(in: 4) { continue }
      for (place, fact) in facts.enumerated() {
        try Self.append(fact, to: &mine, Self.whole, at: sequence + 1 + place)
        try Self.append(fact, to: &theirs, Self.whole, at: sequence + 1 + place)
      }
      sequence += facts.count
    }
  }

  @Test("it costs what is new", arguments: [rules[0], rules[1], rules[2], rules[5], rules[7], rules[8]])
  func cost(rule: String) throws {
    let program = Self.program([rule])
    let engine = Engine(program: program)
    var store = engine.emptyStore
    func invoice(_ number: Int) -> String {
      #"{"type":"invoice.numbered","id":\#(number),"number":\#(number),"total":\#(3 + number % 5),"note":"z"}"#
    }
    for number in 1...20_000 { try Self.append(invoice(number), to: &store, program, at: number) }
    for number in 20_001...20_006 {
      var after = store
      try Self.append(invoice(number), to: &after, program, at: number)
      let work = WorkMeter(limit: number > 20_003 ? 2_000 : WorkMeter.standard)
      (store.work, after.work) = (work, work)
      let result = Self.result(engine, after, before: store)
      #expect(result.invariantsHeld == 1)
      #expect(work.exceeded == nil, "\(number) \(work.limit)")
      (store.work, after.work) = (nil, nil)
      try Self.append(invoice(number), to: &store, program, at: number)
    }
  }
}

extension Value {
  /// A number that a document holds.
  fileprivate var asPolicy: Value {
    if case .json(.number(let number)) = self { return .number(number) }
    return self
  }
}
