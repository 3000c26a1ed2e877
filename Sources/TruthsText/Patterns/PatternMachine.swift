/// A pattern as a non-deterministic automaton. It reads a text once and tracks all states that are possible (Thompson, Regular
/// expression search algorithm, CACM 11, 1968).
package final class PatternMachine: Sendable {
  private enum State: Sendable {
    /// Reads a scalar of the set, then continues at the next state.
    case set(ScalarSet)
    /// Continues at both states, given by their indices.
    case split(Int, Int)
    case jump(Int)
    case accept
  }

  private let states: [State]
  package var stateCount: Int { states.count }
  /// Whether the pattern may match a part of the text.
  private let isPart: Bool

  /// - Parameter isPart: whether a part of the text must match, instead of the whole text.
  package init(_ pattern: Pattern, isPart: Bool) {
    var states: [State] = []
    Self.write(pattern, to: &states)
    states.append(.accept)
    self.states = states
    self.isPart = isPart
  }

  private static func write(_ pattern: Pattern, to states: inout [State]) {
    switch pattern {
    case .set(let set): states.append(.set(set))
    case .sequence(let parts): for part in parts { write(part, to: &states) }
    case .alternatives(let branches):
      var ends: [Int] = []
      for (place, branch) in branches.enumerated() {
        guard place < branches.count - 1 else {
          write(branch, to: &states)
          break
        }
        let split = states.count
        states.append(.accept)
        write(branch, to: &states)
        ends.append(states.count)
        states.append(.accept)
        states[split] = .split(split + 1, states.count)
      }
      for end in ends { states[end] = .jump(states.count) }
    case .repeated(let inner, let least, let most): repeated(inner, least, most, to: &states)
    }
  }

  private static func repeated(_ inner: Pattern, _ least: Int, _ most: Int?, to states: inout [State]) {
    for _ in 0..<least { write(inner, to: &states) }
    guard let most else {
      let split = states.count
      states.append(.accept)
      write(inner, to: &states)
      states.append(.jump(split))
      states[split] = .split(split + 1, states.count)
      return
    }
    var splits: [Int] = []
    for _ in least..<max(least, most) {
      splits.append(states.count)
      states.append(.accept)
      write(inner, to: &states)
    }
    for split in splits { states[split] = .split(split + 1, states.count) }
  }

  /// A set of states, given by their indices, in the order in which they were inserted.
  private struct StateSet {
    var members: [Int] = []
    private var marks: [Int]
    private var mark = 1

    init(_ count: Int) { marks = [Int](repeating: 0, count: count) }

    mutating func clear() {
      members.removeAll(keepingCapacity: true)
      mark += 1
    }

    mutating func insert(_ state: Int) -> Bool {
      if marks[state] == mark { return false }
      marks[state] = mark
      return true
    }
  }

  /// Whether a text matches the pattern.
  ///
  /// - Parameter work: the remaining number of state visits. If it is below 0 after the call, the answer is not valid.
  /// - Complexity: O(scalars · states).
  package func matches(_ text: String, work: inout Int) -> Bool {
    var (now, next) = (StateSet(states.count), StateSet(states.count))
    var stack: [Int] = []
    var isAccepted = enter(0, &now, &stack, &work)
    for scalar in text.unicodeScalars {
      if isPart, isAccepted { return true }
      if work < 0 || !isPart && now.members.isEmpty { return false }
      next.clear()
      isAccepted = false
      for state in now.members {
        guard case .set(let set) = states[state], set.contains(scalar.value) else { continue }
        if enter(state + 1, &next, &stack, &work) { isAccepted = true }
      }
      work -= now.members.count
      if isPart, enter(0, &next, &stack, &work) { isAccepted = true }
      swap(&now, &next)
    }
    return isAccepted
  }

  /// Adds a state and the states that follow it without reading a scalar.
  ///
  /// - Returns: whether the accepting state is among the added ones.
  private func enter(_ state: Int, _ set: inout StateSet, _ stack: inout [Int], _ work: inout Int) -> Bool {
    var isAccepted = false
    stack.append(state)
    while let state = stack.popLast() {
      guard set.insert(state) else { continue }
      work -= 1
      switch states[state] {
      case .set: set.members.append(state)
      case .split(let one, let other):
        stack.append(other)
        stack.append(one)
      case .jump(let target): stack.append(target)
      case .accept: isAccepted = true
      }
    }
    return isAccepted
  }
}
