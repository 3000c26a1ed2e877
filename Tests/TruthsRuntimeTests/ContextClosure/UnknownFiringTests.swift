import Testing
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsRuntime
import TruthsText

/// An `if` of a truth on facts that has no value stops (declarations §6 and §7).
@Suite("Unknown conditions of truths on facts") struct UnknownFiringTests {
  private static let vocabulary = """
    pack a:
      version: 1.0.0

    enum currency: [eur, usd]

    policy unset:
      type: decimal

    table doubled:
      inputs:
        x: decimal
      output: decimal
      hit: any
      rows:
        - x * x > 1 → 1
        - x * x > 2 → 2
        - otherwise → 0

    table left:
      inputs:
        x: decimal
      output: decimal
      rows:
        - x > 100 → 1
        - otherwise → missing

    function share:
      inputs:
        x: decimal
        y: decimal
      output: decimal
      value: x / y

    fact other.known:
      key: [id]
      external: true
      fields:
        id: text
        v: decimal?

    fact item.put:
      key: [id]
      fields:
        id: text
        a: decimal
        b: decimal
        zero: decimal
        code: text
        n: decimal?
        note: text?
        on: date
        l: list of decimal
        nothing: list of decimal
        m: map of decimal
        net: decimal in currency
        currency: currency
        gross: decimal in other_currency
        other_currency: currency

    fact item.judged:
      key: [id]
      fields:
        id: text

    intent put:
      fields:
        id: text
        a: decimal = 99999999.99
        b: decimal = 99999999.99
        zero: decimal = 0
        code: text = "x"
        n: decimal
        note: text
        on: date = "2024-01-31"
        l: list of decimal = [1]
        nothing: list of decimal = []
        m: map of decimal
        net: decimal in currency = 1
        currency: currency = eur
        gross: decimal in other_currency = 1
        other_currency: currency = usd

    truth putting:
      when:
        - intent: put
      requires:
        - id exists and m exists
      produces:
        - fact.item.put
        - trace.a.putting

    """

  /// Conditions without a value on the fact that ``item`` makes, and why.
  private static let causes = [
    ("n > 1", "n is missing: not given"), ("total > 1", "total is missing: too large"), ("a / zero > 1", "divided by zero"),
    ("share(a, zero) > 1", "share is missing: divided by zero"), ("a % zero > 1", "divided by zero"),
    ("integer(code) > 1", "it does not fit"), ("date(code) > on", "it does not fit"),
    ("on + years(9000) > on", "it does not fit"),
    ("l[2] > 1", "l[2] is missing: nothing there"), ("m[\"z\"] > 1", "m[\"z\"] is missing: not given"),
    ("min(nothing) > 1", "nothing there"), ("mean(e for e in nothing) > 1", "nothing there"),
    ("first(e for e in nothing by e) > 1", "nothing there"), ("sum(o.v for o in other.known) > 1", ""),
    ("doubled(12) > 1", "doubled is missing: two rows hold"), ("left(zero) > 1", "left is missing: left out"),
    ("unset > 1", "unset is missing: not set"), ("net > gross", "eur and usd"),
    ("coalesce(n, unset) > 1", "unset is missing: not set"),
    ("other.known(id = \"q\").v > 1", "other.known(id = \"q\").v is missing: there is no other.known for q"),
    ("other.known(id = \"o\").v > 1", "other.known(id = \"o\").v is missing: not given"),
    ("other.known(id = note)", "other.known(id = note) is missing: note is missing: not given"),
    ("note == code", "note is missing: not given"), ("code contains note", "note is missing: not given"),
    ("note in [\"x\"]", "note is missing: not given"), ("note like \"x*\"", "note is missing: not given"),
    ("note empty", "note is missing: not given"), ("(if n > 1 then a else b) > 1", "n is missing: not given"),
  ]

  /// The positions of a condition `C` in an `if`.
  private static let forms = [
    "C", "not C", "a > 1 and C", "C and a > 1", "a < 1 or C", "C or a < 1", "not (a < 1 or C)", "some x in l satisfies C",
    "every x in l satisfies C", "no x in l satisfies C", "(if a > 1 then C else true)", "count(x in l where C) > 0",
  ]

