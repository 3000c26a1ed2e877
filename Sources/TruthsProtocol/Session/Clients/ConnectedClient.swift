import TruthsJSON
import TruthsRuntime
import TruthsText

/// What a session knows of a client, as long as it is connected.
struct ConnectedClient: Hashable, Sendable {
  /// What it is connected over; `nil` where nobody said.
  var transport: TransportKind?
  /// Whom it speaks as: who was known when its connection was opened, else the actor of its handshake.
  private(set) var actor: JSONObject?
  /// Whom it acts for, where its handshake names somebody: then nothing that it proposes is for anybody else.
  private(set) var onBehalfOf: String?

  init(transport: TransportKind? = nil, actor: JSONObject? = nil) {
    self.transport = transport
    self.actor = actor
  }

  /// Takes who speaks, and for whom, from a handshake.
  ///
  /// - Returns: What is wrong with it, for people; then the client is whom it was before.
  mutating func take(_ request: JSONObject) -> String? {
    var client = self
    if let given = request["actor"], given != .null, let fault = client.take(actor: given) { return fault }
    if let given = request["on_behalf_of"], given != .null, let fault = client.take(onBehalfOf: given) { return fault }
    self = client
    return nil
  }

  private mutating func take(onBehalfOf given: JSONValue) -> String? {
    guard let person = given.stringValue else { return "`on_behalf_of` is not a text; it is a user_id such as \"ann\"" }
    if let fault = Identifier.fault(in: person) { return "`on_behalf_of` \(fault)" }
    guard actor != nil else { return "`on_behalf_of` without `actor`: it is the actor who acts for somebody" }
    if let onBehalfOf, Text(onBehalfOf) != Text(person) {
      return "the handshake says on_behalf_of \(person), and the session knows \(onBehalfOf); open another connection"
    }
    onBehalfOf = person
    return nil
  }

  private mutating func take(actor given: JSONValue) -> String? {
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: given))
    guard faults.isEmpty, let actor = given.objectValue else {
      return faults.text + "; an actor is such as \(Self.example)"
    }
    if let known = self.actor, let difference = KnownActor.difference(of: actor, from: known, claimedBy: "the handshake") {
      return difference + "; a connection is one actor's: open another"
    }
    self.actor = actor
    return nil
  }

  /// Why a client that never shook hands is refused.
  static let unknown =
    "the session does not know who you are: shake hands first, such as {\"request\": \"capabilities\", \"device_id\": "
    + "\"ios:abc123\", \"app_version\": \"1.0.0\", \"actor\": \(example)}"

  private static let example =
    "{\"type\": \"user\", \"user_id\": \"ann\", \"device_id\": \"ios:abc123\", \"org_id\": \"acme\", "
    + "\"roles\": [\"accountant\"]}"
}
