import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// The places where YAML's reading and ours part, each with the mend of files §2.4.
@Suite struct TrapTests {
  private static let colon = "YAML reads `: ` as the end of a key"
  private static let hash = "YAML reads ` #` as the beginning of a comment"
  private static let cut = "YAML cuts this clause, because `, [ ] { }` have a special meaning inside `{…}`"

  private static func sign(_ sign: String, _ place: String = "clause") -> String {
    "`\(sign)` at the beginning of a \(place) has a special meaning in YAML"
  }

  /// Entries of `invariants`.
  static let clauses: [Expectation] = [
    .init("T0041", hash, "- a → reject(\"b «#»5\")", mended: "- 'a → reject(\"b #5\")'"),
    .init("T0041", hash, "- f(a, «#» b)", mended: "- 'f(a, # b)'"),
    .init("T0041", hash, "- id: d.e\n      rule: a == \"b «#»5\"", mended: "- id: d.e\n      rule: 'a == \"b #5\"'"),
    .init("T0042", sign("\""), "- «\"»a\" in b", mended: "- '\"a\" in b'"),
    .init("T0042", sign("\""), "- «\"»a: #b\" in c", mended: "- '\"a: #b\" in c'"),
    .init("T0042", sign("'"), "- «'»a' in b", mended: "- '''a'' in b'"),
    .init("T0042", sign("["), "- «[»a, b] contains c", mended: "- '[a, b] contains c'"),
    .init("T0042", sign("["), "- «[»a, b]", mended: "- '[a, b]'"),
    .init("T0042", sign("{"), "- «{»a} == b", mended: "- '{a} == b'"),
    .init("T0042", sign("["), "- «[»a, b", mended: "- '[a, b'"),
    .init("T0042", sign("{"), "- «{»a}", mended: "- '{a}'"),
    .init("T0042", sign("*"), "- «*»a > 5", mended: "- '*a > 5'"),
    .init("T0042", sign("*"), "- «*»a", mended: "- '*a'"),
    .init("T0042", sign("*"), "- «*» 5", mended: "- '* 5'"),
    .init("T0042", sign("&"), "- «&»a and b", mended: "- '&a and b'"),
    .init("T0042", sign("&"), "- «&»& a", mended: "- '&& a'"),
    .init("T0042", sign("!"), "- «!»a", mended: "- '!a'"),
    .init("T0042", sign("!"), "- «!»a and b", mended: "- '!a and b'"),
    .init("T0042", sign("|"), "- «|»| a", mended: "- '|| a'"),
    .init("T0042", sign(">"), "- «>» 5", mended: "- '> 5'"),
    .init("T0042", sign(">"), "- «>»= 5", mended: "- '>= 5'"),
    .init("T0042", sign("%"), "- «%» 5", mended: "- '% 5'"),
    .init("T0042", sign("@"), "- «@»a", mended: "- '@a'"),
    .init("T0042", sign("`"), "- «`»a`", mended: "- '`a`'"),
    .init("T0042", sign("?"), "- «?» a", mended: "- '? a'"),
    .init("T0042", sign("- "), "- «- »a > 5", mended: "- '- a > 5'"),
    .init("T0042", sign("\""), "- id: d.e\n      rule: «\"»a\" in b", mended: "- id: d.e\n      rule: '\"a\" in b'"),
    .init("T0042", sign("["), "- id: d.e\n      rule: «[»a] == b", mended: "- id: d.e\n      rule: '[a] == b'"),
    .init("T0044", cut, "- {id: d.e, rule: «a in [1, 2]»}", mended: "- {id: d.e, rule: 'a in [1, 2]'}"),
    .init("T0044", cut, "- {id: d.e, rule: «a → reject(\"b, c\")»}", mended: "- {id: d.e, rule: 'a → reject(\"b, c\")'}"),
    .init("T0044", cut, "- {id: d.e, rule: «a → reject(\"{b}\")»}", mended: "- {id: d.e, rule: 'a → reject(\"{b}\")'}"),
    .init("T0026", "a clause has no `ruel`", "- «ruel»: a", mended: "- rule: a"),
    .init("T0040", colon, "- a > 5«:» b", mended: "- 'a > 5: b'"),
    .init("T0040", colon, "- a else b«:» c", mended: "- a else \"b: c\""),
    .init("T0040", colon, "- a else b«:» {c} d", mended: "- a else \"b: {c} d\""),
    .init("T0040", colon, "- a → reject(b«:» c)", mended: "- a → reject(\"b: c\")"),
    .init("T0040", colon, "- a → warn(b«:» c: d)", mended: "- a → warn(\"b: c: d\")"),
    .init("T0040", colon, "- id: d.e\n      rule: a else b«:» c", mended: "- id: d.e\n      rule: a else \"b: c\""),
    .init("T0040", colon, "- a«:»\n        b: c"),
    .init("T0040", colon, "- a → reject(\"b«:»\n        - c"),
    .init("T0026", "a clause has no `rul`", "- id: d.e\n      «rul»: a", mended: "- id: d.e\n      rule: a"),
    .init("T0027", "the clause lacks `rule`", "- «id»: d.e"),
    .init("T0050", "expected an expression, but found nothing", "-«»"),
    .init("T0009", "a tab in a plain clause", "- a«\t»> 5", mended: "- a > 5"),
  ]

