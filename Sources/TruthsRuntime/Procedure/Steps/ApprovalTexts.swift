package import TruthsEngine
package import TruthsJSON
import TruthsText

extension ApprovalDemand {
  /// The demand in the form that the formatter writes. The expressions of `by` are replaced by the ids that they give.
  ///
  /// It is hashed in the id of a request, and recorded as `role` in `approval.requested`. For a single role it is the role's
  /// name (approvals §4.1).
  package var text: String {
    if let soleRole { return soleRole }
    let each = approvers.map { approver in
      [approver.role.map(RoleText.text), approver.userID.map { "by \(RoleText.text($0))" }].compactMap(\.self)
        .joined(separator: " ")
    }
    let excluding = excluded.isEmpty ? "" : " not by " + excluded.map(RoleText.text).joined(separator: ", ")
    return several + each.joined(separator: " or ") + excluding
  }

  /// The role, if the demand asks one holder of one role and excludes no one; otherwise `nil`.
  package var soleRole: String? {
    guard count == 1, excluded.isEmpty, approvers.count == 1, approvers[0].userID == nil else { return nil }
    return approvers[0].role
  }

  /// The demand in messages and `waiting_for`, such as `2 of @board`, `@bob (@manager) or @director` or `@board (not @ann,
  /// @bob)`.
  package var words: String {
    let each = approvers.map { approver in
      let role = approver.role.map { "@\(RoleText.text($0))" }
      guard let person = approver.userID.map({ "@\(RoleText.text($0))" }) else { return role ?? "" }
      return role.map { "\(person) (\($0))" } ?? person
    }
    let excluding = excluded.isEmpty ? "" : " (not \(excluded.map { "@\(RoleText.text($0))" }.joined(separator: ", ")))"
    return several + each.joined(separator: " or ") + excluding
  }

  private var several: String { count > 1 ? "\(count) of " : "" }

  /// The members of `approval.requested` that describe the demand, besides `role`. They are keyed by name.
  var members: [String: JSONValue] {
    var roles: [String] = []
    for role in approvers.compactMap(\.role) where !roles.contains(where: { Text($0) == Text(role) }) { roles.append(role) }
    let people = approvers.compactMap(\.userID)
    func texts(_ list: [String]) -> JSONValue { .array(list.map { .text($0) }) }
    var members: [String: JSONValue] = [:]
    if roles.count > 1 { members["roles"] = texts(roles) }
    if count > 1 { members["count"] = .number(Decimal(count)) }
    if people.count == 1 { members["person"] = .text(people[0]) }
    if people.count > 1 { members["people"] = texts(people) }
    if !excluded.isEmpty { members["excluded"] = texts(excluded) }
    return members
  }

  /// Reads the demand from the fields of an `approval.requested`; `nil` if it has no `role`.
  ///
  /// Only `role` states which person needs which role. If there are no other members, `role` is the plain name of a role.
  package init?(requested fact: JSONObject) {
    guard let text = fact["role"]?.stringValue else { return nil }
    self.init(approvers: [Approver(role: text)])
    if ["roles", "count", "person", "people", "excluded"].allSatisfy({ fact[$0] == nil }) { return }
    guard let approvers = DemandText(text).approvers else { return }
    if case .number(let number)? = fact["count"], let several = number.intValue { count = several }
    self.approvers = approvers
    excluded = fact["excluded"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  /// Returns whether a person is one of the people who are asked, because of their own roles and id, or of their authority.
  func includes(_ person: Assent) -> Bool {
    approvers.contains { approver in
      (approver.role.map { person.hasRole($0) || person.standing.role.map { Text($0) } == Text($0) } ?? true)
        && (approver.userID.map { person.answers(for: $0) } ?? true)
    }
  }

  /// Returns whether an actor is asked and not excluded. Only the actor's own roles and id count.
  package func isFor(_ actor: JSONObject) -> Bool {
    guard let person = Assent(actor: actor, now: .epoch) else { return false }
    return includes(person) && !excluded.contains { Text($0) == Text(person.userID) }
  }
}

/// Reads the approvers from a text that ``ApprovalDemand/text`` wrote.
private struct DemandText {
  private var words: [String] = []
  /// The approvers; `nil` if the text is not such a text.
  private(set) var approvers: [ApprovalDemand.Approver]?

  /// Splits the text into words; a JSON text is one word.
  init(_ text: String) {
    var word = ""
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if !isQuoted, scalar == " " || scalar == "," {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if scalar == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && scalar == "\\" && !isEscaped
      word.unicodeScalars.append(scalar)
    }
    if !word.isEmpty { words.append(word) }
    if words.count > 2, words[1] == "of" { words.removeFirst(2) }
    approvers = read()
  }

  private func read() -> [ApprovalDemand.Approver]? {
    var approvers: [ApprovalDemand.Approver] = []
    var rest = words[...]
    repeat {
      guard let first = rest.first else { return nil }
      var approver = ApprovalDemand.Approver(role: nil)
      if first != "by" || rest.count == 1 {
        approver.role = RoleText.role(of: first)
        rest = rest.dropFirst()
      }
      if rest.first == "by", rest.count > 1 {
        approver.userID = RoleText.role(of: rest[rest.startIndex + 1])
        rest = rest.dropFirst(2)
      }
      approvers.append(approver)
      guard rest.first == "or" else { break }
      rest = rest.dropFirst()
    } while true
    return rest.isEmpty || rest.first == "not" ? approvers : nil
  }
}

/// The texts of roles and people's ids in messages and `waiting_for`.
package enum RoleText {
  /// Returns a plain name unchanged, and any other name as a JSON text, such as `"head librarian"`.
  package static func text(_ role: String) -> String {
    let bytes = role.utf8
    let isName =
      bytes.first.map { (0x61...0x7A).contains($0) } ?? false
      && bytes.allSatisfy { (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    return isName ? role : String(decoding: JSONValue.text(role).canonical(), as: UTF8.self)
  }

  /// Returns the role from a text made by ``text(_:)``.
  package static func role(of text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "\""),
      case .success(let json) = JSONReader.read(DataBytes(Array(text.utf8)), of: FileID(0))
    else { return text }
    return json.stringValue ?? text
  }
}
