import Foundation
import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsGenerators
import TruthsJSON
import TruthsProgram
import TruthsText

/// Look-ups by index (limits §4) give the results of a full scan, and visit fewer facts.
struct LookUpTests {
  /// Under `TRUTHS_SOAK` fifty times as many.
  private static let seeds = ProcessInfo.processInfo.environment["TRUTHS_SOAK"] == nil ? 60 : 3000

  private static let vocabulary = """
    pack demo:
      version: 1.0.0

    enum kind: [a, b, c]

    fact work.done:
      external: true
      key: [id]
      fields:
        id: integer
        worker: text?
        on: date?
        hours: decimal?
        kind: kind?
        note: text?

    fact week.closed:
      external: true
      key: [worker, on]
      fields:
        worker: text
        on: date

    intent log:
      fields:
        worker: text?
        on: date?
        from: date?
        kind: kind?
        hours: decimal?


    """

  /// Clauses whose reasons contain their values.
  private static let clauses = [
    "sum(w.hours for w in work.done where w.worker == worker)", "count(w in work.done where w.worker == worker)",
    "count(w in work.done)", "mean(w.hours for w in work.done where worker == w.worker and w.kind == kind)",
    "sum(w.hours for w in work.done where w.worker == worker and w.on > from and w.on <= on)",
    "count(w in work.done where w.on between from and on)",
    "sum(w.hours for w in work.done where from < w.on and w.hours exists)",
    "min(w.hours for w in work.done where w.worker == worker)", "max(w.on for w in work.done where w.worker == worker)",
    "max(w.hours for w in work.done)", "min(w.on for w in work.done where w.on > from and w.kind == kind)",
    "first(w.id for w in work.done where w.worker == worker by w.on)", "last(w.id for w in work.done by w.on)",
    "last(w.id for w in work.done where w.kind == kind by w.on desc)",
    "first(w.id for w in work.done where w.on >= from by w.on)",
    "last(w.note for w in work.done where w.worker == worker by w.hours)",
    "last(w.id for w in work.done where w.worker == worker by w.on, w.hours)",
    "list(w.id for w in work.done where w.kind == kind and w.hours > hours by w.hours desc)",
    "list(w.id for w in work.done where w.note > worker)", "list(w.on for w in work.done where w.hours == hours)",
    "sum(w.hours for w in work.done where w.id == 3)", "count(w in work.done for c in week.closed where w.worker == c.worker)",
    "count(c in week.closed for w in work.done where c.worker == worker and c.on == on and w.on == c.on)",
    "count(c in week.closed where c.worker == worker and c.on == on)",
    "sum(w.hours for w in work.done where w.kind == c or true)",
    "if some w in work.done where w.worker == worker satisfies w.hours > hours then 1 else 0",
    "sum(w.hours for w in work.done where week(w.on) == week(on))",
    "count(w in work.done where w.worker == worker and month(w.on) == 1 and start_of_week(w.on) == start_of_week(from))",
    "list(w.id for w in work.done where day(w.on) == hours and w.hours > 1)",
    "max(w.hours for w in work.done where day(w.on) == day(on))",
    "count(w in work.done where w.worker == worker and w.on < on and w.hours > hours and w.hours < 9)",
    "list(w.id for w in work.done where w.on >= from and w.hours > hours and hours + 6 >= w.hours and w.note > worker)",
    "if no w in work.done satisfies w.worker == worker and w.on < on and w.on > from and w.note < worker then 1 else 0",
    "if every w in work.done satisfies w.worker != worker or w.hours <= hours then 1 else 0",
    "if no w in work.done satisfies w.worker == worker and w.on == on then 1 else 0",
    "if every w in work.done where w.kind == kind satisfies w.worker != worker then 1 else 0",
    "if every w in work.done satisfies w.on < from or w.on > on then 1 else 0",
    "if every w in work.done satisfies not (w.on >= from and not (w.on > on)) then 1 else 0",
  ]

  private static let program = program(
    of: clauses,
    and: [
      #"every w in work.done where w.worker == worker satisfies w.hours <= 8 else "{w.id} {w.hours}""#,
      #"no w in work.done satisfies w.kind == kind and w.hours > 5 else "{w.id} {w.hours}""#,
      #"some w in work.done satisfies w.worker == worker and w.hours > 11"#,
    ])

  private static func program(of clauses: [String], and requirements: [String] = []) -> Program {
    let lets = clauses.enumerated().map { "    v\($0): \($1)\n" }.joined()
    let tests = clauses.indices.map { "v\($0) != v\($0)" }
    let text =
      vocabulary + "truth logging:\n  when:\n    - intent: log\n  let:\n" + lets + "  requires:\n"
      + (tests + requirements).map { "    - '\($0)'\n" }.joined() + "  produces:\n    - trace.demo.logging\n"
    let loaded = Loader.load([(path: "truths/demo/demo.truths", bytes: Array(text.utf8))])
    // A comparison of a value with itself is reported (T43); the value is in the reason.
    let errors = loaded.diagnostics.filter { $0.severity == .error && !$0.code.description.hasPrefix("T43") }
    #expect(errors.map { "\($0.code) \($0.message)" } == [])
    return loaded.program
  }

