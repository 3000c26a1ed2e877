import Synchronization
import TruthsDiagnostics
import TruthsProgram
import TruthsText

/// A search exceeded its limits: what it was made for stays unsaid (limits §6).
struct OutOfFuel: Error {}

/// Counts what a check does to find something to say, in steps and never in time, so that answers do not depend on the machine.
final class Fuel {
  /// The steps left for all questions together.
  private var total: Int
  /// The steps that all questions have taken so far.
  private(set) var spent = 0
  /// The steps left for the present question.
  private var current = 0
  private let pool: FuelPool?
  /// How many of the spent steps the pool knows of.
  private var pooled = 0
  /// How many steps are spent before the pool is told: it is one for all threads.
  private static let poolStride = 1024

  /// The steps for reading the `let`s of a set.
  static let ofReading = 2_000_000

  /// - Parameter pool: what the parts of one pass spend together. Once that is more than they may, none of them gets more.
  init(total: Int, sharing pool: FuelPool? = nil) {
    self.total = pool?.isUsedUp == true ? -1 : total
    self.pool = pool
  }

  /// Allows the next question some steps.
  func begin(steps: Int) { current = steps }

  /// Spends steps; beyond a limit the question stays undecided.
  func spend(_ steps: Int) throws(OutOfFuel) {
    current -= steps
    total -= steps
    spent += steps
    if spent - pooled >= Self.poolStride { settle() }
    if current < 0 || total < 0 { throw OutOfFuel() }
  }

  /// Tells the pool what has been spent.
  func settle() {
    pool?.add(spent - pooled)
    pooled = spent
    if pool?.isUsedUp == true { total = -1 }
  }
}

/// Counts the steps that the parts of one pass take together, over all threads. Beyond the limit parts get no more, because the
/// pass discards what they found and does them once more, one after another. So the work is bounded for any number of parts, and
/// what is found does not depend on which thread came first.
final class FuelPool: Sendable {
  private let limit: Int
  private let spent = Atomic(0)

  init(limit: Int) { self.limit = limit }

  var isUsedUp: Bool { spent.load(ordering: .relaxed) > limit }

  func add(_ steps: Int) { spent.wrappingAdd(steps, ordering: .relaxed) }
}

/// What was found in a part of a check, and the steps that it took.
struct CountedFindings {
  var found: [Diagnostic]
  var steps: Int
}

extension CheckPass {
  /// What is found in each part, in order. Parts are looked at side by side, each with all steps; where they take more together,
  /// once more, one after another, until the steps are spent.
  ///
  /// - Parameters:
  ///   - steps: how many all parts may take together.
  ///   - known: what an earlier check found in a part.
  ///   - keep: keeps what was found in a part for a later check; `nil` where that depends on other parts.
  func found<Part>(
    in parts: [Part], steps: Int, known: (Part) -> CountedFindings? = { _ in nil },
    keep: (Part, CountedFindings?) -> Void = { _, _ in }, _ work: (Part, Fuel) -> [Diagnostic]
  ) -> [[Diagnostic]] {
    let pool = FuelPool(limit: steps)
    let all = Parallel.map(parts.count, stride: CheckSession.stride) { place in
      if let known = known(parts[place]) {
        pool.add(known.steps)
        return known.found
      }
      let fuel = Fuel(total: steps, sharing: pool)
      let found = work(parts[place], fuel)
      fuel.settle()
      keep(parts[place], CountedFindings(found: found, steps: fuel.spent))
      return found
    }
    if !pool.isUsedUp { return all }
    let fuel = Fuel(total: steps)
    return parts.map { part in
      keep(part, nil)
      return work(part, fuel)
    }
  }
}
