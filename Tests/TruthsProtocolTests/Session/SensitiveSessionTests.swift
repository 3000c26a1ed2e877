import Testing
import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

/// Messages contain the values of sensitive fields only for people who may see them (sessions §10.2).
@Suite struct SensitiveSessionTests {
  private static let truths = """
    pack shop:
      version: 1.0.0

    fact payment.made:
      key: [payment_id]
      fields:
        payment_id: text
        card: {type: text, sensitive: true}

    intent pay:
      fields:
        payment_id: text
        card: {type: text, sensitive: true}

    truth paying:
      when:
        - intent: pay
      requires:
        - payment_id exists
        - card exists
        - length(card) == 4
      produces:
        - fact.payment.made
        - trace.shop.paying

    """
  private static let trust = """
    pack trust:
      version: 1.0.0

    truth seeing:
      when:
        - intent: read_sensitive
      requires:
        - '"auditor" in actor.roles else "Only auditors see it"'
      produces:
        - trace.trust.seeing

    """
  private static let auditor: JSONObject = [
    "type": .text("user"), "user_id": .text("aud"), "device_id": .text("d"), "org_id": .text("org"),
    "roles": .texts(["auditor"]),
  ]

  @Test(arguments: [
    (StreamEvents.ann, true, "who proposed it"), (StreamEvents.bob, false, "a colleague"), (auditor, true, "whom a truth lets"),
  ])
  func whoMaySeeIt(_ reader: JSONObject, _ sees: Bool, _ words: String) throws {
    let procedure = try Shop.load(Self.truths, trust: Self.trust)
    var session = Session(procedure: procedure, context: procedure.emptyContext, start: .epoch)
    session.open("reader", by: reader)
    session.receive(.resume(from: 0, subscribe: true), from: "reader", at: 0)
    for (id, card) in [("p1", "4711"), ("p2", "47114711")] {
      let proposal: JSONObject = ["action": .text("pay"), "payment_id": .text(id), "card": .text(card)]
      _ = session.propose(proposal, by: StreamEvents.ann, at: 0)
    }
    var told = session.takeFrames(for: "reader")
    for message: ClientMessage in [
      .resume(from: 0, subscribe: false), .range(from: 1, to: 100), .snapshot,
      .resume(Resumption(from: 0, subscribe: false, streamID: "str_0")),
    ] {
      session.receive(message, from: "reader", at: 1)
      told += session.takeFrames(for: "reader")
    }
    #expect(told.count > 10)
    for message in told {
      let text = String(decoding: JSONValue.object(message.json).canonical(), as: UTF8.self)
      #expect(sees || !text.contains("4711"), "\(words): \(text)")
      #expect(!sees || !text.contains("\"***\""), "\(words): \(text)")
    }
    let whole = told.map { String(decoding: JSONValue.object($0.json).canonical(), as: UTF8.self) }.joined()
    #expect(whole.contains(sees ? #""card":"4711""# : #""card":"***""#))
  }
}
