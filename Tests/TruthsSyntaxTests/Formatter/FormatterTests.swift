import Testing
import TruthsDiagnostics
import TruthsSyntax

/// The canonical text of expressions and its brackets.
@Suite struct FormatterTests {
  static let samples: [(text: String, canonical: String)] = [
    ("( a and b ) or c", "a and b or c"),
    ("a and (b or c)", "a and (b or c)"),
    ("(a and b) and c", "a and b and c"),
    ("a and (b and c)", "a and (b and c)"),
    ("not (a and b)", "not (a and b)"),
    ("not (a == b)", "not a == b"),
    ("(not a) == b", "(not a) == b"),
    ("(a + b) * c", "(a + b) * c"),
    ("a + (b * c)", "a + b * c"),
    ("a - (b - c)", "a - (b - c)"),
    ("(a - b) - c", "a - b - c"),
    ("-(a + b)", "-(a + b)"),
    ("-(a.b)", "-a.b"),
    ("(-a).b", "(-a).b"),
    ("(a == b) == c", "(a == b) == c"),
    ("(a exists) and b", "a exists and b"),
    ("(a or b) exists", "(a or b) exists"),
    ("some x in s satisfies (a or b)", "some x in s satisfies a or b"),
    ("(some x in s satisfies a) or b", "(some x in s satisfies a) or b"),
    ("a or (some x in s satisfies b)", "a or some x in s satisfies b"),
    ("f((some x in s satisfies a), b)", "f(some x in s satisfies a, b)"),
    ("sum ( (x.a) for x in (s) where (b or c) by (x.d) desc )", "sum(x.a for x in s where b or c by x.d desc)"),
    ("(1).x", "(1).x"),
    ("(sum)(k = 1)", "(sum)(k = 1)"),
    ("0.0000001 + 1.500 + 0.0 + 100", "0.0000001 + 1.5 + 0 + 100"),
    ("[ a ,( b ) ]", "[a, b]"),
    ("\"\\u{41}\\u{0}\\u{7F}\\u{2028}\\n\\t\\\"\\\\{{}}\"", "\"A\\u{0}\\u{7F}\\u{2028}\\n\\t\\\"\\\\{{}}\""),
    ("\"a{ b+1 }\"", "\"a{b + 1}\""),
    ("\"a{ f(\"b\u{1D}\") }\"", "\"a{f(\"b\\u{1D}\")}\""),
    ("a->b", "a → b"),
    ("a → requires_approval(\"b c\")", "a → requires_approval(\"b c\")"),
    ("a → requires_approval(\"exists\")", "a → requires_approval(\"exists\")"),
    ("a → requires_approval(\"b c\")", "a → requires_approval(\"b c\")"),
  ]

  @Test(arguments: samples) func writesOneWay(_ sample: (text: String, canonical: String)) {
    let (clause, diagnostics) = Parser.clause(source(sample.text))
    #expect(diagnostics.map(\.message) == [])
    #expect(formatted(clause) == sample.canonical)
  }
}
