import Testing
import TruthsDiagnostics
import TruthsSyntax

/// Everything that can be wrong with a clause: the code, the whole message, the exact characters, the mend.
@Suite struct ClauseFaultTests {
  static let faults: [Expectation] = [
    .init("T0050", "expected an expression, but found nothing", "«»"),
    .init("T0051", "expected a value, and the text ends here", "a >«»"),
    .init("T0051", "`%` before `-` may be a percent sign or the remainder of a division", "a < 100 «%» - b"),
    .init("T0051", "`%` before `-` may be a percent sign or the remainder of a division", "a < 100«%»-b"),
    .init("T0051", "`%` before `-` may be a percent sign or the remainder of a division", "a < 100 «%»-b"),
    .init("T0051", "`%` before `-` may be a percent sign or the remainder of a division", "a < 100«%» -b"),
    .init("T0051", "`%` before `-` may be a percent sign or the remainder of a division", "a < 100 «%»- b"),
    .init("T0051", "`%` before `-` may be a percent sign or the remainder of a division", "a < 100«%»- b"),
    .init("T0062", "`else` may not follow an effect", "requires_approval(b) «else» \"c\""),
    .init("T0062", "`else` may not follow an effect", "requires_consent(\"b\") «else» \"c\""),
    .init("T2001", "the number `0.00000000001%` has more than 12 decimal places", "a < «0.00000000001%»"),
    .init("T0051", "expected a value, found `>`", "a > «>» 5"),
    .init("T0051", "expected a value, found `and`", "«and» b"),
    .init("T0051", "expected a value, and the text ends here", "a or«» "),
    .init("T0051", "expected the end of the clause, found `b`", "a «b»"),
    .init("T0051", "expected the end of the clause, found `)`", "a«)»"),
    .init("T0051", "expected the end of the clause, found `→`", "a → b «→» c"),
    .init("T0051", "expected the end of the clause, found `?`", "a«?»"),
    .init("T0051", "expected the end of the clause, found `and`", "a → requires_approval «and» b"),
    .init("T0090", "`..` is allowed only in the cells of a grid", "a«..»b"),
    .init("T0051", "expected a name after the dot, found `5`", "a.«5»"),
    .init("T0051", "expected `,` or `]`, found `b`", "[a «b»]"),
    .init("T0051", "expected a value, found `]`", "[a, «]»"),
    .init("T0051", "expected `)`, found `b`", "(a «b»)"),
    .init("T0051", "expected a key's name, found `5`", "f.g(a = 1, «5»)"),
    .init("T0051", "expected `=` and the key's value, found `)`", "f.g(a = 1, b«)»"),
    .init("T0051", "expected an operator or the end, found `(`", "1«(»a)"),
    .init("T0051", "expected `in`, found `s`", "some x «s» satisfies b"),
    .init("T0051", "expected `where` or `satisfies`, and the text ends here", "some x in s«»"),
    .init("T0051", "expected `satisfies`, found `→`", "some x in s where a «→» b"),
    .init("T0051", "expected a variable's name, found `5`", "every «5» in s satisfies a"),
    .init("T0051", "expected `for`, found `)`", "list(a«)»"),
    .init("T0051", "expected `for`, found `,`", "list(a«,» b)"),
    .init("T0051", "expected `in`, found `for`", "count(a «for» x in s)"),
    .init("T0051", "expected a text in double quotes, found `b`", "a → reject(«b»)"),
    .init("T0051", "expected a text in double quotes, found `)`", "a → warn(«)»"),
    .init("T0051", "expected a role, as a name or in double quotes, found `)`", "a → requires_approval(«)»"),
    .init("T0051", "expected a role, found `\"\"`", "a → requires_approval(«\"\"»)"),
    .init("T0051", "expected a role, found `\"\"`", "a → requires_approval(«\" \"», \"why\")"),
    .init("T0051", "expected a text in double quotes, found `b`", "a → requires_approval(x, «b»)"),
    .init("T0051", "expected a role, as a name or in double quotes, found `)`", "a → requires_approval(x or «)»"),
    .init("T0051", "expected `)`, found `by`", "a → requires_approval(x by y «by» z)"),
    .init("T0051", "expected a text in double quotes, found `b`", "a → requires_consent(«b»)"),
    .init("T0100", "`1 of` is not allowed: the number of people is from 2 to 99", "a → requires_approval(«1» of x)"),
    .init("T0100", "`100 of` is not allowed: the number of people is from 2 to 99", "a → requires_approval(«100» of x)"),
    .init("T0100", "`2.5 of` is not allowed: the number of people is from 2 to 99", "a → requires_approval(«2.5» of x)"),
    .init("T0100", "`2 of` asks for 2 different people, and `by` names one", "a → requires_approval(2 of x by «y»)"),
    .init("T0100", "`2 of` asks for 2 different people, and `by` names one", "a → requires_approval(2 of by «y»)"),
    .init(
      "T0100", "braces in a role are not replaced by a value, so no one has the role `head of {x}`",
      "a → requires_approval(«\"head of {x}\"»)"),
    .init("T0100", "the role `x` is named twice", "a → requires_approval(x or y or «x»)"),
    .init("T0061", "`requires_consent` is an effect, not a value", "not «requires_consent»(a)"),
    .init("T0051", "expected a text in double quotes or an effect, found `b`", "a else «b»"),
    .init("T0051", "expected a text in double quotes or an effect, and the text ends here", "a else«»"),
    .init("T0052", "a comparison cannot follow another comparison", "0 < x «<» 10", mended: "0 < x and x < 10"),
    .init("T0052", "a comparison cannot follow another comparison", "a == b.c «==» d", mended: "a == b.c and b.c == d"),
    .init(
      "T0052", "a comparison cannot follow another comparison", "0 < (a + b) «<=» 10", mended: "0 < (a + b) and (a + b) <= 10"),
    .init("T0052", "a comparison cannot follow another comparison", "0 < a «<» b < c", mended: "0 < a and a < b < c"),
    .init("T0052", "a comparison cannot follow another comparison: `exists` is the second", "a == b «exists»"),
    .init("T0052", "a comparison cannot follow another comparison: `in` is the second", "a in b «in» c"),
    .init("T0053", "there is no test `not exists`", "x «not exists»", mended: "x missing"),
    .init("T0053", "there is no test `not missing`", "x «not missing» and y", mended: "x exists and y"),
    .init("T0053", "there is no test `not contains`", "x + y «not contains» z", mended: "not x + y contains z"),
    .init("T0053", "there is no test `not like`", "x «not like» \"a*\"", mended: "not x like \"a*\""),
    .init("T0054", "`=` does not compare", "a «=» 5", mended: "a == 5"),
    .init("T0054", "there is no operator `&&`", "a «&&» b", mended: "a and b"),
    .init("T0054", "there is no operator `&&`", "a«&&»b", mended: "a and b"),
    .init("T0054", "there is no operator `||`", "a «||» b", mended: "a or b"),
    .init("T0054", "there is no operator `!`", "a and «!»b", mended: "a and not b"),
    .init("T0054", "there is no operator `!`", "(«!»b)", mended: "(not b)"),
    .init("T0054", "there is no operator `<>`", "a «<>» b", mended: "a != b"),
    .init("T0054", "there is no operator `===`", "a «===» b", mended: "a == b"),
    .init("T0054", "there is no operator `≥`", "a «≥» b", mended: "a >= b"),
    .init("T0054", "there is no operator `=>`", "a «=>» b"),
    .init("T0055", "write texts in double quotes", "a == «'b c'»", mended: "a == \"b c\""),
    .init("T0055", "write texts in double quotes", "a == «“é”»", mended: "a == \"é\""),
    .init("T0055", "write texts in double quotes", "a == «'b \" c'»"),
    .init("T0056", "the text is not closed", "a == «\"b c»  "),
    .init("T0056", "the text is not closed", "a == «\"b \\\"»"),
    .init("T0057", "`(` is not closed", "«(»a and b"),
    .init("T0057", "`[` is not closed", "a in «[»b, c"),
    .init("T0057", "`(` is not closed", "f«(»a"),
    .init("T0057", "`(` is not closed", "«(»a → b"),
    .init("T0057", "`(` is not closed", "sum«(»a for x in s else \"b\""),
    .init("T0057", "`(` is not closed", "a → reject«(»\"b\""),
    .init("T0058", "`\\q` has no meaning in a text", "a == \"b«\\q»\""),
    .init("T0058", "`\\é` has no meaning in a text", "a == \"b«\\é»\""),
    .init("T0058", "`\\u{110000}` names no character", "a == \"«\\u{110000}»\""),
    .init("T0058", "`\\u{}` names no character", "a == \"«\\u{}»\""),
    .init("T0058", "`\\u` names no character", "a == \"«\\u»1234\""),
    .init("T0058", "`\\u{D800}` names no character", "a == \"«\\u{D800}»\""),
    .init("T0059", "`}` closes nothing in this text", "a else \"b «}» c\"", mended: "a else \"b }} c\""),
    .init("T0059", "`{` is not closed in this text", "a else \"b «{» c\"", mended: "a else \"b {{ c\""),
    .init("T0059", "these braces are empty", "a else \"b «{ }»\""),
    .init("T0050", "the reason is empty, so it explains nothing", "a else «\"\"»"),
    .init("T0050", "the reason is empty, so it explains nothing", "a → reject(«\" \"»)"),
    .init("T0050", "the reason is empty, so it explains nothing", "requires_consent(«\"\"»)"),
    .init("T0050", "the reason is empty, so it explains nothing", "a → requires_approval(b, «\"\"»)"),
    .init("T0051", "expected the closing `}`, found `c`", "a else \"{b «c»}\""),
    .init("T0024", "`missing` is a word of the language, not a name", "«missing» == 5"),
    .init("T0024", "`in` is a word of the language and cannot be a name", "some «in» in s satisfies a"),
    .init("T0023", "`AND` cannot be a name", "a == «AND»"),
    .init("T0023", "`_a` cannot be a name", "«_a» > 5"),
    .init("T0023", "`prix_été` cannot be a name", "a > «prix_été»"),
    .init("T0023", "`X` cannot be a name", "some «X» in s satisfies a"),
    .init("T0061", "`reject` is an effect, not a value", "«reject»(\"a\") and b"),
    .init("T0061", "`requires_approval` is an effect, not a value", "not «requires_approval»(a)"),
    .init("T0062", "`else` may not follow an effect", "a → reject(\"b\") «else» \"c\""),
    .init("T0062", "`else` may not follow an effect", "a → requires_approval «else» requires_approval"),
    .init("T0065", "`$` means nothing here", "a > «$»5"),
    .init("T0065", "`:` means nothing here", "a«:» b"),
    .init("T0065", "`{` means nothing here", "a == part«{»sku = b}"),
    .init("T0065", "`**` means nothing here", "a «**» 2"),
    .init("T0065", "`'` means nothing here", "a == «'»b"),
    .init("T0065", "`√` means nothing here", "«√»a"),
    .init("T0065", "the character U+00A0, which cannot be seen, means nothing here", "a >«\u{A0}»5"),
    .init("T0066", "`.5` is not a number", "a > «.5»", mended: "a > 0.5"),
    .init("T0066", "`5.` is not a number", "«5.» > a", mended: "5 > a"),
    .init("T0066", "`1_000` is not a number", "a > «1_000»", mended: "a > 1000"),
    .init("T0066", "`24h` is not a number", "a > «24h»", mended: "a > hours(24)"),
    .init("T0066", "`1e3` is not a number", "a > «1e3»"),
    .init("T0066", "`1.2.3` is not a number", "a > «1.2.3»"),
    .init("T0067", "the date `2027-01-31` is not in quotes", "a > «2027-01-31»", mended: "a > \"2027-01-31\""),
    .init("T0067", "the date `2027-01-31T10:00:00.5Z` is not in quotes", "a > «2027-01-31T10:00:00.5Z»"),
    .init("T2001", "the number `1234567890123456` has more than 15 significant digits", "a > «1234567890123456»"),
    .init("T2001", "the number `0.1234567890123` has more than 12 decimal places", "a > «0.1234567890123»"),
    .init("T2001", "the number `1000000000000000` has a size of 10^15 or more", "a > «1000000000000000»"),
  ]

