import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

@Suite struct ClauseTests {
  /// Clauses that are right, with their canonical text.
  static let right: [(text: String, canonical: String)] = [
    ("a", "a"),
    ("a->b", "a → b"),
    ("a → b else \"c\"", "a → b else \"c\""),
    ("a else \"no {x + 1}\"", "a else \"no {x + 1}\""),
    ("a else reject(\"b\")", "a else reject(\"b\")"),
    ("a else requires_approval", "a else requires_approval"),
    ("a   →reject( \"b\" )", "a → reject(\"b\")"),
    ("a → warn(\"b\")", "a → warn(\"b\")"),
    ("a → requires_approval", "a → requires_approval"),
    ("a → requires_approval(finance_lead)", "a → requires_approval(finance_lead)"),
    ("a → requires_approval(\"finance_lead\")", "a → requires_approval(finance_lead)"),
    ("a → requires_approval(\"Head of {x}\", \"b {c}\")", "a → requires_approval(\"Head of {x}\", \"b {c}\")"),
    ("a → reject", "a → reject"),
    ("a → requires_approval.x", "a → requires_approval.x"),
    ("reject or warn → otherwise", "reject or warn → otherwise"),
    ("some x in s satisfies a → b", "some x in s satisfies a → b"),
    ("a == \"\\u{2192}\\t\\\\ \\\" \\*\"", "a == \"→\\t\\\\ \\\" \\*\""),
    ("a == \"{{x}} {b.c}\"", "a == \"{{x}} {b.c}\""),
    ("((a)) and (b or c)", "a and (b or c)"),
    ("fact.period.closed", "fact.period.closed"),
  ]

  @Test(arguments: right) func isReadAndWrittenBack(_ sample: (text: String, canonical: String)) {
    let (clause, diagnostics) = Parser.clause(source(sample.text))
    #expect(diagnostics.map(\.message) == [])
    #expect(formatted(clause) == sample.canonical)
    let again = Parser.clause(source(sample.canonical))
    #expect(again.diagnostics.map(\.message) == [])
    #expect(formatted(again.tree) == sample.canonical)
  }

  @Test func anEffectKeepsItsPlaceAndParts() throws {
    let marked = MarkedText("a → «requires_approval(«finance», «\"why\"»)»")
    let (clause, _) = Parser.clause(source(marked.text))
    guard case .effect(let effect) = clause.consequence, case .requiresApproval(let role) = effect.kind else {
      Issue.record("no effect")
      return
    }
    let spans = [role?.span, effect.text?.span, effect.span].map { Int($0?.start ?? 0)..<Int($0?.end ?? 0) }
    #expect(spans == marked.ranges)
  }

  @Test func aTextIsCutIntoItsParts() {
    let (tree, _) = Parser.expression(source("\"a {b} {{c}} {d.e}\""))
    guard case .text(let literal) = tree.kind, literal.parts.count == 4 else {
      Issue.record("\(tree)")
      return
    }
    #expect(literal.parts[0] == .literal("a "))
    #expect(literal.parts[2] == .literal(" {c} "))
    #expect(literal.plain == nil)
  }

  @Test func aStarThatIsNoPatternStaysTwoScalars() {
    guard case .text(let literal) = Parser.expression(source("\"a\\*b*\"")).tree.kind else { return }
    #expect(literal.plain == "a\\*b*")
  }
}
