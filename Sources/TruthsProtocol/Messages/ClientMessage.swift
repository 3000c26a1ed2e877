package import TruthsJSON
import TruthsRuntime
import TruthsText

/// A message from a client to a session.
package enum ClientMessage: Hashable, Sendable {
  /// The capability negotiation that begins a session (contract §8.1).
  case handshake(JSONObject)
  /// A request for what a session offers, without a handshake.
  ///
  /// Only the request `GET /capabilities` makes it (server §5); no connection carries it as a message.
  case capabilities
  /// A request for all events after a `seq`; 0 requests all (contract §13.4).
  case resume(Resumption)
  /// A request for the events from one `seq` to another, both included: it fills a small gap (contract §14.6).
  case range(from: Int, to: Int)
  /// A request for the state of the context and the events after it: it fills a large gap.
  case snapshot
  /// A proposal, or an offline queue's record of one (contract §16.2).
  case propose(JSONObject)
  case control(ControlMessage)

  /// The message as a JSON object whose only member is named after the case.
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

  /// Parses a message received over a transport; `nil` if it is invalid.
  ///
  /// A handshake, a resume and a control message may also come in the contract's own form, without the surrounding object.
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

  /// Parses one of the contract's own objects, which are distinguished by a member.
  ///
  /// These are `{"request": "capabilities"}` (§8.1), `{"resume_from_seq": 1}` (§13.4), which subscribes unless it says otherwise,
  /// and `{"control_type": "pause"}` (§13.5).
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
