import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Work is bounded and decides nothing, limits §4.
@Suite("What work a decision may take")
struct WorkTests {
  private static let loops = """
    pack demo:
      summary: Loops

    fact item.known:
      key: [k]
      external: true
      fields:
        k: text
        g: text

    fact pair.known:
      key: [a]
      fields:
        a: text

    intent count_all:
      fields:
        ls: list of text

    intent some_all:
      fields:
        ls: list of text

    intent list_all:
      fields:
        ls: list of text

    truth counting:
      when:
        - intent: count_all
      requires:
        - ls exists
        - count(x in ls for y in ls for z in ls for v in ls) > 0
      produces:
        - trace.demo.counting

    truth finding:
      when:
        - intent: some_all
      requires:
        - some x in ls satisfies some y in ls satisfies some z in ls satisfies x == "{y}{z}"
      produces:
        - trace.demo.finding

    truth listing:
      when:
        - intent: list_all
      let:
        pairs: list("{x}{y}" for x in ls for y in ls)
      requires:
        - count(p in pairs) > 0
      produces:
        - trace.demo.listing

    """

  private static func proposal(_ action: String, _ count: Int) -> String {
    let elements = (0..<count).map { "\"t\($0)\"" }.joined(separator: ", ")
    return #"{"action": "\#(action)", "proposal_id": "p", "ls": [\#(elements)]}"#
  }

  private static func exceeded(_ json: String, in world: World, limit: Int = WorkMeter.standard) throws -> WorkExceeded? {
    do {
      _ = try world.procedure.run(RunRequest(proposal: World.json(json), budget: Budget(maxWork: limit)), on: world.context)
      return nil
    } catch let error as WorkExceeded {
      return error
    }
  }

  @Test(
    "loops within loops end, and the clause is told with what it went through",
    arguments: [
      ("count_all", "demo.counting", "requires[1]"), ("some_all", "demo.finding", "requires[0]"),
      ("list_all", "demo.listing", "let pairs"),
    ])
  func loops(_ action: String, _ truth: String, _ clause: String) throws {
    let world = try World([("demo.truths", Self.loops)])
    let found = try #require(try Self.exceeded(Self.proposal(action, 300), in: world, limit: 20_000))
    #expect(found.limit == 20_000 && found.place.declaration == truth && found.place.clause == clause)
    #expect(found.description.contains("300 elements of a list"), "\(found)")
    #expect(found.place.span != nil)
  }

  @Test("work decides nothing: within any limit that suffices the same comes of it, to the byte")
  func nothingDecided() throws {
    let world = try World([("demo.truths", Self.loops)])
    let json = Self.proposal("count_all", 6)
    #expect(try Self.exceeded(json, in: world, limit: 500) != nil)
    let outcomes = try [5_000, 50_000, WorkMeter.standard].map { limit in
      try world.procedure.run(RunRequest(proposal: World.json(json), budget: Budget(maxWork: limit)), on: world.context)
    }
    for outcome in outcomes {
      #expect(outcome.decision == .accepted && outcome.budget == nil)
      #expect(outcome.entries.map(\.leaf) == outcomes[0].entries.map(\.leaf) && outcome.inputHash == outcomes[0].inputHash)
    }
    // A decision with too little work does not change its context.
    var limited = world
    let after = try limited.propose(json)
    #expect(after.entries.map(\.leaf) == outcomes[0].entries.map(\.leaf))
  }

  @Test("a join without a shared key ends", arguments: [(8, 100), (100, 2)], ["- if: f0.k == \"{f1.g}{f1.g}\"", ""])
  func joins(_ size: (Int, Int), _ condition: String) throws {
    let (matches, facts) = size
    let joined = (0..<matches).map { "    - fact: item.known as f\($0)\n" }.joined()
    let text =
      Self.loops
        + """
        truth joining:
          when:
        \(joined)    \(condition)
          produces:
            - fact.pair.known:
                a: f0.k
            - trace.demo.joining

        """
    let known = (0..<facts).map { #"{"type": "item.known", "k": "k\#($0)", "g": "g"}"# }
    let world = try World([("demo.truths", text)], facts: known)
    let found = try #require(try Self.exceeded(Self.proposal("count_all", 1), in: world, limit: 100_000))
    #expect(found.place.declaration == "demo.joining", "\(found)")
  }

  @Test("traces of matches that make no new fact are counted; those of facts are not")
  func traces() throws {
    let text =
      Self.loops
        + """
        truth joining:
          when:
            - fact: item.known as a
            - fact: item.known as b
          produces:
            - fact.pair.known:
                a: a.k
            - trace.demo.joining

        """
    let known = (0..<100).map { #"{"type": "item.known", "k": "k\#($0)", "g": "g"}"# }
    let world = try World([("demo.truths", text)], facts: known)
    // 10,000 matches make 100 facts.
    let found = try #require(try Self.exceeded(Self.proposal("count_all", 1), in: world, limit: 4_000_000))
    #expect(found.place.declaration == "demo.joining", "\(found)")
    let single = try World([("demo.truths", text.replacing("    - fact: item.known as b\n", with: ""))], facts: known)
    #expect(try Self.exceeded(Self.proposal("count_all", 1), in: single, limit: 4_000) == nil)
  }
}
