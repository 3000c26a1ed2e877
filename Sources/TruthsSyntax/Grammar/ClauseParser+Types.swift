import TruthsDiagnostics
import TruthsText

extension ClauseParser {
  /// A type and, behind `=`, a default: what stands behind a field's name.
  mutating func fieldType() throws(Abort) -> (TypeSyntax, ValueSyntax?) {
    let type = try type()
    guard accept(.assign) else {
      guard kind == .end else { throw unexpected("`=` or the end of the type") }
      return (type, nil)
    }
    let value = try expression()
    guard kind == .end else { throw unexpected("the end of the default") }
    return (type, ValueSyntax(.expression(value), at: value.span))
  }

  /// A type that takes the whole text.
  mutating func wholeType() throws(Abort) -> TypeSyntax {
    let type = try type()
    guard kind == .end else { throw unexpected("the end of the type") }
    return type
  }

  /// `list of T`, or a name with its unit; a `?` at the end makes the whole optional.
  private mutating func type() throws(Abort) -> TypeSyntax {
    let first = current
    var type = try requiredType()
    if accept(.question) {
      type.isOptional = true
      type.span = span(from: first)
    }
    return type
  }

  private mutating func requiredType() throws(Abort) -> TypeSyntax {
    let first = current
    guard kind == .word else { throw unexpected("a type") }
    if isWord("list") {
      advance()
      guard acceptWord("of") else { throw unexpected("`of` and the elements' type") }
      let element = try nested { (parser) throws(Abort) in try parser.requiredType() }
      return TypeSyntax(.list(element), isOptional: false, at: span(from: first))
    }
    var name = name(advance())
    while accept(.dot) {
      guard kind.isWord else { throw unexpected("a name behind the dot") }
      let word = self.name(advance())
      name = Name("\(name.text).\(word.text)", at: name.span.union(word.span))
    }
    var unit: Name?
    if accept(.in) { unit = try newName("a unit's name") }
    return TypeSyntax(.named(name, unit: unit), isOptional: false, at: span(from: first))
  }
}
