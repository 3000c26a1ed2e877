/// What a search looks for: an accepted decision with few changes, an accepted proposal of an intent, a case that two truth sets
/// decide otherwise. Every search takes each step from a state by itself and goes on from the nearest states; a goal says which
/// steps there are, and how near a state is.
protocol SearchGoal {
  /// What was tried.
  associatedtype State
  associatedtype Steps: Sequence
  /// Of states with one key, the nearest alone is gone on from.
  associatedtype Key: Hashable

  /// Whether nothing more is tried: enough was found, or a limit is reached.
  var isDone: Bool { get }
  /// The steps from a state, the likeliest first: those that repair a violated clause, then the values that are named somewhere.
  mutating func steps(from state: State) -> Steps
  /// The state that a step leads to; `nil` where there is nothing to go on from.
  mutating func take(_ step: Steps.Element, from state: State) -> State?
  /// How far a state is from what is looked for.
  func distance(of state: State) -> Int
  func key(of state: State) -> Key
}

extension SearchGoal {
  /// Takes every step from a state.
  mutating func explore(_ state: State, into best: inout BestStates<State, Key>) {
    for step in steps(from: state) {
      if isDone { return }
      if let made = take(step, from: state) { add(made, to: &best) }
    }
  }

  func add(_ state: State, to best: inout BestStates<State, Key>) {
    best.add(state, of: key(of: state), distance: distance(of: state))
  }
}

extension Array where Element: Equatable {
  /// The elements without those that can be left out, and what they come to: each is left out once.
  ///
  /// - Parameters:
  ///   - result: of all elements.
  ///   - order: in which they are left out.
  ///   - outcome: of some elements; `nil` where it is not what is looked for.
  func reduced<Result>(
    _ result: Result, leavingOut order: [Element], _ outcome: ([Element]) -> Result?
  ) -> (elements: [Element], result: Result) {
    var reduced = (elements: self, result: result)
    for element in order where reduced.elements.count > 1 {
      let rest = reduced.elements.filter { $0 != element }
      if let result = outcome(rest) { reduced = (rest, result) }
    }
    return reduced
  }
}
