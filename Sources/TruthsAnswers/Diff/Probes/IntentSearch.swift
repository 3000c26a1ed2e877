import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Searches for scenarios of an intent that two truth sets decide differently.
///
/// From each base it takes every single step that the differing clauses suggest. If one set accepts one number and not another,
/// it finds the border by bisection. It continues from states in which the sets violate different clauses but decide alike, and
/// repairs the clauses that block both.
struct IntentSearch {
  /// Maximum number of bases, of states to continue from, and of steps in a row.
  private static let (bases, width, depth) = (10, 6, 5)
  /// Maximum number of scenarios for the opposite shift, after the first one was found.
  private static let others = 1_000
  /// Maximum number of witnesses of one sort.
  private static let kept = 3
  /// Maximum number of borders for one place and set.
  private static let borders = 8

  let runner: ProbeRunner
  /// Parts that only one of the sets has.
  let old: [Part]
  let new: [Part]
  private(set) var found: [DecisionShift: [ProbePair]] = [:]
  private var tried = Set<ReceivedScenario>()
  private var phase = Phase.parts(isWide: false)
  /// Numbers and days tried in the present state, by place.
  private var tries: [PlaceTries] = []

  /// The source of the present steps.
  private enum Phase {
    /// The reads of the differing parts; if wide, also every field.
    case parts(isWide: Bool)
    /// A violated clause.
    case violation
  }

  /// The values tried at one place of a proposal.
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
    if found.isEmpty { search(from: bases.all, .parts(isWide: true)) }
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

  /// Takes every step from a state, then searches for borders between the values tried.
  private mutating func goOn(from state: ProbePair, into states: inout BestStates<ProbePair, Set<String>>) {
    explore(state, into: &states)
    for place in tries where !isSettled { border(place, from: state) }
  }

  /// Whether no further shift is possible. If only one side has extra parts, and these are requirements, the opposite shift
  /// cannot occur.
  private var isSettled: Bool {
    if found[.both] != nil || found[.stricter] != nil && found[.looser] != nil { return true }
    let clauses: Set<Part.Kind> = [.requirement, .structural]
    guard (old + new).allSatisfy({ clauses.contains($0.kind) }) else { return false }
    return old.isEmpty && found[.stricter] != nil || new.isEmpty && found[.looser] != nil
  }

  /// Records a pair with different decisions, without the changes that it does not need.
  private mutating func record(_ pair: ProbePair) {
    guard let shift = pair.shift else { return }
    if found.isEmpty { runner.leave(scenarios: Self.others) }
    let kinds = found[shift, default: []]
    let sort = Self.sort(pair)
    if kinds.count < Self.kept, !kinds.contains(where: { Self.sort($0) == sort }) {
      let reduced = pair.changes.reduced(pair, leavingOut: pair.changes) { changes in
        runner.pair(pair.base, with: changes).flatMap { $0.shift == shift && Self.sort($0) == sort ? $0 : nil }
      }
      found[shift, default: []].append(reduced.result)
    }
  }

  /// Returns a key by which witnesses of one shift are distinguished.
  private static func sort(_ pair: ProbePair) -> [String] {
    [pair.old.ending.rawValue, pair.new.ending.rawValue] + pair.old.marks.symmetricDifference(pair.new.marks).sorted()
  }

  /// Searches for borders between values of a place at which either set violates different clauses.
  private mutating func border(_ place: PlaceTries, from base: ProbePair) {
    for isOld in [true, false] {
      let marks = { (pair: ProbePair) in isOld ? pair.old.marks : pair.new.marks }
      let sorted = place.tries.sorted { $0.scale.isBelow($1.scale) }
      let borders = zip(sorted, sorted.dropFirst()).lazy.filter { marks($0.pair) != marks($1.pair) }.prefix(Self.borders)
      for (one, other) in borders {
        _ = one.scale.border(to: other.scale) { middle in
          let change = Change.field(place.place, from: base.scenario.value(at: place.place), to: middle.json)
          guard !isSettled, let pair = runner.pair(base, with: change) else { return nil }
          record(pair)
          return marks(pair) == marks(one.pair)
        }
      }
    }
  }

  /// Returns the reads of a violated clause; without one, those of the differing parts.
  private func reads(of violation: Violation?, _ side: ProbeSide) -> ClauseReads {
    guard let violation else { return ProbeCandidates.reads(side === runner.old ? old : new, side) }
    return ClauseReads(of: violation, .clause, side.program) ?? ClauseReads(side.program)
  }
}

/// The goal is a case that the sets decide differently. States in which they violate different clauses are nearest, then those
/// with the fewest blocking clauses.
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
  fileprivate var isBuiltIn: Bool { clause == "built-in" }
}
