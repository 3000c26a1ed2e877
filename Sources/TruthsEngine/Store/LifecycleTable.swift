package import TruthsCheck
import TruthsText

/// Where an instance of a lifecycle stands.
package struct InstanceState: Hashable, Sendable {
  /// The values of its key.
  package var key: [Value]
  /// Of the state, in the lifecycle's enum.
  package var ordinal: Int
  /// How many states it has entered; the step of the newest.
  package var step: Int
}

/// The present states of the instances of one lifecycle.
struct LifecycleTable: Sendable {
  private var states = SharedTable<[Value], InstanceState>()
  /// In order of arrival.
  private var keys = ChunkedList<[Value]>()

  func state(of key: [Value]) -> InstanceState? { states[key] }

  var instances: [InstanceState] { keys.array.compactMap { states[$0] } }

  /// Takes in a step of the history; the highest step counts, whenever it arrives.
  mutating func append(_ fields: [Value], keyCount: Int) {
    guard fields.count == keyCount + 2, case .enumeration(let state) = fields[keyCount],
      case .number(let number) = fields[keyCount + 1], let step = number.intValue
    else { return }
    let key = Array(fields.prefix(keyCount))
    if let known = states[key] {
      if known.step > step { return }
    } else {
      keys.append(key)
    }
    states.set(InstanceState(key: key, ordinal: state.ordinal, step: step), for: key)
  }
}
