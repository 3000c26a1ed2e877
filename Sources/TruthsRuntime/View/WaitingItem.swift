import TruthsJSON
import TruthsText

/// One thing that a run waits for, as `waiting_for` words it.
enum WaitingItem: Hashable {
  /// `approval from @manager`
  case approval(role: String)
  /// `consent from @ann`: a person, or a role where an agent or a system proposed
  case consent(name: String)
  /// `consent from any user of @acme`
  case consentOfUsers(organisation: String)
  /// `consent from a person`
  case consentOfAnyone
  /// `an override by @break_glass`
  case override(role: String)
  /// `resume`
  case resume
  case other

  init(_ text: String) {
    if text == "resume" {
      self = .resume
    } else if text == "consent from a person" {
      self = .consentOfAnyone
    } else if let role = WaitingItem.rest(of: text, after: "approval from @") {
      self = .approval(role: role)
    } else if let name = WaitingItem.rest(of: text, after: "consent from @") {
      self = .consent(name: name)
    } else if let name = WaitingItem.rest(of: text, after: "consent from any user of @") {
      self = .consentOfUsers(organisation: name)
    } else if let role = WaitingItem.rest(of: text, after: "an override by @") {
      self = .override(role: role)
    } else {
      self = .other
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    guard text.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// Whether an actor can do it. Only people agree to anything, and nobody approves what they proposed themselves.
  func canBeDone(by actor: JSONObject, proposer: JSONObject?) -> Bool {
    if self == .resume { return true }
    guard actor.text("type") == "user" else { return false }
    let userID = actor.text("user_id").map { Text($0) }
    let isProposer = userID == proposer?.text("user_id").map { Text($0) }
    switch self {
    case .approval(let role): return !isProposer && hasRole(told: role, actor)
    case .consent(let name):
      if Text(name) == userID { return true }
      return proposer?.text("type") != "user" && hasRole(told: name, actor)
    case .consentOfUsers(let organisation): return actor.text("org_id").map { Text($0) } == Text(organisation)
    case .consentOfAnyone: return true
    case .override(let role): return isProposer && hasRole(told: role, actor)
    case .resume, .other: return false
    }
  }

  /// Whether an actor has a role that stands as ``RoleText`` tells it.
  private func hasRole(told role: String, _ actor: JSONObject) -> Bool {
    actor.texts("roles").contains { Text(RoleText.told($0)) == Text(role) }
  }
}
