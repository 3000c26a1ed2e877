/// The numbers of clauses that hold in an accepted run. They form the run's reason, which is recorded and hashed.
package struct HeldClauses: Hashable, Sendable {
  /// The number of requirements of truths that hold.
  package let requirements: Int
  /// The number of invariants and of all other clauses that hold.
  package let invariants: Int

  package init(requirements: Int, invariants: Int) {
    self.requirements = requirements
    self.invariants = invariants
  }

  /// Reads a recorded reason.
  ///
  /// - Returns: `nil` for a reason that does not have exactly the form of ``reason``.
  package init?(recorded reason: String) {
    let words = reason.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, let requirements = Int(words[0]), let invariants = Int(words[3]) else { return nil }
    self.init(requirements: requirements, invariants: invariants)
    if self.reason != reason { return nil }
  }

  /// The recorded text, such as `1 requirements and 0 invariants hold`.
  package var reason: String { "\(requirements) requirements and \(invariants) invariants hold" }
}
