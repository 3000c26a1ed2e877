import Testing
import TruthsCheck
import TruthsDiagnostics
import TruthsText

/// Truths that read the time of the decision although their run may wait (clauses §9.1, T5021).
@Suite struct MomentLintTests {
  private static let offered = """
    fact offer.made:
      key: [order_id]
      external: true
      fields:
        order_id: text
        ends_at: timestamp
    """
  private static let waiting = "order_id != \"\" → requires_approval(manager)"
  private static let early = "now < offer.made.ends_at else \"It ended at now\""

  private func shop(
    lets: [String] = [], requires: [String] = [], invariants: [String] = [waiting], produces: [String] = [],
    declarations: [String] = []
  ) -> Shop {
    Shop(
      lets: lets, requires: ["offer.made"] + requires, invariants: invariants, produces: produces,
      declarations: [Self.offered] + declarations)
  }

  private func found(_ shop: Shop) -> [String] { shop.findings.filter { $0.hasPrefix("T5021") } }

  @Test("a truth that may wait and reads `now` is told, once")
  func reads() {
    #expect(found(shop(requires: [Self.early])) == ["T5021 `now`"])
    #expect(found(shop(requires: [Self.early, "now > \"2020-01-01T00:00:00Z\""])) == ["T5021 `now`"])
    #expect(found(shop(lets: ["left: offer.made.ends_at - now"], requires: ["left > hours(1)"])) == ["T5021 `now`"])
    let kept = "fact kept.order:\n  key: [order_id]\n  fields:\n    order_id: text\n    at: timestamp"
    #expect(found(shop(produces: ["fact.kept.order:\n        at: now"], declarations: [kept])) == ["T5021 `now`"])
    let ended = "function ended:\n  inputs:\n    last: timestamp\n  output: boolean\n  value: last < now"
    #expect(found(shop(requires: ["not ended(offer.made.ends_at)"], declarations: [ended])) == ["T5021 `ended`"])
  }

  @Test("a truth that never waits is not, nor one that reads the moment of the proposal")
  func silent() {
    #expect(found(shop(requires: [Self.early], invariants: [])) == [])
    #expect(found(shop(requires: ["proposal.at < offer.made.ends_at"])) == [])
    #expect(found(shop(requires: [Self.early], invariants: ["order_id == \"\" → reject(\"no\")"])) == [])
  }

  @Test(
    "who asks may be another truth or an invariant, and an invariant is told as truths are",
    arguments: [
      ("invariant asked:\n  applies_to: [buy]\n  rule: order_id != \"\" → requires_approval(manager)", ["T5021 `now`"]),
      ("invariant asked:\n  applies_to: all\n  rule: proposal.action exists → requires_approval(manager)", ["T5021 `now`"]),
      (
        "truth beside:\n  when:\n    - intent: buy\n  invariants:\n    - order_id != \"\" → requires_approval(manager)\n"
          + "  produces:\n    - trace.shop.beside", ["T5021 `now`"]
      ),
      (
        "invariant late:\n  applies_to: [buy]\n"
          + "  rule: now > \"2020-01-01T00:00:00Z\" → requires_approval(manager)", ["T5021 `now`", "T5021 `now`"]
      ),
      (
        "invariant late:\n  applies_to: all\n  rule: now > \"2020-01-01T00:00:00Z\"\n\n"
          + "invariant asked:\n  applies_to: [buy]\n  rule: order_id != \"\" → requires_approval(manager)",
        ["T5021 `now`", "T5021 `now`"]
      ),
      (
        "invariant late:\n  applies_to: state\n  rule: no o in offer.made satisfies o.ends_at < now\n\n"
          + "invariant asked:\n  applies_to: [buy]\n  rule: order_id != \"\" → requires_approval(manager)",
        ["T5021 `now`", "T5021 `now`"]
      ),
      ("invariant late:\n  applies_to: state\n  rule: no o in offer.made satisfies o.ends_at < now", []),
      (
        "invariant asked:\n  applies_to: state\n  rule: some o in offer.made satisfies o.order_id != \"\" "
          + "→ requires_approval(manager)", ["T5021 `now`"]
      ),
      ("invariant warned:\n  applies_to: [buy]\n  rule: order_id == \"\" → warn(\"no\")", []),
    ])
  func others(_ declaration: String, _ expected: [String]) {
    #expect(found(shop(requires: [Self.early], invariants: [], declarations: [declaration])) == expected)
  }

