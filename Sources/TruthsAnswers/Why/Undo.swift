package import TruthsJSON
import TruthsText

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
  package var json: JSONObject {
    var object: JSONObject = ["facts": .array(facts.map { .object($0.json) })]
    if others > 0 { object["others"] = .number(Decimal(others)) }
    if let remark { object["remark"] = .text(remark) }
    return object
  }
}

extension Undo.Fact {
  var json: JSONObject {
    var object: JSONObject = ["entry": .number(Decimal(entry)), "fact": .object(payload), "key": .object(key)]
    if let superseded { object["superseded_by"] = .number(Decimal(superseded)) }
    if let state {
      object["state"] = .object(["lifecycle": .text(state.lifecycle), "now": .text(state.now), "before": .text(state.before)])
    }
    object["ways"] = .array(ways.map { .array($0.map { .object($0.json) }) })
    if !exits.isEmpty { object["exits"] = .array(exits.map { .object($0.json) }) }
    if let arrival { object["arrives_from"] = .text(arrival) }
    if let reason { object["reason"] = .text(reason) }
    return object
  }
}

extension Undo.Step {
  var json: JSONObject {
    var object: JSONObject = ["truth_id": .text(truthID)]
    if let move { object["move"] = .text(move) } else { object["correction"] = .boolean(true) }
    if !facts.isEmpty { object["facts"] = .array(facts.map { .text($0) }) }
    object["intents"] = .array(intents.map { .object($0.json) })
    return object
  }
}

extension Undo.Intent {
  var json: JSONObject {
    var object: JSONObject = ["intent": .text(name), "pack": .text(pack)]
    if !proposers.isEmpty { object["proposers"] = .array(proposers.map { .text($0) }) }
    if !approvals.isEmpty {
      object["approvals"] = .array(
        approvals.map { .object(["of": .text($0.of), $0.isElse ? "unless" : "where": .text($0.condition)]) })
    }
    if let consent { object["consent"] = .text(consent) }
    if let consentBy { object["consent_by"] = .text(consentBy) }
    return object
  }
}

extension Undo {
  package static let members: [JSONMember] = [
    .required("facts", .list(.members(Fact.members)), "The facts, and what leads back from each."),
    .optional("others", .count, "How many more facts there are."),
    .optional("remark", .text, "Why there is nothing to undo."),
  ]
}

extension Undo.Fact {
  fileprivate static let members: [JSONMember] = [
    .required("entry", .count(from: 1), "Its entry."), .required("fact", .map(), "The fact."),
    .required("key", .map(), "What identifies it; of a state its instance."),
    .optional("superseded_by", .count(from: 1), "The entry that corrects it, or by which its instance went on."),
    .optional(
      "state",
      .members([
        .required("lifecycle", .text, "The lifecycle."), .required("now", .text, "Where the instance stands."),
        .required("before", .text, "Where it was before."),
      ]), "Of a state."),
    .required("ways", .list(.list(step)), "Ways back, each of one step or more."),
    .optional("exits", .list(step), "Where a state goes on to, if nothing leads back."),
    .optional("arrives_from", .text, "Who brings another version in from outside."),
    .optional("reason", .text, "Why nothing leads back."),
  ]

  private static let step = JSONShape.named("step") {
    .members([
      .required("truth_id", .text, "The truth that takes it."), .optional("move", .text, "The move that it makes."),
      .optional("correction", .boolean, "That it corrects the fact."),
      .optional("facts", .list(.text), "The facts that a truth on facts fires on."),
      .required("intents", .list(.members(intent)), "What is proposed."),
    ])
  }

  private static let intent: [JSONMember] = [
    .required("intent", .text, "The intent."), .required("pack", .text, "Its pack."),
    .optional("proposers", .list(.text), "Clauses that ask who proposes."),
    .optional(
      "approvals",
      .list(
        .members([
          .required("of", .text, "Who approves."), .optional("where", .text, "The condition for which it is asked."),
          .optional("unless", .text, "The condition for which it is not."),
        ])), "Approvals that it may wait for."),
    .optional("consent", .text, "The consent that it wants."), .optional("consent_by", .text, "The role that consents."),
  ]
}
