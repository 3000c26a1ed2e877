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
    switch self {
    case .field(let place, let from, let to): Self.fieldRecord.object(of: (place, from, to))
    case .fact(let payload): Self.factRecord.object(of: payload)
    case .approval(let role, let userID): Self.approvalRecord.object(of: (role, userID))
    case .consent(let role, let userID): Self.consentRecord.object(of: (role, userID))
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
    .either([fieldRecord.shape, factRecord.shape, approvalRecord.shape, consentRecord.shape])
  }

  private static let fieldRecord = JSONRecord<(place: ProposalPlace, from: JSONValue?, to: JSONValue?)>([
    .required("field", .text, "The place in the proposal; elements are counted from 1.") { $0.place.text },
    .required("from", .anything, "What it is; `null` for nothing.") { $0.from ?? .null },
    .required("to", .anything, "What it would be; `null` for nothing.") { $0.to ?? .null },
  ])

  private static let factRecord = JSONRecord<JSONObject>([
    .required("fact", .map(), "A fact from outside.") { $0 }, .required("add", .boolean, "That it is one more.") { _ in true },
  ])

  private typealias People = (role: String?, by: String?)

  private static let approvalRecord = JSONRecord<People>([
    .required("approval", of: people, "The approval of somebody.") { $0 }
  ])

  private static let consentRecord = JSONRecord<People>([
    .required("consent", of: people, "The consent of somebody.") { $0 }
  ])

  private static let people = JSONRecord<People>([
    .optional("role", .text, "The role.") { $0.role }, .optional("by", .text, "The person.") { $0.by },
  ])
}
