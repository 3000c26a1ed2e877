import Truths

/// The program's own transport, which passes messages on by calls.
struct Wire {
  /// 2025-03-01T10:00:00Z
  static let start = 1_740_823_200_000

  var session: RunSession
  private var clients: [String: RunClient] = [:]
  private var now = Wire.start

  init(session: RunSession) { self.session = session }

  /// Returns the view of a client, for its screen.
  func view(_ name: String) -> String { clients[name]?.view ?? "" }

  mutating func connect(_ name: String, as actor: String) throws {
    var client = try RunClient(actor: actor, over: .webSocket)
    try session.open(name, by: actor)
    let effects = client.connect(now: now)
    clients[name] = client
    try perform(effects, for: name)
  }

  mutating func propose(_ proposal: [UInt8], from name: String) throws {
    try perform(clients[name]?.propose(String(decoding: proposal, as: UTF8.self), now: now) ?? [], for: name)
  }

  mutating func control(_ control: RunControl, _ payload: String, from name: String) throws {
    try perform(clients[name]?.control(control, payload) ?? [], for: name)
  }

  private mutating func perform(_ effects: [RunClient.Effect], for name: String) throws {
    for effect in effects {
      now += 1
      switch effect {
      case .open(let transport): try perform(clients[name]?.opened(transport, now: now) ?? [], for: name)
      case .close: session.close(name)
      case .send(let message):
        try session.receive(message, from: name, now: now)
        session.work(now: now)
        for answer in session.outgoing() {
          try perform(clients[answer.client]?.receive(answer.bytes, now: now) ?? [], for: answer.client)
        }
      }
    }
  }
}
