import Testing
import Truths

@Suite("A suggested change has no value that rules have computed from what its reader does not see, server §11.1")
struct SensitiveWaysTests {
  /// The clerks Ann and Nina of two organisations ask, and the auditor Uma of Ann's. Each organisation has an account.
  private struct Bank {
    private var vault: SensitiveVault

    init() throws {
      vault = try SensitiveVault(rules: SensitiveWaysTests.rules)
      for (id, name) in [("a1", "lib"), ("n1", "nina")] {
        try fact(
          #"{"type":"acct.opened","id":"\#(id)","top":874321,"pin":"SECRETPIN","class":"silver","due":"2031-05-17"}"#, by: name)
        try fact(#"{"type":"acct.limited","id":"\#(id)","most":5000}"#, by: name)
      }
    }

    private mutating func fact(_ fact: String, by name: String) throws {
      let answer = try vault.send(#"{"control":{"control_type":"inject_fact","payload":\#(fact)}}"#, by: name)
      #expect(answer.decision == "accepted", "\(answer.reason)")
    }

    func ways(_ proposal: String, for name: String) throws -> String {
      let questions = try #require(vault.session.questions(of: name, now: 1_740_823_300_000))
      let told = QuestionShop.Told(try questions.whyNot(.about(Array(proposal.utf8))))
      #expect(told["decision"] != "accepted", "\(told.text)")
      return told.text
    }
  }

  /// Proposals with what the missing change would tell: a half of the top, the pin in small letters, a day after the due date.
  private static let guesses = [
    (#""amount":99999999"#, "437161"), (#""amount":5,"nick":"x""#, "secretpin"), (#""amount":5,"day":"2020-01-01""#, "2031-05"),
    (#""amount":5,"class":"gold""#, "silver"),
    (#""amount":5,"nick":"x","tags":["pin1","secretpin"]"#, #""to":"secretpin""#),
  ]

  @Test("neither to colleagues nor to others; to whoever sees it, it is suggested", arguments: guesses)
  func computed(_ fields: String, _ secret: String) throws {
    let bank = try Bank()
    for (name, id, isTold) in [("ann", "a1", false), ("nina", "a1", false), ("uma", "a1", true), ("ann", "n1", false)] {
      let ways = try bank.ways(#"{"action":"half","id":"\#(id)",\#(fields)}"#, for: name)
      #expect(ways.contains(secret) == isTold, "\(name): \(ways)")
    }
  }

  @Test("nor what is computed by `ensures`, while there is any fact of the type that the reader does not see")
  func afterwards() throws {
    let bank = try Bank()
    for name in ["ann", "nina", "uma"] {
      #expect(try !bank.ways(#"{"action":"ask","id":"a1","sum":99999999}"#, for: name).contains("1748"))
    }
  }

  @Test("what is computed from facts that the reader sees is suggested, beside facts of others that have another key")
  func ownFacts() throws {
    let bank = try Bank()
    #expect(try bank.ways(#"{"action":"limit","id":"a1","amount":9999}"#, for: "ann").contains("2500"))
    #expect(try !bank.ways(#"{"action":"limit","id":"a1","amount":9999}"#, for: "nina").contains("2500"))
    #expect(try bank.ways(#"{"action":"limit","id":"n1","amount":9999}"#, for: "nina").contains("2500"))
  }

  private static let rules = [
    SourceText(
      path: "truths/acct/acct.truths",
      bytes: Array(
        """
        pack acct:
          version: 1.0.0

        enum class: [gold, silver, bronze]

        fact acct.opened:
          key: [id]
          external: true
          fields:
            id: text
            top: {type: integer, sensitive: true}
            pin: {type: text, sensitive: true}
            due: {type: date, sensitive: true}
            class: {type: class, sensitive: true}

        fact acct.limited:
          key: [id]
          external: true
          fields:
            id: text
            most: integer

        fact acct.asked:
          key: [id]
          fields:
            id: text
            sum: integer

        intent half:
          fields:
            id: text
            amount: integer
            day: date?
            nick: text?
            tags: list of text?
            class: class?

        intent ask:
          fields:
            id: text
            sum: integer

        intent limit:
          fields:
            id: text
            amount: integer

        truth halving:
          when:
            - intent: half
          let:
            half: acct.opened(id = id).top / 2
            label: lower(acct.opened(id = id).pin)
          requires:
            - amount <= half + 1
            - nick == label or not nick exists
            - not day exists or day > acct.opened(id = id).due + days(3)
            - not class exists or class == acct.opened(id = id).class
          produces:
            - trace.acct.half

        truth asking:
          when:
            - intent: ask
          requires:
            - id exists
            - sum exists
          produces:
            - fact.acct.asked
            - trace.acct.asked
          ensures:
            - acct.asked(id = id).sum <= acct.opened(id = id).top * 2

        truth limiting:
          when:
            - intent: limit
          requires:
            - amount <= acct.limited(id = id).most / 2
          produces:
            - trace.acct.limit

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
