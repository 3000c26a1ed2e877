import TruthsEngine
import TruthsProgram
import TruthsRuntime

/// A cache of the first facts of each type, and of the first instances of each lifecycle, in a context.
///
/// They are sorted only once, even if many positions in a proposal are compared with them.
final class FactSamples {
  /// The maximum number of facts of a type, and of instances of a lifecycle.
  private static let most = 40

  private let store: FactStore
  private let program: Program
  private var facts: [Int: [FactRecord]] = [:]
  private var instances: [Int: [InstanceState]] = [:]

  init(of context: Context, _ program: Program) {
    store = context.store
    self.program = program
  }

  func facts(_ type: Int) -> [FactRecord] {
    if let known = facts[type] { return known }
    let first = store.orderedPlaces(type, in: program).prefix(Self.most).map { store.record(type, at: $0) }
    facts[type] = first
    return first
  }

  func instances(_ lifecycle: Int) -> [InstanceState] {
    if let known = instances[lifecycle] { return known }
    let first = Array(store.instances(lifecycle).prefix(Self.most))
    instances[lifecycle] = first
    return first
  }
}
