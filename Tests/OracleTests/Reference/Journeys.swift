import TruthsSyntax

/// The states through which truths on facts took the instances of lifecycles since closing began, as declarations §6 defines
/// them.
struct Journeys {
  struct Instance: Hashable {
    var lifecycle: String
    var key: [String: Val]
  }

  private struct Journey {
    /// The states in which it was, each with its step.
    var steps: [String: Int]
    /// The next state after each state that was left.
    var left: [String: String] = [:]
  }

  private var journeys: [Instance: Journey] = [:]

  /// Whether the instance of a move was in a state that it leaves.
  func fits(_ move: MoveEntry, _ reader: MoveReader) -> Bool {
    guard let instance = reader.instance(move) else { return false }
    return !left(by: move, instance, reader).isEmpty
  }

  private func journey(_ instance: Instance, _ reader: MoveReader) -> Journey {
    let found = reader.evaluator.world.state(instance.lifecycle, instance.key)
    return journeys[instance] ?? Journey(steps: [found.state: found.step])
  }

  /// The states of its journey that a move leaves.
  private func left(by move: MoveEntry, _ instance: Instance, _ reader: MoveReader) -> Set<String> {
    reader.evaluator.vocab.left(by: move.chain, of: instance.lifecycle).intersection(journey(instance, reader).steps.keys)
  }

  /// Adds a move.
  ///
  /// - Returns: the newly entered states; `nil` where a state would be left for a second one.
  mutating func take(_ move: MoveEntry, _ reader: MoveReader) -> [(state: String, step: Int)]? {
    guard let instance = reader.instance(move) else { return [] }
    let states = move.chain.states.dropFirst().map(\.text)
    var journey = journey(instance, reader)
    var entered: [(state: String, step: Int)] = []
    for first in left(by: move, instance, reader) {
      for (from, target) in zip([first] + states, states) {
        if let known = journey.left[from], known != target { return nil }
        if journey.left.updateValue(target, forKey: from) != nil { continue }
        let step = (journey.steps[from] ?? 0) + 1
        journey.steps[target] = step
        entered.append((target, step))
      }
    }
    journeys[instance] = journey
    return entered
  }
}
