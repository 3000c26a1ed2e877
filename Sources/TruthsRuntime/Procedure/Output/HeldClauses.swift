/// The numbers of clauses that hold in an accepted run. They are part of its reason, which is recorded and hashed.
package struct HeldClauses: Hashable, Sendable {
  /// The number of requirements of truths that hold.
  package let requirements: Int
  /// The number of invariants and all other clauses that hold.
  package let invariants: Int

  package init(requirements: Int, invariants: Int) {
    self.requirements = requirements
    self.invariants = invariants
  }

  /// Reads a recorded reason.
  ///
  /// - Returns: `nil` for a reason that is not exactly such a text.
  package init?(recorded reason: String) {
    let words = reason.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, let requirements = Int(words[0]), let invariants = Int(words[3]) else { return nil }
    self.init(requirements: requirements, invariants: invariants)
    if self.reason != reason { return nil }
  }

  /// The recorded text: `1 requirements and 0 invariants hold`.
  package var reason: String { "\(requirements) requirements and \(invariants) invariants hold" }
}
