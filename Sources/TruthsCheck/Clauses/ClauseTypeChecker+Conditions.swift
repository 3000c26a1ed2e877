import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Lowering of conditions, comparisons and tests (clauses §3, §4).
extension ClauseTypeChecker {
  /// Lowers an expression where a boolean is wanted; a fact type there is a presence test.
  func condition(_ expr: Expr) -> Typed { nested(at: expr.span) { loweredCondition(expr) } }

  private func loweredCondition(_ expr: Expr) -> Typed {
    if expr.isPath {
      switch paths.target(expr, expecting: .boolean) {
      case .fact(let reference): return presence(reference)
      case .value(let typed): return boolean(typed)
      case .lifecycle(let reference):
        session.report(NotAFact.lifecycleAsValue(reference.label, at: reference.span))
        return fault(expr)
      case .fault: return fault(expr)
      }
    }
    switch expr.kind {
    case .not(let inner): return unary(Node.not, condition(inner), at: expr.span)
    case .and(let left, let right): return binary(Node.and, condition(left), condition(right), at: expr.span)
    case .or(let left, let right): return binary(Node.or, condition(left), condition(right), at: expr.span)
    case .test(let test, let operand): return self.test(test, operand, at: expr.span)
    case .quantified(let quantified): return self.quantified(quantified, at: expr.span)
    case .conditional(let conditional): return conditionalCondition(conditional, at: expr.span)
    default: return boolean(value(expr, expecting: .boolean))
    }
  }

  func fault(_ expr: Expr) -> Typed {
    var typed = Typed.fault(at: expr.span)
    typed.type = .unknown
    return typed
  }

  func implication(_ condition: Typed, _ consequence: Typed, at span: Span) -> Typed {
    binary(Node.implies, condition, consequence, at: span)
  }

  /// Reports a value that is not a boolean where one is wanted.
  private func boolean(_ typed: Typed) -> Typed {
    if typed.type == .boolean || typed.type.isUnknown { return typed }
    session.report(NotBoolean.finding(name(of: typed.type), at: typed.span))
    return .fault(at: typed.span)
  }

  private func unary(_ make: (Node) -> Node, _ operand: Typed, at span: Span) -> Typed {
    Typed(node: make(operand.node), type: .boolean, span: span, parts: [operand])
  }

  private func binary(_ make: (Node, Node) -> Node, _ left: Typed, _ right: Typed, at span: Span) -> Typed {
    Typed(node: make(left.node, right.node), type: .boolean, span: span, parts: [left, right])
  }

  private func test(_ test: TestOperator, _ operand: Expr, at span: Span) -> Typed {
    switch test {
    case .exists: return existence(operand, at: span)
    case .missing: return unary(Node.not, existence(operand, at: span), at: span)
    case .empty: return emptiness(operand, at: span)
    case .notEmpty: return unary(Node.not, emptiness(operand, at: span), at: span)
    }
  }

  /// Lowers `x exists` of a value, a fact type or a look-up. A fact type or look-up is unknown where a key is missing.
  private func existence(_ operand: Expr, at span: Span) -> Typed {
    let typed: Typed
    switch paths.target(operand, expecting: nil) {
    case .fact(let reference):
      var present = presence(reference)
      present.span = span
      return present
    case .value(let value): typed = value
    case .lifecycle(let reference):
      session.report(NotAFact.lifecycleAsValue(reference.label, at: reference.span))
      return fault(operand)
    case .fault: return fault(operand)
    }
    if case .state = typed.node { return knownState(typed, at: span) }
    if typed.type.isUnknown { return .fault(at: span) }
    if case .lookUp(let key, let field) = typed.node {
      return Typed(node: .lookUpExists(key, field: field), type: .boolean, span: span, parts: typed.parts, label: typed.label)
    }
    // An amount exists if its currency exists, too; it is unknown where a key is missing.
    if case .amount(.lookUp(let key, let field), let unit) = typed.node {
      let parts = [field, unit.place].map { place in
        Typed(node: .lookUpExists(key, field: place), type: .boolean, span: span, parts: typed.parts, label: typed.label)
      }
      return binary(Node.and, parts[0], parts[1], at: span)
    }
    let exists = unary(Node.exists, typed, at: span)
    guard let root = lookUpRoot(of: typed) else { return exists }
    return unknownWithoutKey(exists, root, at: span)
  }

