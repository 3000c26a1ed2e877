import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Searches for scenarios of an intent for which two truth sets decide differently.
///
/// From each base scenario, it tries every single step that the differing clauses suggest. If one set accepts one number and
/// rejects another, bisection finds the border. The search continues from states in which the sets violate different clauses,
/// although their decisions are the same. It repairs the clauses that block both.
struct IntentSearch {
  /// The maximum number of base scenarios, of states to continue from, and of steps in a row.
  private static let (bases, width, depth) = (10, 6, 5)
  /// The maximum number of further scenarios for the opposite shift, after the first shift was found.
  private static let others = 1_000
  /// The maximum number of witnesses for one shift.
  private static let mostWitnesses = 3
  /// The maximum number of borders for one position in the proposal and one set.
  private static let borders = 8

  let runner: ProbeRunner
  /// The parts that only the old set has; `new` are the parts that only the new set has.
  let old: [Part]
  let new: [Part]
  /// The witnesses that were found, at most `mostWitnesses` for each shift.
  private(set) var witnesses: [DecisionShift: [ProbePair]] = [:]
  private var tried = Set<ReceivedScenario>()
  private var phase = Phase.parts(isWide: false)
  /// The numbers and days tried from the current state, for each position in the proposal.
  private var tries: [PlaceTries] = []

  /// The source of the current steps.
  private enum Phase {
    /// The data that the differing parts read. If `isWide` is `true`, also every field.
    case parts(isWide: Bool)
    /// A violated clause.
    case violation
  }

  /// The values that were tried at one position in a proposal.
  private struct PlaceTries {
    var place: ProposalPlace
    var tries: [(scale: Scale, pair: ProbePair)] = []
  }

  init(_ runner: ProbeRunner, old: [Part], new: [Part]) {
    (self.runner, self.old, self.new) = (runner, old, new)
  }

  mutating func run(from scenarios: [ReceivedScenario]) {
    var bases = BestStates<ProbePair, Set<String>>(Self.bases)
    for scenario in scenarios where tried.insert(scenario).inserted {
      guard let pair = runner.pair(scenario) else { continue }
      record(pair)
      add(pair, to: &bases)
    }
    search(from: bases.all, .parts(isWide: false))
    if witnesses.isEmpty { search(from: bases.all, .parts(isWide: true)) }
  }

  private mutating func search(from bases: [ProbePair], _ phase: Phase) {
    self.phase = phase
    var states = BestStates<ProbePair, Set<String>>(Self.width)
    for base in bases where !isDone {
      add(base, to: &states)
      goOn(from: base, into: &states)
    }
    self.phase = .violation
    for _ in 1..<Self.depth where !isDone {
      let nearest = states.all
      states = BestStates(Self.width)
      for state in nearest where !isDone { goOn(from: state, into: &states) }
    }
  }

  /// Tries every step from a state, and then searches for borders between the values that were tried.
  private mutating func goOn(from state: ProbePair, into states: inout BestStates<ProbePair, Set<String>>) {
    explore(state, into: &states)
    for place in tries where !isSettled { border(place, from: state) }
  }

  /// Whether no further shift is possible. If only one set has parts of its own, and all of them are requirements, the opposite
  /// shift cannot occur.
  private var isSettled: Bool {
    if witnesses[.both] != nil || witnesses[.stricter] != nil && witnesses[.looser] != nil { return true }
    let clauses: Set<Part.Kind> = [.requirement, .structural]
    guard (old + new).allSatisfy({ clauses.contains($0.kind) }) else { return false }
    return old.isEmpty && witnesses[.stricter] != nil || new.isEmpty && witnesses[.looser] != nil
  }

  /// Records a pair of different decisions. Changes that the difference does not need are removed first.
  private mutating func record(_ pair: ProbePair) {
    guard let shift = pair.shift else { return }
    if witnesses.isEmpty { runner.leave(scenarios: Self.others) }
    let kinds = witnesses[shift, default: []]
    let sort = Self.sort(pair)
    if kinds.count < Self.mostWitnesses, !kinds.contains(where: { Self.sort($0) == sort }) {
      let reduced = pair.changes.reduced(pair, leavingOut: pair.changes) { changes in
        runner.pair(pair.base, with: changes).flatMap { $0.shift == shift && Self.sort($0) == sort ? $0 : nil }
      }
      witnesses[shift, default: []].append(reduced.result)
    }
  }

