package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime

/// A minimal set of changes that together lead to an accepted decision.
package struct ChangeSet: Hashable, Sendable {
  package var changes: [Change]
  /// For a single change to a number or date, the side on which the next value is accepted, too; otherwise `nil`.
  package var side: Side?
  /// The number of changes that alter the proposal's identity, because they make it about a different thing or by a different
  /// actor.
  package var identityChanges = 0

  package enum Side: Hashable, Sendable {
    case atMost, atLeast
  }

  var subjects: Set<Change.Subject> { Set(changes.map(\.subject)) }
}

/// The answer to the question why a proposal is not accepted. It contains change sets that would lead to acceptance.
package struct WhyNot: Sendable {
  /// The outcome of the unchanged proposal.
  package var outcome: RunOutcome
  /// The change sets, the smallest first. No change set contains another one.
  package var ways: [ChangeSet]
  /// If no change set was found, the violations that no tried change repairs; otherwise empty.
  package var unmendable: [Violation]
  /// Whether a limit ended the search. If so, further change sets may exist.
  package var isExhausted: Bool

  /// For an accepted proposal, how far its values are from refusal; empty if that was not requested.
  package var margins: [Margin] = []
}

extension ChangeSet {
  /// The change set as JSON (answers §1.3): `{"changes": [{"field": "amount", "from": 5000, "to": 1000}], "decision":
  /// "accepted"}`.
  package static let record = JSONRecord<ChangeSet>(
    named: "way",
    [
      .required("changes", .list(Change.shape, least: 1), "The changes, which are needed together.") { $0.changes.map(\.json) },
      .required("decision", .words([DecisionOutcome.accepted.rawValue]), "The resulting decision.") { _ in
        DecisionOutcome.accepted.rawValue
      },
      .optional("identity", .boolean, "`true` if the changes affect a key or the proposer, because no other way was found.") {
        $0.identityChanges > 0 ? true : nil
      },
    ])
}