  /// Lowers `invoice.state exists`. An instance always has a state, at least `start`, so this is true, or unknown where a key
  /// is missing. Comparing the state with itself gives exactly that.
  private func knownState(_ state: Typed, at span: Span) -> Typed {
    var other = state
    other.isImplicit = true
    return Typed(node: .compare(.equal, state.node, state.node), type: .boolean, span: span, parts: [state, other])
  }

  /// Returns the look-up that a member path begins with: `F.address` of `F.address.city`.
  private func lookUpRoot(of typed: Typed) -> Typed? {
    var current = typed
    while current.node.isField, let base = current.parts.first { current = base }
    if case .lookUp = current.node { return current }
    return nil
  }

  /// Makes `F.address.city exists` unknown where a key of `F` is missing, and otherwise leaves `exists` as it is.
  ///
  /// With `L` for "the look-up has its field", `(L and not L) or exists` gives that.
  private func unknownWithoutKey(_ exists: Typed, _ root: Typed, at span: Span) -> Typed {
    guard case .lookUp(let key, let field) = root.node else { return exists }
    let there = Typed(node: .lookUpExists(key, field: field), type: .boolean, span: span, parts: root.parts, label: root.label)
    var never = binary(Node.and, there, unary(Node.not, there, at: span), at: span)
    never.isImplicit = true
    return binary(Node.or, never, exists, at: span)
  }

  private func emptiness(_ operand: Expr, at span: Span) -> Typed {
    let typed = value(operand, expecting: nil)
    switch typed.type {
    case .text, .list, .unknown: return unary(Node.isEmpty, typed, at: span)
    default:
      session.report(WrongType.finding(name(of: typed.type), wanted: "a text or list", at: typed.span))
      return .fault(at: span)
    }
  }
}

extension BinaryOperator {
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

extension ClauseTypeChecker {
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
    case .matches, .containsMatching: return match(operation, left, right, at: span)
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
    let sides = bothSides(left, right, isEquality: comparison == .equal || comparison == .notEqual)
    if sides.contains(where: \.type.isUnknown) { return .fault(at: span) }
    let help = {
      self.shareHelp(operation, sides[0], sides[1], (left, right)) ?? self.currencyHelp(sides[0], sides[1], (left, right))
        ?? self.differenceHelp(operation, left, right, sides[0].type, sides[1].type)
    }
    guard agree(sides[0], sides[1], operation, at: span, help: help) else { return .fault(at: span) }
    switch comparison {
    case .equal, .notEqual:
      if let side = sides.first(where: { !program.isComparable($0.type) }) {
        reportIncomparable(side)
        return .fault(at: span)
      }
      checkQuotients(operation, sides, [left, right])
      noteNames(in: sides)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if let side = sides.first(where: { !program.isOrdered($0.type) }) {
        session.report(NotOrdered.finding(name(of: side.type), operation: operation.rawValue, at: span))
        return .fault(at: span)
      }
    }
    return Typed(node: .compare(comparison, sides[0].node, sides[1].node), type: .boolean, span: span, parts: sides)
  }

  /// Lowers both sides of a comparison, each with the type that the other has by itself. Where one side has an error, a bare
  /// name without meaning on the other side is not reported, because it may be a value of an enum.
  private func bothSides(_ left: Expr, _ right: Expr, isEquality: Bool) -> [Typed] {
    let sides = bothSides(left, right)
    return isEquality ? recordSides(enumSides(sides)) : sides
  }

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

  /// Whether the expression is a list literal with an element that gives the type of all.
  private func isTypedList(_ expr: Expr) -> Bool { expr.isList && hasOwnType(expr) }

  /// Returns the type that a bare name, or the first typed one of several alternatives, has by itself; `nil` for literals.
  private func ownType(_ expr: Expr) -> ValueType? {
    switch expr.kind {
    case .name(let name): quietType(name)
    case .negate(let inner): ownType(inner)
    default: expr.alternatives.firstValue { self.ownType($0) }
    }
  }

  /// Returns whether two sides have one type, and reports where they do not.
  private func agree(
    _ left: Typed, _ right: Typed, _ operation: BinaryOperator, at span: Span, help: () -> String? = { nil }
  ) -> Bool {
    if left.type.joined(with: right.type) != nil { return true }
    if left.type.isNumber, right.type.isNumber {
      if left.isBareNumber || right.isBareNumber { return true }
      session.report(
        UnitMismatch.between(
          name(of: left.type), name(of: right.type), operation: operation.rawValue, at: span, help: help()))
      return false
    }
    session.report(
      WrongType.between(
        name(of: left.type), name(of: right.type), operation: operation.rawValue, at: span, help: help(),
        // A number of months beside `months(n)`: either of them may be wrong.
        guidance: left.type.isNumber || right.type.isNumber ? .general : .exact))
    return false
  }

