import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// Lowers the elements of a list written down. Where its place does not tell their type, one that has a type by itself does:
  /// `[invoice_status, draft]` is a list of that enum's values (language.md §4).
  func elements(_ elements: [Expr], expecting type: ValueType?) -> [Typed] {
    guard type == nil, let place = elements.firstIndex(where: hasOwnType) else {
      return elements.map { value($0, expecting: type) }
    }
    let first = value(elements[place], expecting: nil)
    return elements.indices.map { $0 == place ? first : value(elements[$0], expecting: first.type) }
  }

  /// Whether an expression has a type whatever is expected of it: not what is written down, nor a bare name that means nothing
  /// here, and a list as soon as one of its elements has.
  func hasOwnType(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .error, .text, .number: false
    case .name(let name): quietType(name) != nil
    case .negate(let inner): hasOwnType(inner)
    case .list(let elements): hasTypedElement(elements, at: expr.span)
    case .binary(.add, let left, let right) where expr.isList: hasOwnType(left) || hasOwnType(right)
    default: true
    }
  }

  /// Each list is looked through once, however often it is asked for on the way to what stands in it.
  private func hasTypedElement(_ elements: [Expr], at span: Span) -> Bool {
    if let known = typedLists[span] { return known }
    let found = elements.contains(where: hasOwnType)
    typedLists[span] = found
    return found
  }

  /// A list whose elements have a common type; numbers written down take the unit of the others.
  func list(_ elements: [Typed], at span: Span, expecting type: ValueType?) -> Typed {
    let unit = elements.first { $0.type.isNumber && !$0.isBareNumber }?.type.unit ?? type?.element?.unit
    var common: ValueType = .unknown
    for element in elements {
      if case .fact = element.type {
        session.report(WrongType.found(name(of: element.type), wanted: "a value", at: element.span))
        return .fault(at: span)
      }
      let elementType = element.isBareNumber && unit != nil ? element.type.with(unit: unit) : element.type
      guard let joined = common.joined(with: elementType) else {
        session.report(WrongType.inList(name(of: elementType), others: name(of: common), at: element.span))
        return .fault(at: span)
      }
      common = joined
    }
    if common.isUnknown, let wanted = type?.element { common = wanted }
    return Typed(node: .list(elements.map(\.node)), type: .list(common), span: span, parts: elements)
  }
}
