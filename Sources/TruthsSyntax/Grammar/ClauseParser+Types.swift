import TruthsDiagnostics
import TruthsText

/// Types of fields, policies and tables (types §1).
extension ClauseParser {
  /// Parses a type that has nothing after it.
  mutating func wholeType() throws(Abort) -> TypeSyntax {
    let type = try type()
    guard kind == .end else { throw unexpected("the end of the type") }
    return type
  }

  /// Parses `list of T`, `map of T`, or a name with its unit; a `?` at the end makes the whole type optional.
  mutating func type() throws(Abort) -> TypeSyntax {
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
    if isWord("map"), kind(ahead: 1) == .word {
      advance()
      guard acceptWord("of") else { throw unexpected("`of` and the values' type") }
      let element = try nested { (parser) throws(Abort) in try parser.requiredType() }
      return TypeSyntax(.map(element), isOptional: false, at: span(from: first))
    }
    let name = try readDottedName()
    var unit: Name?
    if accept(.in) { unit = try readUnit() }
    return TypeSyntax(.named(name, unit: unit), isOptional: false, at: span(from: first))
  }

  /// Parses `name { "/" name }`, such as `eur` or `mg/m2`.
  private mutating func readUnit() throws(Abort) -> Name {
    var unit = try newName("a unit's name")
    while accept(.slash) {
      let divisor = try newName("the unit after `/`")
      unit = Name("\(unit.text)/\(divisor.text)", at: unit.span.union(divisor.span))
    }
    return unit
  }
}
