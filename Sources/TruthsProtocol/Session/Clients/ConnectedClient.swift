import TruthsEngine
import TruthsJSON
import TruthsRuntime
import TruthsText

/// A client's transport and identity, for the time of its connection.
struct ConnectedClient: Hashable, Sendable {
  /// Transport of the connection; `nil` if unknown.
  var transport: TransportKind?
  /// Actor that was verified when the connection was opened.
  let actor: JSONObject
  /// Person for whom the client acts, from its handshake. Then a proposal for another person is refused.
  private(set) var onBehalfOf: String?

  init(transport: TransportKind?, actor: JSONObject) {
    self.transport = transport
    self.actor = actor
  }

  /// Takes the person for whom the client acts from a handshake.
  ///
  /// The handshake must name the device and the version of the program (contract §8.1), and its `actor` must be the client's own.
  ///
  /// - Returns: the fault in the handshake, for people; then the client is unchanged.
  mutating func take(_ request: JSONObject) -> String? {
    var client = self
    if let fault = Self.fault(ofProgramIn: request) { return fault }
    if let given = request["actor"], given != .null, let fault = client.fault(ofActor: given) { return fault }
    if let given = request["on_behalf_of"], given != .null, let fault = client.take(onBehalfOf: given) { return fault }
    self = client
    return nil
  }

  private static func fault(ofProgramIn request: JSONObject) -> String? {
    let wants =
      "a handshake names the device and the version of the program, such as "
      + "{\"request\": \"capabilities\", \"device_id\": \"ios:abc123\", \"app_version\": \"1.0.0\"}"
    guard let device = request.text("device_id") else { return "`device_id` is no text; \(wants)" }
    if let fault = Identifier.fault(in: device) { return "`device_id` \(fault); \(wants)" }
    guard let version = request.text("app_version") else { return "`app_version` is no text; \(wants)" }
    return Text(version).isLegible ? nil : "`app_version` has nothing to read; \(wants)"
  }

  private mutating func take(onBehalfOf given: JSONValue) -> String? {
    guard let person = given.stringValue else { return "`on_behalf_of` is not a text; it is a user_id such as \"ann\"" }
    if let fault = Identifier.fault(in: person) { return "`on_behalf_of` \(fault)" }
    if let onBehalfOf, Text(onBehalfOf) != Text(person) {
      return "the handshake says on_behalf_of \(person), and the session knows \(onBehalfOf); open another connection"
    }
    onBehalfOf = person
    return nil
  }

  private func fault(ofActor given: JSONValue) -> String? {
    let faults = KnownActor.faults(in: LocatedJSON(unlocated: given))
    guard faults.isEmpty, let claimed = given.objectValue else { return faults.text + "; an actor is such as \(Self.example)" }
    return KnownActor.difference(of: claimed, from: actor, claimedBy: "the handshake").map {
      $0 + "; a connection is one actor's: open another"
    }
  }

  private static let example =
    "{\"type\": \"user\", \"user_id\": \"ann\", \"device_id\": \"ios:abc123\", \"org_id\": \"acme\", "
    + "\"roles\": [\"accountant\"]}"
}
