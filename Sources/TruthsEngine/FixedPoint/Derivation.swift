import TruthsProgram

/// What truths on facts make of a store (declarations §6).
package struct Derivation: Sendable {
  /// The facts of the run, those that it began with included, and the store with them.
  package internal(set) var production: Production
  /// In the order in which they fired.
  package internal(set) var matches = MatchLog()
  /// Of their clauses and of what they produce, in the order of runs §3; views at fault are among them.
  package internal(set) var violations: [Violation] = []
  /// Clauses of theirs that hold.
  package internal(set) var invariantsHeld = 0
  /// The clauses of each match, for the story.
  package internal(set) var evaluated: [EvaluatedTruth] = []
  /// Rounds of the fixed point.
  package internal(set) var rounds = 0
  /// Set where a budget ended it: which, and the ids of the truths that were still firing.
  package internal(set) var exhausted: Exhaustion?

  package struct Exhaustion: Hashable, Sendable {
    /// `max_cycles`, `max_steps` or `max_facts`.
    package var limit: String
    package var count: Int
    package var firing: [String]

    /// `3 rounds of truths on facts; still firing: money.aging`
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

  /// What one reading of views may cost where nothing else is said: what a run may by default.
  static let views = DerivationLimits(rounds: 100_000, matches: 10_000_000, facts: 1_000_000)
}

/// What is known of a context before its fixed point is worked out.
package struct DerivationStart: Sendable {
  /// Every match of facts up to this sequence has fired; 0 where that is not known.
  package var closedAt: Int
  /// Whether a match of entries, by truth id and entry ids, has fired before; `nil` if none has, so that no ids are written.
  package var isFired: (@Sendable (_ truthID: String, _ entryIDs: [String]) -> Bool)?

  package init(closedAt: Int, isFired: (@Sendable (_ truthID: String, _ entryIDs: [String]) -> Bool)? = nil) {
    self.closedAt = closedAt
    self.isFired = isFired
  }
}

/// Where truths on facts have moved the instances of lifecycles in one closing (declarations §6).
///
/// What one state of an instance is left for in one closing is one. So the states that an instance was in are a path, and all
/// moves of an instance go along that path, in whatever order and round they fire.
struct ClosingMoves {
  /// An instance of a lifecycle.
  struct Instance: Hashable {
    /// Index in ``Program/lifecycles``.
    var lifecycle: Int
    /// Cells of the store of the facts made.
    var key: [Cell]
  }

  /// What a move comes to.
  enum Outcome {
    /// The states that it enters and that nothing has entered before it, with the step of the first.
    case entered(ArraySlice<Int>, step: Int)
    /// A state that a truth leaves for something else already: ordinals of both states, and the truth by its index.
    case conflict(left: Int, to: Int, by: Int)
  }

  fileprivate struct Path {
    /// The state in which closing found the instance, then those that it has entered since.
    var states: [Int]
    /// The step of the first state.
    var step: Int
    /// The truth that entered a state, by its index; one for each state but the first.
    var movers: [Int] = []
  }

  private var paths: [Instance: Path] = [:]

  /// Whether nothing has been moved.
  var isEmpty: Bool { paths.isEmpty }

  /// Whether an instance was in a state that a move leaves when closing began, or has entered one since; `nil` for an instance
  /// that has not been moved.
  func leaves(_ instance: Instance, _ move: CheckedMove) -> Bool? {
    paths[instance].map { $0.states.contains(where: move.from.contains) }
  }

  /// Takes a move in. A move from `any` leaves every state of the path that it may leave.
  ///
  /// - Parameters:
  ///   - found: where the instance stands in the store, and at which step; counts for one that has not been moved.
  ///   - truth: index of the truth that moves it.
  mutating func move(_ instance: Instance, _ move: CheckedMove, found: (ordinal: Int, step: Int), by truth: Int) -> Outcome {
    var path = paths[instance] ?? Path(states: [found.ordinal], step: found.step)
    let known = path.states.count
    for place in path.states.indices where move.from.contains(path.states[place]) && !move.path.contains(path.states[place]) {
      if let conflict = path.follow(move.path, from: place, by: truth) { return conflict }
    }
    paths[instance] = path
    return .entered(path.states[known...], step: path.step + known)
  }
}

extension ClosingMoves.Path {
  /// Goes along some states from a place on, and adds those that the path does not have yet.
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