  /// Facts in order of arrival: some lack a field, some correct another, some have equal values.
  private static func facts(_ count: Int, _ chance: inout Chance) -> [String] {
    let isWhole = chance.once(in: 3)
    return (1...count).map { number in
      let on = "2024-01-\(String(chance.next(below: 28) + 101).dropFirst())"
      let worker = "w\(chance.next(below: 4))"
      if chance.once(in: 5) { return #"{"type":"week.closed","worker":"\#(worker)","on":"\#(on)"}"# }
      let id = !isWhole && chance.once(in: 6) ? 1 + chance.next(below: number) : number
      let members = [
        #""worker":"\#(worker)""#, #""on":"\#(on)""#, #""hours":\#(chance.next(below: 12)).\#(chance.pick(["0", "25", "5"]))"#,
        #""kind":"\#(chance.pick(["a", "b", "c"]))""#, #""note":"w\#(chance.next(below: 9))""#,
      ]
      let given = members.filter { _ in isWhole || !chance.once(in: 25) }
      return "{" + ([#""type":"work.done""#, #""id":\#(id)"#] + given).joined(separator: ",") + "}"
    }
  }

  private static func proposal(_ chance: inout Chance) -> String {
    let from = 1 + chance.next(below: 20)
    func day(_ day: Int) -> String { "2024-01-\(String(day + 100).dropFirst())" }
    let members = [
      #""worker":"w\#(chance.next(below: 5))""#, #""on":"\#(day(min(28, from + chance.next(below: 9))))""#,
      #""from":"\#(day(from))""#, #""kind":"\#(chance.pick(["a", "b", "c"]))""#, #""hours":\#(chance.next(below: 12))"#,
    ]
    return "{" + members.filter { _ in !chance.once(in: 12) }.joined(separator: ",") + "}"
  }

  /// Returns a store that grew in steps, between which copies were made.
  private static func store(_ engine: Engine, _ facts: [String], copies: inout [FactStore]) throws -> FactStore {
    var store = engine.emptyStore
    for (index, fact) in facts.enumerated() {
      let typed = try FactReader(program: engine.program).read(ClauseWorld.read(fact)).get()
      let entry = EntryReference(id: "e\(index)", sequence: index + 1, timestamp: .epoch, truthID: nil, actor: [:])
      store.append(FactRecord(type: typed.type, fields: typed.fields, entry: entry))
      if index % 13 == 5 { copies.append(store) }
    }
    return store
  }

  private static func evaluation(_ engine: Engine, _ fields: String, on store: FactStore) throws -> TruthEvaluation {
    let program = engine.program
    let intent = try #require(program.intents.firstIndex { $0.name == "log" })
    var decoder = ValueDecoder(program: program)
    let json = try ClauseWorld.read(fields)
    let values = decoder.fields(
      json.members ?? [], as: program.intents[intent].fields, of: "log", path: "", at: json.span, requiresAll: false)
    return engine.evaluate(
      TypedProposal(intent: intent, fields: values, pack: nil, environment: Environment([:])), store: store)
  }

  @Test("give what going through everything gives", arguments: 0..<UInt64(seeds))
  func isSame(seed: UInt64) throws {
    var chance = Chance(seed: seed)
    let facts = Self.facts(1 + chance.next(below: 80), &chance)
    let (looking, going) = (
      Engine(program: Self.program, lookUpThreshold: 1), Engine(program: Self.program, lookUpThreshold: .max)
    )
    var copies: [[FactStore]] = [[], []]
    let found = try Self.store(looking, facts, copies: &copies[0])
    let whole = try Self.store(going, facts, copies: &copies[1])
    for (one, other) in zip(copies[0] + [found], copies[1] + [whole]) {
      for _ in 0..<3 {
        let proposal = Self.proposal(&chance)
        let (mine, theirs) = (
          try Self.evaluation(looking, proposal, on: one).violations, try Self.evaluation(going, proposal, on: other).violations
        )
        #expect(mine.map(\.reason) == theirs.map(\.reason), "\(proposal)")
        #expect(mine == theirs)
      }
    }
  }

  /// Expressions whose answer depends on two facts in a hundred thousand, or on a total.
  @Test(
    "visit what they return",
    arguments: [
      "sum(w.hours for w in work.done where w.worker == worker and w.on > from and w.on <= on)",
      "sum(w.hours for w in work.done)", "count(w in work.done where w.on > from)",
      "max(w.on for w in work.done where w.kind == kind)",
      "last(w.id for w in work.done where w.worker == worker by w.on)",
      "if no w in work.done where w.worker == worker satisfies w.on <= on and w.on >= from then 1 else 0",
      "if every w in work.done satisfies w.worker != worker or w.on > on or w.on < from then 1 else 0",
      "if no w in work.done where w.worker == worker and w.on < on satisfies w.hours > hours then 1 else 0",
      "sum(w.hours for w in work.done where year(w.on) == year(on) and month(w.on) == month(on))",
      "count(c in week.closed for w in work.done where c.worker == worker and c.on == on and w.on == c.on)",
    ])
  func visited(clause: String) throws {
    let engine = Engine(program: Self.program(of: [clause]))
    func visits(_ count: Int) throws -> Int {
      let facts = (0..<count).map { number in
        let on = "\(1900 + number / 366)-\(String(101 + number % 366 / 31).dropFirst())-\(String(101 + number % 28).dropFirst())"
        return #"{"type":"work.done","id":\#(number),"worker":"w\#(number % (count / 10))","on":"\#(on)","hours":\#(number % 9),"#
          + #""kind":"\#(["a", "b", "c"][number % 3])","note":"n"}"#
      }
      var copies: [FactStore] = []
      var store = try Self.store(engine, facts, copies: &copies)
      let work = WorkMeter()
      store.work = work
      _ = try Self.evaluation(engine, #"{"worker":"w1","on":"1901-05-02","from":"1901-04-30","kind":"a","hours":12}"#, on: store)
      return work.visited
    }
    #expect(try visits(1_000) < 64)
    #expect(try visits(20_000) < 64)
  }
}
