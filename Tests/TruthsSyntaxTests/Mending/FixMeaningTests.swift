import Testing
import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A fix does not change what was written: where the meaning is not certain, nothing is proposed.
@Suite struct FixMeaningTests {
  /// Returns the titles of the fixes, and the help, for a requirement or another entry that cannot be read.
  private static func proposals(_ entry: String, of key: String = "requires", _ names: Rewordings.Names = .init()) -> [String] {
    let reading = Reading("truth demo:\n  when:\n    - intent: go\n  \(key):\n    \(entry)\n")
    var mender = SyntaxMender(names)
    let found = mender.mended(reading.diagnostics, in: reading.file, isJobFile: false)
    return found.flatMap { $0.fixes.map(\.title) + [$0.help].compactMap { $0 } }
  }

  @Test(
    "an exception in a part of a clause is ambiguous",
    arguments: [
      "not (a unless b)", "(a unless b) or c > 2", "c > 2 and (a unless b)", "f(a unless b) > 1",
      "if a then b > 3 unless c else d > 4", "if a then b > 3 else d > 4 unless c", "if a unless c then b > 3 else d > 4",
      "a or unless b", "a and unless b", "every x in s satisfies x.a > 2 unless x.b", "unless b else \"Too late\"",
      "a unless b unless c",
    ])
  func exceptionsInside(_ clause: String) {
    let proposals = Self.proposals("- \(clause)")
    #expect(proposals.allSatisfy { !$0.contains(" or ") && !$0.contains(" and ") && !$0.contains("==") }, "\(proposals)")
    #expect(Self.proposals("x: \(clause)", of: "let").allSatisfy { !$0.contains("and not") && !$0.contains(" or c") })
  }

