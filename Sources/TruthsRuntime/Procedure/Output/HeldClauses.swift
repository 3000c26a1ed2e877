/// How many clauses hold in a run that was accepted. The counts stand in its reason, which is recorded and hashed.
package struct HeldClauses: Hashable, Sendable {
  /// Requirements of truths.
  package let requirements: Int
  /// Invariants and all other clauses.
  package let invariants: Int

  package init(requirements: Int, invariants: Int) {
    self.requirements = requirements
    self.invariants = invariants
  }

  /// Reads a recorded reason.
  ///
  /// - Returns: `nil` for one that tells anything else, or more.
  package init?(recorded reason: String) {
    let words = reason.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 6, let requirements = Int(words[0]), let invariants = Int(words[3]) else { return nil }
    self.init(requirements: requirements, invariants: invariants)
    if self.reason != reason { return nil }
  }

  /// As it is recorded: `1 requirements and 0 invariants hold`.
  package var reason: String { "\(requirements) requirements and \(invariants) invariants hold" }
}
