package import TruthsJSON

/// A fact as a client shows it.
package struct ShownFact: Hashable, Sendable {
  package var runID: String
  /// Of the entry that it stands in; `nil` while it has none.
  package var entryID: String?
  /// `{"type": …, …fields}`.
  package var payload: JSONObject
  /// Whether it waits for the decision of its run.
  package var isProvisional: Bool
  /// Why it is no longer shown, for a provisional fact that was taken back.
  package var droppedBecause: String?

  /// The payload, with `"provisional": true` where it waits for the decision: early answers are marked as such.
  package var marked: JSONObject { isProvisional ? payload.with("provisional", .boolean(true)) : payload }

  /// As it stands in a snapshot.
  var json: JSONObject {
    var object: JSONObject = ["run_id": .text(runID)]
    object["entry_id"] = entryID.map { .text($0) }
    if isProvisional { object["provisional"] = .boolean(true) }
    object["dropped_because"] = droppedBecause.map { .text($0) }
    object["payload"] = .object(payload)
    return object
  }

  init(runID: String, entryID: String?, payload: JSONObject, isProvisional: Bool) {
    self.runID = runID
    self.entryID = entryID
    self.payload = payload
    self.isProvisional = isProvisional
  }

  init?(json value: JSONValue) {
    guard let object = value.objectValue, let runID = object.text("run_id"), let payload = object.object("payload") else {
      return nil
    }
    self.init(
      runID: runID, entryID: object.text("entry_id"), payload: payload, isProvisional: object.isTrue("provisional"))
    droppedBecause = object.text("dropped_because")
  }
}
