import Testing
import TruthsEval
import TruthsJSON
import TruthsText

@Suite struct ValueMatchTests {
  private func differs(_ expected: String, _ got: String?) -> [String] {
    ValueMatch.mismatches(located(expected), got.map { json($0) }, path: "e").map { "\($0.path): \($0.expected) / \($0.got)" }
  }

  @Test(arguments: [
    ("1", "1.00"), ("\"a\"", "\"a\""), ("true", "true"), ("null", "null"), ("{}", "{\"a\": 1}"),
    ("{\"a\": 1}", "{\"b\": 2, \"a\": 1.0}"),
    ("{\"a\": null}", "{}"), ("{\"a\": null}", "{\"a\": null}"), ("[1, {\"a\": 2}]", "[1, {\"a\": 2, \"b\": 3}]"), ("[]", "[]"),
  ]) func matches(expected: String, got: String) {
    #expect(differs(expected, got) == [])
  }

  @Test func nullMatchesAbsence() { #expect(differs("null", nil) == []) }

  @Test(arguments: [
    ("1", "2", "e: 1 / 2"), ("1", "\"1\"", "e: 1 / \"1\""), ("null", "0", "e: nothing / 0"), ("true", "false", "e: true / false"),
    ("{\"a\": {\"b\": 1}}", "{\"a\": {\"b\": 2}}", "e.a.b: 1 / 2"), ("{\"a\": 1}", "{}", "e.a: 1 / nothing"),
    ("{\"a\": 1}", "[1]", "e: {\"a\":1} / [1]"), ("[1]", "{\"a\": 1}", "e: [1] / {\"a\":1}"),
    ("[1]", "[1, 2]", "e: 1 element: [1] / 2 elements: [1,2]"), ("[1, 2]", "[2, 1]", "e[0]: 1 / 2"),
    ("\"\u{E9}\"", "\"e\u{301}\"", "e: \"\u{E9}\" / \"e\u{301}\""),
  ]) func differs(expected: String, got: String, first: String) {
    #expect(differs(expected, got).first == first)
  }

  @Test func everyMemberThatDiffersIsNamed() {
    #expect(differs("{\"a\": 1, \"b\": 2, \"c\": 3}", "{\"a\": 9, \"b\": 2, \"c\": 8}") == ["e.a: 1 / 9", "e.c: 3 / 8"])
  }

  @Test func theSpanIsThatOfTheExpectation() {
    let expected = located("{\"a\": [1, 23]}")
    let found = ValueMatch.mismatches(expected, json("{\"a\": [1, 24]}"), path: "e")
    #expect(found.map { Int($0.span.start) } == [10])
    #expect(found.map { Int($0.span.end) } == [12])
  }
}
