import Foundation
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// The process of the server.
extension CoreSimulation {
  /// Starts a process with the files on disk.
  mutating func begin() throws {
    writeScript()
    do {
      try beginOnDisk()
    } catch let fault as StoreFault {
      if !simulated.isDead, simulated.script.isEmpty { throw Violation(description: "the store does not begin: \(fault)") }
      endProcess(afterPowerLoss: false)
    }
  }

  private mutating func writeScript() {
    simulated.capacity = .max
    let (isCrashing, crash) = (numbers.percent(50), 1 + numbers.below(200))
    if isCrashing, mayFail() { simulated.script[crash] = .crash }
    for _ in 0..<numbers.below(3) {
      let (call, isFull) = (1 + numbers.below(200), numbers.percent(50))
      if mayFail() { simulated.script[call] = .fault(isFull: isFull) }
    }
    let (isShort, room) = (numbers.percent(20), numbers.below(30_000))
    if isShort, mayFail() {
      simulated.capacity = simulated.bytes(of: .ledger).count + simulated.bytes(of: .journal).count + room
    }
  }

  private mutating func beginOnDisk() throws {
    var store = try Store(opening: disk)
    let (ledger, journal) = (try store.ledger(), try store.journal())
    try checkKept(ledger: ledger.bytes, journal: journal)
    var options = RunSessionOptions()
    options.operatorActor = SimulatedOffice.operatorActor
    options.heartbeat = 15_000
    let given = journal.isEmpty || mistake == .countsAnew ? nil : journal
    var session = try RunSession(try rulesToGoOnWith(ledger), ledger: ledger, journal: given, options: options, now: now)
    try session.offer([try Self.ruleSets()[files]], now: now)
    if let stream, mistake != .countsAnew, session.streamID != stream {
      throw Violation(description: "the stream is another one: \(session.recovery?.fault ?? "there is no journal")")
    }
    try store.begin(validJournal: session.recovery?.journalBytes ?? 0)
    process = Process(served: ServedSession(session, mostJournal: numbers.below(30_000)), store: store)
    for observer in observers {
      try process?.served.open(observer.name, by: observer.person.actor, over: .webSocket)
      let resumption = #"{"resume":{"resume_from_seq":\#(observer.seq),"subscribe":true}}"#
      try process?.served.receive(Array(resumption.utf8), from: observer.name, now: now)
    }
  }

  /// Ends the process at any point of its work.
  mutating func crash() {
    let isPowerLost = numbers.percent(70)
    tally.crashes += 1
    tally.powerLosses += isPowerLost ? 1 : 0
    endProcess(afterPowerLoss: isPowerLost)
  }

  private mutating func endProcess(afterPowerLoss isPowerLost: Bool) {
    process = nil
    simulated.restart(afterPowerLoss: isPowerLost)
    network.endServer(now: now)
    downUntil = now + numbers.below(5_000)
  }

  /// Handles the messages that arrived, and closes broken connections.
  mutating func takeIn() throws {
    while let (connection, bytes) = network.nextForServer(now: now) {
      guard process != nil else { continue }
      try takeIn(bytes, over: connection)
    }
    for connection in network.closedForServer(now: now) { process?.served.close(connection) }
  }

  private mutating func takeIn(_ message: Data, over connection: String) throws {
    var message = message
    switch mistake {
    case .forgetsKeys: message = try CoreMistake.withoutKey(message)
    case .believesHandshakes:
      if let actor = try CoreMistake.claimedActor(in: message) {
        try process?.served.open(connection, by: actor, over: .webSocket)
      }
    case .dropsHeldProposals:
      if let session = process?.served.state, session.isPaused,
        let answer = CoreMistake.answerOfPaused(to: message, currentSeq: session.currentSeq)
      {
        return network.send(answer, over: connection, now: now)
      }
    case .countsAnew:
      if let stream, let present = process?.served.state.streamID {
        message = StreamText.replacing(stream, by: present, in: message)
      }
    case .acknowledgesBeforeSync, .goesOnWithTheFiles, nil: break
    }
    try process?.served.receive(Array(message), from: connection, now: now)
  }

  /// Makes decisions, writes them, and sends the messages.
  mutating func serve() throws {
    if let due = process?.served.nextWake, due <= now { process?.served.wake(now: now) }
    if process?.served.fault?.isPassing == true, numbers.percent(50) {
      simulated.capacity = .max
      process?.served.retry()
    }
    _ = process?.served.step(now: now, atMost: 1 + numbers.below(6))
    if numbers.percent(80) { try write() }
    try tell()
  }

  private mutating func write() throws {
    let given = process?.served.nextBatch()
    guard let batch = process?.writing ?? given else { return }
    process?.writing = batch
    // Some batches take their time.
    if numbers.percent(30) { return }
    if mistake == .acknowledgesBeforeSync {
      process?.served.written()
      try tell()
    }
    tally.wholes += batch.isWholeJournal ? 1 : 0
    do throws(StoreFault) {
      try process?.store.commit(batch)
      if mistake != .acknowledgesBeforeSync { process?.served.written() }
      if numbers.percent(20), let lines = try process?.store.newLines() { process?.served.keepEntries(in: lines) }
      if stream == nil { stream = process?.served.state.streamID }
    } catch {
      if simulated.isDead { return crash() }
      tally.faults += 1
      process?.served.failed(error)
      if !error.isPassing { return endProcess(afterPowerLoss: false) }
    }
    process?.writing = nil
  }

  private mutating func tell() throws {
    for place in observers.indices {
      let (name, person) = (observers[place].name, observers[place].person)
      for message in process?.served.outgoing(to: name) ?? [] {
        let bytes = sent(Data(message.bytes))
        try checkSecrets(of: bytes, to: person)
        for event in StreamText.events(in: bytes) {
          try note(event, to: person)
          observers[place].seq = max(observers[place].seq, StreamText.seq(of: event))
        }
      }
    }
    for name in process?.served.addressees ?? [] where !name.hasPrefix("observer") {
      // A client that is slow takes some, or none.
      let most = numbers.percent(70) ? Int.max : numbers.below(4)
      for message in process?.served.outgoing(to: name, atMost: most) ?? [] {
        network.send(sent(Data(message.bytes)), over: name, now: now)
      }
    }
  }

  /// Returns a message as the server sends it.
  private func sent(_ message: Data) -> Data {
    guard mistake == .countsAnew, let stream, let present = process?.served.state.streamID else { return message }
    return StreamText.replacing(present, by: stream, in: message)
  }
}
