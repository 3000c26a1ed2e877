import Truths
import TruthsServerCore
import TruthsServerTestSupport

/// Several processes, one after another, that keep batches on one simulated disk until they are ended: all of it a function of
/// the seed.
struct StoreSimulation {
  /// Behaviour that no store may show.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// The counts of events, summed over simulations. A simulation without faults would prove nothing.
  struct Tally: Equatable {
    var commits = 0
    var crashes = 0
    var powerLosses = 0
    var fulls = 0
    var failures = 0
    var broken = 0
    /// Batches whose process ended meanwhile: found whole afterwards, or not at all.
    var found = 0
    var lost = 0
    /// The number of rewritten journals.
    var wholes = 0
  }

  private var numbers: SeededNumbers
  private let simulated: SimulatedDisk
  private let disk: FlawedDisk
  /// The acknowledged bytes of the ledger.
  private var ledger: [UInt8]
  private var journal: [UInt8] = []
  /// A batch whose process ended before it was acknowledged.
  private var pending: DurableBatch?
  private var written = 0
  private let keepsRecords: Bool
  private var isTakenForDamaged = false
  var tally = Tally()

  init(seed: UInt64, flaw: FlawedDisk.Flaw? = nil) {
    numbers = SeededNumbers(seed)
    keepsRecords = numbers.percent(85)
    ledger = []
    for line in 0..<numbers.below(4) { ledger += Self.line("given", line, of: 150 + numbers.below(900)) }
    // A file that a person wrote may end without a line feed.
    if !ledger.isEmpty, numbers.percent(20) { ledger.removeLast() }
    simulated = SimulatedDisk(seed: seed &+ 1, ledger: numbers.percent(20) ? nil : ledger, keepsRecords: keepsRecords)
    if simulated.bytes(of: .ledger).isEmpty { ledger = [] }
    disk = FlawedDisk(simulated, flaw: flaw)
  }

  /// - Throws: ``Violation``.
  mutating func run() throws {
    for _ in 0...(1 + numbers.below(4)) {
      try live()
      if isTakenForDamaged { return }
      let isPowerLost = keepsRecords && numbers.percent(70)
      simulated.restart(afterPowerLoss: isPowerLost)
      tally.crashes += 1
      tally.powerLosses += isPowerLost ? 1 : 0
    }
    simulated.capacity = .max
    guard let store = try open() else {
      if isTakenForDamaged { return }
      throw Violation(description: "it cannot be opened")
    }
    try check(store)
  }

  /// A process, from its beginning to its end.
  private mutating func live() throws {
    writeScript()
    simulated.capacity = numbers.percent(30) ? ledger.count + journal.count + numbers.below(4_000) : .max
    guard var store = try open() else { return }
    guard let valid = try check(store) else { return }
    do throws(StoreFault) {
      try store.begin(validJournal: valid)
    } catch {
      switch error {
      case .broken: tally.broken += simulated.isDead ? 0 : 1
      case .failed: break
      default: throw Violation(description: "begins not: \(error)")
      }
      return
    }
    (ledger, journal) = (simulated.bytes(of: .ledger), simulated.bytes(of: .journal))
    pending = nil
    var writer = StoreWriter(mostBytes: 3_000)
    var answers = (last: 0, tries: 0)
    for _ in 0..<(1 + numbers.below(12)) {
      for _ in 0...numbers.below(4) { answers.last = writer.append(batch()) }
      if numbers.percent(15) {
        answers.last = writer.append(DurableBatch(wholeJournal: line("state", of: 1 + numbers.below(900))))
      }
      while let batch = writer.next() {
        if try !write(batch, to: &store, &writer, &answers.tries) { return }
      }
    }
    if writer.fault == nil, writer.durable != answers.last || writer.pendingBytes != 0 {
      throw Violation(description: "durable are \(writer.durable) of \(answers.last)")
    }
  }

  /// - Returns: whether the process continues.
  private mutating func write(
    _ batch: DurableBatch, to store: inout Store<FlawedDisk>, _ writer: inout StoreWriter, _ tries: inout Int
  ) throws -> Bool {
    pending = batch
    do throws(StoreFault) {
      try store.commit(batch)
    } catch {
      if simulated.isDead { return false }
      writer.fail(error)
      switch error {
      case .broken:
        tally.broken += 1
        return false
      case .full: tally.fulls += 1
      case .failed: tally.failures += 1
      default: throw Violation(description: "\(error)")
      }
      // The batch is in none of the files, and stays out of them.
      pending = nil
      try expect("taken back")
      tries += 1
      if tries > 3 { return false }
      if numbers.percent(70) { simulated.capacity = .max }
      writer.retry()
      return true
    }
    acknowledge(batch)
    _ = writer.finish()
    pending = nil
    tally.commits += 1
    try expect("acknowledged")
    return true
  }

