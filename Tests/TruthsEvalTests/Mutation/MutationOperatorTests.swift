import Testing
import TruthsEval

/// Each sort of change, with fixtures that do not notice it and one more that does.
struct MutationOperatorTests {
  struct Case: CustomTestStringConvertible {
    var operation: MutationOperator
    /// The part with the change.
    var part: String
    var truths: String
    /// Fixtures that pass with the change.
    var weak: [String]
    /// A fixture that fails with it.
    var strong: String

    var testDescription: String { "\(operation.rawValue) in \(part)" }

    /// Returns a change of the requirement after `box_id exists`.
    static func requirement(_ operation: MutationOperator, _ clause: String, weak: [String], strong: String) -> Case {
      Case(operation: operation, part: "requires[1]", truths: MutatedWorld.boxes(requires: [clause]), weak: weak, strong: strong)
    }
  }

  private typealias World = MutatedWorld

  static let conditions: [Case] = [
    .requirement(
      .negate, "kind exists → sealed", weak: [World.fixture(), World.fixture(#""sealed": false"#)],
      strong: World.rejected(#""kind": "k", "sealed": false"#)),
    .requirement(
      .boundary, "weight exists and weight > 5", weak: [World.fixture(#""weight": 6"#), World.rejected(#""weight": 4"#)],
      strong: World.rejected(#""weight": 5"#)),
    .requirement(
      .number, "weight exists and weight < 50% * 10", weak: [World.fixture(#""weight": 4"#), World.rejected(#""weight": 6"#)],
      strong: World.rejected(#""weight": 5"#)),
    .requirement(
      .equality, "kind missing or kind != \"glass\"", weak: [World.fixture()], strong: World.rejected(#""kind": "glass""#)),
    .requirement(
      .membership, "kind missing or kind not in [\"glass\"]", weak: [World.fixture()], strong: World.rejected(#""kind": "glass""#)
    ),
    .requirement(
      .presence, "parts empty or weight exists",
      weak: [World.fixture(#""weight": 1, "parts": [1]"#), World.fixture(#""weight": 2"#)],
      strong: World.rejected(#""parts": [1]"#)),
    .requirement(
      .connective, "weight exists and kind exists", weak: [World.fixture(#""weight": 1, "kind": "k""#), World.rejected("")],
      strong: World.rejected(#""weight": 1"#)),
    .requirement(
      .quantifier, "every p in parts satisfies p > 1",
      weak: [World.fixture(#""parts": [2, 3]"#), World.rejected(#""parts": [1]"#)], strong: World.rejected(#""parts": [1, 3]"#)),
    .requirement(
      .extreme, "parts empty or max(p for p in parts) < 9",
      weak: [World.fixture(#""parts": [3]"#), World.rejected(#""parts": [9]"#)],
      strong: World.rejected(#""parts": [1, 9]"#)),
    .requirement(
      .extreme, "parts empty or first(p for p in parts by p) < 9",
      weak: [World.fixture(#""parts": [3]"#), World.rejected(#""parts": [9]"#)], strong: World.fixture(#""parts": [1, 9]"#)),
    .requirement(
      .extreme, #"kind missing or before(kind, "-") == "a""#,
      weak: [World.fixture(#""kind": "a-a""#), World.rejected(#""kind": "b-b""#)], strong: World.rejected(#""kind": "b-a""#)),
    .requirement(
      .arithmetic, "weight exists and weight + 2 < limit", weak: [World.fixture(#""weight": 7"#)],
      strong: World.rejected(#""weight": 7, "limit": 8"#)),
    .requirement(
      .number, "weight exists and weight < 0.5", weak: [World.fixture(#""weight": 0.4"#), World.rejected(#""weight": 0.6"#)],
      strong: World.rejected(#""weight": 0.5"#)),
    .requirement(
      .duration, "time < \"PT2H\"", weak: [World.fixture(#""time": "PT1H""#), World.rejected(#""time": "PT3H""#)],
      strong: World.rejected(#""time": "PT2H""#)),
    .requirement(
      .boolean, "sealed == true or kind exists", weak: [World.fixture(#""kind": "k""#)],
      strong: World.rejected(#""sealed": false"#)),
    .requirement(
      .element, "kind exists and kind in [\"glass\", \"paper\"]", weak: [World.rejected(#""kind": "wood""#)],
      strong: World.fixture(#""kind": "paper""#)),
    .requirement(
      .filter, "count(p in parts where p > 2) < 2", weak: [World.fixture(#""parts": [3]"#), World.rejected(#""parts": [3, 4]"#)],
      strong: World.fixture(#""parts": [1, 3]"#)),
    .requirement(
      .order, "parts empty or 3 in first(list(p for p in parts by p), 1)",
      weak: [World.fixture(#""parts": [3]"#), World.rejected(#""parts": [2]"#)], strong: World.fixture(#""parts": [4, 3]"#)),
  ]

  /// Box `b` is packed, and then lost, as a fact from outside tells.
  private static let lostFromOutside = """
    {
      "id": "demo.lost",
      "scenario": [
        {"connect": {"as": "ann", "actor": {"type": "user", "user_id": "ann", "device_id": "d", "roles": []}}},
        {"as": "ann", "inject_fact": {"type": "box.entered", "box_id": "b", "state": "packed"}},
        {"as": "ann", "inject_fact": {"type": "box.entered", "box_id": "b", "state": "lost"}},
        {"as": "ann", "propose": {"action": "pack_box", "box_id": "b"}}
      ],
      "expected": {"decision": "rejected"}
    }
    """

  static let parts: [Case] = [
    Case(
      operation: .condition, part: "if", truths: World.boxes(condition: "sealed", requires: ["weight exists"]),
      weak: [World.fixture(#""weight": 1"#), World.rejected("")],
      strong: World.fixture(#""sealed": false"#, #""decision": "rejected", "reason_contains": "no truth""#)),
    Case(
      operation: .dropClause, part: "requires[1]", truths: World.boxes(requires: ["weight exists"]),
      weak: [World.fixture(#""weight": 1"#)], strong: World.rejected("")),
    Case(
      operation: .dropClause, part: "ensures[0]", truths: World.boxes(ensures: ["sealed"]), weak: [World.fixture()],
      strong: World.halted(#""sealed": false"#)),
    Case(
      operation: .old, part: "ensures[0]", truths: World.boxes(ensures: ["old(count(p in box.packed)) < 2"]),
      weak: [World.fixture()],
      strong: World.fixture("", #""decision": "accepted""#, facts: #"{"type": "box.packed", "box_id": "c"}"#)),
    Case(
      operation: .dropRow, part: "rows[0]",
      truths: World.boxes(requires: ["weight exists"], produces: ["fact.box.packed:\n        size: size_of(weight)"]),
      weak: [World.fixture(#""weight": 20"#)], strong: World.fixture(#""weight": 2"#, #""facts": [{"size": "small"}]"#)),
    Case(
      operation: .rowValue, part: "rows[1]",
      truths: World.boxes(requires: ["weight exists"], produces: ["fact.box.packed:\n        size: size_of(weight)"]),
      weak: [World.fixture(#""weight": 20"#)], strong: World.fixture(#""weight": 30"#, #""facts": [{"size": "large"}]"#)),
    Case(
      operation: .cell, part: "rows[0]",
      truths: World.boxes(requires: ["weight exists"], produces: ["fact.box.packed:\n        size: grade_of(weight)"]),
      weak: [World.fixture(#""weight": 2"#)], strong: World.fixture(#""weight": 30"#, #""facts": [{"size": "large"}]"#)),
    Case(
      operation: .dropMove, part: "moves[0]", truths: World.boxes(moves: ["box: start → packed"]), weak: [World.fixture()],
      strong: World.fixture("", #""facts": [{"type": "box.entered", "state": "packed"}]"#)),
    Case(
      operation: .dropTransition, part: "transitions[1]",
      truths: World.boxes(requires: ["box.state != lost"], isExternal: true), weak: [World.fixture()], strong: lostFromOutside),
    Case(
      operation: .move, part: "moves[0]", truths: World.boxes(moves: ["box: start → packed → sent"]), weak: [World.fixture()],
      strong: World.fixture("", #""facts": [{"type": "box.entered", "state": "sent"}]"#)),
    Case(
      operation: .value, part: "produces[0]", truths: World.boxes(produces: ["fact.box.packed:\n        size: small"]),
      weak: [World.fixture()], strong: World.fixture("", #""facts": [{"size": "small"}]"#)),
    Case(
      operation: .dropFact, part: "produces[0]", truths: World.boxes(), weak: [World.fixture()],
      strong: World.fixture("", #""facts": [{"type": "box.packed"}]"#)),
    Case(
      operation: .consequence, part: "invariants[0]", truths: World.boxes(invariants: ["not sealed → reject(\"Open\")"]),
      weak: [World.fixture()], strong: World.halted(#""sealed": false"#)),
    Case(
      operation: .consequence, part: "invariants[0]", truths: World.boxes(invariants: ["sealed else requires_approval(lead)"]),
      weak: [World.fixture()], strong: World.fixture(#""sealed": false"#, #""run_status": "waiting""#)),
    Case(
      operation: .role, part: "invariants[0]", truths: World.boxes(invariants: ["sealed else requires_approval(lead)"]),
      weak: [World.fixture(#""sealed": false"#, #""run_status": "waiting""#)],
      strong: World.fixture(#""sealed": false"#, #""waiting_for": ["approval from @lead"]"#)),
    Case(
      operation: .consent, part: "consent", truths: World.boxes(requires: ["weight exists"], consent: "explicit"),
      weak: [World.fixture(#""consent": "explicit""#, #""truth_id": "converge.proposal.wellformed""#)],
      strong: World.fixture(#""weight": 1"#, #""run_status": "waiting""#)),
  ]

  @Test(
    "Every sort of change survives fixtures that show nothing of it, and is killed by one that does",
    arguments: conditions + parts)
  func survivesAndIsKilled(_ example: Case) {
    let weak = MutatedWorld(example.truths, example.weak).mutants(example.operation, in: example.part)
    let counted = weak.filter(\.isCounted)
    #expect(counted.contains { !$0.isKilled }, "nothing survives: \(weak.map(\.fate))")
    let strong = MutatedWorld(example.truths, example.weak + [example.strong])
      .mutants(example.operation, in: example.part)
    let survivors = counted.filter { !$0.isKilled }.map(\.mutation)
    #expect(strong.contains { $0.isKilled && survivors.contains($0.mutation) }, "nothing is killed: \(strong.map(\.fate))")
  }

  @Test("Each sort of change has an example")
  func allOperators() {
    #expect(Set((Self.conditions + Self.parts).map(\.operation)) == Set(MutationOperator.allCases))
  }
}