  private static let item = #"{"action": "put", "id": "i", "m": {"a": 1}}"#
  private static let facts = [#"{"type": "other.known", "id": "o"}"#]

  private static func judging(_ condition: String, lets: [String] = []) -> String {
    """
    truth judging:
      when:
        - fact: item.put
        - if: '\(condition)'
      let:
        total: a * b
    \(lets.map { "    \($0)\n" }.joined())  produces:
        - fact.item.judged
        - trace.a.judging

    """
  }

  private static func outcome(
    _ declarations: String, _ proposal: String = item, facts: [String] = facts, language: LanguageVersion = .current
  ) throws -> RunOutcome {
    var world = try World([("a.truths", vocabulary + declarations)], facts: facts, language: language)
    return try world.propose(proposal)
  }

  // MARK: Causes

  @Test("every cause stops the run and is told, however the condition stands in the `if`", arguments: causes)
  func everyCause(_ condition: String, _ cause: String) throws {
    let written = Self.forms.map { $0.replacing("C", with: "(\(condition))") }
    for (condition, lets) in written.map({ ($0, [String]()) }) + [("told", ["told: '\(condition)'"])] {
      let outcome = try Self.outcome(Self.judging(condition, lets: lets))
      #expect(outcome.decision == .halted, "\(condition)")
      #expect(outcome.truthID == "converge.fact.incomplete", "\(condition)")
      #expect(outcome.reason.hasPrefix("cannot tell whether a.judging applies: "), "\(condition): \(outcome.reason)")
      let isOfLoop = condition.contains(" in l ")
      #expect(isOfLoop || outcome.reason.hasSuffix(cause), "\(condition): \(outcome.reason)")
      #expect(outcome.violations.map(\.kind) == [.structural], "\(condition)")
      #expect(!outcome.entries.contains { $0.type == .fact }, "\(condition)")
      let before = try Self.outcome(Self.judging(condition, lets: lets), language: .two)
      #expect(before.decision == .accepted, "\(condition)")
    }
  }

  @Test(
    "what another part decides is known", arguments: causes)
  func decided(_ condition: String, _ cause: String) throws {
    for (form, fires) in [("a < 1 and C", false), ("C and a < 1", false), ("a > 1 or C", true), ("C or a > 1", true)] {
      let outcome = try Self.outcome(Self.judging(form.replacing("C", with: "(\(condition))")))
      #expect(outcome.decision == .accepted, "\(form) with \(condition): \(outcome.reason)")
      #expect(outcome.entries.contains { $0.truthID == "a.judging" } == fires, "\(form) with \(condition)")
    }
  }

  // MARK: Joins

  private static let pair = """
    fact side.put:
      key: [id]
      external: true
      fields:
        id: text
        key: text?

    truth joining:
      when:
        - fact: item.put as i
        - fact: side.put as s
        - if: CONDITION
      produces:
        - fact.item.judged:
            id: i.id
        - trace.a.joining

    """

  @Test(
    "a join over a value that is missing is unknown, whichever fact lacks it and whichever arrives last",
    arguments: [
      ("i.note == s.id", true), ("s.key == i.code", true), ("i.note == s.key", true),
      ("i.note == s.key and i.code == s.id", true),
      ("i.note exists and i.note == s.id", false), ("s.id == i.code", false), ("i.code == \"q\" and i.note == s.id", false),
      ("i.note == s.id and i.code == \"q\"", false), ("i.note == \"q\" and s.id == \"x\"", true),
      ("unset == i.a and s.id == \"x\"", true), ("i.note < s.id and s.id == i.code", true),
    ])
  func joins(_ condition: String, _ isUnknown: Bool) throws {
    let declarations = Self.pair.replacing("CONDITION", with: "'\(condition)'")
    let side = #"{"type": "side.put", "id": "x"}"#
    let outcome = try Self.outcome(declarations, facts: [side])
    #expect((outcome.truthID == "converge.fact.incomplete") == isUnknown, "\(outcome.reason)")
    // The side arrives behind the item.
    var world = try World([("a.truths", Self.vocabulary + declarations)])
    #expect(try world.propose(Self.item).decision == .accepted)
    let injected = world.procedure.inject(
      try World.json(side), actor: ["type": .text("user"), "user_id": .text("ann")], runID: "run_out", correlationID: "cor_out",
      now: .epoch, on: world.context)
    if case .refused(let truth, _) = injected {
      #expect(isUnknown && truth == "converge.fact.incomplete")
    } else {
      #expect(!isUnknown)
    }
  }

  // MARK: Rest

  @Test("an `or` that a later round makes true is known, whatever is missing", arguments: [true, false])
  func atRest(_ isSeen: Bool) throws {
    let outcome = try Self.outcome(
      """
      fact item.seen:
        key: [id]
        fields:
          id: text

      truth seeing:
        when:
          - fact: item.put
          - if: a \(isSeen ? ">" : "<") 1
        produces:
          - fact.item.seen
          - trace.a.seeing

      """ + Self.judging("n > 1 or some s in item.seen satisfies s.id == trigger.id"))
    #expect(outcome.decision == (isSeen ? .accepted : .halted), "\(outcome.reason)")
    #expect(outcome.entries.contains { $0.payload["type"] == .text("item.judged") } == isSeen)
  }

  @Test("a stratum that cannot be told leaves later strata unread")
  func laterStrata() throws {
    let outcome = try Self.outcome(
      Self.judging("n > 1") + """

        fact item.fine:
          key: [id]
          fields:
            id: text

        truth contradicting:
          when:
            - fact: item.put
            - if: not item.judged
          invariants:
            - a > 1 → reject("it is not judged")
          produces:
            - fact.item.fine
            - trace.a.contradicting

        """)
    #expect(outcome.violations.map(\.truthID) == ["converge.fact.incomplete"])
  }

  @Test(
    "a match whose moves cannot be made is none", arguments: [("start → open", true), ("open → done", false)])
  func moves(_ chain: String, _ isMade: Bool) throws {
    let outcome = try Self.outcome(
      """
      lifecycle thing:
        key: [id]
        initial: open
        transitions:
          - open → done
        terminal: [done]

      intent close:
        fields:
          id: text

      truth closing:
        when:
          - intent: close
        requires:
          - id exists
        moves:
          - thing: start → open → done
        produces:
          - trace.a.closing

      truth judging:
        when:
          - fact: item.put
          - if: n > 1
        moves:
          - thing: \(chain)
        produces:
          - trace.a.judging

      """)
    #expect(outcome.decision == (isMade ? .halted : .accepted), "\(outcome.reason)")
  }

  // MARK: Arrivals

  @Test("a context that holds such a fact cannot be closed; a fact from outside that makes one is refused")
  func arrivals() throws {
    let declarations = """
      truth judging:
        when:
          - fact: other.known
          - if: v > 1
        produces:
          - fact.item.judged
          - trace.a.judging

      """
    let outcome = try Self.outcome(declarations)
    #expect(outcome.reason == "cannot tell whether a.judging applies: v is missing: not given")
    #expect(outcome.run.status == .halted)
    #expect(try Self.outcome(declarations, language: .two).decision == .accepted)
    let world = try World([("a.truths", Self.vocabulary + declarations)])
    let person: JSONObject = ["type": .text("user"), "user_id": .text("ann")]
    for (fact, isRefused) in [
      (#"{"type": "other.known", "id": "o"}"#, true), (#"{"type": "other.known", "id": "o", "v": 1}"#, false),
    ] {
      let arrival = world.procedure.inject(
        try World.json(fact), actor: person, runID: "run_out", correlationID: "cor_out", now: .epoch, on: world.context)
      if case .refused(let truth, _) = arrival {
        #expect(isRefused && truth == "converge.fact.incomplete")
      } else {
        #expect(!isRefused)
      }
    }
  }
}
