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

  /// Who it is, where nothing arrives from such an actor: agents propose, and do nothing else (language-2.md §6).
  package var whoBringsNothing: String? {
    let name = "@\(actor["user_id"]?.stringValue ?? "")"
    switch actor["type"]?.stringValue {
    case "user", "system": return nil
    case "agent": return "\(name) is an agent"
    default: return "\(name) is of no type"
    }
  }
}
