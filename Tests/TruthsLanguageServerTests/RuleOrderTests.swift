import Testing
import Truths
import TruthsJSON
import TruthsText

@testable import TruthsLanguageServer

/// Renames that would change the order of truths and invariants. The order decides which correction counts (declarations §5.8),
/// and which violation gives a decision its reason (runs §3.5, §9.1).
@Suite("Renames and the order of rules")
struct RuleOrderTests {
  private static let vocabulary = """
    pack shop:
      version: 1.0.0

    fact stock.counted:
      key: [sku]
      fields:
        sku: text
        amount: integer

    fact stock.seen:
      key: [sku]
      fields:
        sku: text
        amount: integer

    intent act:
      required: [sku, amount]
      fields:
        sku: text
        amount: integer
        note: text

    intent rest:
      required: [sku, amount]
      fields:
        sku: text
        amount: integer
        note: text

    role manager:

    """

  /// A truth of one kind: what can be seen of it in a decision depends on its place among the others of its kind.
  private enum Kind: String, CaseIterable {
    case condition, requirement, structural, unknown, approval, consent, postcondition, advisory, correction, production
    case other, nothing

    /// The kinds of violations that it may have and that stop a run (runs §9.1). An unknown clause is of kind `unknown`, but for
    /// a requirement or an advisory.
    var violations: Set<String> {
      switch self {
      case .condition, .requirement: ["requirement"]
      case .structural, .unknown: ["structural", "unknown"]
      case .approval, .consent: ["acceptance", "unknown"]
      case .postcondition: ["postcondition", "unknown"]
      case .advisory, .correction, .production, .other, .nothing: []
      }
    }

    func truth(_ name: String, _ mark: Int, intent: String = "act") -> String {
      var (when, sections, made) = ("", "", "")
      switch self {
      case .condition: when = "\n    - if: note == \"{sku}\""
      case .requirement: sections = "  requires:\n    - amount < 5 else \"{sku} \(mark)\"\n"
      case .structural: sections = "  invariants:\n    - amount > \(4 + mark) → reject(\"{sku} \(mark)\")\n"
      case .unknown: sections = "  invariants:\n    - note == \"{sku} \(mark)\" → reject(\"{sku} \(mark)\")\n"
      case .approval:
        sections = "  invariants:\n    - amount > \(4 + mark) → requires_approval(manager, \"{sku} \(mark)\")\n"
      case .consent: sections = "  invariants:\n    - amount > \(4 + mark) → requires_consent(\"{sku} \(mark)\")\n"
      case .postcondition: sections = "  ensures:\n    - amount < \(4 + mark) else \"{sku} \(mark)\"\n"
      case .advisory: sections = "  invariants:\n    - amount > \(4 + mark) → warn(\"{sku} \(mark)\")\n"
      case .correction: made = "    - correction.stock.counted:\n        amount: amount * \(1 + mark)\n"
      case .production: made = "    - fact.stock.counted:\n        amount: amount * \(1 + mark)\n"
      case .other: made = "    - fact.stock.seen:\n        amount: amount * \(1 + mark)\n"
      case .nothing: break
      }
      let produces = "  produces:\n\(made)    - trace.shop.t\(mark)\n\n"
      return "truth \(name):\n  when:\n    - intent: \(intent)\(when)\n\(sections)\(produces)"
    }
  }

  /// The results that depend on the order of two truths.
  private static func isOrdered(_ first: Kind, _ second: Kind) -> Bool {
    // A fact that cannot be made is a violation of the kind `structural` that is no clause's.
    let makers = [Kind.correction, .production, .other]
    if makers.contains(first), makers.contains(second) { return true }
    return !first.violations.isDisjoint(with: second.violations)
  }

