import Testing
import TruthsEval

@Suite struct FixtureFilterTests {
  @Test(
    arguments: [
      ("truth", "truth.halt", [], true), ("halt", "truth.halt", [], true), ("halts", "truth.halt", [], false),
      ("slow", "truth.halt", ["slow"], true), ("slo", "truth.halt", ["slow"], false), ("truth.*", "truth.halt", [], true),
      ("*.halt", "truth.halt", [], true), ("truth*halt", "truth.halt", [], true), ("truth*", "a.truth", [], false),
      ("h*t", "truth.halt", [], false), ("*", "truth.halt", [], true), ("sl*", "truth.halt", ["slow"], true),
      ("*a*b*c", "xaybzc", [], true), ("*a*b*c", "xaybz", [], false), ("**", "", [], true), ("a*b", "ab", [], true),
    ] as [(String, String, [String], Bool)])
  func takes(pattern: String, id: String, tags: [String], wanted: Bool) {
    #expect(FixtureFilter([pattern]).takes(id: id, tags: tags) == wanted)
  }

  @Test func withoutPatternsEverythingIsTaken() { #expect(FixtureFilter().takes(id: "a", tags: [])) }

  @Test func oneOfSeveralPatternsIsEnough() {
    #expect(FixtureFilter(["x", "halt"]).takes(id: "truth.halt", tags: []))
    #expect(!FixtureFilter(["x", "y"]).takes(id: "truth.halt", tags: []))
  }

  /// Text is compared by scalars: two ways to write é are two texts.
  @Test func comparesScalars() {
    #expect(!FixtureFilter(["e\u{301}"]).takes(id: "caf\u{E9}", tags: ["\u{E9}"]))
  }
}
