package import TruthsEngine
package import TruthsJSON
import TruthsText

/// The people asked to approve, as `waiting_for` names them: `2 of @board`, `@bob (@manager) or @director (not @ann)`.
///
/// A single name may be the name of a role or the id of a person; both match.
package struct AskedPeople: Hashable, Sendable {
  /// The part of messages and of `waiting_for` that follows `approval from `, such as `2 of @board`.
  package let words: String
  private var alternatives: [Alternative] = []
  private var excluded: Set<Text> = []

  private struct Alternative: Hashable {
    var name: Text
    /// The role that the person must have.
    var role: Text?
  }

  /// Creates the people that a clause asks.
  package init(_ demand: ApprovalDemand) {
    words = demand.words
    excluded = Set(demand.excluded.map { Text($0) })
    alternatives = demand.approvers.compactMap { approver in
      guard let person = approver.userID else { return approver.role.map { Alternative(name: Text($0)) } }
      return Alternative(name: Text(person), role: approver.role.map { Text($0) })
    }
  }

  /// Reads the words of a record. Words without names include no one.
  package init(recorded words: String) {
    self.words = words
    var names = NameReader(words)
    while let name = names.next() {
      let text = Text(name.name)
      if name.isExcluded {
        excluded.insert(text)
      } else if name.isInBrackets, let last = alternatives.indices.last {
        alternatives[last].role = text
      } else {
        alternatives.append(Alternative(name: text))
      }
    }
  }

  /// The name, if a single name is asked without further conditions; otherwise `nil`. It is a role or a person's id.
  package var soleName: String? {
    guard words == "@\(RoleText.text(alternatives.first?.name.string ?? ""))" else { return nil }
    return alternatives.first?.name.string
  }

  /// Returns whether an actor is one of the people who are asked.
  package func includes(_ actor: JSONObject) -> Bool {
    let person = actor.text("user_id").map { Text($0) }
    let roles = actor.texts("roles").map { Text($0) }
    if let person, excluded.contains(person) { return false }
    return alternatives.contains { alternative in
      guard let role = alternative.role else { return roles.contains(alternative.name) || person == alternative.name }
      return person == alternative.name && roles.contains(role)
    }
  }

  /// Reads the names after each `@`. A name is plain or a JSON text.
  private struct NameReader {
    private var rest: Substring.UnicodeScalarView
    private var isInBrackets = false
    private var isExcluded = false

    init(_ words: String) { rest = Substring(words).unicodeScalars }

    mutating func next() -> (name: String, isInBrackets: Bool, isExcluded: Bool)? {
      while let scalar = rest.popFirst() {
        switch scalar {
        case "(":
          isInBrackets = true
          isExcluded = rest.starts(with: "not ".unicodeScalars)
        case ")": isInBrackets = false
        case "@": return (RoleText.role(of: name()), isInBrackets, isExcluded)
        default: break
        }
      }
      return nil
    }

    private mutating func name() -> String {
      var name = String.UnicodeScalarView()
      guard rest.first == "\"" else {
        while let scalar = rest.first, scalar != " ", scalar != ")", scalar != "," { name.append(rest.removeFirst()) }
        return String(name)
      }
      name.append(rest.removeFirst())
      var isEscaped = false
      while let scalar = rest.popFirst() {
        name.append(scalar)
        if scalar == "\"", !isEscaped { break }
        isEscaped = scalar == "\\" && !isEscaped
      }
      return String(name)
    }
  }
}
