import Synchronization
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// A search exceeded its limits, so the finding that the search was for is not reported (limits §6).
struct OutOfFuel: Error {}

/// Step budget of a check's searches. It counts steps and never time, so that answers do not depend on the machine.
final class Fuel {
  /// Steps left for all questions together.
  private var total: Int
  /// Steps that all questions have taken so far.
  private(set) var spent = 0
  /// Steps left for the present question.
  private var current = 0
  private let pool: FuelPool?
  /// Number of spent steps already reported to the pool.
  private var pooled = 0
  /// Number of steps between reports to the pool, which all threads share.
  private static let poolStride = 1024

  /// Steps for reading the `let`s of a set.
  static let ofReading = 2_000_000

  /// Creates a budget.
  ///
  /// - Parameter pool: counts the steps that the parts of one pass spend together. Once they pass its limit, no part gets more.
  init(total: Int, sharing pool: FuelPool? = nil) {
    self.total = pool?.isUsedUp == true ? -1 : total
    self.pool = pool
  }

  func begin(steps: Int) { current = steps }

  /// Spends steps. Throws beyond a limit, and then the question stays undecided.
  func spend(_ steps: Int) throws(OutOfFuel) {
    current -= steps
    total -= steps
    spent += steps
    if spent - pooled >= Self.poolStride { settle() }
    if current < 0 || total < 0 { throw OutOfFuel() }
  }

  func settle() {
    pool?.add(spent - pooled)
    pooled = spent
    if pool?.isUsedUp == true { total = -1 }
  }
}

/// Counts the steps that the parts of one pass take together, over all threads. Beyond the limit the parts get no more steps:
/// the pass discards their results and runs the parts again, one after another. So the work is bounded for any number of parts,
/// and the findings do not depend on which thread was first.
final class FuelPool: Sendable {
  private let limit: Int
  private let spent = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var isUsedUp: Bool { spent.load(ordering: .relaxed) > limit }

  func add(_ steps: Int) { spent.wrappingAdd(steps, ordering: .relaxed) }
}

/// Findings of one part of a check, and the steps that they took.
struct CountedFindings {
  var findings: [Diagnostic]
  var steps: Int
}

extension CheckPass {
  /// Returns the findings of each part, in order. Parts run in parallel, each with all steps. If they take more together, they
  /// run again one after another, until the steps are spent.
  ///
  /// - Parameters:
  ///   - steps: how many steps all parts may take together.
  ///   - cached: the findings of an earlier check in a part.
  ///   - keep: stores the findings of a part for a later check; gets `nil` where they depend on other parts.
  func findings<Part>(
    in parts: [Part], steps: Int, cached: (Part) -> CountedFindings? = { _ in nil },
    keep: (Part, CountedFindings?) -> Void = { _, _ in }, _ work: (Part, Fuel) -> [Diagnostic]
  ) -> [[Diagnostic]] {
    let pool = FuelPool(limit: steps)
    let all = Parallel.map(parts.count, stride: CheckSession.stride) { place in
      if let counted = cached(parts[place]) {
        pool.add(counted.steps)
        return counted.findings
      }
      let fuel = Fuel(total: steps, sharing: pool)
      let findings = work(parts[place], fuel)
      fuel.settle()
      keep(parts[place], CountedFindings(findings: findings, steps: fuel.spent))
      return findings
    }
    if !pool.isUsedUp { return all }
    let fuel = Fuel(total: steps)
    return parts.map { part in
      keep(part, nil)
      return work(part, fuel)
    }
  }
}
