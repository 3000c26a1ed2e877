import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsGenerators
import TruthsJSON
import TruthsProgram
import TruthsText

/// The views of a store are kept for the next question, and for stores with more facts (limits §4).
struct KeptViewTests {
  private static func program(_ filter: String) throws -> Program {
    let text = """
      pack shop:
        version: 1.0.0

      fact account.opened:
        external: true
        key: [account]
        fields:
          account: integer
          low: integer

      fact line.posted:
        external: true
        key: [line]
        fields:
          line: integer
          size: integer

      fact note.taken:
        external: true
        key: [note]
        fields:
          note: integer

      fact account.balance:
        derived: true
        key: [account]
        fields:
          account: integer
          sum: integer

      truth balances:
        when:
          - fact: account.opened as o
        produces:
          - fact.account.balance:
              account: o.account
              sum: sum(l.size for l in line.posted where \(filter))

      intent ask:
        fields:
          account: integer

      truth asking:
        when:
          - intent: ask
        requires:
          - account.balance.sum > 0
        produces:
          - trace.shop.asked

      """
    let loaded = Loader.load([(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
    try #require(loaded.diagnostics.allSatisfy { $0.severity != .error })
    return loaded.program
  }

  private static func append(_ facts: [String], to store: inout FactStore, _ program: Program, from first: Int) throws {
    for (index, fact) in facts.enumerated() {
      let typed = try FactReader(program: program).read(ClauseWorld.read(fact)).get()
      let entry = EntryReference(id: "e\(first + index)", sequence: first + index, timestamp: .epoch, truthID: nil, actor: [:])
      store.append(FactRecord(type: typed.type, fields: typed.fields, entry: entry))
    }
  }

  private static func sums(_ engine: Engine, on store: FactStore) throws -> [String] {
    let view = try #require(engine.program.facts.firstIndex { $0.name == "account.balance" })
    return engine.views(of: store, wanted: [view], .epoch).store.ordered(view, in: engine.program).map { "\($0.fields[1])" }
  }

  @Test("a view that one engine keeps is not the answer of another on the same store")
  func engines() throws {
    let all = Engine(program: try Self.program("l.size > 0"))
    let large = Engine(program: try Self.program("l.size > 5"))
    var store = all.emptyStore
    let lines = (1...9).map { #"{"type":"line.posted","line":\#($0),"size":\#($0)}"# }
    try Self.append([#"{"type":"account.opened","account":1,"low":0}"#] + lines, to: &store, all.program, from: 1)
    let expected = (try Self.sums(all, on: store), try Self.sums(large, on: store), try Self.sums(all, on: store))
    #expect(expected.0 == expected.2 && expected.0 != expected.1)
    // A store with more facts takes over what was kept, and its owner too.
    try Self.append([#"{"type":"note.taken","note":1}"#], to: &store, all.program, from: 20)
    #expect(try Self.sums(large, on: store) == expected.1)
    #expect(try Self.sums(all, on: store) == expected.0)
  }

  @Test("a view of few facts that reads many is not made anew for a fact that it does not read")
  func fewThatReadMany() throws {
    let engine = Engine(program: try Self.program("l.size * 2 > o.low"))
    var store = engine.emptyStore
    let accounts = (1...5).map { #"{"type":"account.opened","account":\#($0),"low":\#($0)}"# }
    let lines = (1...3_000).map { #"{"type":"line.posted","line":\#($0),"size":\#($0)}"# }
    try Self.append(accounts + lines, to: &store, engine.program, from: 1)
    let before = try Self.sums(engine, on: store)
    try Self.append([#"{"type":"note.taken","note":1}"#], to: &store, engine.program, from: 4_000)
    let meter = WorkMeter(limit: 1_000)
    store.work = meter
    #expect(try Self.sums(engine, on: store) == before)
    #expect(meter.exceeded == nil)
  }
}