  @Test(arguments: faults) func isReportedOnceAtItsPlace(_ fault: Expectation) {
    let file = source(MarkedText(fault.marked).text)
    fault.check(Parser.clause(file).diagnostics, file)
  }

  @Test("a misspelt test is corrected; two operands without an operator get one")
  func misspeltTests() {
    func help(_ clause: String) -> String? { Parser.clause(source(clause)).diagnostics.first?.help }
    for (word, test) in [("exist", "exists"), ("exits", "exists"), ("mising", "missing"), ("empyt", "empty")] {
      #expect(help("order_id \(word)") == "did you mean `order_id \(test)`?")
      #expect(help("order_id \(word) and a > 1") == "did you mean `order_id \(test) and a > 1`?")
      #expect(help("a.b not \(word)") != "did you mean `a.b not \(test)`?")
    }
    #expect(help("order_id sent") == "write an operator between them, such as `==`: `order_id == sent`")
  }

  @Test func aRecordInBracesIsToldHowOneIsWritten() {
    let help = Parser.clause(source("a == part{sku: b}")).diagnostics.first?.help
    #expect(help == "a record is written with its name and `=`, as in `line(sku = \"A\", quantity = 1)`")
  }

  @Test func aMendedClauseIsRight() {
    for fault in Self.faults {
      guard let mended = fault.mended, !mended.contains("a < b < c") else { continue }
      #expect(Parser.clause(source(mended)).diagnostics.map(\.message) == [], "\(mended)")
    }
  }

  /// The intended clause is unambiguous, so the checker gets its tree, and there is no second finding.
  @Test(arguments: [
    ("0 < x < 10", "0 < x and x < 10"), ("x not exists", "x missing"), ("x not missing", "x exists"),
    ("x not contains y", "not x contains y"), ("a && !b || c = 5", "a and not b or c == 5"), ("a == 'b'", "a == \"b\""),
  ])
  func whatIsMeantIsRead(_ text: String, _ meant: String) {
    #expect(formatted(Parser.clause(source(text)).tree) == meant)
  }
}
