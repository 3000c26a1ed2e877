import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

@testable import TruthsEngine

@Suite("Truths on facts are found by the types of new facts")
struct StratumTests {
  private static let text = """
    pack shop:
      version: 1.0.0

    policy limit:
      type: decimal
      default: 5

    fact a.seen:
      key: [id]
      external: true
      fields:
        id: text
        size: decimal

    fact b.seen:
      key: [id]
      external: true
      fields:
        id: text

    fact c.seen:
      key: [id]
      external: true
      fields:
        id: text
        at: timestamp

    fact a.noted:
      fields:
        id: text

    fact both.noted:
      fields:
        id: text

    fact lonely.noted:
      fields:
        id: text

    fact large.noted:
      fields:
        id: text

    fact late.noted:
      fields:
        id: text

    truth on_a:
      when:
        - fact: a.seen as a
      produces:
        - fact.a.noted:
            id: a.id
        - trace.a

    truth on_both:
      when:
        - fact: a.seen as a
        - fact: b.seen as b
        - if: a.id == b.id
      produces:
        - fact.both.noted:
            id: a.id
        - trace.both

    truth on_lonely:
      when:
        - fact: b.seen as b
        - if: c.seen(id = b.id) exists
      produces:
        - fact.lonely.noted:
            id: b.id
        - trace.lonely

    truth on_large:
      when:
        - fact: a.seen as a
        - if: a.size > limit
      produces:
        - fact.large.noted:
            id: a.id
        - trace.large

    truth on_late:
      when:
        - fact: c.seen as c
        - if: now >= c.at
      produces:
        - fact.late.noted:
            id: c.id
        - trace.late

    """

  private static let loaded = Loader.load([(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])

  /// The names of the truths that are asked when facts of some types are new.
  private func asked(_ types: [String]) throws -> [String] {
    let program = Self.loaded.program
    let engine = Engine(program: program)
    let numbers = try types.map { name in try #require(program.facts.firstIndex { $0.name == name }) }
    return engine.strata.flatMap { $0.plans(asking: Set(numbers)) }.map { program.truths[$0.truth].id }
  }

  @Test func thePackIsFine() { #expect(Self.loaded.diagnostics.filter { $0.severity == .error } == []) }

  /// A truth that reads `now` is asked in every round; one that reads a policy is asked when policies are set.
  @Test(
    arguments: [
      ([], ["shop.on_late"]),
      (["a.seen"], ["shop.on_a", "shop.on_both", "shop.on_large", "shop.on_late"]),
      (["b.seen"], ["shop.on_both", "shop.on_late", "shop.on_lonely"]),
      (["c.seen"], ["shop.on_late", "shop.on_lonely"]),
      (["policy.set"], ["shop.on_large", "shop.on_late"]),
      (["a.noted", "both.noted"], ["shop.on_late"]),
      (["b.seen", "a.seen"], ["shop.on_a", "shop.on_both", "shop.on_large", "shop.on_late", "shop.on_lonely"]),
    ] as [([String], [String])]) func theTruthsThatNewFactsHaveToDoWith(types: [String], truths: [String]) throws
  {
    #expect(try asked(types).sorted() == truths)
  }

  /// The truths come once each, in the order of the program.
  @Test func theOrderIsTheProgramsOwn() throws {
    let all = try asked(["a.seen", "b.seen", "c.seen", "policy.set"])
    #expect(all == Self.loaded.program.truths.map(\.id).filter { all.contains($0) })
    #expect(all.count == 5)
  }
}
