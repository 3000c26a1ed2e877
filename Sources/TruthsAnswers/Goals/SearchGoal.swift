/// The goal of a search, such as an accepted decision with few changes, or a case that two truth sets decide differently.
///
/// Every search tries single steps from a state, and continues from the nearest states. A goal defines the steps, and how far a
/// state is from the goal.
protocol SearchGoal {
  /// A candidate that was tried.
  associatedtype State
  associatedtype Steps: Sequence
  /// A key of states. Of all states with the same key, the search continues only from the nearest.
  associatedtype Key: Hashable

  /// Whether the search ends, because it found enough or reached a limit.
  var isDone: Bool { get }
  /// Returns the steps from a state, the most promising first. Repairs of a violated clause come first, then other values that
  /// clauses, policies or facts name.
  mutating func steps(from state: State) -> Steps
  /// Returns the state after a step; `nil` if the search cannot continue from it.
  mutating func take(_ step: Steps.Element, from state: State) -> State?
  func distance(of state: State) -> Int
  func key(of state: State) -> Key
}

extension SearchGoal {
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
  /// Removes elements that are not needed for the wanted result. The removal of each element is tried once.
  ///
  /// - Parameters:
  ///   - result: the result of all elements.
  ///   - order: the order in which the removal of elements is tried.
  ///   - outcome: returns the result of some elements; `nil` if it is not a wanted result.
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