  @Test(
    "who asks may be a truth on a fact that the run makes, at once or through others",
    arguments: [("order.ordered", true), ("order.passed", true), ("offer.made", false)])
  func asksOnFacts(_ fact: String, _ isTold: Bool) {
    func declared(_ name: String) -> String { "fact \(name):\n  key: [order_id]\n  fields:\n    order_id: text" }
    func noting(_ name: String, _ fact: String, _ made: String, _ clause: String = "") -> String {
      "truth \(name):\n  when:\n    - fact: \(fact)\n\(clause)  produces:\n    - fact.\(made)\n    - trace.shop.\(name)"
    }
    let asks = "  invariants:\n    - order_id != \"\" → requires_approval(manager)\n"
    let declarations =
      ["order.ordered", "order.passed", "order.noted"].map(declared)
      + [noting("passing", "order.ordered", "order.passed"), noting("asking", fact, "order.noted", asks)]
    let shop = shop(requires: [Self.early], invariants: [], produces: ["fact.order.ordered"], declarations: declarations)
    #expect(found(shop) == (isTold ? ["T5021 `now`"] : []))
  }

  @Test("a truth on facts is not told: it sees no moment of a proposal")
  func onFacts() {
    let noting = """
      fact offer.missed:
        key: [order_id]
        fields:
          order_id: text

      truth noting:
        when:
          - fact: offer.made
        let:
          left: offer.made.ends_at - now
        invariants:
          - left > hours(0) → warn("It is too late")
        produces:
          - fact.offer.missed
          - trace.shop.noting
      """
    let shop = shop(requires: [], declarations: [noting])
    #expect(shop.findings.filter { $0.hasPrefix("T0") || $0.hasPrefix("T1") || $0.hasPrefix("T5021") } == [])
  }

  /// The declarations of views of `offer.made`, and of functions: `due.left` and what follows from it read `now` if `now` does.
  private static func declarations(_ now: String) -> [String] {
    func fact(_ name: String, _ isDerived: Bool = true) -> String {
      "fact \(name):\n  key: [order_id]\n\(isDerived ? "  derived: true\n" : "")  fields:\n    order_id: text\n"
        + "    amount: integer"
    }
    func truth(_ name: String, _ fired: String, _ made: String, _ amount: String) -> String {
      "truth \(name):\n  when:\n    - fact: \(fired)\n  produces:\n    - fact.\(made):\n        amount: \(amount)"
    }
    func function(_ name: String, _ value: String) -> String {
      "function \(name):\n  inputs:\n    order_id: text\n  output: boolean\n  value: \(value)"
    }
    let late = "function late:\n  inputs:\n    ends: timestamp\n  output: boolean\n  value: ends < \(now)"
    return [
      fact("due.left"), fact("due.shown"), fact("due.called"), fact("due.kept", false), late,
      truth("leaving", "offer.made", "due.left", "if offer.made.ends_at > \(now) then 42 else 0"),
      truth("showing", "due.left", "due.shown", "due.left.amount + 1"),
      truth("calling", "offer.made", "due.called", "if late(offer.made.ends_at) then 1 else 2"),
      function("rated", "some d in due.left satisfies d.amount > 0 and d.order_id == order_id"),
      function("again", "rated(order_id)"),
    ]
  }

  /// Every way in which a truth or an invariant reads a view: as a condition, a value, a source, in each part, and through a
  /// function and another view. The name is that of the view whose truth reads `now`.
  private static let seen: [(lets: [String], requires: [String], invariants: [String], produces: [String], more: [String])] = [
    ([], ["due.left.amount > 0"], [], [], []), ([], ["due.left"], [], [], []), ([], ["due.left missing"], [], [], []),
    ([], ["due.left(order_id = order_id).amount > 0"], [], [], []),
    ([], ["some d in due.left satisfies d.amount > 0"], [], [], []), ([], ["count(d in due.left) < 4"], [], [], []),
    ([], ["sum(d.amount for d in due.left) < 4"], [], [], []), (["due: the due.left"], ["due.amount > 0"], [], [], []),
    (["due: due.left.amount"], [], [], ["fact.due.kept:\n        amount: due"], []),
    ([], [], ["due.left → reject(\"no\")"], [], []), ([], [], ["order_id == \"\" → reject(\"{due.left.amount}\")"], [], []),
    ([], [], [], ["fact.due.kept:\n        amount: due.left.amount"], []),
    ([], [], [], ["fact.due.kept for d in due.left:\n        order_id: d.order_id\n        amount: d.amount"], []),
    ([], ["rated(order_id)"], [], [], []), ([], ["again(order_id)"], [], [], []),
    ([], ["due.shown.amount > 0"], [], [], []), ([], ["due.called.amount > 0"], [], [], []),
    ([], [], [], [], ["invariant seen:\n  applies_to: [buy]\n  rule: due.left.amount > 0"]),
  ]

