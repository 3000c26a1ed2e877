import Foundation
import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// Durable decisions a second of a session over a store on a real disk, and the memory that it takes as events come.
struct ServedMeasure {
  private var served: ServedSession
  private var store: Store<FileDisk>
  private var orders = 0
  private var now = 1_740_823_200_000
  /// The number of proposals that arrive together.
  private let atOnce = 64

  /// Measures the time to open a ledger and its journal, part by part, with the most memory so far.
  static func opening(_ path: String) throws -> [String] {
    let clock = ContinuousClock()
    var (start, lines) = (clock.now, [String]())
    func note(_ what: String) {
      lines.append("\(what): \(Int((clock.now - start) / .milliseconds(1))) ms, \(peak) MiB")
      start = clock.now
    }
    var store = try Store(opening: FileDisk(ledger: path, timeout: 10))
    let (ledger, journal) = (try store.ledger(), try store.journal())
    note("files, \(store.ledgerSize >> 20) MiB and \(store.journalSize >> 20) MiB")
    var options = RunSessionOptions()
    options.operatorActor = SimulatedOffice.operatorActor
    let session = try RunSession(
      SimulatedOffice.rules.get(), ledger: ledger, journal: journal.isEmpty ? nil : journal, options: options,
      now: 1_740_823_200_000)
    note("session, \(session.recovery?.isContinued == true ? "goes on" : "begins"), \(session.ledgerPoint.size) entries")
    try store.begin(validJournal: session.recovery?.journalBytes ?? 0)
    note("store")
    var served = ServedSession(session, mostJournal: 0)
    note("a whole journal")
    while let batch = served.nextBatch() {
      try store.commit(batch)
      served.written()
    }
    note("written, the journal has \(store.journalSize >> 20) MiB")
    var check = LedgerCheck(try Record(ledger))
    note("check, first pass")
    while check.goOn(entries: .max) {}
    note("check, second pass, \(check.report.isUnchanged ? "it holds" : "it does not hold")")
    return lines
  }

  /// - Parameter path: that of a ledger that is not there yet.
  init(ledger path: String) throws {
    store = try Store(opening: FileDisk(ledger: path, timeout: 10))
    var options = RunSessionOptions()
    options.operatorActor = SimulatedOffice.operatorActor
    let session = try RunSession(
      SimulatedOffice.rules.get(), ledger: try store.ledger(), journal: nil, options: options, now: now)
    try store.begin(validJournal: 0)
    served = ServedSession(session)
    try served.open("clerk", by: SimulatedOffice.people[0].actor, over: .grpc)
    let count = #"{"control_type":"inject_fact","payload":{"type":"stock.counted","sku":"pen","amount":1000000}}"#
    try served.receive(Array(count.utf8), from: "clerk", now: now)
    try settle()
  }

  /// Has proposals decided that wait for an approval.
  mutating func wait(for runs: Int) throws {
    while orders < runs { try propose(amount: 20) }
  }

  /// Has proposals accepted for some seconds.
  ///
  /// - Returns: the number of proposals per second.
  mutating func rate(seconds: Int) throws -> Int {
    let clock = ContinuousClock()
    let (start, before) = (clock.now, orders)
    while clock.now - start < .seconds(seconds) { try propose(amount: 1) }
    return Int((Double(orders - before) * 1_000 / ((clock.now - start) / .milliseconds(1))).rounded())
  }

  /// Has proposals accepted until the stream has a number of events.
  mutating func go(toEvent seq: Int) throws {
    while served.state.currentSeq < seq { try propose(amount: 1) }
  }

  /// The most memory so far, in MiB.
  static var peak: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss >> 20
    #else
      getrusage(RUSAGE_SELF.rawValue, &usage)
      return usage.ru_maxrss >> 10
    #endif
  }

  private mutating func propose(amount: Int) throws {
    for _ in 0..<atOnce {
      orders += 1
      let order = SimulatedOffice.order(
        "acme-ann-\(orders)", key: "k\(orders)", amount: amount, of: "pen", closes: "2030-01-01T00:00:00Z")
      try served.receive(Array(#"{"propose":\#(order)}"#.utf8), from: "clerk", now: now)
    }
    now += 1
    try settle()
  }

  private mutating func settle() throws {
    while served.step(now: now) {}
    while let batch = served.nextBatch() {
      try store.commit(batch)
      served.written()
      if served.hasManyEntries { served.keepEntries(in: try store.newLines()) }
    }
    let answers = served.outgoing(to: "clerk")
    guard answers.allSatisfy({ StreamText.contains(#""refused":false"#, in: Data($0.bytes)) }) else {
      throw StoreFault.failed("a proposal was refused")
    }
  }
}
