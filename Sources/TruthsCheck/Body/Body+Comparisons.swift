import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension BinaryOperator {
  var isArithmetic: Bool {
    switch self {
    case .add, .subtract, .multiply, .divide, .remainder: true
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .isIn, .isNotIn, .contains, .like: false
    }
  }

  fileprivate var comparison: Comparison? {
    switch self {
    case .equal: .equal
    case .notEqual: .notEqual
    case .less: .less
    case .lessOrEqual: .lessOrEqual
    case .greater: .greater
    case .greaterOrEqual: .greaterOrEqual
    default: nil
    }
  }
}

extension Body {
  func comparison(_ operation: BinaryOperator, _ left: Expr, _ right: Expr, at span: Span) -> Typed {
    switch operation {
    case .isIn: return membership(left, right, at: span)
    case .isNotIn:
      let inside = membership(left, right, at: span)
      if inside.type.isUnknown { return inside }
      return Typed(node: .not(inside.node), type: .boolean, span: span, parts: [inside])
    case .contains: return containment(left, right, at: span)
    case .like:
      let sides = [assigned(left, to: .text), assigned(right, to: .text)]
      return result(.like(sides[0].node, sides[1].node), sides, at: span)
    default:
      guard let comparison = operation.comparison else { return .fault(at: span) }
      return compare(comparison, operation, left, right, at: span)
    }
  }

  private func result(_ node: Node, _ sides: [Typed], at span: Span) -> Typed {
    if sides.contains(where: \.type.isUnknown) { return .fault(at: span) }
    return Typed(node: node, type: .boolean, span: span, parts: sides)
  }

  // MARK: Comparisons

  private func compare(_ comparison: Comparison, _ operation: BinaryOperator, _ left: Expr, _ right: Expr, at span: Span) -> Typed
  {
    let sides = bothSides(left, right)
    if sides.contains(where: \.type.isUnknown) { return .fault(at: span) }
    guard agree(sides[0], sides[1], operation, at: span) else { return .fault(at: span) }
    switch comparison {
    case .equal, .notEqual:
      if let side = sides.first(where: { !program.isComparable($0.type) }) {
        reportIncomparable(side)
        return .fault(at: span)
      }
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if let side = sides.first(where: { !program.isOrdered($0.type) }) {
        session.report(NotOrdered.found(name(of: side.type), operation: operation.rawValue, at: span))
        return .fault(at: span)
      }
    }
    return Typed(node: .compare(comparison, sides[0].node, sides[1].node), type: .boolean, span: span, parts: sides)
  }

  /// Both sides of a comparison, each read as the type that the other has by itself. Beside a side at fault a bare name that
  /// means nothing may have been a value of an enum, so it is no finding of its own.
  private func bothSides(_ left: Expr, _ right: Expr) -> [Typed] {
    if !left.takesItsTypeFromOutside || isTypedList(left) && right.takesItsTypeFromOutside && ownType(right) == nil {
      let first = value(left, expecting: nil)
      return [first, value(right, expecting: first.type)]
    }
    if !right.takesItsTypeFromOutside || isTypedList(right) && ownType(left) == nil {
      let second = value(right, expecting: nil)
      return [value(left, expecting: second.type), second]
    }
    let first = value(left, expecting: ownType(right))
    return [first, value(right, expecting: first.type.isUnknown ? .unknown : ownType(left))]
  }

  /// Whether it is a list written down with an element that tells the type of all.
  private func isTypedList(_ expr: Expr) -> Bool { expr.isList && hasOwnType(expr) }

  /// The type that a bare name has by itself; nothing for what is written down.
  private func ownType(_ expr: Expr) -> ValueType? {
    if case .name(let name) = expr.kind { return quietType(name) }
    return nil
  }

