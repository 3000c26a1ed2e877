import TruthsJSON
import TruthsRuntime
import TruthsText

/// Who is asked to approve, as `waiting_for` says it: `2 of @board`, `@bob (@manager) or @director (not @ann)`.
///
/// A name that stands alone is a role or a person; both are taken for it.
struct AskedPeople: Hashable, Sendable {
  private var alternatives: [Alternative] = []
  private var excluded: Set<Text> = []

  private struct Alternative: Hashable {
    var name: Text
    /// The role that the person must have.
    var role: Text?
  }

  init(_ words: String) {
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

  /// Whether an actor is one of them.
  func include(_ actor: JSONObject) -> Bool {
    let person = actor.text("user_id").map { Text($0) }
    let roles = actor.texts("roles").map { Text($0) }
    if let person, excluded.contains(person) { return false }
    return alternatives.contains { alternative in
      guard let role = alternative.role else { return roles.contains(alternative.name) || person == alternative.name }
      return person == alternative.name && roles.contains(role)
    }
  }

  /// Reads the names behind `@`, plain or as JSON texts.
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
