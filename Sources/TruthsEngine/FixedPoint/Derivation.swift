import TruthsProgram

/// The result of running truths on facts over a store (declarations §6).
package struct Derivation: Sendable {
  /// The facts of the run, including those that it began with, and the store with them.
  package internal(set) var production: Production
  /// The matches, in the order in which they fired.
  package internal(set) var matches = MatchLog()
  /// The violations of clauses and of production, in the order of runs §3; faults of views are included.
  package internal(set) var violations: [Violation] = []
  /// The number of invariants of matches that hold.
  package internal(set) var invariantsHeld = 0
  /// The clauses of each match, for the explanation of the run.
  package internal(set) var evaluated: [EvaluatedTruth] = []
  /// The number of rounds of the fixed point.
  package internal(set) var rounds = 0
  /// The budget that ended the run, with the ids of the truths that were still firing; `nil` where the fixed point was reached.
  package internal(set) var exhausted: Exhaustion?

  package struct Exhaustion: Hashable, Sendable {
    /// The name of the budget: `max_cycles`, `max_steps` or `max_facts`.
    package var limit: String
    package var count: Int
    package var firing: [String]

    /// The message: `3 rounds of truths on facts; still firing: money.aging`.
    package var text: String {
      let what = ["max_cycles": "rounds of truths on facts", "max_steps": "matches of truths on facts"][limit] ?? "facts"
      return "\(count) \(what); still firing: \(firing.joined(separator: ", "))"
    }
  }
}

/// The limits of a fixed point (runs §3.7).
package struct DerivationLimits: Hashable, Sendable {
  package var rounds: Int
  package var matches: Int
  package var facts: Int

  package init(rounds: Int, matches: Int, facts: Int) {
    self.rounds = rounds
    self.matches = matches
    self.facts = facts
  }

  /// The default limits for computing views: the default limits of a run.
  static let views = DerivationLimits(rounds: 100_000, matches: 10_000_000, facts: 1_000_000)
}

/// The knowledge about a context before its fixed point is computed.
package struct DerivationStart: Sendable {
  /// The sequence up to which every match of facts has fired; 0 if unknown.
  package var closedAt: Int
  /// Tells whether a match has fired before, by truth id and entry ids; `nil` if no match has, so that no ids are written.
  package var isFired: (@Sendable (_ truthID: String, _ entryIDs: [String]) -> Bool)?

  package init(closedAt: Int, isFired: (@Sendable (_ truthID: String, _ entryIDs: [String]) -> Bool)? = nil) {
    self.closedAt = closedAt
    self.isFired = isFired
  }
}

/// The moves of instances of lifecycles in one closing (declarations §6).
///
/// Each state of an instance is left for one other state only in one closing. So the states of an instance form a path, and all
/// its moves follow that path, in whatever order and round they fire.
struct ClosingMoves {
  /// An instance of a lifecycle, by its key.
  struct Instance: Hashable {
    /// Index in ``Program/lifecycles``.
    var lifecycle: Int
    /// The key as cells of the production's store.
    var key: [Cell]
  }

  enum Outcome {
    /// The states that no earlier move entered, with the step of the first.
    case entered(ArraySlice<Int>, step: Int)
    /// A conflict: another truth leaves the state for a different one. Ordinals of both states, and the truth's index.
    case conflict(left: Int, to: Int, by: Int)
  }

  fileprivate struct Path {
    /// The state at which closing began, then the states entered since.
    var states: [Int]
    var step: Int
    /// The index of the truth that entered each state except the first.
    var movers: [Int] = []
  }

  private var paths: [Instance: Path] = [:]

  var isEmpty: Bool { paths.isEmpty }

  /// Returns whether a move leaves a state that an instance had when closing began or has entered since.
  ///
  /// - Returns: `nil` for an instance that has not been moved.
  func leaves(_ instance: Instance, _ move: CheckedMove) -> Bool? {
    paths[instance].map { $0.states.contains(where: move.from.contains) }
  }

  /// Records a move. A move from `any` leaves every state of the path that it may leave.
  ///
  /// - Parameters:
  ///   - found: the state and step of the instance in the store, used for the instance's first move.
  ///   - truth: the index of the truth that moves it.
  mutating func move(_ instance: Instance, _ move: CheckedMove, found: (ordinal: Int, step: Int), by truth: Int) -> Outcome {
    var path = paths[instance] ?? Path(states: [found.ordinal], step: found.step)
    let entered = path.states.count
    for place in path.states.indices where move.from.contains(path.states[place]) && !move.path.contains(path.states[place]) {
      if let conflict = path.follow(move.path, from: place, by: truth) { return conflict }
    }
    paths[instance] = path
    return .entered(path.states[entered...], step: path.step + entered)
  }
}

extension ClosingMoves.Path {
  /// Follows the targets along the path from a position, and appends those that the path does not have yet.
  ///
  /// - Returns: the conflict, where the path leaves a state for another target.
  fileprivate mutating func follow(_ targets: [Int], from place: Int, by truth: Int) -> ClosingMoves.Outcome? {
    for (offset, target) in targets.enumerated() {
      let next = place + 1 + offset
      if next == states.count {
        states.append(target)
        movers.append(truth)
      } else if states[next] != target {
        return .conflict(left: states[next - 1], to: states[next], by: movers[next - 1])
      }
    }
    return nil
  }
}
