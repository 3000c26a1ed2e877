import Testing
import TruthsCheck
import TruthsEval
import TruthsProgram
import TruthsSyntax
import TruthsText

struct MutationTests {
  @Test(
    "Each change is made once, at the very characters",
    arguments: [
      (
        "weight exists and (weight) >= (2.09)",
        ["boundary >= → >", "connective and → or", "negate", "number 2.09 → 2.10", "presence exists → missing"]
      ),
      (
        "kind exists and not (kind  not   in [\"a\", \"b\"])",
        [
          "connective and → or", "element \"a\",  → ", "element , \"b\" → ", "membership not   in → in", "negate", "negate",
          "presence exists → missing",
        ]
      ),
      ("parts not empty", ["presence not empty → empty"]),
      (
        "some p in parts where p > 1 satisfies p == 3",
        [
          "boundary > → >=", "equality == → !=", "filter p > 1 → true", "negate", "number 1 → 2", "number 3 → 4",
          "quantifier some → every",
        ]
      ),
      ("kind missing", ["presence missing → exists"]),
    ])
  func changes(clause: String, expected: [String]) {
    let world = MutatedWorld(MutatedWorld.boxes(requires: [clause]), [])
    let made = world.changes(in: "requires[1]").filter { !$0.hasPrefix("drop_clause") }
      .map { $0.hasPrefix("negate") ? "negate" : $0 }
    #expect(made.sorted() == expected)
  }

