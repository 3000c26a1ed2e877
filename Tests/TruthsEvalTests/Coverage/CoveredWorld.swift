import Testing
import TruthsCheck
import TruthsEval
import TruthsProgram
import TruthsText

/// A truth set of a test, with the coverage by its fixtures.
struct CoveredWorld {
  let map: CoverageMap
  let sources: SourceMap
  let results: [FixtureResult]

  /// - Parameters:
  ///   - truths: the text of one file, or of several by path.
  ///   - fixtures: fixtures as JSON objects; all must load.
  ///   - isQuiet: whether nothing at all may be found in the truths.
  init(_ truths: [(path: String, text: String)], _ fixtures: [String], isQuiet: Bool = true) async {
    var world = World(truths, isQuiet: isQuiet)
    let suite = world.suite(["[" + fixtures.joined(separator: ",\n") + "]"])
    #expect(suite.faulty.flatMap(\.diagnostics) == [], "the test's own fixtures are at fault")
    let recorder = CoverageRecorder()
    results = await FixtureRunner(EvalSubject(world.set), coverage: recorder).run(suite).results
    map = CoverageMap(world.set, recorder.record)
    sources = world.sources
  }

  init(_ truths: String = CoveredWorld.parcels, _ fixtures: String...) async {
    await self.init([("truths/demo/demo.truths", truths)], fixtures)
  }

  /// The covered results, each with its count: `demo.sending requires[0] held 2`. Results that coverage does not count begin
  /// with `~`.
  var exercised: [String] {
    map.items.flatMap { item in
      item.outcomes.filter { $0.count > 0 }.map { tally in
        "\(tally.isExpected ? "" : "~")\(item.owner) \(item.name) \(tally.outcome.rawValue) \(tally.count)"
      }
    }
  }

  /// The results that no fixture shows: `demo.sending requires[0] violated`.
  var missing: [String] { map.items.flatMap { item in item.missing.map { "\(item.owner) \(item.name) \($0.rawValue)" } } }

  /// 3 truths, 15 outcomes of clauses (`A` has 2, `A → effect` 2, `A → B` 3), 2 rows, 3 transitions, 3 states: 26.
  static let parcels = """
    pack demo:
      version: 1.0.0

    enum rate: [letter, box]

    fact parcel.sent:
      key: [parcel_id]
      fields:
        parcel_id: text
        weight: decimal in kg

    fact parcel.rated:
      key: [parcel_id]
      fields:
        parcel_id: text
        rate: rate

    table rate_of:
      inputs:
        weight: decimal in kg
      output: rate
      rows:
        - weight < 1 → letter
        - otherwise → box

    lifecycle parcel:
      key: [parcel_id]
      initial: packed
      transitions:
        - packed → sent
        - any → lost
      terminal: [lost]

    intent send_parcel:
      fields:
        parcel_id: text
        weight: decimal in kg
        insured: boolean = false

    intent lose_parcel:
      fields:
        parcel_id: text

    truth sending:
      when:
        - intent: send_parcel
      requires:
        - parcel_id exists
        - weight > 0
      invariants:
        - weight > 30 → requires_approval(forwarder)
        - weight > 10 → insured
      moves:
        - parcel: start → packed → sent
      produces:
        - fact.parcel.sent
        - trace.demo.sending

    truth rating:
      when:
        - fact: parcel.sent
      let:
        rate: rate_of(weight)
      produces:
        - fact.parcel.rated
        - trace.demo.rating

    truth losing:
      when:
        - intent: lose_parcel
      requires:
        - parcel_id exists
      moves:
        - parcel: any → lost
      produces:
        - trace.demo.losing

    """
}
