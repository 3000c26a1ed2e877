/// A part of the context that expressions read, as far as it matters for the order in which truths on facts run.
package enum ContextSubject: Hashable, Comparable, Sendable {
  /// Index in ``Program/facts``.
  case fact(Int)
  /// The current states of a lifecycle, by its index in `Program.lifecycles`.
  case states(Int)
  /// The fact that an instance is or was in a state, which a move asks for. The numbers are the indices of the lifecycle and
  /// of the state in its enum.
  case entered(Int, Int)
}
