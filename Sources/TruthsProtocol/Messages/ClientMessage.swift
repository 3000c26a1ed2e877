package import TruthsJSON
import TruthsRuntime
import TruthsText

/// Everything that a client sends to a session.
package enum ClientMessage: Hashable, Sendable {
  /// The capability negotiation that begins a session, contract §8.1.
  case handshake(JSONObject)
  /// Everything after a `seq`; 0 is everything (contract §13.4). A poll of the REST fallback does not subscribe.
  case resume(from: Int, subscribe: Bool)
  /// The events from one `seq` to another, both included: the mend of a small gap (contract §14.6).
  case range(from: Int, to: Int)
  /// The state of the context and the events after it: the mend of a large gap.
  case snapshot
  /// A proposal, or an offline queue's record of one (contract §16.2).
  case propose(JSONObject)
  case control(ControlMessage)

  /// The message as an object with one member, its name.
  package var json: JSONObject {
    switch self {
    case .handshake(let request): ["handshake": .object(request)]
    case .resume(let seq, let subscribe):
      ["resume": .object(["resume_from_seq": .integer(seq), "subscribe": .boolean(subscribe)])]
    case .range(let first, let last): ["range": .object(["from": .integer(first), "to": .integer(last)])]
    case .snapshot: ["snapshot": .object(JSONObject())]
    case .propose(let proposal): ["propose": .object(proposal)]
    case .control(let message): ["control": .object(message.json)]
    }
  }

  /// A message as it came over a transport; `nil` where it is none.
  package init?(json value: JSONValue) {
    guard let object = value.objectValue, object.members.count == 1, let member = object.members.first,
      let body = member.value.objectValue
    else { return nil }
    switch member.name.string {
    case "handshake": self = .handshake(body)
    case "resume":
      guard let seq = body.integer("resume_from_seq") else { return nil }
      self = .resume(from: seq, subscribe: body.isTrue("subscribe"))
    case "range":
      guard let first = body.integer("from"), let last = body.integer("to") else { return nil }
      self = .range(from: first, to: last)
    case "snapshot": self = .snapshot
    case "propose": self = .propose(body)
    case "control":
      guard let message = ControlMessage(json: .object(body)) else { return nil }
      self = .control(message)
    default: return nil
    }
  }
}

/// What a client tells a session to do, contract §13.5.
package struct ControlMessage: Hashable, Sendable {
  package var type: Kind
  /// The job that it is about; without one it is about the whole session.
  package var jobID: String?
  package var correlationID: String?
  /// Who it says sends it: an actor of contract §4.2. A session knows its clients, so that none need say so.
  package var actor: JSONObject?
  /// `inject_fact`: the fact, `{"type": …}`. `approve`: `{proposal_id, truth_id?}`. `reject`: `{proposal_id, why, truth_id?}`.
  /// `consent`: `{proposal_id}`.
  /// `update_budget`: see ``SessionBudget``. The others need none.
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

  /// Who is taken to send it.
  var sender: JSONObject { actor ?? JSONObject() }

  /// The contract's object, with the actor beside it where it names one.
  package var json: JSONObject {
    var object: JSONObject = ["control_type": .text(type.rawValue)]
    if let jobID { object["job_id"] = .text(jobID) }
    if let correlationID { object["correlation_id"] = .text(correlationID) }
    if let actor { object["actor"] = .object(actor) }
    object["payload"] = .object(payload)
    return object
  }

  /// A control message as it came over a transport; `nil` where its type is unknown or a part is of the wrong kind.
  package init?(json value: JSONValue) {
    guard let object = value.objectValue, let type = object.text("control_type").flatMap(Kind.init(rawValue:)) else { return nil }
    let actor = object.object("actor")
    if actor == nil, object["actor"] != nil { return nil }
    self.init(
      type, jobID: object.text("job_id"), correlationID: object.text("correlation_id"), actor: actor,
      payload: object.object("payload") ?? JSONObject())
  }
}
