package import TruthsEngine

/// How often which truth decided what, since a session began.
package struct DecisionTally: Hashable, Sendable {
  /// An outcome by one truth.
  package struct Kind: Hashable, Sendable {
    package let outcome: DecisionOutcome
    /// Empty for all truths beyond the first ``mostKinds``: rules may be replaced again and again.
    package let truthID: String
  }

  private var counts: [Kind: Int] = [:]

  /// How many kinds are told apart.
  static let mostKinds = 1_000

  mutating func count(_ outcome: DecisionOutcome, by truthID: String) {
    let kind = Kind(outcome: outcome, truthID: truthID)
    let isKnown = counts[kind] != nil || counts.count < Self.mostKinds
    counts[isKnown ? kind : Kind(outcome: outcome, truthID: ""), default: 0] += 1
  }

  /// Each kind with how often it was decided, in byte order of truths and outcomes.
  package var sorted: [(kind: Kind, count: Int)] {
    counts.map { (kind: $0.key, count: $0.value) }.sorted { left, right in
      let (one, other) = (left.kind, right.kind)
      if one.truthID != other.truthID { return one.truthID.utf8.lexicographicallyPrecedes(other.truthID.utf8) }
      return one.outcome.rawValue.utf8.lexicographicallyPrecedes(other.outcome.rawValue.utf8)
    }
  }
}
