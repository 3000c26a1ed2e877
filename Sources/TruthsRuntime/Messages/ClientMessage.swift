import TruthsText
package import TruthsJSON

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
