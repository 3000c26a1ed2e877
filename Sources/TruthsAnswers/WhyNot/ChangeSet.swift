package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime

/// A minimal set of changes that together lead to an accepted decision.
package struct ChangeSet: Hashable, Sendable {
  package var changes: [Change]
  /// For a single change to a number or date, the side on which the next value is accepted too.
  package var side: Side?
  /// Number of changes that make another proposal of it: about another thing, or by another actor.
  package var identityChanges = 0

  package enum Side: Hashable, Sendable {
    case atMost, atLeast
  }

  var subjects: Set<Change.Subject> { Set(changes.map(\.subject)) }
}

/// The answer to the question why a proposal is not accepted: change sets that would lead to acceptance.
package struct WhyNot: Sendable {
  /// The outcome of the unchanged proposal.
  package var outcome: RunOutcome
  /// Change sets by size; none contains another one.
  package var ways: [ChangeSet]
  /// Violations that no tried change repairs, if no change set was found.
  package var unmendable: [Violation]
  /// Whether a limit ended the search; then other change sets may exist.
  package var isExhausted: Bool

  /// For an accepted proposal, the distance of its values from refusal, if requested.
  package var margins: [Margin] = []
}

extension ChangeSet {
  /// The change set as JSON (answers §1.3): `{"changes": [{"field": "amount", "from": 5000, "to": 1000}], "decision":
  /// "accepted"}`.
  package static let record = JSONRecord<ChangeSet>(
    named: "way",
    [
      .required("changes", .list(Change.shape, least: 1), "All of these together.") { $0.changes.map(\.json) },
      .required("decision", .words([DecisionOutcome.accepted.rawValue]), "What the run comes to.") { _ in
        DecisionOutcome.accepted.rawValue
      },
      .optional("identity", .boolean, "That it changes a key or who proposes, because no other way was found.") {
        $0.identityChanges > 0 ? true : nil
      },
    ])
}
