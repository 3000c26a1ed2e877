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
    let envelope = EntryEnvelope(
      timestamp: timestamp, correlationID: correlationID, runID: runID, actor: actor,
      givenTimestamp: json["timestamp"]?.stringValue)
    self.init(
      entryID: entryID, type: type, envelope: envelope, truthID: json["truth_id"]?.stringValue, content: GivenPayload(payload),
      sequence: sequence, corrects: json["corrects"]?.stringValue, proposalID: json["proposal_id"]?.stringValue)
  }

  /// The object in §4.2's field order, then `sequence`, `corrects`, `proposal_id`. What is absent is left out, but for
  /// `truth_id`.
  package var json: JSONObject {
    var members: [JSONObject.Member] = [
      .init(name: "entry_id", value: .text(entryID)), .init(name: "entry_type", value: .text(type.rawValue)),
      .init(name: "timestamp", value: .text(envelope.writtenTimestamp)),
      .init(name: "correlation_id", value: .text(correlationID)), .init(name: "run_id", value: .text(runID)),
      .init(name: "actor", value: .object(actor)), .init(name: "truth_id", value: truthID.map { .text($0) } ?? .null),
      .init(name: "payload", value: .object(payload)), .init(name: "sequence", value: .number(Decimal(sequence))),
    ]
    if let corrects { members.append(.init(name: "corrects", value: .text(corrects))) }
    if let proposalID { members.append(.init(name: "proposal_id", value: .text(proposalID))) }
    return JSONObject(members)
  }
}
