import Foundation
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// A client with its program, which may end and start again from its saved state.
struct SimulatedClient {
  let person: SimulatedPerson
  var program: RunClient
  /// The state that the program saved last; `nil` before that.
  var saved: String?
  /// The events that it received.
  var seen: Set<Int> = []
  /// Whether it received a snapshot in place of some events.
  var hasJumped = false
  /// The last event that its present connection brought as it happened.
  var live = 0
  /// The transport that the client opens, and the time at which the request arrives.
  var opening: (transport: RunTransport, at: Int)?

  init(_ person: SimulatedPerson) throws {
    self.person = person
    program = try Self.program(of: person)
  }

  private static func program(of person: SimulatedPerson) throws -> RunClient {
    let actor = person.claimed.map { SimulatedOffice.people[$0].actor } ?? person.actor
    return try RunClient(actor: actor, over: person.transport)
  }

  /// Starts the program again.
  ///
  /// - Returns: whether it accepts its saved state.
  mutating func restart(from saved: String) -> Bool {
    guard let fresh = try? Self.program(of: person) else { return false }
    (program, opening) = (fresh, nil)
    return program.restore(saved)
  }
}

/// The actions of clients and of the people who use them.
extension CoreSimulation {
  mutating func connect(_ client: Int) { perform(clients[client].program.connect(now: now), of: client) }

  mutating func perform(_ effects: [RunClient.Effect], of client: Int) {
    for effect in effects {
      switch effect {
      case .open(let transport): clients[client].opening = (transport, now + 1 + numbers.below(network.slowest))
      case .close:
        clients[client].opening = nil
        network.giveUp(client, now: now)
      case .send(let bytes): network.send(bytes, from: client, now: now)
      }
    }
  }

  mutating func restartProgram(of client: Int, isStale: Bool) {
    let last = clients[client].program.saved
    let saved = isStale ? clients[client].saved ?? last : last
    clients[client].saved = last
    network.giveUp(client, now: now)
    _ = clients[client].restart(from: saved)
    tally.programsRestarted += 1
    connect(client)
  }

  mutating func openConnections() throws {
    for client in clients.indices {
      guard let opening = clients[client].opening, opening.at <= now else { continue }
      clients[client].opening = nil
      let isBlocked = numbers.percent(10)
      if process == nil || isBlocked && mayFail() {
        perform(clients[client].program.refused(opening.transport, now: now), of: client)
        continue
      }
      clients[client].live = 0
      let name = network.open(client, over: opening.transport, now: now)
      try process?.served.open(name, by: clients[client].person.actor, over: opening.transport)
      perform(clients[client].program.opened(opening.transport, now: now), of: client)
    }
  }

  mutating func receive(_ message: Data, by client: Int) throws {
    let person = clients[client].person
    try checkSecrets(of: message, to: person)
    for event in StreamText.events(in: message) {
      try note(event, to: person)
      let seq = StreamText.seq(of: event)
      clients[client].seen.insert(seq)
      guard StreamText.isEvent(message) else { continue }
      if seq <= clients[client].live {
        throw Violation(description: "@\(person.name) gets \(seq) behind \(clients[client].live)")
      }
      clients[client].live = seq
    }
    if StreamText.isSnapshot(message) { clients[client].hasJumped = true }
    if message.starts(with: Data(#"{"delta":"#.utf8)) { tally.resumed += 1 }
    if let answer = StreamText.answer(in: message) { try note(answer) }
    perform(clients[client].program.receive(Array(message), now: now), of: client)
  }

  /// Performs a random action of a client.
  mutating func act() throws {
    let client = numbers.below(clients.count)
    let kind = numbers.below(20)
    switch (clients[client].person.role, kind) {
    case ("clerk", 0..<11), ("manager", 0..<2): try propose(by: client)
    case ("clerk", 11..<13): try repeatOrder(of: client)
    case ("clerk", 13..<16):
      let (good, amount) = (good(), [0, 30, 100][numbers.below(3)])
      try control(.injectFact, #"{"type":"stock.counted","sku":"\#(good)","amount":\#(amount)}"#, by: client)
    case ("clerk", 16): try control(numbers.percent(50) ? .pause : .cancel, "{}", by: client)
    case ("manager", 2..<14): try answerOrder(by: client)
    case ("operator", 0..<4): try control(.pause, "{}", by: client)
    case ("operator", 4..<10): try control(.resume, "{}", by: client)
    case ("operator", 10): try control(.cancel, "{}", by: client)
    case ("operator", 11): try control(.updateBudget, #"{"max_facts":\#(90_000 + numbers.below(9_000))}"#, by: client)
    case (_, 18): perform(clients[client].program.disconnect(), of: client)
    case (_, 17), (_, 19): if !clients[client].program.isConnected { connect(client) }
    default: break
    }
  }

  private mutating func good() -> String { SimulatedOffice.goods[numbers.below(SimulatedOffice.goods.count)] }

  private mutating func control(_ control: RunControl, _ payload: String, by client: Int) throws {
    perform(try clients[client].program.control(control, payload) ?? [], of: client)
  }

  private mutating func propose(by client: Int) throws {
    let person = clients[client].person
    let key = "dev_\(person.name):place_order:\(now):\(1_000 + orders.count)"
    try propose(key: key, order: orders.count, by: client)
    keys[key] = orders.count - 1
  }

  private mutating func propose(key: String, order number: Int, by client: Int) throws {
    let closes = now + [20_000, 600_000, 86_400_000][numbers.below(3)]
    let id = "\(clients[client].person.orderPrefix)\(number)"
    let text = SimulatedOffice.order(
      id, key: key, amount: [1, 5, 20, 50][numbers.below(4)], of: good(),
      closes: Date(timeIntervalSince1970: Double(closes / 1_000)).ISO8601Format())
    orders.append(Order(id: id, key: key, client: client, text: text))
    perform(try clients[client].program.propose(text, now: now), of: client)
    clients[client].saved = numbers.percent(30) ? clients[client].program.saved : clients[client].saved
  }

  /// Sends an order again, or another order under its key.
  private mutating func repeatOrder(of client: Int) throws {
    let own = orders.indices.filter {
      orders[$0].client == client && orders[$0].final != nil && !orders[$0].isConflict
    }
    guard !own.isEmpty else { return }
    let order = own[numbers.below(own.count)]
    guard numbers.percent(30) else {
      return perform(try clients[client].program.propose(orders[order].text, now: now), of: client)
    }
    try propose(key: orders[order].key, order: orders.count, by: client)
    orders[orders.count - 1].isConflict = true
  }

  /// A manager grants or denies a waiting order.
  private mutating func answerOrder(by client: Int) throws {
    let waiting = orders.filter { $0.final == nil && $0.proposalID != nil && isOwn($0, of: client) }
    guard !waiting.isEmpty, let proposal = waiting[numbers.below(waiting.count)].proposalID else { return }
    if numbers.percent(75) {
      try control(.approve, #"{"proposal_id":"\#(proposal)"}"#, by: client)
    } else {
      try control(.reject, #"{"proposal_id":"\#(proposal)","why":"too much"}"#, by: client)
    }
  }

  private func isOwn(_ order: Order, of client: Int) -> Bool {
    clients[order.client].person.organisation == clients[client].person.organisation
  }
}
