import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// Findings about values that may be missing where they are needed (clauses §13).
@Suite struct MissingTests {
  static let declarations = [
    "record line:\n  fields:\n    sku: text\n    price: decimal?\n    rebate: decimal?",
    "fact stock.counted:\n  key: [place]\n  external: true\n  fields:\n    place: text\n    size: decimal\n    note: text?",
    "enum kind: [card, cash]",
  ]
  static let fields = [
    "a: decimal", "b: decimal", "d: decimal = 1", "flag: boolean", "place: text", "kind: kind", "lines: list of line",
    "numbers: list of decimal",
    "line: line",
  ]

  static func findings(_ invariant: String, requires: [String] = [], lets: [String] = [], conditions: [String] = []) -> [String] {
    Shop(
      fields: fields, lets: lets, conditions: conditions, requires: requires.map { "'\($0)'" }, invariants: ["'\(invariant)'"],
      declarations: declarations
    ).findings.filter { $0 != "T5008 `fact stock.counted`" }
  }

  @Test("help names the place where the rule can ask for the value")
  func places() {
    func helps(_ declaration: String) -> [String] {
      Shop(declarations: Self.declarations + [declaration]).load().diagnostics.filter { $0.code.family == "T3" }
        .compactMap(\.help)
    }
    #expect(
      Shop(fields: Self.fields, invariants: ["a > 1"]).load().diagnostics.compactMap(\.help).contains(
        "write `- a exists` under `requires`, or test it in the clause"))
    let onFact = "truth counting:\n  when:\n    - fact: stock.counted as s\n  invariants:\n    - s.note == \"x\" → warn(\"x\")\n"
    #expect(
      helps(onFact + "  produces:\n    - trace.counting")
        == ["write `- if: s.note exists` under `when`, or test it in the clause"])
    let invariant = "invariant small:\n  applies_to: [buy]\n  rule: order_id != \"x\" or stock.counted(place = \"a\").size > 1"
    #expect(helps(invariant).contains { $0.contains("under `requires` of the truths for the intent") })
    #expect(
      helps("table t:\n  inputs:\n    a: text\n  output: decimal\n  rows:\n    - stock.counted(place = a).size > 1 → 2")
        .contains { $0.hasPrefix("test first, in the same rule") })
  }

  @Test(
    arguments: [
      ("a > 1", ["T3001 `a`"]), ("a > b", ["T3001 `a`", "T3001 `b`"]), ("a > 1 and a < 5", ["T3001 `a`"]),
      ("flag", ["T3001 `flag`"]),
      ("not flag", ["T3001 `flag`"]), ("a > 1 → reject(\"x\")", ["T3001 `a`"]), ("a > 1 → warn(\"x\")", ["T3001 `a`"]),
      ("a > 1 → b > 1", ["T3001 `a`", "T3001 `b`"]), ("a exists or a > 1", ["T3001 `a`"]),
      ("a missing and a > 1 → reject(\"x\")", ["T3001 `a`"]),
      ("stock.counted", ["T3001 `stock.counted`"]), ("stock.counted.size > 1", ["T3001 `stock.counted`"]),
      ("stock.counted(place = \"x\").size > 1", ["T3001 `stock.counted(place = \"x\").size`"]),
      ("some l in lines satisfies l.sku == \"\"", ["T3001 `lines`"]), ("count(l in lines) > 1", ["T3001 `lines`"]),
      ("line.sku == \"\"", ["T3001 `line`"]), ("lines empty", ["T3001 `lines`"]),
      ("proposal.confidence > 0.5", ["T3001 `proposal.confidence`"]),
      ("length(place) > 1", ["T3001 `place`"]), ("\"{place}\" == \"x\"", ["T3001 `place`"]), ("kind in [card]", ["T3001 `kind`"]),
    ] as [(String, [String])])
  func whatNothingEstablishesIsFoundOnce(_ clause: String, _ findings: [String]) {
    #expect(Self.findings(clause).map { String($0.prefix { $0 != " " }) }.allSatisfy { $0 == "T3001" })
    #expect(Self.findings(clause) == findings)
  }

  /// The entry of `the F` is there where the fact is: in a clause, and through any number of `let`s.
  @Test func theEntryOfTheCurrentFact() {
    let lets = ["counted: the stock.counted", "who: counted.entry.actor.user_id"]
    let established = ["place exists", "stock.counted"]
    for clause in ["the stock.counted.entry.sequence > 1", "counted.entry.sequence > 1", "who != \"x\"", "[who] contains \"x\""] {
      let used = clause.hasPrefix("the") ? [] : clause.contains("who") ? lets : Array(lets.prefix(1))
      #expect(Self.findings(clause, requires: established, lets: used) == [], "\(clause)")
      #expect(Self.findings(clause, requires: ["place exists"], lets: used).map { $0.prefix(5) } == ["T3001"], "\(clause)")
      #expect(Self.findings("stock.counted → \(clause)", requires: ["place exists"], lets: used) == [], "\(clause)")
    }
  }

  @Test(arguments: [
    "a exists → min(x for x in [a, 5]) > 1", "a exists → a > 1", "a missing or a > 1", "a exists and a > 1 → reject(\"x\")",
    "a > 1 and a exists → reject(\"x\")", "d > 1",
    "now exists",
    "not (a missing) and a > 1 → reject(\"x\")", "a exists and b exists → a > b", "not (a exists and b exists) or a > b",
    "a missing or b missing or a > b", "flag exists and flag → reject(\"x\")", "a exists", "a missing → reject(\"x\")",
    "actor.user_id != \"x\"",
    "stock.counted(place = \"x\")", "some s in stock.counted satisfies s.size > 1",
    "stock.counted(place = \"x\") → stock.counted(place = \"x\").size > 1", "stock.counted(place = \"x\").note exists",
    "some s in stock.counted satisfies s.note exists and s.note == \"\"",
    "lines exists → every l in lines satisfies l.sku not empty",
    "line.price exists → line.price > 1", "numbers exists and numbers not empty → max(n for n in numbers) > 1",
    "every s in stock.counted where s.note exists satisfies s.note not empty",
    "proposal.confidence exists → proposal.confidence > 0.5",
    "count(s in stock.counted where s.note exists and s.note == \"x\") > 1",
    "list(s.note for s in stock.counted where s.note exists) == []",
  ])
  func whatTheConditionEstablishesIsSilent(_ clause: String) {
    #expect(Self.findings(clause) == [])
  }

  @Test(
    arguments: [
      ("a > 1", ["a exists"]), ("a > 1", ["a > 0"]), ("a > b", ["a == b"]), ("a > 1", ["a in [1, 2]"]),
      ("a > 1", ["not (a < 0)"]),
      ("a > 1", ["a > 0 and d > 1"]), ("a > 1", ["a > 0 or a < -5"]), ("a > 1", ["d > 0 → a > 0", "a exists"]),
      ("flag", ["flag or not flag"]),
      ("stock.counted", ["place exists"]), ("stock.counted", ["length(place) > 2"]),
      ("stock.counted.size > 1", ["stock.counted"]),
      ("stock.counted.size > 1", ["stock.counted.size > 0"]), ("stock.counted.size > 1", ["stock.counted.place exists"]),
      ("stock.counted.note == \"x\"", ["stock.counted.note not empty"]), ("count(l in lines) > 1", ["lines not empty"]),
      ("count(l in lines) > 1", ["lines exists"]), ("line.sku == \"\"", ["line exists"]), ("line.price > 1", ["line.price > 0"]),
      ("line.sku == \"\"", ["line.price > 0"]), ("sum(l.price for l in lines) > 1", ["every l in lines satisfies l.price > 0"]),
      ("sum(l.price for l in lines) > 1", ["no l in lines satisfies l.price missing"]),
      ("some l in lines satisfies l.price > 1", ["every l in lines satisfies l.price exists"]),
      ("max(l.price for l in lines) > 1", ["every l in lines satisfies l.price exists", "lines not empty"]),
      ("max(n for n in numbers) > 1", ["numbers not empty"]), ("max(n for n in numbers) > 1", ["length(numbers) > 0"]),
      ("min(n for n in numbers) > 1", ["count(n in numbers) >= 1"]),
      ("max(n for n in numbers) > 1", ["some n in numbers satisfies n > 1"]),
      ("a / b > 1", ["a exists", "b > 0"]), ("a / b > 1", ["a exists", "b != 0"]), ("a / b > 1", ["a / b < 9"]),
      ("a % b == 1", ["a exists", "0 < b"]),
      ("kind == card and a > 1 → reject(\"x\")", ["kind exists", "kind == card → a exists"]),
      (
        "kind == card and a > 1 → reject(\"x\")",
        ["kind exists", "kind != card or a exists"].map { $0.replacing("kind != card", with: "not kind == card") }
      ),
      ("flag and kind == card → a > 1", ["flag exists", "kind exists", "kind == card and flag → a exists"]),
    ] as [(String, [String])])
  func whatARequirementEstablishesIsSilent(_ clause: String, _ requires: [String]) {
    #expect(Self.findings(clause, requires: requires) == [])
  }

  @Test(
    arguments: [
      ("a > 1", ["d > 0 → a > 0"]), ("a > 1", ["a > 0 or d > 1"]), ("a > 1", ["a missing or d > 1"]),
      ("line.price > 1", ["line exists"]),
      ("stock.counted.note == \"x\"", ["stock.counted"]),
      ("sum(l.price for l in lines) > 1", ["every l in lines where l.rebate exists satisfies l.price > 0"]),
      ("sum(l.price for l in lines) > 1", ["lines not empty"]), ("a / d > 1", ["a exists"]),
      ("a / d > 1", ["a exists", "d >= 0"]),
      ("max(n for n in numbers) > 1", ["numbers exists"]), ("max(n for n in numbers where n > 5) > 1", ["numbers not empty"]),
      ("kind == card and a > 1 → reject(\"x\")", ["kind exists", "kind == cash → a exists"]),
    ] as [(String, [String])])
  func whatARequirementDoesNotEstablishIsFound(_ clause: String, _ requires: [String]) {
    #expect(Self.findings(clause, requires: requires).count == 1)
  }

  @Test func divisionIsAFindingOfItsOwn() {
    #expect(Self.findings("a / d > 1", requires: ["a exists"]) == ["T3002 `d`"])
    #expect(Self.findings("d / 0 > 1") == ["T3002 `0`"])
    #expect(Self.findings("d / 2 > 1") == [])
    #expect(Self.findings("d != 0 → 1 / d > 1") == [])
    #expect(Self.findings("d > 0 and 1 / d > 1 → reject(\"x\")") == [])
    #expect(Self.findings("d == 0 or 1 / d > 1") == [])
  }

  @Test func letsAreSeenThrough() {
    #expect(Self.findings("total > 1", lets: ["total: a + b"]) == ["T3001 `total`"])
    #expect(Self.findings("total > 1", requires: ["a > 0", "b > 0"], lets: ["total: a + b"]) == [])
    #expect(Self.findings("a > 1", requires: ["total > 0"], lets: ["total: a + b"]) == [])
    #expect(Self.findings("total > 1", requires: ["total exists"], lets: ["total: a / b"]) == [])
    #expect(Self.findings("there → a > 1", lets: ["there: a exists"]) == [])
    #expect(Self.findings("a > 1", requires: ["there"], lets: ["there: a exists"]) == [])
    #expect(Self.findings("known → stock.counted.size > 1", requires: ["place exists"], lets: ["known: stock.counted"]) == [])
  }

  @Test func conditionsOfWhenCount() {
    #expect(Self.findings("a > 1", conditions: ["a > 0"]) == ["T3001 `a`"])
    #expect(Self.findings("a > 1", conditions: ["a exists"]) == [])
    #expect(Self.findings("d > 1", requires: ["a > 5"], conditions: ["a > 0"]) == [])
  }
}
