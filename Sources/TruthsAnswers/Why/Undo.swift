package import TruthsJSON

/// The ways to undo the facts of a decision, or one fact (answers §3.4).
package struct Undo: Sendable {
  package internal(set) var facts: [Fact] = []
  /// The number of further facts, which are not examined.
  package internal(set) var others = 0
  /// The reason why there is nothing to undo; `nil` if there is something to undo.
  package internal(set) var remark: String?

  /// A fact of the ledger, with the ways to undo it.
  package struct Fact: Sendable {
    package var entry: Int
    package var payload: JSONObject
    /// The key of the fact. For a state, it is the key of the instance.
    package var key: JSONObject = [:]
    /// The sequence of the entry that corrects the fact, or that moved the instance to its next state; `nil` if there is no
    /// such entry.
    package var superseded: Int?
    /// For a state, the lifecycle, the current state of the instance and the state before; otherwise `nil`.
    package var state: (lifecycle: String, now: String, before: String)?
    /// The ways to undo the fact. Each way consists of one or more steps.
    package var ways: [[Step]] = []
    /// The moves from the current state, if no way leads back to the state before.
    package var exits: [Step] = []
    /// The senders that may bring in a corrected version from outside, in words; `nil` if no one may.
    package var arrival: String?
    /// The reason why no way leads back; `nil` if one does.
    package var reason: String?
  }

  /// One step of undoing a fact: a truth that undoes it by a correction or a move.
  package struct Step: Sendable {
    package var truthID: String
    /// The intents to propose; empty for a truth that starts from facts, because such a truth fires without a proposal.
    package var intents: [Intent]
    /// The intents whose proposals cause this step. The list is empty for a truth that starts from facts, because such a truth
    /// fires without a proposal.
    package var facts: [String] = []
    /// The move, such as `approved → draft`; `nil` for a correction.
    package var move: String?
  }

  /// An intent, and the people who may propose it.
  package struct Intent: Sendable {
    /// The `action` of a proposal for the intent.
    package var name: String
    package var pack: String
    /// The clauses about the proposer, as written.
    package var proposers: [String] = []
    package var approvals: [Approval] = []
    /// The needed level of consent, `explicit` or `break_glass`; `nil` if no consent is needed.
    package var consent: String?
    package var consentBy: String?
  }

  /// An approval for which a run of the intent may wait.
  package struct Approval: Sendable {
    /// The approvers, such as `manager` or `2 of board`.
    package var of: String
    /// The condition of the clause that asks for the approval, as written.
    package var condition: String
    /// Whether the approval is needed if the condition does not hold, as in `A else requires_approval`.
    package var isElse: Bool
  }
}

extension Undo {
  /// The answer as JSON, such as `{"facts": […], "others": n, "remark": …}`.
  package static let record = JSONRecord<Undo>([
    .required("facts", listOf: Fact.record, "The facts, and how each can be undone.") { $0.facts },
    .optional("others", .count, "The number of further facts.") { $0.others > 0 ? $0.others : nil },
    .optional("remark", .text, "The reason why there is nothing to undo.") { $0.remark },
  ])
}

extension Undo.Fact {
  fileprivate static let record = JSONRecord<Undo.Fact>([
    .required("entry", .count(from: 1), "The sequence of the fact's entry.") { $0.entry },
    .required("fact", .map(), "The fact.") { $0.payload },
    .required("key", .map(), "The key of the fact. For a state, it is the key of the instance.") { $0.key },
    .optional("superseded_by", .count(from: 1), "The entry that corrects the fact, or that moves the instance to its next state.")
    {
      $0.superseded
    },
    .optional("state", of: state, "The lifecycle and the states, for a fact that records a state.") { $0.state },
    .required("ways", .list(.list(Undo.Step.record.shape)), "The ways to undo the fact. Each way has one step or more.") {
      $0.ways.map(Undo.Step.record.objects)
    },
    .optional("exits", listOf: Undo.Step.record, "The moves from the current state, if no way leads back.") { $0.exits.nonEmpty },
    .optional("arrives_from", .text, "The senders that may bring in a corrected version from outside.") { $0.arrival },
    .optional("reason", .text, "The reason why no way leads back.") { $0.reason },
  ])

  private static let state = JSONRecord<(lifecycle: String, now: String, before: String)>([
    .required("lifecycle", .text, "The lifecycle.") { $0.lifecycle },
    .required("now", .text, "The state of the instance.") { $0.now },
    .required("before", .text, "The state before.") { $0.before },
  ])
}

extension Undo.Step {
  fileprivate static let record = JSONRecord<Undo.Step>(
    named: "step",
    [
      .required("truth_id", .text, "The truth that takes the step.") { $0.truthID },
      .optional("move", .text, "The move, such as `approved → draft`.") { $0.move },
      .optional("correction", .boolean, "`true` if the step corrects the fact.") { $0.move == nil ? true : nil },
      .optional("facts", .list(.text), "The facts that a truth on facts fires on.") { $0.facts.nonEmpty },
      .required("intents", listOf: Undo.Intent.record, "The intents to propose.") { $0.intents },
    ])
}

extension Undo.Intent {
  fileprivate static let record = JSONRecord<Undo.Intent>([
    .required("intent", .text, "The intent.") { $0.name }, .required("pack", .text, "The pack of the intent.") { $0.pack },
    .optional("proposers", .list(.text), "The clauses about the proposer.") { $0.proposers.nonEmpty },
    .optional("approvals", listOf: approval, "The approvals for which a proposal may wait.") { $0.approvals.nonEmpty },
    .optional("consent", .text, "The level of consent that the intent needs.") { $0.consent },
    .optional("consent_by", .text, "The role that consents.") { $0.consentBy },
  ])

  private static let approval = JSONRecord<Undo.Approval>([
    .required("of", .text, "The approvers.") { $0.of },
    .optional("where", .text, "The condition under which the approval is needed.") { $0.isElse ? nil : $0.condition },
    .optional("unless", .text, "The condition under which the approval is not needed.") { $0.isElse ? $0.condition : nil },
  ])
}