  private func file(_ clause: String) -> String {
    "truth t:\n  when:\n    - intent: i\n  invariants:\n    - f > 0\n    \(clause)\n    - g > 0\n  produces:\n    - trace.t\n"
  }

  @Test(arguments: clauses) func aClauseIsReportedOnceWithItsMend(_ fault: Expectation) throws {
    let expected = Expectation(fault.code, fault.message, file(fault.marked), mended: fault.mended.map(file))
    let reading = Reading(MarkedText(expected.marked).text)
    expected.check(reading.diagnostics, reading.file)
    guard case .truth(let truth)? = reading.unit.declarations.first?.body else {
      Issue.record("the truth is lost")
      return
    }
    #expect(truth.invariants.first.map { formatted($0.clause) } == "f > 0")
    #expect(truth.invariants.last.map { formatted($0.clause) } == "g > 0")
    #expect(truth.produces.count == 1)
  }

  /// A fix that is called safe leaves a file without findings.
  @Test func aSafeFixIsEnough() {
    for fault in Self.clauses {
      let reading = Reading(MarkedText(file(fault.marked)).text)
      guard reading.diagnostics.first?.fixes.first?.isSafe == true else { continue }
      #expect(Reading(reading.mended).findings == [], "\(fault.marked)")
    }
  }

  /// The intended clause is read, as if the fix had been made.
  @Test func theClauseIsReadAsItWasMeant() {
    for fault in Self.clauses where fault.code == "T0040" || fault.code == "T0041" || fault.code == "T0044" {
      // A reason without double quotes is not read.
      guard let mended = fault.mended, mended.contains("'") else { continue }
      let clauses = [MarkedText(file(fault.marked)).text, file(mended)].map { text -> [String] in
        guard case .truth(let truth)? = Reading(text).unit.declarations.first?.body else { return ["lost"] }
        return truth.invariants.map { "\($0.id?.text ?? "") \(formatted($0.clause))" }
      }
      #expect(clauses[0] == clauses[1])
    }
  }

