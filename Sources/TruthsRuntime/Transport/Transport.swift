package import TruthsJSON

/// What carries messages between clients and a session. The protocol of messages is the same over each transport; a transport
/// only connects, carries frames in order, and tells when a connection is lost.
///
/// Moments are milliseconds since 1970; a transport reads no clock.
package protocol Transport: Sendable {
  /// Tries to connect a client; a connection that it has is given up.
  ///
  /// - Returns: Whether it is connected now.
  mutating func open(_ client: String, over kind: TransportKind, at now: Int) -> Bool

  /// Gives a client's connection up. What was on its way is lost.
  mutating func close(_ client: String)

  /// Sends a message of a client. Without a connection nothing is sent.
  mutating func send(_ message: ClientMessage, from client: String, at now: Int)

  /// Sends a message to a client. Without a connection nothing is sent.
  mutating func send(_ message: ServerMessage, to client: String, at now: Int)

  /// Takes the next arrival that is due, if there is one.
  mutating func receive(at now: Int) -> Arrival?

  /// When the next arrival is due; `nil` while nothing is on its way.
  var nextArrival: Int? { get }
}

/// Something that arrives.
package enum Arrival: Hashable, Sendable {
  /// A frame of a client: a message as JSON.
  case atSession(from: String, JSONValue)
  /// A frame of the session.
  case atClient(String, JSONValue)
  /// A client's connection broke.
  case lost(String)
}