  /// Whether two sides have one type, reported where they do not.
  private func agree(_ left: Typed, _ right: Typed, _ operation: BinaryOperator, at span: Span) -> Bool {
    if left.type.joined(with: right.type) != nil { return true }
    if left.type.isNumber, right.type.isNumber {
      if left.isBareNumber || right.isBareNumber { return true }
      session.report(
        UnitMismatch.between(name(of: left.type), name(of: right.type), operation: operation.rawValue, at: span))
      return false
    }
    session.report(WrongType.between(name(of: left.type), name(of: right.type), operation: operation.rawValue, at: span))
    return false
  }

  private func reportIncomparable(_ side: Typed) {
    if case .fact = side.type {
      session.report(WrongType.found(name(of: side.type), wanted: "a value", at: side.span))
    } else {
      session.report(JSONRead.found(at: side.span))
    }
  }

  // MARK: Lists and texts

  /// `x in list`
  private func membership(_ left: Expr, _ right: Expr, at span: Span) -> Typed {
    let element: Typed
    let list: Typed
    if left.takesItsTypeFromOutside, !right.takesItsTypeFromOutside || right.isName || isTypedList(right) && !hasOwnType(left) {
      list = value(right, expecting: nil)
      element = value(left, expecting: list.type.element)
    } else {
      element = value(left, expecting: nil)
      list = value(right, expecting: .list(element.type))
    }
    if element.type.isUnknown || list.type.isUnknown { return .fault(at: span) }
    guard let type = list.type.element else {
      session.report(WrongType.found(name(of: list.type), wanted: "a list", at: list.span))
      return .fault(at: span)
    }
    guard agree(element, Typed(node: list.node, type: type, span: list.span, isBareNumber: false), .isIn, at: span) else {
      return .fault(at: span)
    }
    if !program.isComparable(element.type) {
      reportIncomparable(element)
      return .fault(at: span)
    }
    return Typed(node: .isIn(element.node, list.node), type: .boolean, span: span, parts: [element, list])
  }

  private func elementContained(_ list: Typed, _ element: ValueType, _ part: Typed, at span: Span) -> Typed {
    if part.type.isUnknown || list.type.isUnknown { return .fault(at: span) }
    guard agree(Typed(node: list.node, type: element, span: list.span), part, .contains, at: span) else {
      return .fault(at: span)
    }
    if !program.isComparable(part.type) {
      reportIncomparable(part)
      return .fault(at: span)
    }
    return Typed(node: .contains(list.node, part.node), type: .boolean, span: span, parts: [list, part])
  }

  /// `text contains text`, `list contains element`
  private func containment(_ left: Expr, _ right: Expr, at span: Span) -> Typed {
    if left.isList, hasOwnType(right) {
      let part = value(right, expecting: nil)
      let whole = value(left, expecting: .list(part.type))
      return elementContained(whole, whole.type.element ?? .unknown, part, at: span)
    }
    let whole = value(left, expecting: nil)
    switch whole.type {
    case .unknown:
      _ = value(right, expecting: .unknown)
      return .fault(at: span)
    case .text:
      let part = assigned(right, to: .text)
      return result(.contains(whole.node, part.node), [whole, part], at: span)
    case .list(let element): return elementContained(whole, element, value(right, expecting: element), at: span)
    default:
      session.report(WrongType.found(name(of: whole.type), wanted: "a text or list", at: whole.span))
      return .fault(at: span)
    }
  }
}

extension Expr {
  /// Whether it is read as the type that its place expects: a text, number or list written down, or a bare name, which may be a
  /// value of an enum.
  fileprivate var takesItsTypeFromOutside: Bool {
    switch kind {
    case .name, .text, .number: true
    case .negate(let inner): inner.takesItsTypeFromOutside
    default: isList
    }
  }

  /// Whether it is a list written down, or several joined.
  var isList: Bool {
    switch kind {
    case .list: true
    case .binary(.add, let left, let right): left.isList && right.isList
    default: false
    }
  }

  fileprivate var isName: Bool {
    if case .name = kind { return true }
    return false
  }
}
