package import Truths

/// The rules and the people of simulated sessions: two organisations that order goods, the server's operator, and a stranger.
///
/// One rule reads a fact from outside, one requires an approval, one compares with the current time, and two fields are
/// sensitive.
package enum SimulatedOffice {
  /// The names of the organisations. Ids of orders begin with one and a hyphen, and must not be visible to the other
  /// organisation.
  package static let organisations = ["acme", "bolt"]
  /// The prefix of the values of sensitive fields.
  package static let cardPrefix = "4929-"
  package static let goods = ["pen", "ink", "desk"]

  package static let people = [
    SimulatedPerson(name: "ann", organisation: "acme", role: "clerk", transport: .grpc),
    SimulatedPerson(name: "mia", organisation: "acme", role: "manager", transport: .webSocket),
    SimulatedPerson(name: "ben", organisation: "bolt", role: "clerk", transport: .webSocket),
    SimulatedPerson(name: "max", organisation: "bolt", role: "manager", transport: .grpc),
    SimulatedPerson(name: "oda", organisation: "host", role: "operator", transport: .webSocket),
    SimulatedPerson(name: "sid", organisation: "cave", role: "manager", transport: .grpc, claimed: 1),
    SimulatedPerson(name: "bob", organisation: "acme", role: "clerk", transport: .sse),
    SimulatedPerson(name: "uma", organisation: "acme", role: "auditor", transport: .rest),
  ]

  package static var operatorActor: String { people[4].actor }

  package static let rules = Result { try rules(asking: 10) }
  /// Rules that may come into force instead: an order needs an approval from another amount on.
  package static let laterRules = Result { try rules(asking: 20) }

  private static func rules(asking amount: Int) throws -> RuleSet {
    try RuleSet(
      files.map { file in
        SourceText(path: file.path, bytes: Array(file.text.replacing("amount > 10", with: "amount > \(amount)").utf8))
      })
  }

  private static let files = [
    (
      path: "truths/office/office.truths",
      text: """
      pack office:
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
          bank: {type: text?, sensitive: true}

      intent place_order:
        fields:
          order_id: text
          sku: text
          amount: integer
          closes: timestamp
          card: {type: text?, sensitive: true}
          bank: {type: text?, sensitive: true}

      truth ordering:
        when:
          - intent: place_order
        requires:
          - order_id exists
          - sku exists
          - amount > 0
          - closes exists
          - stock.counted else "Nobody counted {sku}"
        invariants:
          - now > closes → reject("Too late for {order_id}")
          - stock.counted.amount < amount → reject("There are too few of {sku}")
          - amount > 10 → requires_approval(manager)
        produces:
          - fact.order.placed
          - trace.office.ordering

      """
    ),
    (
      path: "truths/trust/trust.truths",
      text: """
      pack trust:
        version: 1.0.0

      truth seeing:
        when:
          - intent: read_sensitive
        requires:
          - '"auditor" in actor.roles else "Only auditors see it"'
        produces:
          - trace.trust.seeing

      truth changing:
        when:
          - intent: adopt_truths
        requires:
          - '"operator" in actor.roles else "Only operators change the rules"'
        produces:
          - trace.trust.changing

      """
    ),
  ]

  /// A proposal.
  ///
  /// - Parameters:
  ///   - key: its idempotency key; `nil` for none.
  ///   - closes: when it is too late for it, a timestamp.
  package static func order(_ id: String, key: String?, amount: Int, of good: String, closes: String) -> String {
    let key = key.map { #","idempotency_key":"\#($0)""# } ?? ""
    return #"{"action":"place_order","order_id":"\#(id)","sku":"\#(good)","amount":\#(amount),"#
      + #""card":"\#(cardPrefix)\#(id)","bank":"\#(cardPrefix)\#(id)","closes":"\#(closes)"\#(key)}"#
  }
}

/// A person who uses a client.
package struct SimulatedPerson: Sendable {
  package let name: String
  package let organisation: String
  package let role: String
  package let transport: RunTransport
  /// The person that the client falsely claims to be; `nil` for a truthful client.
  package var claimed: Int?

  /// The actor of the connections.
  package var actor: String {
    #"{"type":"user","user_id":"\#(name)","device_id":"dev_\#(name)","org_id":"\#(organisation)","roles":["\#(role)"]}"#
  }

  /// The prefix of the ids of the person's orders.
  package var orderPrefix: String { "\(organisation)-\(name)-" }
}