  private mutating func acknowledge(_ batch: DurableBatch) {
    ledger = Self.appended(batch.ledger, to: ledger)
    journal = (batch.isWholeJournal ? [] : journal) + batch.journal
    tally.wholes += batch.isWholeJournal ? 1 : 0
  }

  private static func appended(_ lines: [UInt8], to ledger: [UInt8]) -> [UInt8] {
    let isOpen = !lines.isEmpty && !ledger.isEmpty && ledger.last != UInt8(ascii: "\n")
    return ledger + (isOpen ? [UInt8(ascii: "\n")] : []) + lines
  }

  private func expect(_ what: String) throws {
    if simulated.bytes(of: .ledger) != ledger { throw Violation(description: "\(what): the ledger is another one") }
    if simulated.bytes(of: .journal) != journal { throw Violation(description: "\(what): the journal is another one") }
  }

  private mutating func open() throws -> Store<FlawedDisk>? {
    do throws(StoreFault) {
      return try Store(opening: disk)
    } catch {
      if case .unreadable = error { return nil }
      // Without attributes, zeros without a written mark are reported as damage (ledgers §2.2).
      if case .damaged(ledger.count) = error, !keepsRecords { isTakenForDamaged = true }
      if isTakenForDamaged { return nil }
      throw Violation(description: "opens not: \(error)")
    }
  }

  /// Compares the bytes that a store read with the acknowledged ones.
  ///
  /// - Returns: the number of valid bytes of the journal, according to its reader; `nil` where the files could not be read.
  @discardableResult
  private mutating func check(_ store: Store<FlawedDisk>) throws -> Int? {
    let found: (ledger: [UInt8], journal: [UInt8])
    do throws(StoreFault) {
      found = (try store.ledger().bytes, try store.journal())
    } catch {
      if simulated.isDead || !simulated.script.isEmpty { return nil }
      throw Violation(description: "reads not: \(error)")
    }
    let batch = pending ?? DurableBatch()
    let whole = Self.appended(batch.ledger, to: ledger)
    guard found.ledger == ledger || found.ledger == whole else {
      throw Violation(description: "the ledger has \(found.ledger.count) bytes, \(ledger.count) or \(whole.count) are expected")
    }
    if batch.isWholeJournal, found.journal == batch.journal { return found.journal.count }
    guard found.journal.starts(with: journal) else { throw Violation(description: "the journal lost what was acknowledged") }
    guard (batch.isWholeJournal ? [] : batch.journal).starts(with: found.journal.dropFirst(journal.count)) else {
      throw Violation(description: "the journal has what nobody wrote")
    }
    let isShown = !batch.ledger.isEmpty && found.ledger == whole
    if isShown, found.journal.count != journal.count + batch.journal.count {
      throw Violation(description: "the journal is behind the ledger")
    }
    if !batch.ledger.isEmpty {
      if isShown { tally.found += 1 } else { tally.lost += 1 }
    }
    return isShown || batch.ledger.isEmpty ? found.journal.count : journal.count
  }

  private mutating func writeScript() {
    if numbers.percent(80) { simulated.script[1 + numbers.below(80)] = .crash }
    for _ in 0..<numbers.below(4) where numbers.percent(50) {
      simulated.script[1 + numbers.below(80)] = .fault(isFull: numbers.percent(50))
    }
  }

  private mutating func batch() -> DurableBatch {
    var batch = DurableBatch()
    let kind = numbers.below(4)
    if kind != 0 {
      for _ in 0...numbers.below(3) {
        batch.ledger += line("entry", of: 128 + numbers.below(numbers.percent(80) ? 400 : 3_000))
      }
    }
    if kind != 1 {
      for _ in 0...numbers.below(3) { batch.journal += line("event", of: 1 + numbers.below(700)) }
    }
    return batch
  }

  private mutating func line(_ word: String, of length: Int) -> [UInt8] {
    written += 1
    return Self.line(word, written, of: length)
  }

  private static func line(_ word: String, _ number: Int, of length: Int) -> [UInt8] {
    let text = Array("{\"\(word)\":\(number)}".utf8)
    let padding = Array(repeating: UInt8(ascii: "."), count: max(0, length - text.count - 1))
    return (text + padding).prefix(max(1, length - 1)) + [UInt8(ascii: "\n")]
  }
}
