import TruthsCheck
import TruthsDiagnostics
import TruthsEngine
import TruthsJSON
import TruthsLedger
import TruthsText

/// Who agrees to one proposal: whose consent it needs, who gave it, and who may not grant its approvals (language-2.md §6).
///
/// Only a person agrees to anything: an entry whose actor is not of type `user` counts for nothing, whatever its roles say.
struct Agreement {
  let proposal: ReceivedProposal
  /// The role of the intent's `consent_by`.
  let role: String?
  /// Who consented to this very proposal, oldest first.
  private let consents: [Assent]

  /// - Parameters:
  ///   - approvals: of the context that the proposal is decided on.
  ///   - role: that of the intent's `consent_by`.
  init(_ proposal: ReceivedProposal, hash: Digest, _ approvals: ApprovalIndex, role: String?) {
    self.proposal = proposal
    self.role = role
    consents = approvals.consents(to: hash.prefixed).compactMap { Assent($0, by: "given_by", at: "given_at") }
  }

  /// Who has to consent.
  private enum Consenter {
    /// One person, who must have the role, where one is named.
    case person(String, role: String?)
    case role(String)
    case organisation(String)
    case anyone
  }

  /// What a user proposes that user consents to; for an agent or a system a person does.
  private var wanted: Consenter {
    if proposal.actorType == "user" { return .person(proposal.userID, role: nil) }
    if let person = proposal.onBehalfOf, !person.isEmpty { return .person(person, role: role) }
    if let role { return .role(role) }
    if let organisation = proposal.actor["org_id"]?.stringValue, !organisation.isEmpty { return .organisation(organisation) }
    return .anyone
  }

  /// What the run waits for: `consent from @ann`.
  var words: String {
    switch wanted {
    case .person(let userID, _): "consent from @\(userID)"
    case .role(let role): "consent from @\(RoleText.told(role))"
    case .organisation(let name): "consent from any user of @\(name)"
    case .anyone: "consent from a person"
    }
  }

  /// Whether a person may consent to it.
  func isConsenter(_ person: Assent) -> Bool {
    switch wanted {
    case .person(let userID, let role):
      !userID.isEmpty && Text(userID) == Text(person.userID) && (role.map { person.hasRole($0) } ?? true)
    case .role(let role): person.hasRole(role)
    case .organisation(let name): person.actor["org_id"]?.stringValue.map { Text($0) } == Text(name)
    case .anyone: true
    }
  }

  /// Why a person who may not consent may not: `it wants consent from @ann`.
  func need(of person: Assent) -> String {
    if case .person(let userID, let role?) = wanted, Text(userID) == Text(person.userID) {
      return "@\(userID) does not have \(RoleText.told(role))"
    }
    return "it wants \(words)"
  }

  /// Whether somebody who may has consented: in the proposal itself, which only its user can, or by a `consent.given`.
  var isConsented: Bool {
    if proposal.hasConsent == true, proposal.actorType == "user" { return true }
    return consents.contains { isConsenter($0) }
  }

  /// Why a person may not grant its approvals (four eyes); `nil` where that person may.
  func bar(on userID: String) -> String? {
    let person = Text(userID)
    if person == Text(proposal.userID) { return "@\(userID) proposed it" }
    if consents.contains(where: { Text($0.userID) == person }) { return "@\(userID) consented to it" }
    if let other = proposal.onBehalfOf, Text(other) == person { return "it is done for @\(userID)" }
    return nil
  }
}

/// A grant, denial or consent, or whoever is about to give one: a person, as the entry's actor.
struct Assent {
  var userID: String
  var actor: JSONObject
  var timestamp: Timestamp
  /// What a denial says.
  var why: String?

  /// - Parameters:
  ///   - entry: of a fact of pack `converge`; `nil` comes of one whose actor is no user.
  ///   - by: the member that says who; a history may leave it out, then the entry's actor counts.
  ///   - at: the member that says when; then the entry's timestamp counts.
  init?(_ entry: Entry, by: String, at: String) {
    guard let person = Assent(actor: entry.actor, now: entry.timestamp, userID: entry.payload[by]?.stringValue) else {
      return nil
    }
    self = person
    timestamp = entry.payload[at]?.stringValue.flatMap { Timestamp(text: $0) } ?? entry.timestamp
    why = entry.payload["why"]?.stringValue
  }

  /// - Parameter userID: who it is, where that is told apart from the actor.
  init?(actor: JSONObject, now: Timestamp, userID: String? = nil) {
    guard actor["type"] == .text("user"), let userID = userID ?? actor["user_id"]?.stringValue else { return nil }
    self.userID = userID
    self.actor = actor
    timestamp = now
  }

  func hasRole(_ role: String) -> Bool { actor["roles"]?.arrayValue?.contains(.text(role)) ?? false }
}

/// How a role is told.
package enum RoleText {
  /// A plain name stands as it is, any other role as a JSON text: `@"head librarian"`.
  package static func told(_ role: String) -> String {
    let bytes = role.utf8
    let isName =
      bytes.first.map { (0x61...0x7A).contains($0) } ?? false
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    return isName ? role : String(decoding: JSONValue.text(role).canonical(), as: UTF8.self)
  }

  /// The role that is told so.
  package static func role(told: String) -> String {
    guard told.utf8.first == UInt8(ascii: "\""),
      case .success(let json) = JSONReader.read(DataBytes(Array(told.utf8)), of: FileID(0))
    else { return told }
    return json.stringValue ?? told
  }
}
