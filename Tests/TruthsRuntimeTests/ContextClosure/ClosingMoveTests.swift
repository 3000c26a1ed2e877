import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// Moves by truths on facts in one closing (declarations §6).
@Suite struct ClosingMoveTests {
  /// Some truths on facts around one lifecycle.
  private struct Lamps {
    var transitions = ["off → on → dim", "off → broken", "any → gone"]
    var terminal = "dim, broken, gone"
    var truths: [String]

    /// A truth on facts that moves.
    static func moving(_ name: String, on fact: String, _ chain: String, condition: String = "") -> String {
      """
      truth \(name):
        when:
          - fact: \(fact)
      \(condition.isEmpty ? "" : "    - if: \(condition)\n")\
        moves:
          - lamp: \(chain)
        produces:
          - trace.\(name)
      """
    }

    /// A truth on facts that makes another fact.
    static func making(_ name: String, on fact: String, _ made: String) -> String {
      "truth \(name):\n  when:\n    - fact: \(fact)\n  produces:\n    - fact.\(made)\n    - trace.\(name)\n"
    }

    private static func fact(_ name: String, isExternal: Bool = true) -> String {
      "fact \(name):\n  key: [k]\n\(isExternal ? "  external: true\n" : "")  fields:\n    k: text\n"
    }

    var text: String {
      ([
        "pack home:\n  version: 1.0.0\n",
        "lifecycle lamp:\n  key: [k]\n  initial: off\n  transitions:\n    - start → on\n"
          + transitions.map { "    - \($0)\n" }.joined() + "  terminal: [\(terminal)]\n",
        Self.fact("seed.one"), Self.fact("seed.two"), Self.fact("seed.mid", isExternal: false),
        Self.fact("seed.late", isExternal: false),
        "intent look:\n  fields:\n    k: text\n",
        "truth looking:\n  when:\n    - intent: look\n  produces:\n    - trace.looking\n",
      ] + truths).joined(separator: "\n")
    }
  }

  private static let one = #"{"type": "seed.one", "k": "a"}"#
  private static let two = #"{"type": "seed.two", "k": "a"}"#

  private func world(_ truths: [String], facts: [String] = [one]) throws -> World {
    try World([("home.truths", Lamps(truths: truths).text)], facts: facts)
  }

  private func look(_ truths: [String], facts: [String] = [one]) throws -> RunOutcome {
    var world = try world(truths, facts: facts)
    return try world.propose(#"{"action": "look", "k": "a"}"#)
  }

  /// Returns the states that closing appended, and the truths that fired.
  private func closing(_ outcome: RunOutcome) -> (states: [String], fired: [String]) {
    let closing = outcome.entries.prefix { $0.type != .proposal }
    return (
      closing.filter { $0.type == .fact }.compactMap { $0.payload["state"]?.stringValue },
      closing.filter { $0.type == .trace }.compactMap { $0.payload["truth_id"]?.stringValue }
    )
  }

  @Test("a truth that moves on from a state fires no earlier than the one that enters it, though that one denies something")
  func goesOn() throws {
    let truths = [
      Lamps.moving("begin", on: "seed.one", "start → off", condition: "not seed.mid"),
      Lamps.moving("brighten", on: "seed.one", "off → on"), Lamps.making("marking", on: "seed.two", "seed.mid"),
    ]
    var world = try world(truths)
    let first = closing(try world.propose(#"{"action": "look", "k": "a"}"#))
    #expect(first.states == ["off", "on"])
    #expect(first.fired == ["home.begin", "home.brighten"])
    let second = try world.propose(#"{"action": "look", "k": "b"}"#)
    #expect(closing(second).states == [], "nothing new came")
    #expect(closing(second).fired == [])
  }

  @Test("what one state is left for is one, in whatever round: a second is a conflict")
  func conflictInLaterRounds() throws {
    for names in [("aa", "bb"), ("bb", "aa")] {
      let outcome = try look([
        Lamps.moving(names.0, on: "seed.one", "start → on"), Lamps.making("hop", on: "seed.one", "seed.mid"),
        Lamps.moving(names.1, on: "seed.mid", "start → off"),
      ])
      #expect(outcome.decision == .halted)
      #expect(outcome.truthID == "converge.fact.conflict")
      #expect(outcome.reason == "lamp: start → off: home.\(names.0) leaves start for on in this run")
      #expect(outcome.entries.allSatisfy { $0.type != .fact }, "nothing is appended")
    }
  }

  @Test("two truths that move an instance alike say the same, in one round and in several")
  func alike() throws {
    let outcome = try look([
      Lamps.moving("aa", on: "seed.one", "start → off"), Lamps.moving("bb", on: "seed.one", "start → off"),
      Lamps.making("hop", on: "seed.one", "seed.mid"), Lamps.moving("cc", on: "seed.mid", "start → off"),
    ])
    #expect(outcome.decision == .accepted)
    #expect(closing(outcome).states == ["off"])
    #expect(closing(outcome).fired == ["home.aa", "home.bb", "home.hop", "home.cc"])
  }

  @Test("a move fires also where closing has moved the instance on, and enters what is left of its chain")
  func lateAlongThePath() throws {
    let outcome = try look([
      Lamps.moving("aa", on: "seed.one", "start → off → on"), Lamps.making("hop", on: "seed.one", "seed.mid"),
      Lamps.making("jump", on: "seed.mid", "seed.late"),
      Lamps.moving("late", on: "seed.mid", "off → on → dim"),
      Lamps.moving("later", on: "seed.late", "start → off"),
    ])
    #expect(outcome.decision == .accepted)
    #expect(closing(outcome).states == ["off", "on", "dim"])
    #expect(closing(outcome).fired.contains("home.later"))
    let steps = outcome.entries.filter { $0.payload["state"] != nil }.map { $0.payload["step"] }
    #expect(steps == [1, 2, 3].map { .number(Decimal($0)) })
  }

  @Test("`any` leaves each state in which the instance was or that it has entered since, but for `start` and terminal ones")
  func anyLeaves() throws {
    let gone = Lamps.moving("going", on: "seed.two", "any → gone")
    let off = Lamps.moving("begin", on: "seed.one", "start → off")
    let alone = try look([off, gone], facts: [Self.one, Self.two])
    #expect(closing(alone).states == ["off", "gone"])
    #expect(try closing(look([gone], facts: [Self.two])).fired == [], "start is not left")
    let dim = #"{"type": "lamp.entered", "k": "a", "state": "dim"}"#
    #expect(try closing(look([gone], facts: [Self.two, dim])).fired == [], "nor a terminal state")
    let brighten = Lamps.moving("brighten", on: "seed.one", "off → on")
    let both = try look([off, gone, brighten], facts: [Self.one, Self.two])
    #expect(both.truthID == "converge.fact.conflict")
    let chain = Lamps.moving("begin", on: "seed.one", "start → off → on")
    #expect(
      try look([chain, gone], facts: [Self.one, Self.two]).reason
        == "lamp: any → gone: home.begin leaves off for on in this run")
  }

  @Test("a state that was left before closing began is not left again")
  func historyIsPast() throws {
    let facts = [#"{"type": "lamp.entered", "k": "a", "state": "off"}"#, #"{"type": "lamp.entered", "k": "a", "state": "on"}"#]
    let truths = [Lamps.moving("breaking", on: "seed.one", "off → broken"), Lamps.moving("dimming", on: "seed.one", "on → dim")]
    let outcome = try look(truths, facts: facts + [Self.one])
    #expect(closing(outcome).states == ["dim"])
    #expect(closing(outcome).fired == ["home.dimming"])
  }
}
