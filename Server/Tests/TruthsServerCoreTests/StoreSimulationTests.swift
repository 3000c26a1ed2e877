import Foundation
import Testing
import Truths
import TruthsServerCore
import TruthsServerTestSupport

@Suite("A store on a disk that fails")
struct StoreSimulationTests {
  static let soak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"].flatMap { Int($0) }

  /// Runs simulations one after another.
  ///
  /// - Returns: the first seed with a violation, and the violation.
  private static func firstViolation(
    in seeds: Range<Int>, flaw: FlawedDisk.Flaw? = nil, _ tally: inout StoreSimulation.Tally
  ) -> (seed: Int, what: String)? {
    for seed in seeds {
      var simulation = StoreSimulation(seed: UInt64(seed), flaw: flaw)
      simulation.tally = tally
      do { try simulation.run() } catch { return (seed, "\(error)") }
      tally = simulation.tally
    }
    return nil
  }

  @Test("what was acknowledged is there whatever happened, batches are whole, and the journal is never behind the ledger")
  func seeds() {
    var tally = StoreSimulation.Tally()
    let count = 1_000 * (Self.soak ?? 1)
    let violation = Self.firstViolation(in: 0..<count, &tally)
    #expect(violation == nil, "seed \(violation?.seed ?? 0): \(violation?.what ?? "")")
    if Self.soak != nil { print("\(count) seeds: \(tally)") }
    #expect(tally.commits > count && tally.powerLosses > count && tally.crashes > tally.powerLosses, "\(tally)")
    #expect(tally.fulls > count / 20 && tally.failures > count / 20 && tally.broken > count / 20, "\(tally)")
    #expect(tally.found > count / 20 && tally.lost > count / 5 && tally.wholes > count / 20, "\(tally)")
  }

  @Test("histories that long runs found stay right", arguments: [1_453, 4_348, 30_843])
  func foundSeeds(_ seed: Int) {
    var tally = StoreSimulation.Tally()
    let violation = Self.firstViolation(in: seed..<seed + 1, &tally)
    #expect(violation == nil, "\(violation?.what ?? "")")
  }

  @Test(
    "a mistake of the store is found within 200 seeds", arguments: FlawedDisk.Flaw.allCases.filter { $0 != .believesWhatItReads })
  func mistakes(_ flaw: FlawedDisk.Flaw) {
    var tally = StoreSimulation.Tally()
    let violation = Self.firstViolation(in: 0..<200, flaw: flaw, &tally)
    #expect(violation != nil, "\(flaw) is not found")
    if Self.soak != nil { print("\(flaw) is found by seed \(violation?.seed ?? -1): \(violation?.what ?? "")") }
  }

  /// Runs three processes: the first ends after each call of a commit, the second gets a disk fault at a call, and the third
  /// continues. Then power is lost.
  ///
  /// - Returns: the number of times that the ledger lacks bytes that the third process read or acknowledged.
  private static func losses(behindFailedSyncs flaw: FlawedDisk.Flaw?) throws -> Int {
    var losses = 0
    for (call, fault) in (3...12).flatMap({ call in (9...20).map { (call, $0) } }) {
      let simulated = SimulatedDisk(seed: UInt64(call * 100 + fault), ledger: [])
      let disk = FlawedDisk(simulated, flaw: flaw)
      var first = try Store(opening: disk)
      try first.begin(validJournal: 0)
      try first.commit(NumberedAnswers.batch(1))
      simulated.script[simulated.calls + call] = .crash
      try? first.commit(NumberedAnswers.batch(2))
      simulated.restart(afterPowerLoss: false)
      simulated.script[fault] = .fault(isFull: false)
      if var second = try? Store(opening: disk) { try? second.begin(validJournal: second.recovered.journal) }
      simulated.restart(afterPowerLoss: false)
      var third = try Store(opening: disk)
      try third.begin(validJournal: third.recovered.journal)
      try third.commit(NumberedAnswers.batch(3))
      let expected = (ledger: simulated.bytes(of: .ledger), journal: simulated.bytes(of: .journal))
      simulated.restart(afterPowerLoss: true)
      let last = try? Store(opening: disk)
      if try last?.ledger().bytes != expected.ledger || last?.journal() != expected.journal { losses += 1 }
    }
    return losses
  }

  @Test("what a sync lost, and a process read from memory, is written again before anything is built on it")
  func failedSyncs() throws {
    #expect(try Self.losses(behindFailedSyncs: nil) == 0)
    #expect(try Self.losses(behindFailedSyncs: .believesWhatItReads) > 0)
  }

  @Test("a seed gives the same history each time")
  func sameHistory() {
    var (first, second) = (StoreSimulation.Tally(), StoreSimulation.Tally())
    _ = Self.firstViolation(in: 0..<50, &first)
    _ = Self.firstViolation(in: 0..<50, &second)
    #expect(first == second)
  }
}
