import TruthsJSON

/// Messages that have come and are not yet handled, in order. A request that is cancelled before its turn is only answered.
package struct MessageQueue: Sendable {
  private var messages: [EditorMessage] = []
  /// How many of `messages` are gone already.
  private var taken = 0
  /// Requests that wait, and those of them that were cancelled.
  private var waiting: Set<JSONValue> = []
  private var cancelled: Set<JSONValue> = []

  package init() {}

  package var isEmpty: Bool { taken == messages.count }

  /// Puts a message at the end. `$/cancelRequest` takes effect at once, and is no message of its own.
  package mutating func put(_ message: EditorMessage) {
    switch message {
    case .notification("$/cancelRequest", let parameters):
      if let id = parameters["id"], waiting.contains(id) { cancelled.insert(id) }
      return
    case .request(let id, _, _): waiting.insert(id)
    default: break
    }
    messages.append(message)
  }

  /// The next message; for a request that was cancelled, what it is answered.
  package mutating func take() -> EditorMessage? {
    guard taken < messages.count else { return nil }
    let message = messages[taken]
    taken += 1
    if taken == messages.count || taken > 512 {
      messages.removeFirst(taken)
      taken = 0
    }
    guard case .request(let id, let method, _) = message else { return message }
    waiting.remove(id)
    guard cancelled.remove(id) != nil else { return message }
    return .fault(ResponseError(.requestCancelled, "\(method) was cancelled"), id: id)
  }
}
