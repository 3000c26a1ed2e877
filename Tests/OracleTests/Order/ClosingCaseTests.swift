import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsProgram
import TruthsRuntime
import TruthsText

/// A set and the facts that it closes.
struct ClosingCase {
  var declarations: [String]
  /// The facts of the context in short form, in order.
  var facts: [String] = []
  var proposal = #"{"action":"go","k":"a"}"#

  /// Returns the codes of the errors that refuse the set, or the decision and the facts that follow, without those of a truth
  /// `hop`.
  func told() throws -> String {
    let files = [Sample.File(path: "truths/demo/demo.truths", declarations: [ClosingRules.set(declarations)])]
    let loaded = Loader.load(files.map { (path: $0.path, bytes: Array($0.text.utf8)) })
    let errors = loaded.diagnostics.filter { $0.severity == .error }
    guard errors.isEmpty else { return "refused by " + Set(errors.map(\.code.description)).sorted().joined(separator: ", ") }
    let sample = Sample(files: files, context: facts, proposals: [proposal])
    let trial = Trial(sample: sample, procedure: RunProcedure(program: loaded.program), units: loaded.units)
    var tally = Tally()
    #expect(try trial.difference(&tally) == nil)
    let given = try trial.context()
    let outcome = try trial.procedure.run(RunRequest(proposal: try Trial.json(proposal), now: Trial.now), on: given)
    return Self.told(outcome, after: given)
  }

