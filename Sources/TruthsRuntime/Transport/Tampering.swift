/// What a test does to the messages on a virtual wire, to see that somebody notices; `nil` swallows a message.
package struct Tampering: Sendable {
  package var toClient: @Sendable (ServerMessage, _ client: String) -> ServerMessage?
  package var toSession: @Sendable (ClientMessage, _ client: String) -> ClientMessage?

  package init(
    toClient: @escaping @Sendable (ServerMessage, _ client: String) -> ServerMessage? = { message, _ in message },
    toSession: @escaping @Sendable (ClientMessage, _ client: String) -> ClientMessage? = { message, _ in message }
  ) {
    self.toClient = toClient
    self.toSession = toSession
  }
}
