package import TruthsJSON
import TruthsRuntime
import TruthsText

/// A change of what a run is given: of the proposal, of the facts, or of who agrees.
package enum Change: Hashable, Sendable {
  /// Another value in the proposal; `nil` is nothing.
  case field(ProposalPlace, from: JSONValue?, to: JSONValue?)
  /// A fact from outside.
  case fact(JSONObject)
  /// An approval by somebody with a role, by a person, or by a person with a role.
  case approval(role: String?, by: String?)
  /// The consent of a person, or of somebody with a role, to what an agent or a system proposes.
  case consent(role: String?, by: String?)

  /// What it is a change of: two changes of one subject exclude each other.
  package enum Subject: Hashable, Sendable {
    case place(ProposalPlace)
    case fact(String)
    case agreement(Change)
  }

  package var subject: Subject {
    switch self {
    case .field(let place, _, _): .place(place)
    case .fact(let payload): .fact(payload.factType ?? "")
    case .approval, .consent: .agreement(self)
    }
  }

  /// `{"field": "amount", "from": 5000, "to": 1000}`, `{"fact": {…}, "add": true}`, `{"approval": {"role": "manager"}}`,
  /// `{"consent": {"by": "ann"}}` (answers §1.3).
  package var json: JSONObject {
    func people(_ role: String?, _ userID: String?) -> JSONValue {
      var people = JSONObject()
      if let role { people["role"] = .text(role) }
      if let userID { people["by"] = .text(userID) }
      return .object(people)
    }
    switch self {
    case .field(let place, let from, let to): return ["field": .text(place.text), "from": from ?? .null, "to": to ?? .null]
    case .fact(let payload): return ["fact": .object(payload), "add": .boolean(true)]
    case .approval(let role, let userID): return ["approval": people(role, userID)]
    case .consent(let role, let userID): return ["consent": people(role, userID)]
    }
  }

  /// Whether it takes something away from the proposal.
  var takesAway: Bool {
    if case .field(_, _, nil) = self { return true }
    return false
  }

  /// The order of ways of the same size: what leaves the proposal as it is first, then what the proposer can change.
  var rank: Int {
    switch self {
    case .consent: 0
    case .approval: 1
    // A whole list or record in place of another is more than a field in it.
    case .field(_, .some, .array?), .field(_, .some, .object?): 5
    case .field(let place, _, _): place.isEnvelope ? 3 : 2
    case .fact: 4
    }
  }
}

extension Change {
  package static let shape = JSONShape.named("change") {
    .either([
      .members([
        .required("field", .text, "The place in the proposal; elements are counted from 1."),
        .required("from", .anything, "What it is; `null` for nothing."),
        .required("to", .anything, "What it would be; `null` for nothing."),
      ]),
      .members([
        .required("fact", .map(), "A fact from outside."), .required("add", .boolean, "That it is one more."),
      ]),
      .members([.required("approval", people, "The approval of somebody.")]),
      .members([.required("consent", people, "The consent of somebody.")]),
    ])
  }

  private static let people = JSONShape.members([.optional("role", .text, "The role."), .optional("by", .text, "The person.")])
}
