package import TruthsJSON
import TruthsRuntime
import TruthsText

/// A command from a client to a session (contract §13.5).
package struct ControlMessage: Hashable, Sendable {
  package var type: Kind
  /// Job that the message is about; `nil` for the whole session.
  package var jobID: String?
  package var correlationID: String?
  /// Sender that the message names, an actor of contract §4.2. Optional, because a session knows its clients.
  package var actor: JSONObject?
  /// Members for the type.
  ///
  /// `inject_fact`: the fact, `{"type": …}`. `approve`: `{proposal_id, truth_id?}`. `reject`: `{proposal_id, why, truth_id?}`.
  /// `consent`: `{proposal_id}`. `update_budget`: see ``SessionBudget``. The other types need no members.
  package var payload: JSONObject

  package init(
    _ type: Kind, jobID: String? = nil, correlationID: String? = nil, actor: JSONObject? = nil, payload: JSONObject = JSONObject()
  ) {
    self.type = type
    self.jobID = jobID
    self.correlationID = correlationID
    self.actor = actor
    self.payload = payload
  }

  /// The eight control types.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case injectFact = "inject_fact"
    case approve, reject, consent, pause, resume
    case updateBudget = "update_budget"
    case cancel
  }

  /// The named actor, or an empty one.
  var sender: JSONObject { actor ?? JSONObject() }

  /// The message as JSON, in the form of the contract, with `actor` if the message names an actor.
  package var json: JSONObject {
    var object: JSONObject = ["control_type": .text(type.rawValue)]
    if let jobID { object["job_id"] = .text(jobID) }
    if let correlationID { object["correlation_id"] = .text(correlationID) }
    if let actor { object["actor"] = .object(actor) }
    object["payload"] = .object(payload)
    return object
  }

  /// Parses a control message received over a transport; `nil` if its type is unknown or a member has the wrong kind.
  package init?(json value: JSONValue) {
    guard let object = value.objectValue, let type = object.text("control_type").flatMap(Kind.init(rawValue:)) else { return nil }
    let actor = object.object("actor")
    if actor == nil, object["actor"] != nil { return nil }
    // A message with an invalid job id must not become one about the whole session.
    for name in ["job_id", "correlation_id"] {
      if let value = object[name], value != .null, value.stringValue == nil { return nil }
    }
    if let payload = object["payload"], payload != .null, payload.objectValue == nil { return nil }
    self.init(
      type, jobID: object.text("job_id"), correlationID: object.text("correlation_id"), actor: actor,
      payload: object.object("payload") ?? JSONObject())
  }
}