  @Test("an exception in a value is ambiguous, and one behind `where` is not")
  func exceptionsInValues() {
    #expect(Self.proposals("x: a unless b", of: "let").allSatisfy { !$0.contains("and not") && !$0.contains(" or ") })
    #expect(
      Self.proposals("x: count(l in s where l.a unless l.b)", of: "let").contains(
        "write `x: count(l in s where l.a and not l.b)`")
        || Self.proposals("x: count(l in s where l.a unless l.b)", of: "let").contains(
          "write `count(l in s where l.a and not l.b)`")
    )
  }

  @Test("an exception keeps a condition with a quantifier whole")
  func exceptionsAfterQuantifiers() {
    #expect(
      Self.proposals("- every x in s satisfies x.a → reject(\"x\") unless b", of: "invariants").contains(
        "write `(every x in s satisfies x.a) and not b → reject(\"x\")`"))
  }

  /// The reserved words and the words with a meaning in their place that a name may be mistaken for.
  static let words =
    ReservedWords.all + ["otherwise", "between", "matching", "matches", "list", "the"]

  @Test("a declared name is no misspelling of a word of the language", arguments: words.filter { $0.count > 2 })
  func declaredNames(_ word: String) {
    let names = [String(word.dropLast()), word + "e", word.first.map { "\($0)x\(word.dropFirst(2))" } ?? ""]
    for name in names where !ReservedWords.all.contains(name) {
      var known = Rewordings.Names()
      known.declared = [name]
      for clause in ["\(name) isnt given", "\(name) b 3", "a > 2 \(name) b"] {
        let proposals = Self.proposals("- \(clause)", known)
        #expect(proposals.filter { $0.hasPrefix("write `") }.allSatisfy { $0.contains(name) }, "\(clause): \(proposals)")
      }
    }
    // The same word without a declaration is one.
    #expect(Self.proposals("- a exsts") == ["write `a exists`", "write `a exists`"])
  }

  @Test(
    "letters after a number that may mean several units are no unit",
    arguments: ["90m", "15m", "10M", "5pm", "9am", "3b", "2bn", "1st", "4th"])
  func ambiguousUnits(_ written: String) {
    #expect(Self.proposals("- a > \(written)").allSatisfy { !$0.hasPrefix("write `") })
  }

  @Test("a number with a zero before it is no number", arguments: ["000", "007", "00.5", "0_7", "0007"])
  func leadingZeros(_ written: String) {
    let reading = Reading("truth demo:\n  when:\n    - intent: go\n  requires:\n    - a > \(written)\n")
    #expect(reading.diagnostics.map(\.code) == ["T0066"])
    #expect(reading.diagnostics.allSatisfy { $0.fixes.isEmpty })
  }

  @Test("zeros that are the number, or behind it, are read", arguments: ["0", "0.5", "0.05", "100", "1.00", "10"])
  func zeros(_ written: String) {
    #expect(Reading("truth demo:\n  when:\n    - intent: go\n  requires:\n    - a > \(written)\n").diagnostics.isEmpty)
  }

  @Test(
    "a date with a zero before its month or day alone is a date",
    arguments: [("2024-01-5", "2024-01-05"), ("2024-1-05", "2024-01-05")])
  func shortDates(_ written: String, _ meant: String) {
    let reading = Reading("truth demo:\n  when:\n    - intent: go\n  requires:\n    - a > \(written)\n")
    #expect(reading.diagnostics.map(\.code) == ["T0067"])
    #expect(reading.diagnostics.map(\.help) == ["write `\"\(meant)\"`"])
  }

  @Test(
    "digits that are no list and no number stay as they are", arguments: ["a in 1,000", "a in 12,34,5, 6"])
  func ambiguousLists(_ clause: String) { #expect(Self.proposals("- \(clause)").allSatisfy { !$0.hasPrefix("write `") }) }

  @Test("a condition behind a fact type is one on its key, or on a field of some fact")
  func lookUps() {
    var names = Rewordings.Names()
    names.facts = [("order.placed", ["order_id"])]
    #expect(
      Self.proposals("- order.placed where order_id = a", names).first == "write `order.placed(order_id = a)`")
    #expect(
      Self.proposals("- order.placed where customer = a", names).first
        == "write `some x in order.placed satisfies x.customer == a`")
    #expect(Self.proposals("- order.lost where customer = a", names).allSatisfy { !$0.contains("the order.lost") })
  }

  @Test("`no` beside a boolean is `false`, and beside another value nothing")
  func negatives() {
    var names = Rewordings.Names()
    (names.declared, names.booleans) = (["vip", "name"], ["vip"])
    for clause in ["vip == no", "vip = no", "vip is no"] {
      #expect(Self.proposals("- \(clause)", names).contains("write `vip == false`"), "\(clause)")
    }
    #expect(Self.proposals("- name == no", names).allSatisfy { !$0.contains("false") })
  }

  @Test(
    "a word behind a number that is no unit is not left out",
    arguments: ["a < 10 thousand", "a < 2 dozen", "a between 1 and 5 exclusive", "a <= 5 USD", "a // 2 == 2", "a > 9 and < 12"])
  func multiples(_ clause: String) {
    let proposals = Self.proposals("- \(clause)")
    #expect(proposals.allSatisfy { !$0.contains("unit") && !$0.contains("remove") && !$0.contains(": `") }, "\(proposals)")
  }

  @Test(
    "a short unit of time behind a number is one",
    arguments: [("24 hrs", "hours(24)"), ("24 h", "hours(24)"), ("30 mins", "minutes(30)"), ("5 d", "days(5)")])
  func shortUnits(_ written: String, _ meant: String) {
    #expect(Self.proposals("- a > \(written)") == ["write `a > \(meant)`", "write `a > \(meant)`"])
  }

  @Test(
    "an interval keeps its ends",
    arguments: [
      ("a in (0..1)", "a > 0 and a < 1"), ("a in (1..5]", "a > 1 and a <= 5"), ("a in [1..5)", "a >= 1 and a < 5"),
      ("a in [1..5[", "a >= 1 and a < 5"), ("a in ]1..5]", "a > 1 and a <= 5"), ("a in [1..5]", "a between 1 and 5"),
      ("not a in (1..5]", "not (a > 1 and a <= 5)"), ("2 * a in [1..5) or b", "2 * a >= 1 and 2 * a < 5 or b"),
    ])
  func intervals(_ written: String, _ meant: String) {
    #expect(Self.proposals("- \(written)").first == "write `\(meant)`")
  }

  @Test(
    "a pattern of SQL gets its `*`, and without an equivalent there is none",
    arguments: [
      ("a LIKE 'AB%'", "a like \"AB*\""), ("a LIKE \"AB%\"", "a like \"AB*\""), ("a like 'AB%'", "\"AB*\""),
      ("a like 'AB'", nil), ("a like 'A_'", nil), ("a LIKE 'A_'", nil), ("a ilike \"AB%\"", nil),
    ])
  func patterns(_ written: String, _ meant: String?) {
    let reading = Reading("truth demo:\n  when:\n    - intent: go\n  requires:\n    - \(written)\n")
    let isPattern = written.contains { "%_".contains($0) }
    #expect(reading.diagnostics.flatMap(\.fixes).allSatisfy { !$0.isSafe || !isPattern })
    let proposals = Self.proposals("- \(written)")
    if let meant { #expect(proposals.contains("write `\(meant)`"), "\(proposals)") }
    #expect(proposals.allSatisfy { !$0.contains("%") && !$0.contains("A_") }, "\(proposals)")
  }

  @Test("a sign that joins texts in other languages is no certain `or`", arguments: ["|", "||", "&"])
  func joinedTexts(_ sign: String) {
    func fixes(_ clause: String) -> [Diagnostic.Fix] {
      Reading("truth demo:\n  when:\n    - intent: go\n  requires:\n    - \(clause)\n").diagnostics.flatMap(\.fixes)
    }
    #expect(fixes("a \(sign) b == \"Xn\"").map(\.isSafe) == [false])
    #expect(fixes("a \(sign) b").map(\.isSafe) == [true])
  }

  @Test("help shows no text that cannot be read", arguments: ["every a has b > 0", "a on or before b", "not(a, b)", "no a.b"])
  func unreadableHelp(_ clause: String) { #expect(Self.proposals("- \(clause)").isEmpty) }

  @Test(
    "no candidate compares a value with itself",
    arguments: [
      ("a <= a", true), ("a == b", false), ("a + b == b", false), ("x.y == x.y and c", true), ("c or f(a) != f(a) → b", true),
      ("a - b == b", false), ("(a == a)", true), ("a == a.b", false), ("a.b == b", false),
    ])
  func selfComparison(_ clause: String, _ occurs: Bool) { #expect(SelfComparison.occurs(in: clause) == occurs) }
}
