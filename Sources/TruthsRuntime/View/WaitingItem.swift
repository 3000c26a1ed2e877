import TruthsJSON
import TruthsText

/// One thing that a run waits for, as `waiting_for` words it.
enum WaitingItem: Hashable {
  /// `approval from @manager`
  case approval(role: String)
  /// `consent from @ann`
  case consent(userID: String)
  /// `resume`
  case resume
  case other

  init(_ text: String) {
    if text == "resume" {
      self = .resume
    } else if let role = WaitingItem.rest(of: text, after: "approval from @") {
      self = .approval(role: role)
    } else if let userID = WaitingItem.rest(of: text, after: "consent from @") {
      self = .consent(userID: userID)
    } else {
      self = .other
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    guard text.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// Whether an actor can do it. Nobody approves what they proposed themselves; only people consent.
  func canBeDone(by actor: JSONObject, proposer: JSONObject?) -> Bool {
    let userID = actor.text("user_id").map { Text($0) }
    switch self {
    case .approval(let role):
      let isProposer = userID == proposer?.text("user_id").map { Text($0) }
      return actor.texts("roles").contains { Text($0) == Text(role) } && !isProposer
    case .consent(let wanted): return userID == Text(wanted) && actor.text("type") == "user"
    case .resume: return true
    case .other: return false
    }
  }
}
