/// A move of a lifecycle's instance: `invoice: draft → sent` (language.md §7).
package struct CheckedMove: Hashable, Sendable {
  package var key: LifecycleKey
  /// Ordinals of the states that it may leave; more than one for `any`.
  package var from: Set<Int>
  /// Ordinals of the states that it enters, one after the other; one at least.
  package var path: [Int]
  /// The move as a clause: the present state is one that it leaves.
  package var clause: CheckedClause

  package init(key: LifecycleKey, from: Set<Int>, path: [Int], clause: CheckedClause) {
    self.key = key
    self.from = from
    self.path = path
    self.clause = clause
  }
}

/// A fact that a truth fires on; the frame holds it in a slot of its own.
package struct CheckedMatch: Hashable, Sendable {
  /// Index in ``Program/facts``.
  package var fact: Int
  package var slot: Int
  /// The name that `as` gives it.
  package var variable: String?

  package init(fact: Int, slot: Int, variable: String?) {
    self.fact = fact
    self.slot = slot
    self.variable = variable
  }
}
