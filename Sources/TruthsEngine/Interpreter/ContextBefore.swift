import TruthsProgram
import TruthsText

/// The context before a run, for `old` in clauses on the result (declarations §5.6). One thread may use it at a time.
final class ContextBefore {
  let evaluator: Evaluator
  /// The faults of the views on this context.
  let faults: ViewFaults
  /// The last value of each `old` with its arguments, because a loop often asks for the same value again.
  private var last: [ObjectIdentifier: (arguments: [Value], value: Value)] = [:]

  init(_ evaluator: Evaluator, _ faults: ViewFaults) {
    self.evaluator = evaluator
    self.faults = faults
  }

  /// Returns the value of an `old`.
  ///
  /// - Parameters:
  ///   - arguments: the values that its frame takes from the enclosing frame.
  ///   - observer: sees the rows of tables that give values.
  func value(of old: OldCode, _ arguments: [Value], _ observer: ReadingObserver?) -> Value {
    if let known = last[ObjectIdentifier(old)], known.arguments == arguments { return known.value }
    evaluator.observer = observer
    let value = evaluator.enter(old, arguments)
    last[ObjectIdentifier(old)] = (arguments, value)
    return value
  }
}

extension Engine {
  /// Returns the context before the run, for `ensures` that use `old`; `nil` if none of the truths uses `old`.
  ///
  /// - Parameter truths: indices in ``Program/truths``.
  func before(_ store: FactStore, _ truths: [Int], _ environment: Environment, _ now: Timestamp) -> ContextBefore? {
    guard let wanted = reads.remembering(truths) else { return nil }
    let (viewed, faults) = views(of: store, wanted: wanted, now)
    return ContextBefore(evaluator(on: viewed, environment), faults)
  }
}
