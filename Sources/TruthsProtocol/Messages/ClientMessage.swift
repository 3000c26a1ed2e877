package import TruthsJSON
import TruthsRuntime
import TruthsText

/// Everything that a client sends to a session.
package enum ClientMessage: Hashable, Sendable {
  /// The capability negotiation that begins a session, contract §8.1.
  case handshake(JSONObject)
  /// What a session offers, without a handshake. Only a request asks it, `GET /capabilities` (server §5): it is no message that a
  /// connection carries.
  case capabilities
  /// Everything after a `seq`; 0 is everything (contract §13.4).
  case resume(Resumption)
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
    case .capabilities: ["capabilities": .object(JSONObject())]
    case .resume(let resumption): ["resume": .object(resumption.json)]
    case .range(let first, let last): ["range": .object(["from": .integer(first), "to": .integer(last)])]
    case .snapshot: ["snapshot": .object(JSONObject())]
    case .propose(let proposal): ["propose": .object(proposal)]
    case .control(let message): ["control": .object(message.json)]
    }
  }

  /// A message as it came over a transport; `nil` where it is none. A handshake, a resume and a control message may come as the
  /// contract writes them, without the object around.
  package init?(json value: JSONValue) {
    guard let object = value.objectValue else { return nil }
    if let bare = ClientMessage(bare: object) {
      self = bare
      return
    }
    guard object.members.count == 1, let member = object.members.first, let body = member.value.objectValue else { return nil }
    switch member.name.string {
    case "handshake": self = .handshake(body)
    case "resume":
      guard let resumption = Resumption(json: body, subscribes: false) else { return nil }
      self = .resume(resumption)
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

  /// The contract's own objects, told apart by their first member: `{"request": "capabilities"}` (§8.1), `{"resume_from_seq": 1}`
  /// (§13.4), which subscribes unless it says otherwise, and `{"control_type": "pause"}` (§13.5).
  private init?(bare object: JSONObject) {
    if object.text("request") != nil {
      self = .handshake(object)
    } else if object["resume_from_seq"] != nil {
      guard let resumption = Resumption(json: object, subscribes: true) else { return nil }
      self = .resume(resumption)
    } else if object["control_type"] != nil {
      guard let message = ControlMessage(json: .object(object)) else { return nil }
      self = .control(message)
    } else {
      return nil
    }
  }
}
