/// What is read of the context, as far as it matters for the order in which truths on facts run.
package enum ContextSubject: Hashable, Comparable, Sendable {
  /// Index in ``Program/facts``.
  case fact(Int)
  /// The present states of a lifecycle, by its index in ``Program/lifecycles``.
  case states(Int)
  /// That an instance of a lifecycle is or was in a state, as a move asks: indices of the lifecycle and of the state in its enum.
  case entered(Int, Int)
}
