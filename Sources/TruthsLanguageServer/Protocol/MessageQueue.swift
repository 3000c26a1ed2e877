import TruthsJSON

/// The messages that have arrived and are not yet handled, in order. A request that is cancelled before its turn only gets an
/// error response.
package struct MessageQueue: Sendable {
  private var messages: [EditorMessage] = []
  /// The number of elements of `messages` that were taken already.
  private var taken = 0
  /// The ids of the requests that wait, and of those among them that were cancelled.
  private var waiting: Set<JSONValue> = []
  private var cancelled: Set<JSONValue> = []

  package init() {}

  package var isEmpty: Bool { taken == messages.count }

  /// Appends a message. `$/cancelRequest` takes effect at once and is not queued.
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

  /// Returns and removes the next message. A cancelled request becomes a fault with its error response.
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
