import TruthsProgram
import TruthsText

/// Text values where a value of an enum is wanted (types §5). A text literal is read when it is checked.
extension ClauseTypeChecker {
  /// Lowers the value of an enum that a text names; the result is missing if the enum has no such value.
  func named(by text: Typed, of enumeration: Int) -> Typed {
    let type = Typed(
      node: .constant(.number(Decimal(enumeration))), type: .integer(unit: nil), span: text.span, isImplicit: true)
    return Typed(
      node: .call(.enumOfText, [text.node, type.node]), type: .enumeration(enumeration), span: text.span, parts: [text, type])
  }

  /// Converts a value that is compared with elements of a list to their type.
  func compared(_ element: Typed, with type: ValueType) -> Typed {
    if element.type == .text, case .enumeration(let index) = type { return named(by: element, of: index) }
    return record(element, beside: type)
  }

  /// Converts the sides of a comparison. A text is read as a value of an enum if the other side is one.
  func enumSides(_ sides: [Typed]) -> [Typed] {
    switch (sides[0].type, sides[1].type) {
    case (.text, .enumeration(let index)): [named(by: sides[0], of: index), sides[1]]
    case (.enumeration(let index), .text): [sides[0], named(by: sides[1], of: index)]
    default: sides
    }
  }
}
