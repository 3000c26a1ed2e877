package import TruthsJSON
import TruthsText

/// One condition that a run waits for (approvals §4.1 and §6.2).
///
/// The engine creates the value, and readers use the value. Its words are made only when they are written. A record contains
/// only the words, which ``RecordedWait`` reads back.
package enum Awaited: Hashable, Sendable {
  /// An approval: `approval from @manager`, `approval from @bob (@manager) or @director (not @ann)`.
  case approval(AskedPeople)
  /// A consent: `consent from @ann`, `consent from any user of @acme`.
  case consent(Consenter)
  /// An override: `an override by @break_glass`, with the role as ``RoleText`` writes it.
  case override(role: String)
  /// The control message `resume`, for a paused run.
  case resume
  /// Words of a record that this engine itself never writes.
  case other(String)

  /// The people who may consent.
  package enum Consenter: Hashable, Sendable {
    /// A person, or everyone with a role. The words state only the name.
    case named(String)
    case users(organisation: String)
    case anyone

    /// The words for messages: `@ann`, `any user of @acme`, `a person`.
    package var words: String {
      switch self {
      case .named(let name): "@\(name)"
      case .users(let organisation): "any user of @\(organisation)"
      case .anyone: "a person"
      }
    }
  }

  /// The words of `waiting_for` and messages.
  package var words: String {
    switch self {
    case .approval(let people): "approval from \(people.words)"
    case .consent(let consenter): "consent from \(consenter.words)"
    case .override(let role): "an override by @\(role)"
    case .resume: "resume"
    case .other(let words): words
    }
  }

  /// Reads the words of a record, as ``words`` writes them.
  package init(recorded words: String) {
    if words == "resume" {
      self = .resume
    } else if words == "consent from a person" {
      self = .consent(.anyone)
    } else if let people = Self.rest(of: words, after: "approval from ") {
      self = .approval(AskedPeople(recorded: people))
    } else if let name = Self.rest(of: words, after: "consent from @") {
      self = .consent(.named(name))
    } else if let name = Self.rest(of: words, after: "consent from any user of @") {
      self = .consent(.users(organisation: name))
    } else if let role = Self.rest(of: words, after: "an override by @") {
      self = .override(role: role)
    } else {
      self = .other(words)
    }
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    guard text.utf8.starts(with: prefix.utf8) else { return nil }
    return String(decoding: text.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
  }

  /// Returns whether an actor can fulfil the condition. Only an actor of type `user` can, except for `resume`. Proposers cannot
  /// approve their own proposals.
  package func canBeDone(by actor: JSONObject, proposer: JSONObject?) -> Bool {
    if self == .resume { return true }
    guard actor.text("type") == "user" else { return false }
    let userID = actor.text("user_id").map { Text($0) }
    let isProposer = userID == proposer?.text("user_id").map { Text($0) }
    switch self {
    case .approval(let people): return !isProposer && people.includes(actor)
    case .consent(.named(let name)):
      if Text(name) == userID { return true }
      return proposer?.text("type") != "user" && Self.hasRole(name, actor)
    case .consent(.users(let organisation)): return actor.text("org_id").map { Text($0) } == Text(organisation)
    case .consent(.anyone): return true
    case .override(let role): return isProposer && Self.hasRole(role, actor)
    case .resume, .other: return false
    }
  }

  /// Returns whether an actor has a role, given as ``RoleText`` writes it.
  private static func hasRole(_ role: String, _ actor: JSONObject) -> Bool {
    actor.texts("roles").contains { Text(RoleText.text($0)) == Text(role) }
  }
}

extension [Awaited] {
  /// The words of each condition, as `waiting_for` lists them.
  package var words: [String] { map(\.words) }
}
