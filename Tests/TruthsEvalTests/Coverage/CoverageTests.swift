import Testing
import TruthsEval
import TruthsText

/// The coverage of fixtures, compared with counts by hand.
struct CoverageTests {
  @Test("Everything of a set is to be shown: truths, outcomes of clauses, rows, transitions as written, states")
  func universe() async {
    let world = await CoveredWorld()
    #expect(world.map.share == CoverageShare(exercised: 0, of: 26))
    #expect(world.exercised == [])
    #expect(
      world.missing
        == [
          "demo.rate_of rows[0] chosen", "demo.rate_of rows[1] chosen", "demo.parcel packed entered",
          "demo.parcel start → packed made", "demo.parcel packed → sent made", "demo.parcel sent entered",
          "demo.parcel any → lost made", "demo.parcel lost entered", "demo.sending fires fired", "demo.sending requires[0] held",
          "demo.sending requires[0] violated", "demo.sending requires[1] held", "demo.sending requires[1] violated",
          "demo.sending invariants[0] violated", "demo.sending invariants[0] not applicable", "demo.sending invariants[1] held",
          "demo.sending invariants[1] violated", "demo.sending invariants[1] not applicable", "demo.sending moves[0] held",
          "demo.sending moves[0] violated", "demo.rating fires fired", "demo.losing fires fired", "demo.losing requires[0] held",
          "demo.losing requires[0] violated", "demo.losing moves[0] held", "demo.losing moves[0] violated",
        ])
  }

  @Test("An accepted proposal shows clauses that hold, what follows from its facts, the row, transitions and states")
  func accepted() async {
    let world = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": 0.5}, "expected": {"decision": "accepted"}}
      """)
    #expect(world.results.map(\.outcome) == [.passed])
    #expect(
      Set(world.exercised) == [
        "demo.sending fires fired 1", "demo.sending requires[0] held 1", "demo.sending requires[1] held 1",
        "demo.sending invariants[0] not applicable 1", "demo.sending invariants[1] not applicable 1",
        "demo.sending moves[0] held 1", "demo.rating fires fired 1", "demo.rate_of rows[0] chosen 1",
        "demo.parcel start → packed made 1", "demo.parcel packed → sent made 1", "demo.parcel packed entered 1",
        "demo.parcel sent entered 1",
      ])
    #expect(world.map.share == CoverageShare(exercised: 12, of: 26))
  }

  @Test("What a halted proposal would have produced was not made")
  func halted() async {
    let world = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": 20}, "expected": {"decision": "halted"}}
      """)
    #expect(
      Set(world.exercised) == [
        "demo.sending fires fired 1", "demo.sending requires[0] held 1", "demo.sending requires[1] held 1",
        "demo.sending invariants[0] not applicable 1", "demo.sending invariants[1] violated 1", "demo.sending moves[0] held 1",
      ])
  }

  @Test("An unknown clause is shown, but is neither held nor violated")
  func unknown() async {
    let world = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "proposal": {"action": "send_parcel", "parcel_id": "p"}, "expected": {"decision": "rejected"}}
      """)
    #expect(
      Set(world.exercised) == [
        "demo.sending fires fired 1", "demo.sending requires[0] held 1", "~demo.sending requires[1] unknown 1",
        "~demo.sending invariants[0] unknown 1", "~demo.sending invariants[1] unknown 1", "demo.sending moves[0] held 1",
      ])
    #expect(world.map.share.exercised == 3)
  }

  @Test("States in which a fixture's context begins count as entered, the transitions between them were made by nobody")
  func given() async {
    let world = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "context": {"facts": [{"type": "parcel.entered", "parcel_id": "p", "state": "packed"},
                                             {"type": "parcel.entered", "parcel_id": "p", "state": "sent"}]},
       "proposal": {"action": "lose_parcel", "parcel_id": "p"}, "expected": {"decision": "accepted"}}
      """)
    #expect(
      Set(world.exercised) == [
        "demo.losing fires fired 1", "demo.losing requires[0] held 1", "demo.losing moves[0] held 1",
        "demo.parcel any → lost made 1", "demo.parcel packed entered 1", "demo.parcel sent entered 1",
        "demo.parcel lost entered 1",
      ])
  }

  @Test("What follows from a fixture's context by itself counts, although the proposal is rejected")
  func closing() async {
    let world = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "context": {"facts": [{"type": "parcel.sent", "parcel_id": "p", "weight": 4}]},
       "proposal": {"action": "lose_parcel"}, "expected": {"decision": "rejected"}}
      """)
    #expect(
      Set(world.exercised) == [
        "demo.rating fires fired 1", "demo.rate_of rows[1] chosen 1", "demo.losing fires fired 1",
        "demo.losing requires[0] violated 1", "~demo.losing moves[0] unknown 1",
      ])
  }

  @Test("A proposal that waits for consent shows nothing: none of its clauses is told to anybody")
  func consent() async {
    let world = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": 0.5, "requires_consent": "explicit"},
       "expected": {"run_status": "waiting"}}
      """)
    #expect(world.results.map(\.outcome) == [.passed])
    #expect(world.exercised == [])
  }

  @Test("Fixtures that are skipped show nothing, those that fail show what came")
  func outcomes() async {
    let world = await CoveredWorld(
      CoveredWorld.parcels,
      """
      {"id": "demo.a", "tags": ["skip"], "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": 1}, "expected": {"decision": "accepted"}}
      """,
      """
      {"id": "demo.b", "proposal": {"action": "lose_parcel"}, "expected": {"decision": "accepted"}}
      """)
    #expect(world.results.map(\.outcome) == [.skipped, .failed])
    #expect(
      Set(world.exercised) == [
        "demo.losing fires fired 1", "demo.losing requires[0] violated 1", "~demo.losing moves[0] unknown 1",
      ])
  }

  @Test("A suite can show everything")
  func whole() async {
    let sends = [("a", "0.5"), ("b", "4"), ("c", "-1"), ("d", "12"), ("e", "31")].map { id, weight in
      #"{"id": "demo.\#(id)", "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": \#(weight)}, "expected": {"facts_count": 0}}"#
    }
    let entered = #""context": {"facts": [{"type": "parcel.entered", "parcel_id": "p", "state": "packed"}]}"#
    let others = [
      #"{"id": "demo.f", "proposal": {"action": "send_parcel", "weight": 1}, "expected": {"facts": []}}"#,
      #"{"id": "demo.g", "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": 12, "insured": true}, "expected": {"facts": []}}"#,
      #"{"id": "demo.h", \#(entered), "proposal": {"action": "send_parcel", "parcel_id": "p", "weight": 1}, "expected": {"facts": []}}"#,
      #"{"id": "demo.i", \#(entered), "proposal": {"action": "lose_parcel", "parcel_id": "p"}, "expected": {"facts": []}}"#,
      #"{"id": "demo.j", "proposal": {"action": "lose_parcel", "parcel_id": "p"}, "expected": {"facts": []}}"#,
      #"{"id": "demo.k", "proposal": {"action": "lose_parcel"}, "expected": {"facts": []}}"#,
    ]
    let world = await CoveredWorld([("truths/demo/demo.truths", CoveredWorld.parcels)], sends + others)
    #expect(world.missing == [])
    #expect(world.map.share == CoverageShare(exercised: 26, of: 26))
    #expect(HumanCoverage(sources: world.sources).text(world.map) == "coverage 100 %: 26 of 26\n")
    // One fixture less, and exactly what only it shows is missing.
    let fewer = await CoveredWorld([("truths/demo/demo.truths", CoveredWorld.parcels)], sends + others.dropLast())
    #expect(fewer.missing == ["demo.losing requires[0] violated"])
  }
}
