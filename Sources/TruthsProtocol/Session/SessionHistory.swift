import TruthsJSON
import TruthsRuntime
import TruthsText

/// All that a session was told, from its beginning: enough to make it again.
struct SessionHistory: Sendable {
  /// Every truth set that the session decided by or was offered, in order.
  private(set) var procedures: [RunProcedure]
  /// The context that it began with.
  let context: Context
  private(set) var inputs: [(moment: Timestamp, input: Input)] = []

  /// What can change a session.
  enum Input: Sendable {
    case open(String, JSONObject, TransportKind?)
    case close(String)
    case message(ClientMessage, String)
    /// Time went by.
    case tick
    /// Another truth set came into force: its place among those that the session had.
    case reload(Int)
    /// Truth sets may be adopted: their places.
    case offer([Int])
  }

  init(_ procedure: RunProcedure, _ context: Context) {
    procedures = [procedure]
    self.context = context
  }

  mutating func note(_ input: Input, at moment: Timestamp) { inputs.append((moment, input)) }

  mutating func note(_ procedure: RunProcedure, at moment: Timestamp) {
    note(.reload(procedures.count), at: moment)
    procedures.append(procedure)
  }

  mutating func note(offered: [RunProcedure], at moment: Timestamp) {
    note(.offer(Array(procedures.count..<procedures.count + offered.count)), at: moment)
    procedures += offered
  }
}

extension Session {
  /// The same session told the same things again, over the context that it began with; itself where its inputs are not kept.
  package func replayed() -> Session {
    guard let history else { return self }
    var session = Session(
      procedure: history.procedures[0], context: history.context.unobserved, start: start, options: options)
    for (moment, input) in history.inputs {
      let now = Int(moment.milliseconds)
      switch input {
      case .open(let client, let actor, let transport): session.open(client, by: actor, over: transport)
      case .close(let client): session.close(client)
      case .message(let message, let client): session.receive(message, from: client, at: now)
      case .tick: session.tick(at: now)
      case .reload(let place): session.reload(history.procedures[place], at: now)
      case .offer(let places): session.offer(places.map { history.procedures[$0] }, at: now)
      }
      session.workAll(at: now)
    }
    return session
  }

  /// Everything that the session told, as bytes: canonical JSON, one event a line.
  package var transcript: [UInt8] { Array(recent.map { JSONValue.object($0.json).canonical() }.joined(separator: [0x0A])) }
}
