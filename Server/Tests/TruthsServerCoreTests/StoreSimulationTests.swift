import Foundation
import Testing
import TruthsServerCore
import TruthsServerTestSupport

@Suite("A store on a disk that fails")
struct StoreSimulationTests {
  static let soak = ProcessInfo.processInfo.environment["TRUTHS_SOAK"].flatMap { Int($0) }

  /// Runs simulations one after another.
  ///
  /// - Returns: the first seed at which something was wrong, and what.
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
    #expect(tally.found > count / 20 && tally.lost > count / 5, "\(tally)")
  }

  @Test("a mistake of the store is found within 200 seeds", arguments: FlawedDisk.Flaw.allCases)
  func mistakes(_ flaw: FlawedDisk.Flaw) {
    var tally = StoreSimulation.Tally()
    let violation = Self.firstViolation(in: 0..<200, flaw: flaw, &tally)
    #expect(violation != nil, "\(flaw) is not found")
    if Self.soak != nil { print("\(flaw) is found by seed \(violation?.seed ?? -1): \(violation?.what ?? "")") }
  }

  @Test("a seed gives the same history each time")
  func sameHistory() {
    var (first, second) = (StoreSimulation.Tally(), StoreSimulation.Tally())
    _ = Self.firstViolation(in: 0..<50, &first)
    _ = Self.firstViolation(in: 0..<50, &second)
    #expect(first == second)
  }
}
