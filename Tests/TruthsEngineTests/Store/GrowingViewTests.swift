import Testing
import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsText

/// The views of a store that grows fact by fact equal those of a store that gets all facts together.
struct GrowingViewTests {
  private static let text = """
    pack graph:
      version: 1.0.0

    fact edge.known:
      external: true
      key: [from, to]
      fields:
        from: integer
        to: integer
        weight: integer

    fact stop.set:
      external: true
      key: [at]
      fields:
        at: integer

    fact path.known:
      derived: true
      key: [from, to]
      fields:
        from: integer
        to: integer

    fact path.count:
      derived: true
      key: [from]
      fields:
        from: integer
        count: integer

    fact open.path:
      derived: true
      key: [from, to]
      fields:
        from: integer
        to: integer

    truth first_step:
      when:
        - fact: edge.known as e
      produces:
        - fact.path.known:
            from: e.from
            to: e.to

    truth next_step:
      when:
        - fact: path.known as p
        - fact: edge.known as e
        - if: p.to == e.from
      produces:
        - fact.path.known:
            from: p.from
            to: e.to

    truth counting:
      when:
        - fact: edge.known as e
      produces:
        - fact.path.count:
            from: e.from
            count: count(p in path.known where p.from == e.from)

    truth opening:
      when:
        - fact: path.known as p
        - if: not stop.set(at = p.to)
      produces:
        - fact.open.path:
            from: p.from
            to: p.to

    """

  private static let loaded = Loader.load([(path: "truths/graph/graph.truths", bytes: Array(text.utf8))])

  private func record(_ type: Int, _ fields: [Int], _ sequence: Int) -> FactRecord {
    let entry = EntryReference(id: "e\(sequence)", sequence: sequence, timestamp: .epoch, truthID: nil, actor: [:])
    return FactRecord(type: type, fields: fields.map { .number(Decimal($0)) }, entry: entry)
  }

  @Test func viewsGrowWithTheFacts() throws {
    let program = Self.loaded.program
    let engine = Engine(program: program)
    let edge = try #require(program.facts.firstIndex { $0.name == "edge.known" })
    let stop = try #require(program.facts.firstIndex { $0.name == "stop.set" })
    let views = program.facts.indices.filter { program.facts[$0].isDerived && !program.facts[$0].isBuiltIn }
    #expect(views.count == 3)
    var growing = engine.emptyStore
    var facts: [FactRecord] = []
    for step in 1...40 {
      let (from, to) = (step * 7 % 11, step * 5 % 11)
      // Now and then a stop, and an edge that is known gets another weight.
      let fields = step % 6 == 0 ? [step % 11] : [from, to, step]
      facts.append(record(step % 6 == 0 ? stop : edge, fields, step))
      growing.append(facts[step - 1])
      if step % 4 == 3 { continue }
      var whole = engine.emptyStore
      for fact in facts { whole.append(fact) }
      let (mine, faults) = engine.views(of: growing, wanted: Set(views), .epoch)
      let (theirs, _) = engine.views(of: whole, wanted: Set(views), .epoch)
      #expect(faults.isEmpty)
      for view in views {
        #expect(mine.ordered(view, in: program).map(\.fields) == theirs.ordered(view, in: program).map(\.fields))
      }
    }
    let (last, _) = engine.views(of: growing, wanted: Set(views), .epoch)
    #expect(views.allSatisfy { last.hasAny($0) })
  }
}
