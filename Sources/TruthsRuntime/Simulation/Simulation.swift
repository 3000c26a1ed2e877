import TruthsJSON
package import TruthsText

/// One world of a session, a network on a virtual clock, and named clients: what scenario fixtures run in. Its methods stand one
/// to one for the steps of runtime.md §6.
///
/// **Time.** The clock stands still except in ``advance(seconds:)``. A step takes effect at once: every message that is due is
/// carried, one by one, before the step ends. Each event is a message of its own, and a client's screen is drawn after each, so
/// that a fact that stands there while its run is still running leaves its mark (``ClientView/renderedBeforeDone``); to look at
/// the screen itself in the middle of a run, let a `delay` or a `cut` stop the stream there (see ``Fault``) and advance
/// afterwards. A client that polls sees nothing between its polls.
///
/// **Who acts.** `as` names a client; `nil` is the one that connected first.
package struct Simulation: Sendable {
  package private(set) var session: Session
  package internal(set) var transport: InProcessTransport
  /// In the order in which they connected first.
  var clients: [(name: String, client: Client)] = []
  /// Milliseconds since 1970.
  package internal(set) var now: Int
  /// Whether the last replay gave what the one before it gave.
  var sameOutput: Bool?
  var lastTranscript: [UInt8]?

  /// The longest single advance: 31 days, in milliseconds.
  package static let longestAdvance = 31 * 86_400 * 1_000

  /// A world without clients.
  ///
  /// - Parameters:
  ///   - now: The moment at which it begins: a fixture's `now`, else 1970-01-01T00:00:00Z.
  ///   - tampering: What happens to messages on their way, where a test breaks the wire on purpose.
  package init(
    procedure: RunProcedure, context: Context, now: Timestamp = .epoch, options: SessionOptions = SessionOptions(),
    tampering: Tampering? = nil
  ) {
    transport = InProcessTransport(tampering: tampering)
    session = Session(procedure: procedure, context: context, start: now, options: options)
    self.now = Int(now.milliseconds)
  }

  /// What a client shows now.
  package func view(of name: String? = nil) throws(SimulationError) -> ClientView {
    var view = clients[try place(of: name)].client.view
    view.sameOutput = sameOutput
    return view
  }

  /// Another truth set comes into force, as when truths change while somebody is offline.
  package mutating func reload(_ procedure: RunProcedure) { session.reload(procedure, at: now) }

  /// The place of a client; `nil` is the one that connected first.
  func place(of name: String?) throws(SimulationError) -> Int {
    guard let name else {
      guard !clients.isEmpty else { throw .unknownClient("") }
      return 0
    }
    guard let place = clients.firstIndex(where: { $0.name == name }) else { throw .unknownClient(name) }
    return place
  }

  /// Does what a client wants done.
  mutating func perform(_ effects: [ClientEffect], for place: Int) {
    let name = clients[place].name
    for effect in effects {
      switch effect {
      case .open(let kind):
        let isOpen = transport.open(name, over: kind, at: now)
        if isOpen { session.open(name, over: kind) }
        perform(isOpen ? clients[place].client.opened(kind, at: now) : clients[place].client.refused(kind, at: now), for: place)
      case .close:
        transport.close(name)
        session.unregister(name)
      case .send(let message): transport.send(message, from: name, at: now)
      }
    }
  }

  /// Carries everything that is due, until nothing is.
  mutating func settle() {
    while true {
      if let arrival = transport.receive(at: now) {
        handle(arrival)
      } else if let place = clients.firstIndex(where: { $0.client.nextWake.map { $0 <= now } ?? false }) {
        perform(clients[place].client.wake(at: now), for: place)
      } else if let deadline = session.deadline, deadline <= now {
        session.tick(at: now)
        push()
      } else {
        return
      }
    }
  }

  private mutating func handle(_ arrival: Arrival) {
    switch arrival {
    case .atSession(let name, let frame):
      guard let message = ClientMessage(json: frame) else { return }
      let answer = session.receive(message, from: name, at: now)
      push()
      transport.send(answer, to: name, at: now)
    case .atClient(let name, let frame):
      guard let message = ServerMessage(json: frame), let place = clients.firstIndex(where: { $0.name == name }) else { return }
      perform(clients[place].client.receive(message, at: now), for: place)
    case .lost(let name):
      session.unregister(name)
      guard let place = clients.firstIndex(where: { $0.name == name }) else { return }
      perform(clients[place].client.lost(at: now), for: place)
    }
  }

  /// Sends what subscribers have to get.
  private mutating func push() {
    for push in session.takePushes() { transport.send(.event(push.event), to: push.client, at: now) }
  }
}