  /// The outcomes, reasons and facts of decisions: of proposals that break each clause or leave it unknown, with and without a
  /// fact to correct.
  private static func decisions(_ text: String) throws -> [String] {
    let rules = try RuleSet([SourceText(path: "truths/shop/shop.truths", bytes: Array(text.utf8))])
    var told: [String] = []
    let both = #"{"type":"stock.counted","sku":"a","amount":2}"# + "\n" + #"{"type":"stock.seen","sku":"a","amount":2}"#
    for context in ["", #"{"type":"stock.counted","sku":"a","amount":2}"#, both] {
      let facts = SourceText(path: "c.jsonl", bytes: Array(context.utf8))
      let gate = try Gate(rules, context: facts, now: "2024-01-01T00:00:00Z")
      for fields in [#""amount":9"#, #""amount":9,"note":"x""#, #""amount":1,"note":"a""#, #""amount":1"#] {
        let actor = #""actor":{"type":"agent","user_id":"bot"}"#
        let decision = try gate.decide(Array(#"{"action":"act","sku":"a",\#(fields),\#(actor)}"#.utf8))
        let left = decision.facts.filter { $0.contains("\"type\":\"stock.") }
        told.append("\(decision.outcome) \(decision.reason) \(left)")
      }
    }
    return told
  }

  private func refusal(_ text: String, _ name: String, to new: String, _ more: [String: String] = [:]) -> String? {
    let marked = text.replacing("\(name):", with: "\(name):".replacing(" ", with: " ↓"))
    return RenameTests().renamed(EditorStub(["truths/shop/shop.truths": marked].merging(more) { $1 }), to: new).refusal
  }

  @Test("of each two truths on one intent, a name that changes their order is refused if a decision depends on it")
  func pairs() throws {
    var (ordered, decided) = (0, 0)
    for first in Kind.allCases {
      for second in Kind.allCases {
        let text = Self.vocabulary + first.truth("b_one", 1) + second.truth("m_two", 2)
        let (pair, old) = ("\(first) \(second)", try Self.decisions(text))
        #expect(refusal(text, "truth b_one", to: "c_one") == nil, "\(pair)")
        #expect(refusal(text, "truth m_two", to: "b_two") == nil, "\(pair)")
        // The same pair the other way round, too.
        for (name, new) in [("b_one", "z_one"), ("m_two", "a_two")] {
          let refusal = refusal(text, "truth \(name)", to: new)
          #expect((refusal != nil) == Self.isOrdered(first, second), "\(pair): \(refusal ?? "taken")")
          let changed = try Self.decisions(text.replacing("truth \(name):", with: "truth \(new):"))
          let isDecided = changed.map { $0.replacing("shop.\(new)", with: "shop.\(name)") } != old
          #expect(refusal != nil || !isDecided, "\(pair) \(new)\n\(old)\n\(changed)")
          ordered += refusal == nil ? 0 : 1
          decided += isDecided ? 1 : 0
          guard let refusal else { continue }
          let line = text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { line in
            line.hasPrefix("truth ") && !line.hasPrefix("truth \(name):")
          }
          #expect(refusal.hasPrefix("truths/shop/shop.truths:\((line ?? 0) + 1):"), "\(refusal)")
          #expect(refusal.hasSuffix("`shop.\(new)` would change: choose a name that keeps the order"), "\(refusal)")
        }
      }
    }
    // Most refusals are right for one of these proposals, the others for a clause that may be unknown or a fact without a value.
    #expect(ordered == 76 && decided > 36, "\(ordered) \(decided)")
  }

  @Test("truths that no run fires together have no order")
  func apart() {
    let apart = Self.vocabulary + Kind.structural.truth("b_one", 1) + Kind.structural.truth("m_two", 2, intent: "rest")
    #expect(refusal(apart, "truth b_one", to: "z_one") == nil)
  }

  private static func onFact(_ name: String, _ fact: String, _ sections: String, _ made: String = "") -> String {
    "truth \(name):\n  when:\n    - fact: \(fact)\n\(sections)  produces:\n\(made)    - trace.shop.\(name)\n\n"
  }
  private static let many = "  invariants:\n    - amount > 5 → reject(\"{sku}\")\n"

  @Test("truths on facts have an order with those of the runs that may fire them, at once or through others")
  func facts() {
    let making = Kind.production.truth("a_making", 1)
    let noting = Self.onFact("b_noting", "stock.seen", Self.many)
    for (middle, isOrdered) in [
      ("", false), (Self.onFact("c_seeing", "stock.counted", "", "    - fact.stock.seen\n"), true),
    ] {
      let text = Self.vocabulary + making + middle + noting + Kind.structural.truth("m_two", 2)
      #expect((refusal(text, "truth b_noting", to: "z_noting") != nil) == isOrdered)
    }
    // Corrections of truths on facts have one result in whatever order; their clauses meet on a fact from outside.
    let external = Self.vocabulary.replacing("fact stock.seen:\n", with: "fact stock.seen:\n  external: true\n")
    for (fact, isOrdered) in [("stock.seen", true), ("stock.counted", false)] {
      let clauses = external + noting + Self.onFact("m_noting", fact, Self.many)
      #expect((refusal(clauses, "truth b_noting", to: "z_noting") != nil) == isOrdered)
    }
    let makers = Self.vocabulary + Self.onFact("b_one", "stock.seen", "", "    - fact.stock.counted\n")
    #expect(refusal(makers + Kind.correction.truth("m_two", 2), "truth b_one", to: "z_one") == nil)
  }

  @Test(
    "invariants have an order among those that meet in a run",
    arguments: [
      ("[act]", "[act]", true), ("[act]", "[rest]", false), ("all", "[act]", true), ("[act]", "all", true), ("all", "all", true),
      ("state", "state", true),
    ])
  func invariants(_ first: String, _ second: String, _ isOrdered: Bool) {
    func invariant(_ name: String, _ applies: String) -> String {
      let rule = applies == "state" ? "every s in stock.counted satisfies s.amount < 5" : "proposal.action != \"\(name)\""
      return "invariant \(name):\n  applies_to: \(applies)\n  rule: \(rule)\n\n"
    }
    let text = Self.vocabulary + Kind.nothing.truth("t", 1) + invariant("b_one", first) + invariant("m_two", second)
    #expect(refusal(text, "invariant b_one", to: "c_one") == nil)
    #expect((refusal(text, "invariant b_one", to: "z_one") != nil) == isOrdered)
    // Clauses of truths come before invariants, whatever their ids are.
    let beside = Self.vocabulary + Kind.structural.truth("m_two", 1) + invariant("b_one", first)
    #expect(refusal(beside, "invariant b_one", to: "z_one") == nil)
  }

  @Test("an invariant that two truths share is reported for the first, and sequences that are read follow the order")
  func others() {
    func shared(_ name: String) -> String {
      "truth \(name):\n  when:\n    - intent: act\n  invariants:\n    - id: shop.few\n      rule: amount > 5 → warn(\"many\")\n"
        + "  produces:\n    - trace.shop.\(name)\n\n"
    }
    let text = Self.vocabulary + shared("b_one") + shared("m_two")
    #expect(refusal(text, "truth b_one", to: "z_one")?.contains("`shop.few` is reported for the first") == true)
    let shown = "fact stock.shown:\n  key: [sku]\n  fields:\n    sku: text\n\n" + Kind.production.truth("a_making", 1)
    let made = Self.onFact("b_one", "stock.counted", "", "    - fact.stock.seen\n")
    let seen = shown + Self.onFact("m_two", "stock.counted", "", "    - fact.stock.shown\n")
    let reading = "invariant read:\n  applies_to: state\n  rule: every s in stock.seen satisfies s.entry.sequence > 1\n\n"
    #expect(refusal(Self.vocabulary + made + seen, "truth b_one", to: "z_one") == nil)
    #expect(refusal(Self.vocabulary + made + seen + reading, "truth b_one", to: "z_one")?.contains("sequences") == true)
  }

  @Test("a move of a file and the rename of a pack change ids, and are refused in the same way")
  func moves() {
    let till = "pack till:\n  version: 1.0.0\n  uses: [shop]\n\n"
    var files = [
      "truths/shop/shop.truths": Self.vocabulary.replacing("pack shop", with: "pack ↓shop"),
      "truths/shop/shop.b.truths": Kind.structural.truth("one", 1), "truths/shop/shop.m.truths": Kind.structural.truth("two", 2),
      "truths/till/till.truths": till + Kind.structural.truth("three", 3).replacing("trace.shop", with: "trace.till"),
    ]
    func moved(_ old: String, to new: String) -> JSONValue {
      let path = { (name: String) in EditorStub.uri("truths/shop/shop.\(name).truths") }
      return EditorStub(files, ledgers: [:], capabilities: FileMoveTests.capabilities).request(
        "workspace/willRenameFiles", ["files": .array([.object(["oldUri": .text(path(old)), "newUri": .text(path(new))])])])
    }
    func pack(_ new: String) -> JSONValue {
      EditorStub(files, ledgers: [:], capabilities: FileMoveTests.capabilities).at(0, "rename", ["newName": .text(new)])
    }
    #expect(moved("b", to: "c") != .null)
    #expect(moved("b", to: "z") == .null)
    #expect(pack("sale")["documentChanges"] != nil)
    #expect(
      pack("zoo")["message"]?.stringValue
        == "truths/till/till.truths:5:1: if `shop.b.one` and `till.three` both stop a run, the first by id gives the reason, "
        + "which `zoo.b.one` would change: choose a name that keeps the order")
    files["truths/shop/shop.m.truths"] = Kind.nothing.truth("two", 2)
    files["truths/till/till.truths"] = till + Kind.advisory.truth("three", 3).replacing("trace.shop", with: "trace.till")
    #expect(moved("b", to: "z") != .null && pack("zoo")["documentChanges"] != nil)
    // Clauses that read an id by its letters are asked, too.
    files["truths/shop/shop.m.truths"]? +=
      "invariant read:\n  applies_to: [act]\n  rule: no d in decision.made satisfies d.truth_id like \"shop.b*\"\n"
    #expect(moved("b", to: "z") == .null && moved("b", to: "bar") != .null)
    #expect(pack("zoo")["message"]?.stringValue?.contains("truths/shop/shop.m.truths:9:") == true)
  }
}
