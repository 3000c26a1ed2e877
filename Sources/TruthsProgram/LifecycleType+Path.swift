/// Shortest paths through the states of a lifecycle, for making test cases.
extension LifecycleType {
  /// Returns the states that an instance enters on its shortest path to a state, or `nil` without a path. Of equally short
  /// paths it is the one with lower ordinals.
  ///
  /// - Complexity: O(states · transitions).
  package func path(to state: Int) -> [Int]? {
    if state == Self.start { return [] }
    var before: [Int: Int] = [:]
    var reached = [Self.start]
    var place = 0
    while place < reached.count {
      let from = reached[place]
      place += 1
      for next in transitions.filter({ $0.from == from }).map(\.to).sorted() where next != Self.start && before[next] == nil {
        before[next] = from
        reached.append(next)
      }
    }
    guard before[state] != nil else { return nil }
    var path = [state]
    while let previous = before[path[0]], previous != Self.start { path.insert(previous, at: 0) }
    return path
  }
}
