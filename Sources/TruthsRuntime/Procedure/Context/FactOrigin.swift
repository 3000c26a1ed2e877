package import TruthsJSON
package import TruthsText

/// When facts that a run is given beside its proposal are recorded, and by whom: those of documents, and policies that are set.
package struct FactOrigin: Sendable {
  package var timestamp: Timestamp
  package var actor: JSONObject

  package init(timestamp: Timestamp, actor: JSONObject) {
    self.timestamp = timestamp
    self.actor = actor
  }
}
