package import TruthsJSON

/// Ways to undo the facts of a decision, or one fact (answers §3.4).
package struct Undo: Sendable {
  package internal(set) var facts: [Fact] = []
  /// Number of further facts.
  package internal(set) var others = 0
  /// Reason why there is nothing to undo; `nil` if there is something.
  package internal(set) var remark: String?

  /// A fact of the ledger, and the ways to undo it.
  package struct Fact: Sendable {
    package var entry: Int
    package var payload: JSONObject
    /// Key of the fact; for a state, its instance.
    package var key: JSONObject = [:]
    /// Entry that corrects it, or that moved its instance further.
    package var superseded: Int?
    /// For a state, the instance's lifecycle, its present state and its earlier state.
    package var state: (lifecycle: String, now: String, before: String)?
    /// Ways to undo it, each of one step or more.
    package var ways: [[Step]] = []
    /// Moves from the present state, if no way leads back.
    package var exits: [Step] = []
    /// Permitted senders of a corrected version from outside, if any.
    package var arrival: String?
    /// Reason why there is no way back; `nil` if there is one.
    package var reason: String?
  }

  /// A truth whose acceptance undoes one step.
  package struct Step: Sendable {
    package var truthID: String
    /// Intents to propose; empty for a truth on facts, which fires by itself.
    package var intents: [Intent]
    /// Facts that a truth on facts fires on.
    package var facts: [String] = []
    /// The move, such as `approved → draft`; `nil` for a correction.
    package var move: String?
  }

  /// An intent, and who may propose it.
  package struct Intent: Sendable {
    /// The `action` that proposes it.
    package var name: String
    package var pack: String
    /// Clauses about the proposer, as written.
    package var proposers: [String] = []
    package var approvals: [Approval] = []
    /// `explicit` or `break_glass`; `nil` if no consent is needed.
    package var consent: String?
    package var consentBy: String?
  }

  /// An approval that an intent may wait for.
  package struct Approval: Sendable {
    /// Approvers, such as `manager` or `2 of board`.
    package var of: String
    /// Condition of the request, as written.
    package var condition: String
    /// Whether the approval is needed if the condition does not hold: `A else requires_approval`.
    package var isElse: Bool
  }
}

extension Undo {
  /// The answer as JSON: `{"facts": […], "others": n, "remark": …}`.
  package static let record = JSONRecord<Undo>([
    .required("facts", listOf: Fact.record, "The facts, and what leads back from each.") { $0.facts },
    .optional("others", .count, "How many more facts there are.") { $0.others > 0 ? $0.others : nil },
    .optional("remark", .text, "Why there is nothing to undo.") { $0.remark },
  ])
}

extension Undo.Fact {
  fileprivate static let record = JSONRecord<Undo.Fact>([
    .required("entry", .count(from: 1), "Its entry.") { $0.entry }, .required("fact", .map(), "The fact.") { $0.payload },
    .required("key", .map(), "What identifies it; of a state its instance.") { $0.key },
    .optional("superseded_by", .count(from: 1), "The entry that corrects it, or by which its instance went on.") {
      $0.superseded
    },
    .optional("state", of: state, "Of a state.") { $0.state },
    .required("ways", .list(.list(Undo.Step.record.shape)), "Ways back, each of one step or more.") {
      $0.ways.map(Undo.Step.record.objects)
    },
    .optional("exits", listOf: Undo.Step.record, "Where a state goes on to, if nothing leads back.") { $0.exits.nonEmpty },
    .optional("arrives_from", .text, "Who brings another version in from outside.") { $0.arrival },
    .optional("reason", .text, "Why nothing leads back.") { $0.reason },
  ])

  private static let state = JSONRecord<(lifecycle: String, now: String, before: String)>([
    .required("lifecycle", .text, "The lifecycle.") { $0.lifecycle },
    .required("now", .text, "Where the instance stands.") { $0.now },
    .required("before", .text, "Where it was before.") { $0.before },
  ])
}

extension Undo.Step {
  fileprivate static let record = JSONRecord<Undo.Step>(
    named: "step",
    [
      .required("truth_id", .text, "The truth that takes it.") { $0.truthID },
      .optional("move", .text, "The move that it makes.") { $0.move },
      .optional("correction", .boolean, "That it corrects the fact.") { $0.move == nil ? true : nil },
      .optional("facts", .list(.text), "The facts that a truth on facts fires on.") { $0.facts.nonEmpty },
      .required("intents", listOf: Undo.Intent.record, "What is proposed.") { $0.intents },
    ])
}

extension Undo.Intent {
  fileprivate static let record = JSONRecord<Undo.Intent>([
    .required("intent", .text, "The intent.") { $0.name }, .required("pack", .text, "Its pack.") { $0.pack },
    .optional("proposers", .list(.text), "Clauses that ask who proposes.") { $0.proposers.nonEmpty },
    .optional("approvals", listOf: approval, "Approvals that it may wait for.") { $0.approvals.nonEmpty },
    .optional("consent", .text, "The consent that it wants.") { $0.consent },
    .optional("consent_by", .text, "The role that consents.") { $0.consentBy },
  ])

  private static let approval = JSONRecord<Undo.Approval>([
    .required("of", .text, "Who approves.") { $0.of },
    .optional("where", .text, "The condition for which it is asked.") { $0.isElse ? nil : $0.condition },
    .optional("unless", .text, "The condition for which it is not.") { $0.isElse ? $0.condition : nil },
  ])
}
