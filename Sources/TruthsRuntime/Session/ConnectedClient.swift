import TruthsEngine
import TruthsJSON

/// What a session knows of a client, as long as it is connected.
struct ConnectedClient: Hashable, Sendable {
  /// What it is connected over; `nil` where nobody said.
  var transport: TransportKind?
  /// Whom it speaks as: the actor of its handshake.
  private(set) var actor: JSONObject?

  init(transport: TransportKind? = nil) { self.transport = transport }

  /// Takes the actor of a handshake.
  ///
  /// - Returns: What is wrong with it, for people; then the client is whom it was before.
  mutating func take(actor given: JSONValue) -> String? {
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: given))
    guard faults.isEmpty, let actor = given.objectValue else {
      return faults.map(\.text).joined(separator: "; ") + "; an actor is such as \(Self.example)"
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
