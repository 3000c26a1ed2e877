package import TruthsJSON

/// What leads back from the facts that a decision left, or from one fact (answers §3.4).
package struct Undo: Sendable {
  package internal(set) var facts: [Fact] = []
  /// How many more facts there are.
  package internal(set) var others = 0
  /// Why there is nothing to undo, where there is not.
  package internal(set) var remark: String?

  /// A fact of the ledger, and what leads back from it.
  package struct Fact: Sendable {
    package var entry: Int
    package var payload: JSONObject
    /// What identifies it; of a state its instance.
    package var key: JSONObject = [:]
    /// The entry that corrects it, or by which its instance went on.
    package var superseded: Int?
    /// Of a state: where the instance stands, and where it was before.
    package var state: (lifecycle: String, now: String, before: String)?
    /// Ways, each of one step or more.
    package var ways: [[Step]] = []
    /// Of a state from which nothing leads back: where it goes on to from where it stands.
    package var exits: [Step] = []
    /// Who brings another version in from outside, where somebody may.
    package var arrival: String?
    /// Why nothing leads back, where nothing does.
    package var reason: String?
  }

  /// A truth whose acceptance takes a step back.
  package struct Step: Sendable {
    package var truthID: String
    /// What is proposed; empty for a truth on facts, which fires by itself.
    package var intents: [Intent]
    /// The facts that a truth on facts fires on.
    package var facts: [String] = []
    /// `approved → draft`; `nil` for a correction.
    package var move: String?
  }

  /// An intent, and who may propose it.
  package struct Intent: Sendable {
    package var name: String
    package var pack: String
    /// Clauses that ask who proposes, as they are written.
    package var proposers: [String] = []
    package var approvals: [Approval] = []
    /// `explicit` or `break_glass`, where it wants more than nothing.
    package var consent: String?
    package var consentBy: String?
  }

  /// An approval that an intent may wait for.
  package struct Approval: Sendable {
    /// `manager`, `2 of board`.
    package var of: String
    /// The condition for which it is asked, as it is written.
    package var condition: String
    /// Whether it is asked where the condition does not hold: `A else requires_approval`.
    package var isElse: Bool
  }
}

extension Undo {
  /// `{"facts": […], "others": n, "remark": …}`
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