  /// Returns a key that tells apart different sorts of witnesses of one shift.
  private static func sort(_ pair: ProbePair) -> [String] {
    [pair.old.ending.rawValue, pair.new.ending.rawValue] + pair.old.marks.symmetricDifference(pair.new.marks).sorted()
  }

  /// Searches for borders between values at one position. A border lies between two values for which a set violates different
  /// clauses.
  private mutating func border(_ tries: PlaceTries, from base: ProbePair) {
    for isOld in [true, false] {
      let marks = { (pair: ProbePair) in isOld ? pair.old.marks : pair.new.marks }
      let sorted = tries.tries.sorted { $0.scale.isBelow($1.scale) }
      let borders = zip(sorted, sorted.dropFirst()).lazy.filter { marks($0.pair) != marks($1.pair) }.prefix(Self.borders)
      for (inner, outer) in borders {
        _ = inner.scale.border(to: outer.scale) { middle in
          let change = Change.field(tries.place, from: base.scenario.value(at: tries.place), to: middle.json)
          guard !isSettled, let pair = runner.pair(base, with: change) else { return nil }
          record(pair)
          return marks(pair) == marks(inner.pair)
        }
      }
    }
  }

  /// Returns the data that a violated clause reads or, without a violation, the data that the differing parts read.
  private func reads(of violation: Violation?, _ side: ProbeSide) -> ClauseReads {
    guard let violation else { return ProbeCandidates.reads(side === runner.old ? old : new, side) }
    return ClauseReads(of: violation, .clause, side.program) ?? ClauseReads(side.program)
  }
}

/// The goal is a case that the sets decide differently. States in which the sets violate different clauses come before all
/// others. Within each of these two groups, states with fewer blocking clauses are nearer.
extension IntentSearch: SearchGoal {
  var isDone: Bool { isSettled || runner.meter.isExhausted }

  func distance(of state: ProbePair) -> Int { (state.differs ? 0 : 1 << 32) + state.common }

  func key(of state: ProbePair) -> Set<String> { state.old.marks.union(state.new.marks) }

  mutating func steps(from state: ProbePair) -> [ProbeStep] {
    tries = []
    let candidates = ProbeCandidates(pair: state, runner: runner)
    if case .parts(let isWide) = phase { return candidates.steps(old, new, isWide: isWide) }
    // The clause to repair is one that blocks both, in the set with more blocking clauses.
    let shared = state.old.marks.intersection(state.new.marks)
    let isOld = state.old.blocking.count >= state.new.blocking.count
    let (side, result) = isOld ? (runner.old, state.old) : (runner.new, state.new)
    let common = result.blocking.first { side.isIn(shared, $0) } ?? result.blocking.first
    return candidates.steps(
      reads(of: common, runner.old), reads(of: common, runner.new), isWide: common?.isBuiltIn ?? false, mending: common)
  }

  mutating func take(_ step: ProbeStep, from state: ProbePair) -> ProbePair? {
    if case .change(let change) = step, state.changes.contains(where: { $0.subject == change.subject }) { return nil }
    let scenario = step.taken(from: state.scenario)
    guard tried.insert(scenario).inserted else { return nil }
    let pair =
      switch step {
      case .change(let change): runner.pair(state, with: change)
      case .known: runner.pair(scenario)
      }
    guard let pair else { return nil }
    record(pair)
    if case .change(.field(let place, _, let value?)) = step, let scale = Scale(value, isWhole: true) {
      if tries.last?.place != place { tries.append(PlaceTries(place: place)) }
      tries[tries.count - 1].tries.append((scale, pair))
    }
    return pair
  }
}

extension ProbeSide {
  fileprivate func isIn(_ marks: Set<String>, _ violation: Violation) -> Bool {
    marks.contains("\(mark(violation)) \(violation.kind.rawValue)")
  }
}

extension Violation {
  fileprivate var isBuiltIn: Bool { place == .builtIn }
}
