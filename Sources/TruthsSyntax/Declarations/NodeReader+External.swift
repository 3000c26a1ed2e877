import TruthsDiagnostics
import TruthsText

extension NodeReader {
  /// `external: true`, or `external: {by: [system, bookkeeper]}`: who brings such facts in from outside.
  mutating func external(_ field: (key: Name, value: YAMLNode)?) -> ExternalSyntax? {
    guard let field else { return nil }
    switch field.value.kind {
    case .mapping(let entries, _): return ExternalSyntax(by: bringers(entries, at: field.key))
    case .sequence:
      wrongShape(
        field.value, at: field.key, wants: "`true`, or who brings them",
        help: "write `external: {by: [system, bookkeeper]}`")
      return ExternalSyntax()
    default: return externalMark(field)
    }
  }

  /// `true`, `false`, or a word that was surely meant to say who.
  private mutating func externalMark(_ field: (key: Name, value: YAMLNode)) -> ExternalSyntax? {
    let known = ["true", "false"]
    guard let word = text(field.value, at: field.key, wants: "`true`, or who brings them") else { return nil }
    if known.contains(word.text) { return word.text == "true" ? ExternalSyntax() : nil }
    let nearest = nearestName(to: word.text, among: known)
    let isMark = nearest != nil || ["yes", "no", "on", "off"].contains(word.text)
    let help = !isMark && NameShape.isName(word.text.utf8) ? "write `external: {by: [\(word.text)]}`" : nil
    report(WrongValue.found(word.text, of: field.key.text, known: known, nearest: nearest, at: word.span, help: help))
    return ExternalSyntax()
  }

  /// The types of actors and the roles behind `by`.
  private mutating func bringers(_ entries: [YAMLEntry], at key: Name) -> [Name] {
    let help = "name types of actors and roles: `external: {by: [system, bookkeeper]}`"
    let count = diagnostics.count
    let by = nested(entries, of: "`external`", known: ["by"])["by"]
    guard let by else {
      if diagnostics.count == count { report(MissingPart.found("by", in: "`external`", at: key.span, help: help)) }
      return []
    }
    guard let elements = sequence(by.value, at: by.key, wants: "a list of types of actors and roles") else { return [] }
    if elements.isEmpty {
      report(WrongShape.found("by", wants: "a type or a role", found: "an empty list", at: by.key.span, help: help))
    }
    return elements.compactMap { element in
      guard let name = text(element, at: by.key, wants: "a type of actors or a role") else { return nil }
      guard name.text != "agent" else {
        report(
          WrongValue.found(
            name.text, of: "by", known: [], nearest: nil, at: name.span,
            help: "an agent proposes and brings no facts in; name `system`, `user` or a role, such as `bookkeeper`"))
        return nil
      }
      return name
    }
  }
}
