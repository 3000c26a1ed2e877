/// What a client wants done: it does nothing itself, so that the same code runs over every transport and in every test.
package enum ClientEffect: Hashable, Sendable {
  /// Try to connect; the answer is ``Client/opened(_:at:)`` or ``Client/refused(_:at:)``. A connection that is open is given up.
  case open(TransportKind)
  /// Give the connection up.
  case close
  case send(ClientMessage)
}
