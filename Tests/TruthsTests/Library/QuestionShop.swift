import Foundation
import Testing
import Truths

/// A session in which people of two organisations order goods, for questions about it.
///
/// A rule reads a count of the other organisation, large orders wait for a manager, and cards are sensitive.
struct QuestionShop {
  var session: RunSession
  private(set) var now = 1_740_823_200_000

  static let people = [
    "ann": ("acme", "clerk"), "mia": ("acme", "manager"), "uma": ("acme", "auditor"), "ben": ("bolt", "clerk"),
    "max": ("bolt", "manager"), "oda": ("host", "operator"), "namesake": ("bolt", "inspector"),
  ]

  static func actor(_ name: String) -> String {
    let (organisation, role) = people[name] ?? ("", "")
    // The namesake is another ann.
    let user = name == "namesake" ? "ann" : name
    return #"{"type":"user","user_id":"\#(user)","device_id":"dev","org_id":"\#(organisation)","roles":["\#(role)"]}"#
  }

  /// - Parameter more: further files of the rules.
  init(more: [SourceText] = []) throws {
    var options = RunSessionOptions()
    options.operatorActor = Self.actor("oda")
    session = try RunSession(RuleSet(Self.files + more), options: options, now: now)
    for name in Self.people.keys.sorted() { try session.open(name, by: Self.actor(name)) }
    // The count belongs to acme, and limits the orders of all organisations.
    try count("pen", 7_171)
  }

  mutating func count(_ good: String, _ amount: Int) throws {
    let fact = #"{"type":"stock.counted","sku":"\#(good)","amount":\#(amount)}"#
    let answer = try send(.control(Array(#"{"control_type":"inject_fact","payload":\#(fact)}"#.utf8)), by: "ann")
    #expect(answer.decision == "accepted", "\(answer.reason)")
  }

  /// An order, whose card begins with `4929-`.
  @discardableResult
  mutating func order(_ id: String, amount: Int = 1, by name: String) throws -> RunAnswer {
    try send(.proposal(Array(Self.order(id, amount: amount).utf8)), by: name)
  }

  static func order(_ id: String, amount: Int = 1) -> String {
    #"{"action":"place_order","order_id":"\#(id)","sku":"pen","amount":\#(amount),"card":"4929-\#(id)"}"#
  }

  static func refund(_ id: String, card: String) -> String {
    #"{"action":"refund_order","order_id":"\#(id)","card":"\#(card)"}"#
  }

  mutating func send(_ message: RunMessage, by name: String) throws -> RunAnswer {
    now += 1_000
    session.receive(message, from: name, now: now)
    session.work(now: now)
    let answers = session.outgoing(to: name).compactMap(\.answer)
    return try #require(answers.last)
  }

  /// Returns the questions that a person may ask now.
  func questions(_ name: String) throws -> RunQuestions { try #require(session.questions(of: name, now: now)) }

  func dryRun(_ body: String, by name: String) throws -> Told {
    Told(try questions(name).dryRun(.about(Array(body.utf8))))
  }

  func whyNot(_ body: String, by name: String) throws -> Told { Told(try questions(name).whyNot(.about(Array(body.utf8)))) }

  func suggest(_ body: String = "{}", by name: String) throws -> Told {
    Told(try questions(name).suggest(.next(Array(body.utf8))))
  }

  /// An answer, as text and as JSON.
  struct Told {
    let text: String

    init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

    var json: [String: Any] { (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:] }

    subscript(_ name: String) -> String? { json[name] as? String }

    func list(_ name: String) -> [[String: Any]] { json[name] as? [[String: Any]] ?? [] }
  }

  private static let files = [
    SourceText(
      path: "truths/shop/shop.truths",
      bytes: Array(
        """
        pack shop:
          version: 1.0.0

        fact stock.counted:
          key: [sku]
          external: true
          fields:
            sku: text
            amount: integer

        fact order.placed:
          key: [order_id]
          fields:
            order_id: text
            sku: text
            amount: integer
            card: {type: text?, sensitive: true}

        fact order.refunded:
          key: [order_id]
          fields:
            order_id: text

        intent place_order:
          fields:
            order_id: text
            sku: text
            amount: integer
            card: {type: text?, sensitive: true}

        intent refund_order:
          fields:
            order_id: text
            card: {type: text?, sensitive: true}

        truth ordering:
          when:
            - intent: place_order
          requires:
            - order_id exists
            - sku exists
            - amount > 0
            - stock.counted else "Nobody counted {sku}"
          invariants:
            - stock.counted.amount < amount → reject("There are too few of {sku}")
            - amount > 10 → requires_approval(manager)
          produces:
            - fact.order.placed
            - trace.shop.ordering

        truth refunding:
          when:
            - intent: refund_order
          requires:
            - order_id exists
            - order.placed else "There is no order {order_id}"
            - card exists
            - order.placed.card == card
          produces:
            - fact.order.refunded
            - trace.shop.refunding

        truth overrides:
          when:
            - fact: override.used
          produces:
            - trace.shop.override

        blueprint buying:
          outcome: An order, and the way back
          packs: [shop]
          steps: [place_order, refund_order]

        """.utf8)),
    SourceText(
      path: "truths/trust/trust.truths",
      bytes: Array(
        """
        pack trust:
          version: 1.0.0

        truth seeing:
          when:
            - intent: read_sensitive
          requires:
            - '"auditor" in actor.roles else "Only auditors see it"'
          produces:
            - trace.trust.seeing

        """.utf8)),
  ]
}
