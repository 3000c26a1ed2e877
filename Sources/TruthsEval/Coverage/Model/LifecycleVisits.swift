import TruthsCheck
import TruthsEngine
import TruthsRuntime
import TruthsText

/// The states that instances of lifecycles entered, and the transitions that were made, while fixtures ran.
///
/// States are known by name, lifecycles by place, so that visits under several selections of packs can be added up.
package struct LifecycleVisits: Hashable, Sendable {
  struct Transition: Hashable, Sendable {
    /// ``LifecycleType/span``
    var lifecycle: Span
    var from: Text
    var to: Text
  }

  struct State: Hashable, Sendable {
    var lifecycle: Span
    var state: Text
  }

  private(set) var transitions: [Transition: Int] = [:]
  private(set) var states: [State: Int] = [:]

  init() {}

  /// What instances went through in a context.
  ///
  /// - Parameter given: how many entries it began with. States that stand there count as entered, but the transitions between
  ///   them were made by nobody, unless it is a lifecycle whose states arrive from outside.
  init(_ procedure: RunProcedure, _ context: Context, given: Int) {
    let program = procedure.program
    for lifecycle in program.lifecycles where lifecycle.pack != ConvergePack.name {
      let names = program.enums[lifecycle.states].values
      let history = context.store.ordered(lifecycle.history, in: program)
      let instances = Dictionary(grouping: history) { Array($0.fields.prefix(lifecycle.key.count)) }
      for steps in instances.values {
        var from = names[LifecycleType.start]
        for step in steps.sorted(by: { Self.number(of: $0) < Self.number(of: $1) }) {
          guard let state = Self.state(of: step, lifecycle) else { continue }
          states[State(lifecycle: lifecycle.span, state: state), default: 0] += 1
          if lifecycle.isExternal || step.entry.sequence > given {
            transitions[Transition(lifecycle: lifecycle.span, from: from, to: state), default: 0] += 1
          }
          from = state
        }
      }
    }
  }

  private static func state(of step: FactRecord, _ lifecycle: LifecycleType) -> Text? {
    guard step.fields.count == lifecycle.key.count + 2, case .enumeration(let state) = step.fields[lifecycle.key.count] else {
      return nil
    }
    return state.name
  }

  private static func number(of step: FactRecord) -> Int {
    if case .number(let number)? = step.fields.last { return number.intValue ?? 0 }
    return 0
  }

  /// Adds other visits; the order makes no difference.
  mutating func add(_ other: LifecycleVisits) {
    transitions.merge(other.transitions, uniquingKeysWith: +)
    states.merge(other.states, uniquingKeysWith: +)
  }
}
