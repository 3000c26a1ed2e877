import Foundation
import Testing
import Truths
import TruthsServerCore
import TruthsServerTestSupport

@Suite("A server's core whose disk, network and programs fail")
struct CoreSimulationTests {
  /// A seed at which something was wrong.
  private struct Failure: CustomStringConvertible {
    var seed: UInt64
    var steps = 40
    var faults = Int.max
    var what = ""

    /// The arguments that repeat the failure.
    var description: String {
      "CoreSimulation(seed: \(seed), steps: \(steps), faults: \(faults == .max ? ".max" : "\(faults)")).run(): \(what)"
    }

    /// Returns the failure of a simulation, if it has one.
    static func of(_ seed: UInt64, steps: Int = 40, faults: Int = .max, mistake: CoreMistake? = nil) -> (
      Failure?, CoreSimulation.Tally
    ) {
      var simulation = CoreSimulation(seed: seed, steps: steps, faults: faults, mistake: mistake)
      do {
        try simulation.run()
        return (nil, simulation.tally)
      } catch {
        return (Failure(seed: seed, steps: steps, faults: faults, what: "\(error)"), simulation.tally)
      }
    }

    /// Returns a failure with fewer steps and faults that still occurs.
    func shrunk(mistake: CoreMistake?) -> Failure {
      var smallest = self
      var isSmaller = true
      while isSmaller {
        isSmaller = false
        let (steps, faults) = (smallest.steps, min(smallest.faults, 64))
        for (fewer, less) in [(steps / 2, faults), (steps - 1, faults), (steps, faults / 2), (steps, faults - 1)]
        where fewer >= 0 && less >= 0 && (fewer < steps || less < smallest.faults) {
          guard let failure = Self.of(seed, steps: fewer, faults: less, mistake: mistake).0 else { continue }
          (smallest, isSmaller) = (failure, true)
          break
        }
      }
      return smallest
    }
  }

  private static func run(_ seeds: Range<Int>, mistake: CoreMistake? = nil) async -> (Failure?, CoreSimulation.Tally) {
    var tally = CoreSimulation.Tally()
    for seed in seeds {
      let (failure, happened) = Failure.of(UInt64(seed), mistake: mistake)
      tally.add(happened)
      if let failure { return (failure, tally) }
      await Task.yield()
    }
    return (nil, tally)
  }

  @Test("what was acknowledged is kept, nothing is decided twice, and everybody sees one stream and no more than they may")
  func seeds() async {
    let count = 100 * (StoreSimulationTests.soak ?? 1)
    let parts = 8
    var tally = CoreSimulation.Tally()
    await withTaskGroup(of: (Failure?, CoreSimulation.Tally).self) { group in
      for part in 0..<parts { group.addTask { await Self.run(count * part / parts..<count * (part + 1) / parts) } }
      for await (failure, happened) in group {
        tally.add(happened)
        if let failure { Issue.record("\(failure.shrunk(mistake: nil))") }
      }
    }
    if StoreSimulationTests.soak != nil { print("\(count) seeds: \(tally)") }
    #expect(tally.crashes > count / 3 && tally.powerLosses > count / 4 && tally.faults > count / 20, "\(tally)")
    #expect(tally.breaks > count / 2 && tally.programsRestarted > count / 4 && tally.resumed > count, "\(tally)")
    #expect(tally.accepted > count / 4 && tally.held > count / 20 && tally.replays > count / 20, "\(tally)")
    #expect(tally.cards > count && tally.wholes > count / 2 && tally.adoptions > count / 2, "\(tally)")
  }

  @Test("a mistake of the server is found within 200 seeds, and made smaller", arguments: CoreMistake.allCases)
  func mistakes(_ mistake: CoreMistake) async {
    let failure = await Self.run(0..<200, mistake: mistake).0
    #expect(failure != nil, "\(mistake) is not found")
    guard let failure else { return }
    let shrunk = failure.shrunk(mistake: mistake)
    let without = Failure.of(failure.seed, steps: shrunk.steps, faults: shrunk.faults).0
    #expect(without == nil, "\(without?.description ?? "")")
    #expect(shrunk.steps < failure.steps || shrunk.faults < failure.faults)
    if StoreSimulationTests.soak != nil { print("\(mistake) is found: \(shrunk)") }
  }

  @Test("a seed gives the same history each time")
  func sameHistory() {
    for seed in 0..<3 { #expect(Failure.of(UInt64(seed)).1 == Failure.of(UInt64(seed)).1) }
  }
}
