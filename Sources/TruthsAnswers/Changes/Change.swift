package import TruthsJSON
import TruthsRuntime
import TruthsText

/// A suggested change: of the proposal, of the facts, or of the agreements that people give.
package enum Change: Hashable, Sendable {
  /// A different value in the proposal; `nil` means that the proposal has no value at the place.
  case field(ProposalPlace, from: JSONValue?, to: JSONValue?)
  /// One more fact from outside.
  case fact(JSONObject)
  /// An approval by a person, by anyone with a role, or by a person who must have a role.
  case approval(role: String?, by: String?)
  /// The consent of a person, or of anyone with a role, to a proposal.
  case consent(role: String?, by: String?)

  /// The subject of a change. At most one of several changes with the same subject can be made.
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

  /// The change as JSON (answers §1.3): `{"field": "amount", "from": 5000, "to": 1000}`, `{"fact": {…}, "add": true}`,
  /// `{"approval": {"role": "manager"}}`, `{"consent": {"by": "ann"}}`.
  package var json: JSONObject {
    switch self {
    case .field(let place, let from, let to): Self.fieldRecord.object(of: (place, from, to))
    case .fact(let payload): Self.factRecord.object(of: payload)
    case .approval(let role, let userID): Self.approvalRecord.object(of: (role, userID))
    case .consent(let role, let userID): Self.consentRecord.object(of: (role, userID))
    }
  }

  /// Whether the change removes something from the proposal.
  var takesAway: Bool {
    if case .field(_, _, nil) = self { return true }
    return false
  }

  /// The order among change sets of the same size; a lower rank is shown first.
  ///
  /// Agreements, which keep the proposal unchanged, have the lowest ranks. Changes that the proposer can make come next.
  var rank: Int {
    switch self {
    case .consent: 0
    case .approval: 1
    // Replacing a whole list or record is more than changing a field in it.
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
    .required("from", .anything, "The present value; `null` if there is none.") { $0.from ?? .null },
    .required("to", .anything, "The new value; `null` if there is none.") { $0.to ?? .null },
  ])

  private static let factRecord = JSONRecord<JSONObject>([
    .required("fact", .map(), "A fact from outside.") { $0 },
    .required("add", .boolean, "`true`: the fact is added.") { _ in true },
  ])

  private typealias People = (role: String?, by: String?)

  private static let approvalRecord = JSONRecord<People>([
    .required("approval", of: people, "An approval by a person.") { $0 }
  ])

  private static let consentRecord = JSONRecord<People>([
    .required("consent", of: people, "A consent by a person.") { $0 }
  ])

  private static let people = JSONRecord<People>([
    .optional("role", .text, "The role.") { $0.role }, .optional("by", .text, "The person.") { $0.by },
  ])
}