  private func reportIncomparable(_ side: Typed) {
    if case .fact = side.type {
      session.report(WrongType.finding(name(of: side.type), wanted: "a value", at: side.span))
    } else {
      session.report(JSONRead.finding(at: side.span))
    }
  }

  // MARK: Lists and texts

  private func membership(_ left: Expr, _ right: Expr, at span: Span) -> Typed {
    var element: Typed
    let list: Typed
    let isListFirst =
      !right.takesItsTypeFromOutside || right.isName || ownType(right) != nil || isTypedList(right) && !hasOwnType(left)
    if left.takesItsTypeFromOutside, isListFirst {
      list = value(right, expecting: nil)
      element = value(left, expecting: list.type.element)
    } else {
      element = value(left, expecting: nil)
      list = value(right, expecting: .list(element.type))
    }
    if element.type.isUnknown || list.type.isUnknown { return .fault(at: span) }
    guard let type = list.type.element else {
      session.report(WrongType.finding(name(of: list.type), wanted: "a list", at: list.span))
      return .fault(at: span)
    }
    element = compared(element, with: type)
    guard agree(element, Typed(node: list.node, type: type, span: list.span, isBareNumber: false), .isIn, at: span) else {
      return .fault(at: span)
    }
    if !program.isComparable(element.type) {
      reportIncomparable(element)
      return .fault(at: span)
    }
    noteNames(in: [element, list])
    return Typed(node: .isIn(element.node, list.node), type: .boolean, span: span, parts: [element, list])
  }

  private func elementContained(_ list: Typed, _ element: ValueType, _ candidate: Typed, at span: Span) -> Typed {
    if candidate.type.isUnknown || list.type.isUnknown { return .fault(at: span) }
    let candidate = compared(candidate, with: element)
    guard agree(Typed(node: list.node, type: element, span: list.span), candidate, .contains, at: span) else {
      return .fault(at: span)
    }
    if !program.isComparable(candidate.type) {
      reportIncomparable(candidate)
      return .fault(at: span)
    }
    noteNames(in: [list, candidate])
    return Typed(node: .contains(list.node, candidate.node), type: .boolean, span: span, parts: [list, candidate])
  }

  /// Lowers `text contains text` and `list contains element`.
  private func containment(_ left: Expr, _ right: Expr, at span: Span) -> Typed {
    if left.isList, hasOwnType(right) {
      let part = value(right, expecting: nil)
      let whole = value(left, expecting: .list(part.type))
      return elementContained(whole, whole.type.element ?? .unknown, part, at: span)
    }
    let container = value(left, expecting: nil)
    switch container.type {
    case .unknown:
      _ = value(right, expecting: .unknown)
      return .fault(at: span)
    case .text:
      let part = assigned(right, to: .text)
      return result(.contains(container.node, part.node), [container, part], at: span)
    case .list(let element): return elementContained(container, element, value(right, expecting: element), at: span)
    default:
      session.report(WrongType.finding(name(of: container.type), wanted: "a text or list", at: container.span))
      return .fault(at: span)
    }
  }
}

extension Expr {
  /// Whether the expression takes the type that its place expects: a text, number or list literal, or a bare name, which may be
  /// a value of an enum.
  fileprivate var takesItsTypeFromOutside: Bool {
    switch kind {
    case .name, .text, .number: true
    case .negate(let inner): inner.takesItsTypeFromOutside
    case .conditional, .call: !alternatives.isEmpty && alternatives.allSatisfy(\.takesItsTypeFromOutside)
    default: isList
    }
  }

  /// The values of which one is selected: the branches of a conditional, the arguments of `coalesce`, `min` and `max`, or the
  /// elements of a list literal that is the only argument of `min` or `max`.
  var alternatives: [Expr] {
    switch kind {
    case .conditional(let conditional): [conditional.consequence, conditional.alternative].compactMap(\.self)
    case .call(let name, let arguments) where Function.ofAlternatives.contains(name.text):
      if arguments.count > 1 { arguments } else if case .list(let elements)? = arguments.first?.kind { elements } else { [] }
    default: []
    }
  }

  /// Whether the expression is a list literal, or several joined.
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
