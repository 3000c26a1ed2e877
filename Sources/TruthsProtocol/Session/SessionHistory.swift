import TruthsJSON
import TruthsRuntime
import TruthsText

/// All inputs of a session from its beginning, from which it can be replayed.
struct SessionHistory: Sendable {
  /// Every truth set that the session used or was offered, in order.
  private(set) var procedures: [RunProcedure]
  let context: Context
  private(set) var inputs: [(moment: Timestamp, input: Input)] = []

  /// A call that can change a session.
  enum Input: Sendable {
    case open(String, JSONObject, TransportKind?)
    case close(String)
    case message(ClientMessage, String)
    /// The passing of time.
    case tick
    /// A new truth set, as its index in ``procedures``.
    case reload(Int)
    /// Truth sets that may be adopted, as their indices in ``procedures``.
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
  /// Returns a new session over the initial context with the same inputs; `self` if inputs are not kept.
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

  /// All kept events of the session as bytes: canonical JSON, one event a line.
  package var transcript: [UInt8] { Array(recent.map { JSONValue.object($0.json).canonical() }.joined(separator: [0x0A])) }
}
