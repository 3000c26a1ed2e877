import Truths

/// A transport of the program's own: messages are handed over at once, by calls.
struct Wire {
  /// 2025-03-01T10:00:00Z
  static let start = 1_740_823_200_000

  let session: RunSession
  private var clients: [String: RunClient] = [:]
  private var now = Wire.start

  init(session: RunSession) { self.session = session }

  /// What a client's screen shows.
  func view(_ name: String) -> String { clients[name]?.view ?? "" }

  mutating func connect(_ name: String, as actor: String) async throws {
    var client = try RunClient(actor: actor, over: .webSocket)
    try await session.open(name, by: actor)
    let effects = client.connect(now: now)
    clients[name] = client
    try await perform(effects, for: name)
  }

  mutating func propose(_ proposal: [UInt8], from name: String) async throws {
    try await perform(clients[name]?.propose(String(decoding: proposal, as: UTF8.self), now: now) ?? [], for: name)
  }

  mutating func control(_ control: RunControl, _ payload: String, from name: String) async throws {
    try await perform(clients[name]?.control(control, payload) ?? [], for: name)
  }

  private mutating func perform(_ effects: [RunClient.Effect], for name: String) async throws {
    for effect in effects {
      now += 1
      switch effect {
      case .open(let transport): try await perform(clients[name]?.opened(transport, now: now) ?? [], for: name)
      case .close: await session.close(name)
      case .send(let message):
        for answer in try await session.receive(message, from: name, now: now) {
          try await perform(clients[answer.client]?.receive(answer.bytes, now: now) ?? [], for: answer.client)
        }
      }
    }
  }
}
