import Testing
import TruthsCheck
import TruthsProgram

/// Expressions in each other to a depth of 30 are checked about as fast as those of depth 10: a time that doubles with each level
/// would not end.
@Suite struct NestedExpressionTests {
  /// The names of the shapes, each with a function that nests an expression one level deeper.
  private static let shapes: [(name: String, next: @Sendable (String) -> String)] = [
    ("branch", { "if flag then 1 else (\($0))" }), ("first branch", { "if flag then (\($0)) else 1" }),
    ("condition", { "if (\($0)) > 1 then amount else 2" }), ("both", { "if (\($0)) > 1 then amount else other" }),
    ("coalesce", { "coalesce(\($0), amount)" }), ("last of coalesce", { "coalesce(other, \($0))" }),
    ("greatest", { "max(\($0), amount)" }), ("first of several", { "min(1, \($0), 2)" }),
    ("negated", { "-(\($0))" }), ("rounded", { "round(\($0), 2)" }), ("abs", { "abs(\($0))" }),
    ("sum", { "(\($0)) + amount" }), ("quotient", { "amount / (\($0))" }), ("element", { "[\($0)][1]" }),
  ]

  @Test(.timeLimit(.minutes(5)), arguments: shapes.map(\.name), ["0", "amount", "-1"])
  func values(shape: String, start: String) throws {
    let next = try #require(Self.shapes.first { $0.name == shape }?.next)
    let value = (0..<30).reduce(start) { text, _ in next(text) }
    // The check ends with any findings.
    let fields = ["amount: decimal", "other: decimal", "flag: boolean"]
    let findings = Shop(fields: fields, lets: ["x: \(value)"], requires: ["x > 1"], invariants: ["(\(value)) != x"]).findings
    #expect(findings.allSatisfy { $0.hasPrefix("T") })
  }

  @Test(
    .timeLimit(.minutes(5)), arguments: ["if (it) then flag else other", "(it) and flag or other", "flag → (it)", "not (it)"])
  func conditions(shape: String) {
    let test = (0..<30).reduce("flag") { text, _ in shape.replacing("it", with: text) }
    let findings = Shop(fields: ["flag: boolean", "other: boolean"], lets: ["x: \(test)"], requires: ["x", test]).findings
    #expect(findings.allSatisfy { $0.hasPrefix("T") })
  }
}
