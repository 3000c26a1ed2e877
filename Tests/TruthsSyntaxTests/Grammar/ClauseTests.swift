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
    ("a → requires_approval(\"Head of x\", \"b {c}\")", "a → requires_approval(\"Head of x\", \"b {c}\")"),
    ("a → requires_approval( b  or \"c\" , \"d\")", "a → requires_approval(b or c, \"d\")"),
    ("a → requires_approval(2 of b)", "a → requires_approval(2 of b)"),
    ("requires_approval( 2 of b, \"c\")", "requires_approval(2 of b, \"c\")"),
    ("requires_consent(\"c\")", "requires_consent(\"c\")"),
    ("true → requires_approval(b)", "true → requires_approval(b)"),
    ("a → requires_approval(99 of b or c not by d)", "a → requires_approval(99 of b or c not by d)"),
    ("a → requires_approval(b by (c.d) or by e + \"f\" or g)", "a → requires_approval(b by c.d or by e + \"f\" or g)"),
    ("a → requires_approval(b not by [c, d])", "a → requires_approval(b not by [c, d])"),
    ("a → requires_approval(by)", "a → requires_approval(\"by\")"),
    ("a → requires_approval(by by)", "a → requires_approval(by by)"),
    ("a → requires_approval(\"by\" by by)", "a → requires_approval(\"by\" by by)"),
    ("a → requires_approval(of or by not by by)", "a → requires_approval(of or \"by\" not by by)"),
    ("a else requires_consent", "a else requires_consent"),
    ("a → requires_consent( \"b {c}\" )", "a → requires_consent(\"b {c}\")"),
    ("a → requires_consent.x", "a → requires_consent.x"),
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
    guard case .effect(let effect) = clause.consequence, case .requiresApproval(let spec) = effect.kind else {
      Issue.record("no effect")
      return
    }
    let spans = [spec?.approvers.first?.role?.span, effect.text?.span, effect.span].map {
      Int($0?.start ?? 0)..<Int($0?.end ?? 0)
    }
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
