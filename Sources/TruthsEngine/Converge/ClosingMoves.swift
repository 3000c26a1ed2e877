import TruthsCheck

/// Where truths on facts have moved the instances of lifecycles in one closing (language-2.md §7).
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
