import Testing
import TruthsEval

/// The reads that count for coverage, and those that do not.
struct CoverageReadingTests {
  private static let rating = """
    pack demo:
      version: 1.0.0

    enum rate: [letter, box]

    table rate_of:
      inputs:
        weight: decimal
      output: rate
      rows:
        - weight < 1 → letter
        - otherwise → box

    fact parcel.sent:
      key: [parcel_id]
      fields:
        parcel_id: text

    intent send_parcel:
      fields:
        parcel_id: text
        weight: decimal
        insured: boolean = false

    truth sending:
      when:
        - intent: send_parcel
      requires:
        - parcel_id exists
        - weight exists
        - 'rate_of(weight) == box → insured else "Insure a {rate_of(weight)} of {weight}, not a {rate_of(0)}"'
      produces:
        - fact.parcel.sent
        - trace.demo.sending

    """

  @Test(
    "A row is chosen when a clause is read, not when its reason or its condition is worked out to be told",
    arguments: ["0.5", "4"])
  func told(weight: String) async {
    let world = await CoveredWorld(
      Self.rating,
      """
      {"id": "demo.a", "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": \(weight)}, "expected": {"facts_count": 0}}
      """)
    let (row, result) = weight == "4" ? (1, "violated") : (0, "not applicable")
    #expect(world.exercised.filter { $0.contains("rows") } == ["demo.rate_of rows[\(row)] chosen 1"])
    #expect(world.exercised.contains("demo.sending requires[2] \(result) 1"))
  }

  /// The approvers are looked up in a table before a run. For `ensures` they are looked up for its result, in the context before
  /// it.
  private static func approval(_ list: String, by people: String = "by boss_of(amount)") -> String {
    """
    pack demo:
      version: 1.0.0

    table boss_of:
      inputs:
        amount: decimal
      output: text
      rows:
        - amount < 10 → "ann"
        - amount < 20 → "bob"
        - otherwise → "cid"

    fact bill.paid:
      key: [bill_id]
      fields:
        bill_id: text

    intent pay_bill:
      fields:
        bill_id: text
        amount: decimal
        due: boolean = true

    truth paying:
      when:
        - intent: pay_bill
      requires:
        - bill_id exists
        - amount exists
      produces:
        - fact.bill.paid
        - trace.demo.paying
      \(list):
        - due → requires_approval(\(people), "Who pays?")

    """
  }

  @Test(
    "Rows that say who approves are chosen, each where a fixture asks it; the others are listed",
    arguments: ["invariants", "ensures"],
    ["by boss_of(amount)", "lead or by boss_of(amount)", "lead not by boss_of(amount)"])
  func approvers(list: String, people: String) async {
    func covered(_ proposals: [(amount: String, due: Bool)]) async -> CoveredWorld {
      let fixtures = proposals.enumerated().map { place, proposal in
        """
        {"id": "demo.\(place)", "proposal": {"action": "pay_bill", "bill_id": "b", "amount": \(proposal.amount),
         "due": \(proposal.due)}, "expected": {"run_status": "\(proposal.due ? "waiting" : "converged")"}}
        """
      }
      let truths = [(path: "truths/demo/demo.truths", text: Self.approval(list, by: people))]
      return await CoveredWorld(truths, fixtures, isQuiet: false)
    }
    func rows(_ lines: [String]) -> [String] { lines.filter { $0.contains("rows") } }
    let one = await covered([("15", true), ("3", false)])
    #expect(one.results.map(\.outcome) == [.passed, .passed])
    #expect(rows(one.exercised) == ["demo.boss_of rows[1] chosen 1"])
    #expect(rows(one.missing) == ["demo.boss_of rows[0] chosen", "demo.boss_of rows[2] chosen"])
    let all = await covered([("15", true), ("3", true), ("20", true), ("19", true)])
    #expect(all.results.allSatisfy { $0.outcome == .passed })
    #expect(rows(all.exercised) == (0...2).map { "demo.boss_of rows[\($0)] chosen \($0 == 1 ? 2 : 1)" })
    #expect(rows(all.missing) == [])
  }

  private static let doors = """
    pack demo:
      version: 1.0.0

    fact key.turned:
      key: [door_id]
      external: true
      fields:
        door_id: text

    lifecycle door:
      key: [door_id]
      initial: shut
      transitions:
        - shut → ajar → shut
        - any → gone
      terminal: [gone]

    intent hang_door:
      fields:
        door_id: text

    truth hanging:
      when:
        - intent: hang_door
      requires:
        - door_id exists
      moves:
        - door: start → shut
      produces:
        - trace.demo.hanging

    truth turning:
      when:
        - fact: key.turned
      invariants:
        - door_id == "cellar" → warn("Mind the step")
      moves:
        - door: shut → ajar
      produces:
        - trace.demo.turning

    """

  @Test("A truth on facts has no moves that could be violated; the transitions that it makes count")
  func factMoves() async {
    let world = await CoveredWorld(
      [("truths/demo/demo.truths", Self.doors)],
      [
        """
        {"id": "demo.a", "context": {"facts": [{"type": "key.turned", "door_id": "cellar"}]},
         "proposal": {"action": "hang_door", "door_id": "cellar"}, "expected": {"decision": "accepted"}}
        """
      ], isQuiet: false)
    #expect(world.results.map(\.outcome) == [.passed])
    #expect(
      Set(world.exercised) == [
        "demo.hanging fires fired 1", "demo.hanging requires[0] held 1", "demo.hanging moves[0] held 1",
        "demo.turning fires fired 1", "demo.turning invariants[0] violated 1", "demo.door start → shut made 1",
        "demo.door shut → ajar made 1", "demo.door shut entered 1", "demo.door ajar entered 1",
      ])
    #expect(
      Set(world.missing) == [
        "demo.hanging requires[0] violated", "demo.hanging moves[0] violated", "demo.turning invariants[0] not applicable",
        "demo.door ajar → shut made", "demo.door any → gone made", "demo.door gone entered",
      ])
  }
}
