import Testing
import TruthsEval
import TruthsJSON

@Suite struct PartialListMatchTests {
  private func differs(_ expected: String, _ got: String) -> [String] {
    PartialListMatch.mismatches(located(expected), json(got).arrayValue ?? [], path: "facts", noun: "fact")
      .map { "\($0.path): \($0.expected) / \($0.got)" }
  }

  @Test(arguments: [
    ("[{\"a\": 1}]", "[{\"a\": 2}, {\"a\": 1}]"), ("[{\"a\": 2}, {\"a\": 1}]", "[{\"a\": 1}, {\"a\": 2}]"), ("[]", "[]"),
    // The general member must leave the only value that the particular one matches: a greedy choice would fail.
    ("[{\"a\": 1}, {\"a\": 1, \"b\": 1}]", "[{\"a\": 1, \"b\": 1}, {\"a\": 1, \"b\": 2}]"),
    ("[{}, {\"b\": 1}, {\"c\": 1}]", "[{\"b\": 1}, {\"c\": 1}, {\"b\": 1, \"c\": 1}]"),
  ]) func matches(expected: String, got: String) {
    #expect(differs(expected, got) == [])
  }

  @Test func twoMembersNeedTwoValues() {
    #expect(differs("[{\"a\": 1}, {\"a\": 1}]", "[{\"a\": 1}]").first?.hasPrefix("facts[1]: one more fact like") == true)
  }

  @Test func anEmptyListAssertsThatThereIsNothing() {
    #expect(differs("[]", "[{\"a\": 1}]") == ["facts: no fact / 1 fact: [{\"a\":1}]"])
  }

  @Test func theNearestValueShowsWhereItDiffers() {
    let found = differs("[{\"type\": \"x\", \"n\": 1}]", "[{\"type\": \"y\", \"n\": 2}, {\"type\": \"x\", \"n\": 3}]")
    #expect(found == ["facts[0].n: 1 / 3"])
  }

  @Test func withNothingNearAllAreShown() {
    #expect(differs("[{\"type\": \"x\"}]", "[{\"type\": \"y\"}]") == ["facts[0].type: \"x\" / \"y\""])
    #expect(differs("[{\"type\": \"x\"}]", "[]") == ["facts[0]: a fact like {\"type\":\"x\"} / no fact"])
  }

  @Test func forbiddenPartialsNameWhatMatches() {
    let facts = json("[{\"a\": 1}, {\"a\": 2}]").arrayValue ?? []
    func found(_ partials: String) -> [String] {
      PartialListMatch.forbidden(located(partials), facts, path: "no_facts", noun: "fact").map { "\($0.path) / \($0.got)" }
    }
    #expect(found("[{\"a\": 3}]") == [])
    #expect(found("[{\"a\": 3}, {\"a\": 2}]") == ["no_facts[1] / {\"a\":2}"])
    #expect(found("{\"a\": 1}") == ["no_facts / {\"a\":1}"])
    #expect(found("[{\"b\": null}]").count == 2)
  }
}
