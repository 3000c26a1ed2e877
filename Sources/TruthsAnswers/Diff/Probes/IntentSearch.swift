import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Looks for probes of an intent that two truth sets decide otherwise.
///
/// From each base every step is taken alone that the clauses in the difference suggest; between two numbers of which one set
/// takes one and not the other, the border is looked for by halves. States in which the two sets do not read the same clauses as
/// violated, and are decided alike, are gone on from: what stands in the way of both is mended, clause by clause.
struct IntentSearch {
  /// Bases, states that are gone on from, and how many steps may follow each other.
  private static let (bases, width, depth) = (10, 6, 5)

  let runner: ProbeRunner
  /// Parts that one of the sets has alone.
  let old: [Part]
  let new: [Part]
  private(set) var found: [DecisionShift: [ProbePair]] = [:]
  private var tried = Set<DiffProbe>()

  /// Probes that look for what goes the other way, once one thing is known.
  private static let others = 1_000
  /// Witnesses of one sort that are kept.
  private static let kept = 3

  init(_ runner: ProbeRunner, old: [Part], new: [Part]) {
    (self.runner, self.old, self.new) = (runner, old, new)
  }

  /// What parts on one side alone can do: what is required more lets nothing more pass.
  private var isSettled: Bool {
    if found[.both] != nil || found[.stricter] != nil && found[.looser] != nil { return true }
    let clauses: Set<Part.Kind> = [.requirement, .structural]
    guard (old + new).allSatisfy({ clauses.contains($0.kind) }) else { return false }
    return old.isEmpty && found[.stricter] != nil || new.isEmpty && found[.looser] != nil
  }

  mutating func run(from probes: [DiffProbe]) {
    var pairs: [ProbePair] = []
    for probe in probes {
      guard tried.insert(probe).inserted, let pair = runner.pair(probe) else { continue }
      note(pair)
      pairs.append(pair)
    }
    let bases = best(pairs, Self.bases)
    var states = expand(bases, isWide: false)
    for _ in 1..<Self.depth where !isSettled && !runner.isExhausted {
      let next = best(states, Self.width)
      if next.isEmpty { break }
      states = mend(next)
    }
    guard found.isEmpty, !runner.isExhausted else { return }
    states = expand(bases, isWide: true)
    for _ in 1..<Self.depth where !isSettled && !runner.isExhausted {
      let next = best(states, Self.width)
      if next.isEmpty { break }
      states = mend(next)
    }
  }

  /// Keeps a pair where it is decided otherwise, the shorter ones first.
  private mutating func note(_ pair: ProbePair) {
    guard let shift = pair.shift else { return }
    if found.isEmpty { runner.limit(to: Self.others) }
    let kinds = found[shift, default: []]
    func sort(_ pair: ProbePair) -> [String] {
      [pair.old.ending.rawValue, pair.new.ending.rawValue] + pair.old.marks.symmetricDifference(pair.new.marks).sorted()
    }
    if kinds.count < Self.kept, !kinds.contains(where: { sort($0) == sort(pair) }) { found[shift, default: []].append(pair) }
  }

  // MARK: Steps

  private mutating func expand(_ bases: [ProbePair], isWide: Bool) -> [ProbePair] {
    var states = bases
    for base in bases where !isSettled {
      let steps = ProbeCandidates(pair: base, runner: runner).steps(old, new, isWide: isWide)
      states += take(steps, from: base)
    }
    return states
  }

  /// Takes each step from a state alone.
  private mutating func take(_ steps: [ProbeStep], from base: ProbePair) -> [ProbePair] {
    var states: [ProbePair] = []
    var tries: [ProbePlaceTries] = []
    for step in steps {
      if isSettled { break }
      guard let pair = attempt(step, from: base) else { continue }
      states.append(pair)
      guard case .field(let place, let value?) = step, let scale = Scale(value, isWhole: true) else { continue }
      if tries.last?.place != place { tries.append(ProbePlaceTries(place: place)) }
      tries[tries.count - 1].tries.append((scale, pair))
    }
    for place in tries where !isSettled { border(place, from: base) }
    return states
  }

  private mutating func attempt(_ step: ProbeStep, from base: ProbePair) -> ProbePair? {
    guard !base.steps.contains(where: { $0.subject == step.subject }), tried.insert(step.taken(from: base.probe)).inserted,
      let pair = runner.pair(base, taking: step)
    else { return nil }
    note(pair)
    return pair
  }

  /// Looks for the borders between values of a place at which either set reads other clauses as violated.
  private mutating func border(_ place: ProbePlaceTries, from base: ProbePair) {
    for isOld in [true, false] {
      let marks = { (pair: ProbePair) in isOld ? pair.old.marks : pair.new.marks }
      let sorted = place.tries.sorted { $0.scale.isBelow($1.scale) }
      var borders = 0
      for (one, other) in zip(sorted, sorted.dropFirst()) where marks(one.pair) != marks(other.pair) && borders < 8 {
        borders += 1
        var (low, high) = (one.scale, other.scale)
        while !isSettled, let middle = low.middle(to: high) {
          guard let pair = runner.pair(base, taking: .field(place.place, middle.json)) else { break }
          note(pair)
          if marks(pair) == marks(one.pair) { low = middle } else { high = middle }
        }
      }
    }
  }

  /// Mends what stands in the way of both sets, by what the clause reads.
  private mutating func mend(_ states: [ProbePair]) -> [ProbePair] {
    var next: [ProbePair] = []
    for state in states where !isSettled {
      let shared = state.old.marks.intersection(state.new.marks)
      let side = state.old.blocking.count >= state.new.blocking.count ? runner.old : runner.new
      let result = state.old.blocking.count >= state.new.blocking.count ? state.old : state.new
      let common = result.blocking.first { side.isIn(shared, $0) } ?? result.blocking.first
      let reads = (reads(of: common, runner.old), reads(of: common, runner.new))
      let steps = ProbeCandidates(pair: state, runner: runner).steps(reads.0, reads.1, isWide: common?.isBuiltIn ?? false)
      next += take(steps, from: state)
    }
    return next
  }

  /// What the clause that is violated reads; without one, what is different between the sets.
  private func reads(of violation: Violation?, _ side: ProbeSide) -> ClauseReads {
    let program = side.program
    guard let violation else { return ProbeCandidates.reads(side === runner.old ? old : new, side) }
    return ClauseReads(of: violation, .clause, program) ?? ClauseReads(program)
  }

  // MARK: States

  /// The states to go on from: those in which the sets read clauses otherwise first, then those with the least in the way, one
  /// for each set of clauses.
  private func best(_ pairs: [ProbePair], _ count: Int) -> [ProbePair] {
    var seen = Set<Set<String>>()
    let order = pairs.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.differs != other.differs { return one.differs }
      if one.common != other.common { return one.common < other.common }
      return left.offset < right.offset
    }
    return Array(order.map(\.element).filter { seen.insert($0.old.marks.union($0.new.marks)).inserted }.prefix(count))
  }
}

/// What was tried at one place of a proposal.
private struct ProbePlaceTries {
  var place: ProposalPlace
  var tries: [(scale: Scale, pair: ProbePair)] = []
}

extension ProbeSide {
  /// Whether a violation is one of some marks.
  fileprivate func isIn(_ marks: Set<String>, _ violation: Violation) -> Bool {
    marks.contains("\(mark(violation)) \(violation.kind.rawValue)")
  }
}

extension Violation {
  fileprivate var isBuiltIn: Bool { clause == "built-in" }
}