  @Test("a truth that reads `now` through a view is told, however it reads the view", arguments: seen.indices)
  func views(_ place: Int) throws {
    let way = Self.seen[place]
    func findings(_ now: String) -> [Diagnostic] {
      let shop = shop(
        lets: way.lets, requires: way.requires, invariants: [Self.waiting] + way.invariants, produces: way.produces,
        declarations: Self.declarations(now) + way.more)
      let all = shop.load().diagnostics
      #expect(!all.contains { $0.severity == .error }, "\(all.map(\.message))")
      return all.filter { "\($0.code)" == "T5021" }
    }
    #expect(findings("timestamp(\"2024-01-01T00:00:00Z\")").isEmpty)
    let told = findings("now")
    let finding = try #require(told.count == 1 ? told.first : nil, "\(way) \(told)")
    let view = ["due.shown", "due.called"].first { name in way.requires.contains { $0.contains(name) } } ?? "due.left"
    #expect(
      finding.help == "if you mean the moment of the proposal, compute here what needs it, with `proposal.at`: a truth that "
        + "derives `\(view)` sees no `proposal`")
    #expect(finding.notes.map(\.message) == ["this reads `now`", "this may make it wait"])
    #expect(finding.fixes.isEmpty)
  }

  @Test("views that are read in a circle are each told")
  func circles() {
    let declared = { (name: String) in
      "fact \(name):\n  key: [order_id]\n  derived: true\n  fields:\n    order_id: text"
    }
    let truth = { (name: String, fired: String, made: String, clause: String) in
      "truth \(name):\n  when:\n    - fact: \(fired)\n\(clause)  produces:\n    - fact.\(made)"
    }
    let declarations = [
      declared("ring.left"), declared("ring.right"), truth("one_way", "ring.left", "ring.right", ""),
      truth("other_way", "ring.right", "ring.left", ""),
      truth("entering", "offer.made", "ring.left", "    - if: offer.made.ends_at > now\n"),
    ]
    for (view, count) in [("ring.left", 1), ("ring.right", 1), ("offer.made", 0)] {
      let shop = shop(requires: [view], declarations: declarations)
      #expect(shop.findings.filter { $0.hasPrefix("T0") || $0.hasPrefix("T1") } == [])
      #expect(found(shop).count == count, "\(view)")
    }
  }

  @Test("the help at a call says how the function gets the moment of the proposal", arguments: ["ended", "over"])
  func functions(_ name: String) throws {
    let ended = "function ended:\n  inputs:\n    last: timestamp\n  output: boolean\n  value: last < now"
    let over = "function over:\n  inputs:\n    last: timestamp\n  output: boolean\n  value: ended(last)"
    let shop = shop(requires: ["not \(name)(offer.made.ends_at)"], declarations: [ended, over])
    let finding = try #require(shop.load().diagnostics.first { "\($0.code)" == "T5021" })
    #expect(
      finding.help == "if you mean the moment of the proposal, give `\(name)` an input of type timestamp in place of `now`, "
        + "and pass `proposal.at`")
    #expect(finding.notes.map(\.message) == ["this reads `now`", "this may make it wait"])
    // What the help says is accepted.
    let inputs = "\n  inputs:\n    at: timestamp"
    let passed = [ended, over].map { function in
      function.replacing("\n  inputs:", with: inputs).replacing("now", with: "at")
        .replacing("ended(last)", with: "ended(at, last)")
    }
    let mended = self.shop(requires: ["not \(name)(proposal.at, offer.made.ends_at)"], declarations: passed)
    let kept = mended.findings.filter { $0.hasPrefix("T0") || $0.hasPrefix("T1") || $0.hasPrefix("T2") || $0.hasPrefix("T5021") }
    #expect(kept == [])
  }

  @Test("the help has the clause with the moment of the proposal")
  func help() throws {
    let diagnostics = shop(requires: [Self.early]).load().diagnostics
    let finding = try #require(diagnostics.first { "\($0.code)" == "T5021" })
    #expect(finding.help == "if you mean the moment of the proposal, write `proposal.at < offer.made.ends_at`")
    #expect(finding.fixes.map { $0.edits.map(\.replacement) } == [["proposal.at"]])
    #expect(finding.fixes.allSatisfy { !$0.isSafe })
  }
}
