import TruthsProgram
import TruthsText

/// The context before a run, as `old` reads it in what must hold of the result (declarations §5.6). For one thread at a time.
final class ContextBefore {
  let evaluator: Evaluator
  /// Those of the views on it.
  let faults: ViewFaults
  /// What each `old` came to last, and of what: in a loop it is mostly asked for the same again.
  private var last: [ObjectIdentifier: (arguments: [Value], value: Value)] = [:]

  init(_ evaluator: Evaluator, _ faults: ViewFaults) {
    self.evaluator = evaluator
    self.faults = faults
  }

  /// The value of an `old`.
  ///
  /// - Parameters:
  ///   - arguments: what its frame takes from the one around it.
  ///   - observer: sees which rows of tables give values.
  func value(of old: OldCode, _ arguments: [Value], _ observer: ReadingObserver?) -> Value {
    if let known = last[ObjectIdentifier(old)], known.arguments == arguments { return known.value }
    evaluator.observer = observer
    let value = evaluator.enter(old, arguments)
    last[ObjectIdentifier(old)] = (arguments, value)
    return value
  }
}

extension Engine {
  /// The context before, for the `ensures` of truths that read it; `nil` where none does.
  ///
  /// - Parameter truths: indices in ``Program/truths``.
  func before(_ store: FactStore, _ truths: [Int], _ environment: Environment, _ now: Timestamp) -> ContextBefore? {
    guard let wanted = reads.remembering(truths) else { return nil }
    let (viewed, faults) = views(of: store, wanted: wanted, now)
    return ContextBefore(evaluator(on: viewed, environment), faults)
  }
}
