package import TruthsEngine
package import TruthsJSON
package import TruthsRuntime
import TruthsText

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

  /// `{"changes": [{"field": "amount", "from": 5000, "to": 1000}], "decision": "accepted"}` (answers §1.3).
  package var json: JSONObject {
    var object: JSONObject = [
      "changes": .array(changes.map { .object($0.json) }), "decision": .text(DecisionOutcome.accepted.rawValue),
    ]
    if identityChanges > 0 { object["identity"] = .boolean(true) }
    return object
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

extension WhyNot {
  /// What is told of ways, of the reasons that no change mends, and of answers; with `margins` also of these.
  package static let members: [JSONMember] = [
    .required("ways", .list(.named("way") { .members(ChangeSet.members) }), "Changes with which the proposal is accepted."),
    .optional("exhausted", .boolean, "That the search ended at its limit: there may be others."),
    .required("unmendable", .list(.text), "Reasons that no change mends, where no way was found."),
    .optional("answers", .list(.members(PossibleAnswer.members)), "What each answer to a run that waits leads to."),
  ]
}

extension ChangeSet {
  fileprivate static let members: [JSONMember] = [
    .required("changes", .list(Change.shape, least: 1), "All of these together."),
    .required("decision", .words([DecisionOutcome.accepted.rawValue]), "What the run comes to."),
    .optional("identity", .boolean, "That it changes a key or who proposes, because no other way was found."),
  ]
}