  @Test("A `let` of an intent is changed as that of a truth, and what notices it is asked (declarations §4.3)")
  func sharedLets() {
    func world(_ text: String, _ fixtures: [String]) -> MutatedWorld { MutatedWorld(text, fixtures) }
    let own = MutatedWorld.boxes(lets: ["heavy: coalesce(weight, 1) > 5"], requires: ["not heavy"])
    let lets = "  let:\n    heavy: coalesce(weight, 1) > 5\n"
    let shared = own.replacing(lets, with: "").replacing("\ntruth packing:", with: "\(lets)\ntruth packing:")
    for fixtures in [[], [MutatedWorld.fixture()], [MutatedWorld.fixture(), MutatedWorld.rejected(#""weight": 6"#)]] {
      let (before, after) = (world(own, fixtures), world(shared, fixtures))
      #expect(!before.changes(in: "let heavy").isEmpty)
      #expect(before.changes(in: "let heavy") == after.changes(in: "let heavy"))
      func fates(_ world: MutatedWorld) -> [String] { world.results.mutants.map { "\($0.mutation.part) \($0.fate)" }.sorted() }
      #expect(fates(before) == fates(after))
    }
  }

  @Test("Nothing but the characters of a change is another; what goes leaves blanks and keeps the lines")
  func applied() {
    let world = MutatedWorld(MutatedWorld.boxes(requires: ["weight exists"]), [])
    #expect(!world.results.mutants.isEmpty)
    for mutation in world.results.mutants.map(\.mutation) {
      guard let bytes = world.sources.file(mutation.span.file)?.bytes else { continue }
      let changed = mutation.applied(to: bytes)
      let (start, behind) = (Int(mutation.span.start), bytes.count - Int(mutation.span.end))
      #expect(changed.prefix(start) == bytes.prefix(start))
      #expect(changed.suffix(behind) == bytes.suffix(behind))
      guard mutation.replacement == nil else { continue }
      #expect(changed.count == bytes.count)
      #expect(changed.count { $0 == 0x0A } == bytes.count { $0 == 0x0A })
    }
  }

  @Test("What the checker refuses does not count")
  func refused() {
    let truths = MutatedWorld.boxes(requires: ["weight exists"], invariants: ["weight > 5 and weight < 6 → reject(\"No\")"])
    let world = MutatedWorld(truths, [MutatedWorld.fixture(#""weight": 3"#)])
    let numbers = world.mutants(.number, in: "invariants[0]")
    #expect(numbers.map(\.fate) == [.refused, .survived(fixtures: 1)], "no weight is above 6 and below 6")
    #expect(world.results.share.total == world.results.mutants.count - world.results.refused)
  }

  @Test("Clauses behind one that goes keep their numbers")
  func numbers() {
    let truths = MutatedWorld.boxes(requires: ["kind missing or kind != \"\"", "weight exists"])
    let fixture = MutatedWorld.fixture("", #""decision": "rejected", "violations": [{"clause": "requires[2]"}]"#)
    let world = MutatedWorld(truths, [fixture])
    #expect(world.mutants(.dropClause, in: "requires[1]").map(\.fate) == [.survived(fixtures: 1)])
    #expect(world.mutants(.dropClause, in: "requires[2]").map(\.isKilled) == [true])
  }

  @Test("A truth on facts that fires in no fixture is tried where it could fire")
  func silentTruth() {
    let truths =
      MutatedWorld.boxes() + """

        fact hall.closed:
          key: [hall]
          fields:
            hall: text

        truth closing:
          when:
            - fact: hall.shut as h
            - if: h.hall == "north"
          produces:
            - fact.hall.closed
            - trace.demo.closing

        """
    let fixture = MutatedWorld.fixture("", #""facts_count": 2"#, facts: #"{"type": "hall.shut", "hall": "south"}"#)
    let world = MutatedWorld(truths, [fixture, MutatedWorld.fixture()])
    let mutants = world.mutants(.equality, in: "if")
    #expect(mutants.map(\.isKilled) == [true], "\(mutants.map(\.fate))")
  }

  @Test("A fixture of some packs is run against these alone, changed where they are changed")
  func selection() {
    let other = """
      pack other:
        version: 1.0.0
        uses: [demo]

      invariant light:
        applies_to: [pack_box]
        rule: weight exists and weight > 8 → reject("Too heavy")

      """
    let heavy = MutatedWorld.fixture(#""weight": 9"#).replacing("\"context\"", with: "\"packs\": [\"demo\"], \"context\"")
    let light = MutatedWorld.rejected(#""weight": 3"#).replacing("\"context\"", with: "\"packs\": [\"demo\"], \"context\"")
    let truths = MutatedWorld.boxes(requires: ["weight exists and weight > 5"])
    let world = MutatedWorld(truths, [heavy, light], others: [("truths/other/other.truths", other)])
    #expect(world.mutants(.boundary, in: "requires[1]").map(\.fate) == [.survived(fixtures: 2)])
    #expect(world.mutants(.negate, in: "requires[1]").map(\.isKilled) == [true])
    #expect(world.mutants(.boundary, in: "rule").map(\.fate) == [.survived(fixtures: 0)])
  }

  @Test(
    "A change that changes nothing is noticed by no fixture, in whatever packs it runs",
    arguments: [("customers", "customers.quote"), ("people", "people.identity")])
  func nothingChanged(pack: String, filter: String) throws {
    let set = try Repository.truths()
    var sources = set.sources
    let files = try Repository.files(in: "Fixtures/\(pack)", endings: [".json"])
    let subject = EvalSubject(set)
    let fixtures = FixtureSuite(
      files.map { FixtureFile(sources.add(path: $0.path, bytes: $0.bytes)) }, against: subject, filter: FixtureFilter([filter]))
    let suite = MutationSuite(set, subject, fixtures)
    // A policy is seen by every fixture that reads anything of its pack.
    let some = try #require(suite.mutations.first { $0.owner.pack == pack && $0.owner.kind == .policy })
    var nothing = some
    nothing.replacement = set.sources.file(some.span.file)?.text(some.span)
    let fates = suite.run([nothing], jobs: 1).mutants.map(\.fate)
    guard case .survived(let count)? = fates.first else {
      Issue.record("\(fates)")
      return
    }
    #expect(count > 5)
  }

  @Test("The results are the same however many changes are tried at once")
  func jobs() {
    let truths = MutatedWorld.boxes(
      requires: ["weight exists", "weight < limit"], invariants: ["weight > 50 → requires_approval(lead)"])
    let fixtures = [MutatedWorld.fixture(#""weight": 3"#), MutatedWorld.rejected(#""weight": 100"#)]
    let one = MutatedWorld(truths, fixtures)
    #expect(one.results.share.exercised > 0)
    #expect(!one.results.survivors.isEmpty)
    for jobs in [2, 3, 50] { #expect(MutatedWorld(truths, fixtures, jobs: jobs).results == one.results) }
  }
}