  /// Other places than clauses.
  static let places: [Expectation] = [
    .init(
      "T0043", "`requires` must not be written in `[…]`, because YAML would split its clauses at commas",
      "  requires: «[a, b > 5]»\n"),
    .init(
      "T0043", "`invariants` must not be written in `[…]`, because YAML would split its clauses at commas",
      "  invariants: «[»f(a) in [1]x, b]\n"
    ),
    .init("T0040", colon, "  let:\n    b: c + d«:» e\n", mended: "  let:\n    b: 'c + d: e'\n"),
    .init("T0042", sign("\"", "value"), "  let:\n    b: «\"»c\" + d\n", mended: "  let:\n    b: '\"c\" + d'\n"),
    .init("T0042", sign("%", "value"), "  let:\n    b: «%» 5\n", mended: "  let:\n    b: '% 5'\n"),
    .init(
      "T0042", sign("\"", "value"), "  produces:\n    - fact.a.b:\n        c: «\"»d\" + e\n",
      mended: "  produces:\n    - fact.a.b:\n        c: '\"d\" + e'\n"),
    .init("T0041", hash, "  let:\n    b: f(\"c «#»5\")\n", mended: "  let:\n    b: 'f(\"c #5\")'\n"),
    .init(
      "T0041", hash, "  moves:\n    - a: b → c else \"e «#»5\"\n", mended: "  moves:\n    - a: 'b → c else \"e #5\"'\n"),
  ]

  @Test(arguments: places) func otherPlacesHaveTheSameTraps(_ fault: Expectation) {
    let head = "truth t:\n  when:\n    - intent: i\n"
    let expected = Expectation(fault.code, fault.message, head + fault.marked, mended: fault.mended.map { head + $0 })
    let reading = Reading(MarkedText(expected.marked).text)
    expected.check(reading.diagnostics, reading.file)
    if reading.diagnostics.first?.fixes.first?.isSafe == true { #expect(Reading(reading.mended).findings == []) }
  }

  @Test func aConditionIsAClauseToo() {
    let text = "truth t:\n  when:\n    - intent: i\n    - if: «\"»a\" in b\n"
    let reading = Reading(MarkedText(text).text)
    Expectation("T0042", Self.sign("\""), text).check(reading.diagnostics, reading.file)
  }

  @Test func aRuleOfAnInvariantIsAClauseToo() {
    let text = "invariant t:\n  applies_to: all\n  rule: a → reject(b«:» c)\n"
    let reading = Reading(MarkedText(text).text)
    Expectation("T0040", Self.colon, text, mended: "invariant t:\n  applies_to: all\n  rule: a → reject(\"b: c\")\n")
      .check(reading.diagnostics, reading.file)
  }

  /// There is one finding for an open quote or bracket; the text up to the position where YAML gives up is not checked.
  @Test func anOpenQuoteIsOneFinding() {
    let codes = { (text: String) in Reading(text).diagnostics.map(\.code) }
    #expect(codes(file("- \"a > 5\n    - b == \"c\"")) == ["T0010"])
    #expect(codes(file("- {id: d.e, rule: a > 5")) == ["T0010"])
    #expect(codes("pack a:\n  uses: [b, c\n  version: 1\n") == ["T0010"])
    #expect(codes("policy a:\n  typ: text\n") == ["T0026"])
  }

  /// A comment after a whole clause is a comment.
  @Test func aCommentBehindAClauseIsOne() {
    #expect(Reading(file("- a > 5 # else \"b")).findings == [])
    #expect(Reading(file("- a == \"b#c\"")).findings == [])
    #expect(Reading(file("- 'a == \"b #c: d\"'")).findings == [])
    #expect(Reading(file("- >-\n      a == \"b #c: d\"")).findings == [])
  }

  @Test func anEntryIndentedTooDeeplyIsExplained() {
    let reading = Reading(file("- a > 0\n     - b > 0"))
    #expect(reading.findings == ["T0052 a comparison cannot follow another comparison «>»"])
    let help = "a line that begins with `- ` is indented deeper than the entry above it, and so belongs to that entry"
    #expect(reading.diagnostics.first?.help == help)
    #expect(reading.diagnostics.first?.fixes == [])
  }

  @Test func aBlockScalarIsNoTrap() {
    let reading = Reading("pack a:\n  summary: |\n    b\n c\n")
    #expect(reading.findings == ["T0010 this is not YAML: expected a key at the indentation of the mapping «c»"])
  }
}
