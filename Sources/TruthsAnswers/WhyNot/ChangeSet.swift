package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime

/// Changes that together lead to an accepted decision, and none of which can be left out.
package struct ChangeSet: Hashable, Sendable {
  package var changes: [Change]
  /// Of a way of one change to a number or date: on which side the next value does too.
  package var side: Side?
  /// How many of the changes make another proposal of it, about something else or by somebody else.
  package var identityChanges = 0

  package enum Side: Hashable, Sendable {
    case atMost, atLeast
  }

  var subjects: Set<Change.Subject> { Set(changes.map(\.subject)) }
}

/// What would have to be different for a decision to be accepted.
package struct WhyNot: Sendable {
  /// The run as it was.
  package var outcome: RunOutcome
  /// Those of one change first, then by size; none needs what another one can do without.
  package var ways: [ChangeSet]
  /// Violations that no change that was tried mends, where no way was found.
  package var unmendable: [Violation]
  /// Whether a limit ended the search: there may be other ways.
  package var isExhausted: Bool

  /// Of an accepted proposal: how close its clauses are, where that was asked for.
  package var margins: [Margin] = []
}

extension ChangeSet {
  /// `{"changes": [{"field": "amount", "from": 5000, "to": 1000}], "decision": "accepted"}` (answers §1.3).
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
