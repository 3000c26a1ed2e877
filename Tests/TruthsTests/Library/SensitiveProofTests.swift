import Testing
import Truths

@Suite("What a proof and a suggestion show of sensitive values, and of what was made of them, server §11 and sessions §10.2")
struct SensitiveProofTests {
  /// Ann holds a card in one organisation and Nina in the other, and a third person asks what is known of them.
  ///
  /// Nina reads her own organisation alone. Auditors of acme see what is sensitive of acme.
  private struct Desk {
    var vault: SensitiveVault

    init() throws {
      vault = try SensitiveVault(rules: SensitiveProofTests.rules)
      for (id, left) in [("a", 7), ("b", 9)] {
        try fact(#"{"type":"side.left","k":"\#(id)","n":\#(left)}"#, by: "lib")
        try fact(#"{"type":"side.right","k":"\#(id)","n":3}"#, by: "nina")
      }
      try fact(#"{"type":"code.known","code":"KEPTIBAN","word":"LOOKEDWORD"}"#, by: "lib")
      let held = try propose(#"{"action":"hold_card","k":"k1","iban":"KEPTIBAN","pay":717171}"#, by: "ann")
      #expect(held.decision == "accepted", "\(held.reason)")
    }

    private mutating func fact(_ fact: String, by name: String) throws {
      let answer = try vault.send(#"{"control":{"control_type":"inject_fact","payload":\#(fact)}}"#, by: name)
      #expect(answer.decision == "accepted", "\(answer.reason)")
    }

    mutating func propose(_ proposal: String, by name: String) throws -> RunAnswer {
      try vault.send(#"{"propose":\#(proposal)}"#, by: name)
    }

    func why(_ answer: RunAnswer, for name: String) throws -> QuestionShop.Told {
      let questions = try #require(vault.session.questions(of: name, now: 1_740_823_300_000))
      let decision = try #require(answer.decisionID)
      return QuestionShop.Told(try #require(questions.why(decision)))
    }

    func suggestions(for name: String) throws -> QuestionShop.Told {
      let questions = try #require(vault.session.questions(of: name, now: 1_740_823_300_000))
      return QuestionShop.Told(try questions.suggest(.next(Array("{}".utf8))))
    }

    /// Makes more codes known than a proof lists, before the one of the other organisation.
    mutating func learnManyCodes() throws {
      for number in 100...204 { try fact(#"{"type":"code.known","code":"C\#(number)","word":"w"}"#, by: "nina") }
    }
  }

  private static func node(_ name: String, in told: QuestionShop.Told) -> [String: Any]? {
    told.list("nodes").first { $0["name"] as? String == name }
  }

  /// Returns the facts, and the look-ups in them, whose names begin with a text.
  private static func read(_ beginning: String, in told: QuestionShop.Told) -> [[String: Any]] {
    told.list("nodes").filter { node in
      ["fact", "look-up"].contains(node["kind"] as? String) && (node["name"] as? String ?? "").hasPrefix(beginning)
    }
  }

  @Test("a suggestion has no field of a fact that its reader does not see, also where the intent's field is not sensitive")
  func suggestions() throws {
    var desk = try Desk()
    let bob = try desk.suggestions(for: "bob")
    #expect(bob.text.contains(#""action":"refund_card""#) && bob.text.contains(#""k":"k1""#), "\(bob.text)")
    #expect(!bob.text.contains("KEPTIBAN") && !bob.text.contains("***"), "\(bob.text)")
    #expect(try desk.suggestions(for: "uma").text.contains("KEPTIBAN"))
    // An auditor of acme does not see what is sensitive of another organisation, though they read it.
    _ = try desk.propose(#"{"action":"hold_card","k":"k2","iban":"NINAIBAN","pay":5}"#, by: "nina")
    let uma = try desk.suggestions(for: "uma")
    #expect(uma.text.contains(#""k":"k2""#) && !uma.text.contains("NINAIBAN"), "\(uma.text)")
  }

  @Test("a clause is shown as it is written, and a reason is cut")
  func clauses() throws {
    var desk = try Desk()
    let rejected = try desk.propose(#"{"action":"hold_card","k":"k3","iban":"xx","pay":5}"#, by: "ann")
    #expect(rejected.decision == "rejected", "\(rejected.reason)")
    let bob = try desk.why(rejected, for: "bob")
    let texts = bob.list("nodes").compactMap { $0["text"] as? String }
    #expect(texts.contains("length(iban) > 2") && texts.contains { $0.hasSuffix("***") }, "\(texts)")
  }

  @Test("a proposer sees in a proof what rules made of the proposal alone, as in the decision; nobody else does")
  func proposed() throws {
    var desk = try Desk()
    let rejected = try desk.propose(#"{"action":"hold_card","k":"k3","iban":"letbad","pay":5}"#, by: "ann")
    #expect(rejected.decision == "rejected" && rejected.reason.contains("LETBAD"), "\(rejected.reason)")
    #expect(Self.node("big", in: try desk.why(rejected, for: "ann"))?["value"] as? String == "LETBAD")
    #expect(Self.node("big", in: try desk.why(rejected, for: "bob"))?["value"] as? String == "***")
    let looked = try desk.propose(#"{"action":"peek","k":"k1"}"#, by: "bob")
    #expect(Self.node("other", in: try desk.why(looked, for: "bob"))?["value"] as? String == "***")
  }

  @Test("what a masked value has chosen is left out: a row, a branch, an alternative, what passes a `where`, what has a key")
  func chosen() throws {
    var desk = try Desk()
    let peeked = try desk.propose(#"{"action":"peek","k":"k1"}"#, by: "bob")
    #expect(peeked.decision == "accepted", "\(peeked.reason)")
    let (bob, uma) = (try desk.why(peeked, for: "bob"), try desk.why(peeked, for: "uma"))
    for hidden in ["ROWRICH", "ROWLOW", "ABSENTCODE", "LOOKEDWORD", "KEPTIBAN", "717171"] {
      #expect(!bob.text.contains(hidden), "\(hidden): \(bob.text)")
    }
    #expect(Self.read("side.", in: bob).isEmpty && Self.read("side.", in: uma).count == 3, "\(bob.text)")
    #expect(Self.node("branch", in: bob)?["left_out"] as? Bool == true)
    #expect(Self.read("code.known", in: bob).map { $0["key"] as? [String: String] } == [["code": "***"]], "\(bob.text)")
    for shown in ["ROWRICH", "LOOKEDWORD", "KEPTIBAN", "717171"] { #expect(uma.text.contains(shown), "\(shown)") }
    #expect(Self.node("branch", in: uma)?["left_out"] == nil)
  }

  @Test("a value is masked that reads, for an element or beyond those that are listed, what its reader may not read")
  func unlisted() throws {
    var desk = try Desk()
    try desk.learnManyCodes()
    let tallied = try desk.propose(#"{"action":"tally","k":"t1"}"#, by: "nina")
    #expect(tallied.decision == "accepted", "\(tallied.reason)")
    let nina = try desk.why(tallied, for: "nina")
    for name in ["rated", "all"] { #expect(Self.node(name, in: nina)?["value"] as? String == "***", "\(nina.text)") }
    #expect(Self.node("own", in: nina)?["value"] as? Int == 2, "\(nina.text)")
    let bob = try desk.why(tallied, for: "bob")
    for (name, count) in [("rated", 2), ("all", 106), ("own", 2)] {
      #expect(Self.node(name, in: bob)?["value"] as? Int == count, "\(bob.text)")
    }
  }

  @Test("what a decision tells is of its own organisation, and the fact that a rule looked up is of that of the fact")
  func elsewhere() throws {
    var desk = try Desk()
    _ = try desk.propose(#"{"action":"hold_card","k":"k2","iban":"NINAIBAN","pay":5}"#, by: "nina")
    let asked = try desk.propose(#"{"action":"refund_card","k":"k2","iban":"guess"}"#, by: "ann")
    #expect(asked.decision == "rejected" && !asked.reason.contains("NINAIBAN"), "\(asked.reason)")
    let uma = try desk.why(asked, for: "uma")
    let held = try #require(Self.read("card.held", in: uma).first { $0["kind"] as? String == "fact" })
    #expect((held["value"] as? [String: Any])?["iban"] as? String == "***")
    #expect(Self.read("card.held", in: uma).contains { $0["value"] as? String == "NINAIBAN" }, "\(uma.text)")
    #expect(try !desk.why(asked, for: "ann").text.contains("NINAIBAN"))
  }

  static let rules = [
    SourceText(
      path: "truths/hold/hold.truths",
      bytes: Array(
        """
        pack hold:
          version: 1.0.0

        fact card.held:
          key: [k]
          fields:
            k: text
            iban: {type: text, sensitive: true}
            pay: {type: integer, sensitive: true}

        fact card.refunded:
          key: [k]
          fields:
            k: text
            iban: text?

        fact side.left:
          key: [k]
          external: true
          fields:
            k: text
            n: integer

        fact side.right:
          key: [k]
          external: true
          fields:
            k: text
            n: integer

        fact code.known:
          key: [code]
          external: true
          fields:
            code: text
            word: text

        intent hold_card:
          fields:
            k: text
            iban: {type: text, sensitive: true}
            pay: {type: integer, sensitive: true}

        intent refund_card:
          fields:
            k: text
            iban: text?

        intent peek:
          fields:
            k: text

        intent tally:
          fields:
            k: text

        table tier:
          inputs:
            n: integer
          output: text
          rows:
            - n < 100 → "ROWLOW"
            - n < 800000 → "ROWRICH"
            - otherwise → "ROWMOST"

        truth holding:
          when:
            - intent: hold_card
          let:
            big: upper(iban)
          requires:
            - k exists
            - pay exists
            - length(iban) > 2
            - big != "LETBAD"
          produces:
            - fact.card.held
            - trace.hold.held

        truth refunding:
          when:
            - intent: refund_card
          requires:
            - k exists and card.held(k = k).iban == iban
          produces:
            - fact.card.refunded
            - trace.hold.refunded

        truth peeking:
          when:
            - intent: peek
          let:
            branch: if card.held(k = k).pay > 5 then side.left(k = "a").n else side.right(k = "b").n
            other: coalesce(card.held(k = k).iban, code.known(code = "ABSENTCODE").word)
            smaller: count(q in side.left where q.n < card.held(k = k).pay)
            word: code.known(code = card.held(k = k).iban).word
          requires:
            - tier(card.held(k = k).pay) != "x"
            - branch > 0
            - other != "x"
            - smaller > 0
            - word != "x"
          produces:
            - trace.hold.peeked

        truth tallying:
          when:
            - intent: tally
          let:
            rated: count(q in side.right where side.left(k = q.k).n > 5)
            all: count(q in code.known)
            own: count(q in side.right where q.n < 5)
          requires:
            - k exists
            - rated < 1000
            - all < 1000
            - own < 1000
          produces:
            - trace.hold.tallied

        blueprint paying:
          outcome: A card is held and paid back
          packs: [hold]
          steps: [hold_card, refund_card]

        """.utf8)),
    SourceText(
      path: "truths/trust/trust.truths",
      bytes: Array(
        """
        pack trust:
          version: 1.0.0

        truth reading:
          when:
            - intent: read_ledger
          requires:
            - org_id == "newco" or actor.user_id != "nina"
          produces:
            - trace.trust.reading

        truth seeing:
          when:
            - intent: read_sensitive
          requires:
            - org_id == "acme" and "auditor" in actor.roles
          produces:
            - trace.trust.seeing

        """.utf8)),
  ]
}
