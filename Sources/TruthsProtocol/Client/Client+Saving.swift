package import TruthsJSON
import TruthsRuntime

/// The saved state of a client, from which it resumes after its program was stopped.
extension Client {
  /// The unanswered proposals, the shown context, and the position in its stream.
  package var saved: JSONObject {
    var object = savedQueue
    object["seq"] = .integer(tracker.seq)
    object["stream_id"] = streamID.map { .text($0) }
    object["state"] = .object(context.json)
    return object
  }

  /// The state that must not be lost: the unanswered proposals, their actor, and the capabilities that the next proposals use.
  package var savedQueue: JSONObject {
    var object: JSONObject = ["actor": .object(actor), "outbox": .array(outbox.map { .object($0.json) })]
    object["capabilities"] = capabilities.map { .object($0) }
    return object
  }

  /// Restores a saved state before the first connection.
  ///
  /// The client then resumes from the saved `seq`, and sends the unanswered proposals under their old keys.
  ///
  /// - Returns: `false` if the object is not ``saved`` or ``savedQueue`` of the same actor; then nothing is restored.
  package mutating func restore(_ saved: JSONObject) -> Bool {
    guard let given = saved["outbox"]?.arrayValue, saved["actor"] ?? .object(actor) == .object(actor) else { return false }
    let items = given.compactMap { $0.objectValue.flatMap(OutboxItem.init(json:)) }
    guard items.count == given.count else { return false }
    if saved["seq"] != nil || saved["state"] != nil {
      guard let seq = saved.integer("seq"), let state = saved["state"].flatMap({ ContextView(json: $0) }) else { return false }
      tracker = SequenceTracker(from: seq)
      context = state
      streamID = saved.text("stream_id")
    }
    outbox = items.filter { item in !outbox.contains { $0.key == item.key } } + outbox
    capabilities = saved.object("capabilities") ?? capabilities
    return true
  }
}

extension OutboxItem {
  fileprivate var json: JSONObject {
    [
      "key": .text(key), "message": .object(message), "queued": .boolean(isQueued), "refused": .boolean(isRefused),
    ]
  }

  fileprivate init?(json object: JSONObject) {
    guard let key = object.text("key"), let message = object.object("message") else { return nil }
    self.init(key: key, message: message, isQueued: object.isTrue("queued"), isRefused: object.isTrue("refused"))
  }
}
