package import TruthsJSON
import TruthsRuntime

/// What a client keeps while its program does not run.
extension Client {
  /// The proposals without an answer, what is shown, and how far it has come in which stream.
  package var saved: JSONObject {
    var object = savedQueue
    object["seq"] = .integer(tracker.seq)
    object["stream_id"] = streamID.map { .text($0) }
    object["state"] = .object(context.json)
    return object
  }

  /// The proposals without an answer, whose they are, and the rules by which the next ones are made: what must not be lost.
  package var savedQueue: JSONObject {
    var object: JSONObject = ["actor": .object(actor), "outbox": .array(outbox.map { .object($0.json) })]
    object["capabilities"] = capabilities.map { .object($0) }
    return object
  }

  /// Takes up what was saved, before the first connection: it goes on from the saved `seq`, and sends proposals without an answer
  /// under the same keys.
  ///
  /// - Returns: Whether it is what ``saved`` or ``savedQueue`` gives of the same actor; if not, nothing is taken.
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
