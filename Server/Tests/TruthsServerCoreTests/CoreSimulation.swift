import Foundation
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// A server's core with its surroundings: server processes, one after another, with a session over a store; a disk that loses
/// data that was not synced; a network that breaks; a clock; and clients of two organisations. Everything is a function of the
/// seed.
///
/// For a number of steps, people act and faults happen. Then the faults end, and the system must come to rest.
struct CoreSimulation {
  /// Behaviour that no server may show.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// The counts of events, summed over simulations. A simulation without faults would prove nothing.
  struct Tally: Equatable {
    var crashes = 0
    var powerLosses = 0
    var faults = 0
    var breaks = 0
    var answers = 0
    var held = 0
    var replays = 0
    var accepted = 0
    var resumed = 0
    var programsRestarted = 0
    var cards = 0
    var events = 0
    /// The number of rewritten journals.
    var wholes = 0
    var adoptions = 0

    mutating func add(_ other: Tally) {
      for count in Self.counts { self[keyPath: count] += other[keyPath: count] }
    }

    private static var counts: [WritableKeyPath<Tally, Int>] {
      [
        \.crashes, \.powerLosses, \.faults, \.breaks, \.answers, \.held, \.replays, \.accepted, \.resumed,
        \.programsRestarted, \.cards, \.events, \.wholes, \.adoptions,
      ]
    }
  }

  /// A process of the server.
  struct Process {
    var served: ServedSession
    var store: Store<FlawedDisk>
    /// The batch that is being written to disk.
    var writing: DurableBatch?
  }

  /// A proposal, and the answers that its proposer received.
  struct Order {
    let id: String
    let key: String
    let client: Int
    let text: String
    /// Whether it has the key of another one.
    var isConflict = false
    var proposalID: String?
    /// The decisions in the answers, with their runs, also those of a held proposal.
    var told: [(decision: String?, run: String?)] = []
    var final: String?
  }

  /// A person whose connection ends only with the server's process, and who receives messages without delay.
  struct Observer {
    let person: SimulatedPerson
    var seq = 0
    var name: String { "observer of " + person.name }
  }

  let mistake: CoreMistake?
  let steps: Int
  var numbers: SeededNumbers
  let simulated: SimulatedDisk
  let disk: FlawedDisk
  var network: SimulatedNetwork
  /// The most further faults.
  var faults: Int
  /// Milliseconds since 1970.
  var now = 1_740_823_200_000
  var process: Process?
  var downUntil = 0
  /// The name of the stream, once a client received it.
  var stream: String?
  var clients: [SimulatedClient] = []
  var observers: [Observer] = []
  var orders: [Order] = []
  /// The orders by their idempotency key.
  var keys: [String: Int] = [:]
  /// The events that each person received, by `seq`.
  var told: [String: [Int: Data]] = [:]
  /// The index in ``ruleSets`` of the rules in the files.
  var files = 0
  var tally = Tally()

  /// - Parameters:
  ///   - steps: the number of steps in which people act.
  ///   - faults: the most faults.
  init(seed: UInt64, steps: Int = 40, faults: Int = .max, mistake: CoreMistake? = nil) {
    numbers = SeededNumbers(seed)
    (self.steps, self.faults, self.mistake) = (steps, faults, mistake)
    simulated = SimulatedDisk(seed: seed &+ 1, ledger: numbers.percent(50) ? [] : nil)
    disk = FlawedDisk(simulated, flaw: nil)
    network = SimulatedNetwork(seed: seed &+ 2)
  }

  /// - Throws: ``Violation``.
  mutating func run() throws {
    for (number, person) in SimulatedOffice.people.enumerated() {
      let isThere = numbers.percent(40)
      guard number < 3 || isThere else { continue }
      clients.append(try SimulatedClient(person))
      observers.append(Observer(person: person))
    }
    for client in clients.indices { connect(client) }
    for _ in 0..<steps { try step() }
    try comeToRest()
    try checkEnd()
  }

  private mutating func step() throws {
    now += numbers.percent(5) ? numbers.below(60_000) : numbers.below(1_200)
    if process == nil, now >= downUntil { try begin() }
    for _ in 0...numbers.below(2) { try act() }
    try changeRules()
    fail()
    try exchange()
  }

  /// Counts a fault.
  ///
  /// - Returns: whether it may happen.
  mutating func mayFail() -> Bool {
    guard faults > 0 else { return false }
    faults -= 1
    return true
  }

  /// Something breaks, or a program ends.
  private mutating func fail() {
    let client = numbers.below(clients.count)
    let (isBroken, isEnded, isKilled) = (numbers.percent(8), numbers.percent(4), numbers.percent(2))
    let isStale = numbers.percent(30)
    if isBroken, mayFail() {
      network.breakConnection(of: client, now: now)
      tally.breaks += 1
    }
    if isEnded, mayFail() { restartProgram(of: client, isStale: isStale) }
    if isKilled, process != nil, mayFail() { crash() }
  }

  /// Everything moves that can at this moment.
  mutating func exchange() throws {
    try openConnections()
    try takeIn()
    try serve()
    while let message = network.nextForClient(now: now) {
      try receive(message.bytes, by: message.client)
    }
    for client in network.lostByClients(now: now) { perform(clients[client].program.lost(now: now), of: client) }
    for client in clients.indices {
      if let due = clients[client].program.nextWake, due <= now { perform(clients[client].program.wake(now: now), of: client) }
    }
  }

  /// Records an event that a person received. A person must receive the same bytes for an event on every connection.
  mutating func note(_ event: Data, to person: SimulatedPerson) throws {
    let seq = StreamText.seq(of: event)
    guard let before = told[person.name]?[seq] else {
      told[person.name, default: [:]][seq] = event
      tally.events += 1
      return
    }
    if before == event { return }
    let (first, second) = (String(decoding: before, as: UTF8.self), String(decoding: event, as: UTF8.self))
    throw Violation(description: "\(person.name) was told of \(seq) as\n\(first)\nand as\n\(second)")
  }

  /// Checks that people see only data that they may see: an order's card is for its proposer and for auditors.
  mutating func checkSecrets(of message: Data, to person: SimulatedPerson) throws {
    for organisation in SimulatedOffice.organisations where organisation != person.organisation {
      if StreamText.contains(organisation + "-", in: message) {
        throw Violation(
          description: "@\(person.name) sees something of \(organisation): \(String(decoding: message, as: UTF8.self))")
      }
    }
    guard StreamText.contains(SimulatedOffice.cardPrefix, in: message) else { return }
    tally.cards += 1
    for other in SimulatedOffice.people where person.role != "auditor" && other.name != person.name {
      if StreamText.contains(SimulatedOffice.cardPrefix + other.orderPrefix, in: message) {
        throw Violation(description: "@\(person.name) sees a card: \(String(decoding: message, as: UTF8.self))")
      }
    }
  }
}
