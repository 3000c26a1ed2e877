import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension Body {
  /// Lowers an expression where a boolean is wanted; a fact type there is a presence test.
  func condition(_ expr: Expr) -> Typed { nested(at: expr.span) { loweredCondition(expr) } }

  private func loweredCondition(_ expr: Expr) -> Typed {
    if expr.isPath {
      switch target(expr, expecting: .boolean) {
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
    default: return boolean(value(expr, expecting: .boolean))
    }
  }

  func fault(_ expr: Expr) -> Typed {
    var typed = Typed.fault(at: expr.span)
    typed.type = .unknown
    return typed
  }

  /// `A → B`
  func implication(_ condition: Typed, _ consequence: Typed, at span: Span) -> Typed {
    binary(Node.implies, condition, consequence, at: span)
  }

  /// Reports a value that is not a boolean where one is wanted.
  private func boolean(_ typed: Typed) -> Typed {
    if typed.type == .boolean || typed.type.isUnknown { return typed }
    session.report(NotBoolean.found(name(of: typed.type), at: typed.span))
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

  /// `x exists`: of a value, a fact type or a look-up; the latter two are unknown where a key is missing.
  private func existence(_ operand: Expr, at span: Span) -> Typed {
    let typed: Typed
    switch target(operand, expecting: nil) {
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
    let exists = unary(Node.exists, typed, at: span)
    guard let root = lookUpRoot(of: typed) else { return exists }
    return unknownWithoutKey(exists, root, at: span)
  }

  /// `invoice.state exists`: an instance always has a state, `start` at least, so this is true, or unknown where a key is
  /// missing; a comparison of the state with itself is just that.
  private func knownState(_ state: Typed, at span: Span) -> Typed {
    var other = state
    other.isImplicit = true
    return Typed(node: .compare(.equal, state.node, state.node), type: .boolean, span: span, parts: [state, other])
  }

  /// The look-up whose member a value is: `F.address` of `F.address.city`.
  private func lookUpRoot(of typed: Typed) -> Typed? {
    var current = typed
    while case .field = current.node, let base = current.parts.first { current = base }
    if case .lookUp = current.node { return current }
    return nil
  }

  /// `F.address.city exists` is unknown where a key of `F` is missing, and otherwise what `exists` says. `(L and not L) or E`,
  /// with `L` saying whether the look-up has its field, is just that.
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
      session.report(WrongType.found(name(of: typed.type), wanted: "a text or list", at: typed.span))
      return .fault(at: span)
    }
  }
}
