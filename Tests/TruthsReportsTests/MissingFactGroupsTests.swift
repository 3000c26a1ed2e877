import Testing
import TruthsJSON

@testable import TruthsReports

/// An explanation shows a missing fact once, and counts the clauses that wait for it (runs §10.5).
@Suite struct MissingFactGroupsTests {
  private func groups(_ reasons: [String], _ values: [Int: JSONObject] = [:]) -> [String] {
    let groups = MissingFactGroups(reasons.enumerated().map { (reason: $0.element, values: values[$0.offset] ?? [:]) })
    return reasons.indices.map { groups.isFolded($0) ? "folded" : groups.remainder(after: $0) ?? "shown" }
  }

  private func unknown(_ clause: String, _ cause: String) -> String {
    "cannot tell whether \(clause): \(clause.prefix { $0 != " " }) is missing: \(cause)"
  }

  @Test func oneFact() {
    let cause = "there is no patient.screened for p1"
    let reasons = [unknown("age >= 18", cause), "too light", unknown("weight > 40", cause), unknown("it == \"a: b\"", cause)]
    #expect(groups(reasons) == ["2 more wait for patient.screened", "shown", "folded", "folded"])
    #expect(groups(Array(reasons.prefix(3))) == ["1 more waits for patient.screened", "shown", "folded"])
    #expect(groups(Array(reasons.prefix(2))) == ["shown", "shown"])
  }

  @Test func severalKeys() {
    let reasons = ["p1", "p2", "p1", "p2", "p1"].map { unknown("age >= 18", "there is no person for \($0)") }
    #expect(groups(reasons) == ["2 more wait for person of p1", "1 more waits for person of p2", "folded", "folded", "folded"])
  }

  @Test func factWithoutKey() {
    let cause = "there is no desk.opened"
    #expect(groups([unknown("a > 1", cause), unknown("b > 1", cause)]) == ["1 more waits for desk.opened", "folded"])
  }

  /// The clause that asks for the fact leads where it is first, and follows where it is not.
  @Test func clauseForTheFact() {
    let presence = "person does not hold: person is false"
    let values: JSONObject = ["person": .boolean(false)]
    let first = unknown("age >= 18", "there is no person for p1")
    #expect(groups([presence, first], [0: values]) == ["1 more waits for person", "folded"])
    #expect(groups([first, presence], [1: values]) == ["1 more waits for person", "folded"])
    // Nobody can tell which of the two is asked for.
    let second = unknown("age >= 18", "there is no person for p2")
    #expect(groups([presence, first, second], [0: values]) == ["shown", "shown", "shown"])
    #expect(groups([presence, first], [0: ["person": .boolean(true)]]) == ["shown", "shown"])
  }

  /// Reasons with a different cause, and the words of an author, stay as they are.
  @Test func otherCauses() {
    let reasons = [
      "cannot tell whether a > 1: a is missing: not sent", "there is no person for p1", "", "no: there is no person",
    ]
    for reason in reasons {
      #expect(groups([reason, reason, reason]) == ["shown", "shown", "shown"])
    }
  }
}
