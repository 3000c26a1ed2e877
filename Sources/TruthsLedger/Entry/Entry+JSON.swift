package import TruthsJSON
import TruthsText

extension Entry {
  /// An entry from its object; `nil` where it is not whole. For messages with places, read it with the ledger's reader.
  package init?(json: JSONObject) {
    guard let entryID = json["entry_id"]?.stringValue, let type = json["entry_type"]?.stringValue.flatMap(EntryType.init),
      let timestamp = json["timestamp"]?.stringValue.flatMap({ Timestamp(text: $0) }),
      let correlationID = json["correlation_id"]?.stringValue, let runID = json["run_id"]?.stringValue,
      let actor = json["actor"]?.objectValue, let payload = json["payload"]?.objectValue,
      case .number(let number)? = json["sequence"], let sequence = number.intValue
    else { return nil }
    self.init(
      entryID: entryID, type: type, timestamp: timestamp, correlationID: correlationID, runID: runID, actor: actor,
      truthID: json["truth_id"]?.stringValue, payload: payload, sequence: sequence, corrects: json["corrects"]?.stringValue,
      proposalID: json["proposal_id"]?.stringValue, givenTimestamp: json["timestamp"]?.stringValue)
  }
}
