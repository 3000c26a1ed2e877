package import TruthsEngine

/// Counts of the decisions since the session began, by truth and outcome.
package struct DecisionTally: Hashable, Sendable {
  /// A truth and an outcome.
  package struct Kind: Hashable, Sendable {
    package let outcome: DecisionOutcome
    /// Truth that decided. Empty for all truths beyond the first ``mostKinds``, because rules may be replaced again and again.
    package let truthID: String
  }

  private var counts: [Kind: Int] = [:]

  /// Maximum number of kinds that are counted separately.
  static let mostKinds = 1_000

  mutating func count(_ outcome: DecisionOutcome, by truthID: String) {
    let kind = Kind(outcome: outcome, truthID: truthID)
    let isKnown = counts[kind] != nil || counts.count < Self.mostKinds
    counts[isKnown ? kind : Kind(outcome: outcome, truthID: ""), default: 0] += 1
  }

  /// The kinds with their counts, in byte order of truths and outcomes.
  package var sorted: [(kind: Kind, count: Int)] {
    counts.map { (kind: $0.key, count: $0.value) }.sorted { left, right in
      let (one, other) = (left.kind, right.kind)
      if one.truthID != other.truthID { return one.truthID.utf8.lexicographicallyPrecedes(other.truthID.utf8) }
      return one.outcome.rawValue.utf8.lexicographicallyPrecedes(other.outcome.rawValue.utf8)
    }
  }
}
