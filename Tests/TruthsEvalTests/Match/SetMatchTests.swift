import Testing
import TruthsEval
import TruthsJSON

@Suite struct SetMatchTests {
  private func differs(_ expected: String, _ got: [String]) -> [String] {
    SetMatch.mismatches(located(expected), got, path: "waiting_for").map { "\($0.path): \($0.expected) / \($0.got)" }
  }

  @Test func neitherOrderNorRepetitionCounts() {
    #expect(differs("[\"a\", \"b\"]", ["b", "a"]) == [])
    #expect(differs("[\"a\", \"a\"]", ["a"]) == [])
    #expect(differs("[]", []) == [])
    #expect(differs("null", []) == [])
  }

  @Test func whatIsMissingAndWhatIsTooMuchIsNamed() {
    #expect(differs("[\"a\", \"b\"]", ["a"]) == ["waiting_for[1]: \"b\" / [\"a\"]"])
    #expect(differs("[\"a\"]", ["a", "b"]) == ["waiting_for: [\"a\"] / also \"b\""])
    #expect(differs("[]", ["b"]) == ["waiting_for: [] / also \"b\""])
    #expect(differs("null", ["b"]) == ["waiting_for: nothing / [\"b\"]"])
  }
}
