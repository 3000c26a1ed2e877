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
