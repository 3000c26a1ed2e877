import Testing
import TruthsEngine
import TruthsRuntime

/// An unknown `if` of a truth that makes a view is a fault of the facts that it would give (declarations §7).
@Suite("Unknown conditions of truths that make views") struct UnknownViewTests {
  /// Returns a world in which `card.big` of `x` is faulty, that of `y` exists, and that of `z` is unknown. `card.named` of `x`
  /// is faulty for every key, because its key is missing. `card.copy` fires on `card.big`.
  private static func world(
    requires: String = "k exists", invariants: [String] = [], condition: String? = nil, ensures: [String] = [], more: String = ""
  ) throws -> World {
    func listed(_ member: String, _ clauses: [String]) -> String {
      clauses.isEmpty ? "" : "  \(member):\n" + clauses.map { "    - '\($0)'\n" }.joined()
    }
    return try World(
      [
        (
          "a.truths",
          """
          pack a:
            version: 1.0.0

          fact card.put:
            key: [k]
            external: true
            fields:
              k: text
              n: decimal?
              name: text?

          fact card.big:
            key: [k]
            derived: true
            fields:
              k: text
              n: decimal?

          fact card.named:
            key: [name]
            derived: true
            fields:
              name: text

          fact card.copy:
            key: [k]
            derived: true
            fields:
              k: text

          truth big:
            when:
              - fact: card.put
              - if: n > 1
            produces:
              - fact.card.big

          truth named:
            when:
              - fact: card.put
              - if: n > 1
            produces:
              - fact.card.named

          truth copied:
            when:
              - fact: card.big
            produces:
              - fact.card.copy

          intent ask:
            fields:
              k: text
              other: text

          truth asking:
            when:
              - intent: ask

          """ + (condition.map { "    - if: '\($0)'\n" } ?? "") + listed("requires", [requires])
            + listed("invariants", invariants)
            + "  produces:\n    - trace.a.asking\n" + listed("ensures", ensures)
              + """

              truth allowing:
                when:
                  - intent: ask
                requires:
                  - k exists
                produces:
                  - trace.a.allowing

              """ + more
        )
      ],
      facts: [#"{"type": "card.put", "k": "x"}"#, #"{"type": "card.put", "k": "y", "n": 2, "name": "b"}"#])
  }

  private static func isStopped(_ world: World, by key: String) throws -> Bool {
    var world = world
    let outcome = try world.propose(#"{"action": "ask", "k": "\#(key)"}"#)
    return outcome.violations.contains { violation in
      violation.truthID == "converge.fact.incomplete" && violation.kind == .structural
        && violation.reason.hasPrefix("cannot tell whether a.")
    }
  }

  /// Readings of `card.big` for the key `k` of the proposal.
  static let readings = [
    "card.big", "not card.big", "card.big exists", "card.big missing", "card.big.n > 1", "card.big.n exists",
    "(the card.big) exists", "(the card.big).n > 1", "card.big(k = trigger.k)", "not card.big(k = trigger.k)",
    "count(c in card.big where c.k == trigger.k) > 0", "sum(c.n for c in card.big where c.k == trigger.k) > 0",
    "list(c.k for c in card.big where c.k == trigger.k) contains trigger.k",
    "max(c.n for c in card.big where trigger.k == c.k) > 0", "first(c.n for c in card.big where c.k == trigger.k by c.k) > 0",
    "some c in card.big satisfies c.k == trigger.k", "some c in card.big where c.k == trigger.k satisfies c.n > 0",
    "no c in card.big satisfies c.k == trigger.k and c.n > 5", "no c in card.big where c.k == trigger.k satisfies c.n > 5",
    "every c in card.big where c.k == trigger.k satisfies c.n > 0", "k == \"q\" and card.big", "k == \"q\" or card.big",
    "(if k == \"q\" then card.big else true)", "seen(trigger.k)", "some one in [1] satisfies card.big",
  ]
  private static let function = """
    function seen:
      inputs:
        k: text
      output: boolean
      value: card.big

    """

  @Test("a fault counts where its key is read, in whatever way", arguments: readings)
  func everyReading(_ reading: String) throws {
    let worlds = [
      try Self.world(requires: reading, more: Self.function),
      try Self.world(invariants: ["\(reading) → reject(\"no\")"], more: Self.function),
      try Self.world(invariants: ["\(reading) → requires_approval"], more: Self.function),
      try Self.world(condition: reading, more: Self.function), try Self.world(ensures: [reading], more: Self.function),
    ]
    for (place, world) in worlds.enumerated() {
      #expect(try Self.isStopped(world, by: "x"), "place \(place)")
      #expect(try !Self.isStopped(world, by: "y"), "place \(place)")
      #expect(try !Self.isStopped(world, by: "z"), "place \(place)")
    }
  }

  @Test(
    "what reads every element reads every fault",
    arguments: [
      "count(c in card.big) > 0", "every c in card.big satisfies c.k == trigger.k",
      "some c in card.big satisfies c.k != trigger.k",
      "no c in card.big where c.n > 0 satisfies c.n > 5", "count(c in card.big where c.k != \"x\") > 5",
      "every c in card.big where c.n > 0 satisfies c.k == \"y\"", "list(c.k for c in card.copy) contains \"q\"",
    ])
  func everyElement(_ reading: String) throws {
    for key in ["x", "y", "z"] {
      #expect(try Self.isStopped(Self.world(requires: reading), by: key), "\(key)")
      #expect(try Self.isStopped(Self.world(invariants: ["\(reading) → reject(\"no\")"]), by: key), "\(key)")
    }
  }

  @Test("a fact whose key has no value stands for every key, and a view that fires on a view reads all of that")
  func viewsByKey() throws {
    for key in ["x", "y", "z"] {
      #expect(try Self.isStopped(Self.world(requires: "not card.named(name = trigger.k)"), by: key))
      #expect(try Self.isStopped(Self.world(requires: "not card.copy"), by: key))
      #expect(try !Self.isStopped(Self.world(requires: "k exists"), by: key))
    }
  }

  @Test("a reading without a key reads nothing: it is unknown whatever is there")
  func withoutKey() throws {
    for reading in ["card.big(k = other)", "not card.named(name = other)", "card.copy(k = other)"] {
      #expect(try !Self.isStopped(Self.world(requires: reading), by: "x"))
    }
  }

  @Test("what an output would not give is not at fault")
  func filters() throws {
    func views(_ filter: String) -> String {
      """
      fact card.some:
        key: [k]
        derived: true
        fields:
          k: text

      truth some_cards:
        when:
          - fact: card.put
          - if: n > 1
        produces:
          - fact.card.some where \(filter)

      """
    }
    for (filter, isAtFault) in [("k == \"y\"", false), ("k == \"x\"", true), ("name == \"b\"", true)] {
      let world = try Self.world(requires: "not card.some", more: views(filter))
      #expect(try Self.isStopped(world, by: "x") == isAtFault, "\(filter)")
      #expect(try !Self.isStopped(world, by: "z"), "\(filter)")
    }
  }
}