  static func told(_ outcome: RunOutcome, after given: Context) -> String {
    let made = outcome.context.ledger.entries.dropFirst(given.ledger.entries.count).filter { $0.type == .fact }
    let facts = made.map { Account.text($0.payload) }.filter { !$0.contains(#""type":"hop."#) }.sorted()
    let decision = outcome.decision == .accepted ? "accepted" : "\(outcome.decision.rawValue) by \(outcome.truthID)"
    return ([decision] + facts).joined(separator: "\n")
  }

  /// The case with its facts in reverse order.
  var reversed: ClosingCase {
    var other = self
    other.facts.reverse()
    return other
  }

  /// Returns the case with other texts in its declarations.
  func with(_ changes: (old: String, new: String)...) -> ClosingCase {
    var other = self
    for (old, new) in changes {
      let changed = other.declarations.map { $0.replacing(old, with: new) }
      #expect(changed != other.declarations, "\(old)")
      other.declarations = changed
    }
    return other
  }

  /// Returns the case with a truth `hop` between a fact type and a truth on it: `hop` copies facts of the type, and the truth
  /// fires on the copies.
  func hopping(from type: String, _ fields: [String], key: [String], in truth: String) -> ClosingCase {
    var other = self
    for index in declarations.indices where declarations[index].hasPrefix("truth \(truth):") {
      other.declarations[index] = declarations[index].replacing("fact: \(type)", with: "fact: hop.\(type)")
    }
    #expect(other.declarations != declarations)
    other.declarations += [
      ClosingRules.produced("hop.\(type)", fields, key: key), ClosingRules.truth("hop", on: [type], makes: ["fact.hop.\(type)"]),
    ]
    return other
  }
}

/// Sets for which closing once depended on the order of truths, their names, or the number of hops (declarations §6). Each is
/// also tried with names swapped, with a hop inserted, and with facts in reverse order.
@Suite("Closing gives one result")
struct ClosingCaseTests {
  private func expect(_ expected: String, of cases: ClosingCase..., at location: SourceLocation = #_sourceLocation) throws {
    for (index, one) in cases.enumerated() {
      #expect(try one.told() == expected, "variant \(index)", sourceLocation: location)
    }
  }

  private static let keyed = ["k: text"]
  private static let seed = ClosingRules.external("seed.sown", keyed, key: ["k"])
  private static let sown = #"{"type":"seed.sown","k":"a"}"#

  // MARK: 1

  @Test("two truths that move one instance apart are in conflict, whichever is nearer")
  func movesRace() throws {
    let race = ClosingCase(
      declarations: [
        Self.seed, ClosingRules.door, ClosingRules.truth("first", on: ["seed.sown"], makes: [], moves: "start → one"),
        ClosingRules.truth("second", on: ["seed.sown"], makes: [], moves: "start → two"),
      ], facts: [Self.sown])
    let hop = { race.hopping(from: "seed.sown", Self.keyed, key: ["k"], in: $0) }
    let swapped = race.with(("truth first", "truth third"))
    try expect("halted by converge.fact.conflict", of: race, hop("first"), hop("second"), swapped)
    let agreed = race.with(("start → two", "start → one"))
    try expect(
      """
      accepted
      {"k":"a","state":"one","step":1,"type":"door.entered"}
      """, of: agreed, agreed.hopping(from: "seed.sown", Self.keyed, key: ["k"], in: "second"))
    let further = race.with(("start → two", "one → two"))
    try expect(
      """
      accepted
      {"k":"a","state":"one","step":1,"type":"door.entered"}
      {"k":"a","state":"two","step":2,"type":"door.entered"}
      """, of: further, further.hopping(from: "seed.sown", Self.keyed, key: ["k"], in: "first"),
      further.hopping(from: "seed.sown", Self.keyed, key: ["k"], in: "second"))
  }

  // MARK: 2

  private static let item = ["k: text", "g: text", "v: integer"]

  @Test("who reads what is corrected reads it corrected, however near")
  func readerBesideCorrector() throws {
    let reading = ClosingRules.truth(
      "reading", on: ["item.kept as i", "fix.asked as f"], if: "i.k == f.k",
      makes: ["fact.seen.made:", "    k: i.k", "    v: i.v"])
    let set = ClosingCase(
      declarations: [
        ClosingRules.external("fix.asked", Self.keyed, key: ["k"]), ClosingRules.produced("item.kept", Self.item, key: ["k"]),
        ClosingRules.produced("seen.made", ["k: text", "v: integer"], key: ["k", "v"]), reading,
        ClosingRules.truth("correcting", on: ["fix.asked"], makes: ["correction.item.kept:", "    v: 2"]),
      ], facts: [#"{"type":"item.kept","k":"a","g":"x","v":1}"#, #"{"type":"fix.asked","k":"a"}"#])
    let expected = """
      accepted
      {"g":"x","k":"a","type":"item.kept","v":2}
      {"k":"a","type":"seen.made","v":2}
      """
    let swapped = set.with(("correcting", "zealous"))
    let hop = { set.hopping(from: "fix.asked", Self.keyed, key: ["k"], in: $0) }
    try expect(expected, of: set, set.reversed, swapped, swapped.reversed, hop("reading"), hop("correcting"))
    let itemHop = set.hopping(from: "item.kept", Self.item, key: ["k"], in: "reading")
    try expect(expected, of: itemHop, itemHop.reversed)
  }

  // MARK: 3

  /// A set with two items of one group, each of which produces the group's result.
  private func group(_ fixes: [String]) -> ClosingCase {
    ClosingCase(
      declarations: [
        ClosingRules.external("fix.asked", Self.keyed, key: ["k"]), ClosingRules.produced("item.kept", Self.item, key: ["k"]),
        ClosingRules.produced("group.seen", ["g: text", "v: integer"], key: ["g"]),
        ClosingRules.truth("correcting", on: ["fix.asked"], makes: ["correction.item.kept:", "    v: 6"]),
        ClosingRules.truth("deriving", on: ["item.kept as i"], if: #"i.k == "a""#, makes: ["fact.group.seen"]),
        ClosingRules.truth("other", on: ["item.kept as i"], if: #"i.k == "b""#, makes: ["fact.group.seen"]),
      ],
      facts: ["a", "b"].map { #"{"type":"item.kept","k":"\#($0)","g":"x","v":5}"# }
        + fixes.map { #"{"type":"fix.asked","k":"\#($0)"}"# })
  }

  @Test("a correction swallows no conflict, whoever made the fact first")
  func correctionAndConflict() throws {
    let settled = #"{"type":"group.seen","g":"x","v":5}"#
    for isSettled in [false, true] {
      var one = group(["a"])
      if isSettled { one.facts.append(settled) }
      let swapped = one.with(("truth deriving", "truth zealous"))
      let alone = ClosingCase(
        declarations: one.declarations.filter { !$0.hasPrefix("truth other") }.map {
          $0.replacing(#"    - if: i.k == "a"\#n"#, with: "")
        },
        facts: one.facts)
      let hop = one.hopping(from: "fix.asked", Self.keyed, key: ["k"], in: "correcting")
      try expect("halted by converge.fact.conflict", of: one, one.reversed, swapped, swapped.reversed, alone, hop)
      var both = group(["a", "b"])
      if isSettled { both.facts.append(settled) }
      let renamed = both.with(("truth deriving", "truth zealous"))
      try expect(
        """
        accepted
        {"g":"x","k":"a","type":"item.kept","v":6}
        {"g":"x","k":"b","type":"item.kept","v":6}
        {"g":"x","type":"group.seen","v":6}
        """, of: both, both.reversed, renamed, renamed.reversed)
    }
  }

  // MARK: 4

  @Test("which truth came first is not read")
  func whoWasFirst() throws {
    let copying = ClosingRules.truth(
      "copying", on: ["out.made as o"], makes: ["fact.who.first:", "    k: o.k", "    who: o.entry.truth_id"])
    let set = ClosingCase(
      declarations: ClosingRules.facts("mid.made", "out.made") + [
        Self.seed, ClosingRules.produced("who.first", ["k: text", "who: text?"], key: ["k"]), copying,
        ClosingRules.truth("hop", on: ["seed.sown"], makes: ["fact.mid.made"]),
        ClosingRules.truth("near", on: ["seed.sown"], makes: ["fact.out.made"]),
        ClosingRules.truth("far", on: ["mid.made"], makes: ["fact.out.made"]),
      ], facts: [Self.sown])
    let bound = set.with(
      ("who: o.entry.truth_id", "who: w"),
      ("  produces:\n    - fact.who", "  let:\n    w: o.entry.truth_id\n  produces:\n    - fact.who"))
    try expect("refused by T4104", of: set, set.with(("truth near", "truth zealous")), bound)
    // The entry of a fact from outside names its actor, and nothing that follows depends on that.
    let outside = ClosingCase(
      declarations: [
        Self.seed, ClosingRules.produced("who.first", ["k: text", "who: timestamp?"], key: ["k"]),
        ClosingRules.truth(
          "copying", on: ["seed.sown as o"], makes: ["fact.who.first:", "    k: o.k", "    who: o.entry.timestamp"]),
      ], facts: [Self.sown])
    #expect(Certified(outside.declarations).codes.isEmpty)
  }

  // MARK: 5

  @Test("a rule that is moved into a fact does not fail open")
  func failingOpen() throws {
    let fields = ["k: text", "weight: decimal?"]
    let set = ClosingCase(
      declarations: ClosingRules.facts("order.heavy", "order.held") + [
        ClosingRules.external("order.placed", fields, key: ["k"]),
        ClosingRules.truth("weighing", on: ["order.placed"], if: "weight > 10", makes: ["fact.order.heavy"]),
        ClosingRules.going(requires: ["k exists"], invariants: [#"order.heavy → reject("too heavy")"#]),
      ], facts: [#"{"type":"order.placed","k":"a"}"#])
    let further = ClosingCase(
      declarations: set.declarations.map { $0.replacing("order.heavy →", with: "order.held →") } + [
        ClosingRules.truth("holding", on: ["order.heavy"], makes: ["fact.order.held"])
      ], facts: set.facts)
    let required = set.with((#"order.heavy → reject("too heavy")"#, "not order.heavy"))
    try expect(
      "halted by converge.fact.incomplete", of: set,
      set.hopping(from: "order.placed", fields, key: ["k"], in: "weighing"), further,
      required,
      set.with(("truth weighing", "truth zealous")))
    // The condition halts as a clause, too, and so does one that covers a missing weight.
    let clause = ClosingCase(
      declarations: [
        set.declarations[2],
        ClosingRules.going(
          requires: ["k exists", "order.placed"], invariants: [#"order.placed.weight > 10 → reject("too heavy")"#]),
      ], facts: set.facts)
    #expect(try clause.told().hasPrefix("halted by"))
    let mended = set.with(("if: weight > 10", "if: weight missing or weight > 10"))
    #expect(try mended.told().hasPrefix("halted by"))
    #expect(try mended.hopping(from: "order.placed", fields, key: ["k"], in: "weighing").told().hasPrefix("halted by"))
  }

  // MARK: 8

  @Test("a view with two answers for one key says nothing about another one")
  func faultOfAnotherKey() throws {
    let fields = ["p: text", "k: text", "v: integer"]
    func votes(_ key: String) -> ClosingCase {
      ClosingCase(
        declarations: [
          ClosingRules.external("vote.cast", fields, key: ["p", "k"]),
          ClosingRules.produced("result.now", ["k: text", "v: integer"], key: ["k"], isView: true),
          ClosingRules.truth("early", on: ["vote.cast"], if: #"p == "1""#, makes: ["fact.result.now"], isView: true),
          ClosingRules.truth("late", on: ["vote.cast"], if: #"p != "1""#, makes: ["fact.result.now"], isView: true),
          ClosingRules.going(requires: ["k exists", "result.now(k = k).v > 0"]),
        ],
        facts: [("1", "ann", 1), ("2", "bob", 1), ("1", "bob", 2)].map {
          #"{"type":"vote.cast","p":"\#($0)","k":"\#($1)","v":\#($2)}"#
        }, proposal: #"{"action":"go","k":"\#(key)"}"#)
    }
    let hop = { (set: ClosingCase) in set.hopping(from: "vote.cast", fields, key: ["p", "k"], in: "early") }
    let swapped = { (set: ClosingCase) in set.with(("truth early", "truth zealous")) }
    try expect("accepted", of: votes("ann"), votes("ann").reversed, hop(votes("ann")), swapped(votes("ann")))
    try expect(
      "halted by converge.fact.conflict", of: votes("bob"), votes("bob").reversed, hop(votes("bob")), swapped(votes("bob")))
  }
}
