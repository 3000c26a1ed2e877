import TruthsJSON
import TruthsProtocol
import TruthsRuntime
import TruthsText

extension Session {
  /// Returns the answer to a client once all of its messages are handled; events before it are skipped.
  mutating func ask(_ message: ClientMessage, from client: String, at now: Int = 0) -> ServerMessage? {
    receive(message, from: client, at: now)
    workAll(at: now)
    return takeFrames(for: client).last
  }

  /// The answer to a proposal of an actor, over a connection of its own.
  mutating func propose(_ proposal: JSONObject, by actor: JSONObject = StreamEvents.ann, at now: Int) -> Answer {
    ask(.propose(proposal), by: actor, at: now)
  }

  /// The answer to a control message.
  @discardableResult
  mutating func control(_ message: ControlMessage, by actor: JSONObject = StreamEvents.ann, at now: Int) -> Answer {
    ask(.control(message), by: actor, at: now)
  }

  private mutating func ask(_ message: ClientMessage, by actor: JSONObject, at now: Int) -> Answer {
    let name = "asker \(actor.text("user_id") ?? "")"
    open(name, by: actor)
    defer { close(name) }
    guard case .answer(let answer)? = ask(message, from: name, at: now) else {
      return Answer(to: "", reason: "no answer", isRefused: true, currentSeq: currentSeq)
    }
    return answer
  }

  /// Returns the backlog for a client that resumes from a `seq`, over a separate connection.
  mutating func backlog(after seq: Int, by actor: JSONObject = StreamEvents.ann) -> ServerMessage? {
    open("reader", by: actor)
    defer { close("reader") }
    return ask(.resume(from: seq, subscribe: false), from: "reader")
  }
}

extension ClientMessage {
  static func resume(from seq: Int, subscribe: Bool) -> ClientMessage { .resume(Resumption(from: seq, subscribe: subscribe)) }
}

extension Simulation {
  /// Returns the backlog for a client that resumes from a `seq`, without a change of the simulation.
  func sessionBacklog(after seq: Int) -> ServerMessage? {
    var session = session
    return session.backlog(after: seq, by: ["type": .text("user"), "user_id": .text("reader"), "org_id": .text("fixture")])
  }
}
