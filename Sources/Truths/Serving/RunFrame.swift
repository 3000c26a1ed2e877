import TruthsJSON
import TruthsProtocol
import TruthsRuntime

/// One server-sent event (contract §13.7), with the values of `id`, `event` and `data`.
public struct RunFrame: Hashable, Sendable {
  /// Position from which a client continues after the frame; `nil` leaves the position unchanged.
  public let seq: Int?
  /// `fact`, `proposal`, `trace`, `decision`, `status`, `snapshot` or `checkpoint`; otherwise the name of the message.
  public let name: String
  /// One line of canonical JSON.
  public let data: [UInt8]
}

extension RunSession.Outgoing {
  /// The message as server-sent events: a delta gives its events and then its checkpoint.
  public var frames: [RunFrame] {
    switch message {
    case .event(let event): [frame(event)]
    case .range(let events): events.map(frame)
    case .delta(let delta): delta.events.map(frame) + (delta.checkpoint.map { [frame($0)] } ?? [])
    case .snapshot(let snapshot): [RunFrame(seq: snapshot.currentSeq, name: "snapshot", data: body)]
    case .checkpoint(let checkpoint): [frame(checkpoint)]
    case .answer: [RunFrame(seq: nil, name: "answer", data: body)]
    case .capabilities: [RunFrame(seq: nil, name: "capabilities", data: body)]
    }
  }

  /// The events of a delta, a snapshot or a range as a list in canonical JSON, for polls of contract §15.2.
  public var events: [UInt8] {
    let events: [Event] =
      switch message {
      case .event(let event): [event]
      case .range(let events): events
      case .delta(let delta): delta.events
      case .snapshot(let snapshot): snapshot.events
      case .checkpoint, .answer, .capabilities: []
      }
    return JSONValue.array(events.map { .object($0.json) }).canonical()
  }

  /// The message for a two-way connection: an object with one member, whose name is the message's name. An answer also has
  /// `decision_id`, `head` and `truths`, like the answer to a request.
  public var wrapped: [UInt8] {
    guard let answer else { return bytes }
    return Array("{\"answer\":".utf8) + answer.json + Array("}".utf8)
  }

  /// The name of the message: `event`, `delta`, `snapshot`, `range`, `checkpoint`, `answer` or `capabilities`.
  public var name: String { message.json.members.first?.name.string ?? "" }

  /// The last `seq` of the stream, where the message has it.
  public var currentSeq: Int? {
    switch message {
    case .delta(let delta): delta.currentSeq
    case .snapshot(let snapshot): snapshot.currentSeq
    case .answer(let answer): answer.currentSeq
    case .event, .range, .checkpoint, .capabilities: nil
    }
  }

  /// Whether the message reports events; a delta may have none.
  public var tellsEvents: Bool {
    switch message {
    case .event, .snapshot: true
    case .delta(let delta): !delta.events.isEmpty
    case .range(let events): !events.isEmpty
    case .checkpoint, .answer, .capabilities: false
    }
  }

  /// Why a handshake was refused; `nil` where it was not.
  public var refusal: String? {
    if case .capabilities(let object) = message { object.text("error") } else { nil }
  }

  private func frame(_ event: Event) -> RunFrame {
    RunFrame(seq: event.seq, name: event.type.rawValue, data: JSONValue.object(event.json).canonical())
  }

  private func frame(_ checkpoint: Checkpoint) -> RunFrame {
    RunFrame(seq: checkpoint.seq, name: "checkpoint", data: JSONValue.object(checkpoint.json).canonical())
  }
}
