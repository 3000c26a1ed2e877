import TruthsProgram
import TruthsSyntax
import TruthsText

/// Quantifier variables in a clause's own text: they name the element that decides the quantifier (clauses §14.1).
extension ClauseTypeChecker {
  /// Returns the variable of a condition that is a quantifier, for use in the clause's text; `nil` for any other condition. The
  /// condition is the one that must hold, or the one before an effect. The variable stands for the first element whose body is
  /// false (`every`) or true (`some`, `no`).
  func culprit(of typed: Typed, _ expr: Expr) -> BoundVariable? {
    guard case .quantified(let quantified) = expr.kind, case .quantified(let node) = typed.node, let source = typed.parts.first,
      let type = element(of: node.loop.source, source)
    else { return nil }
    return BoundVariable(
      name: quantified.variable, slot: node.loop.slot, type: type, source: source, culprit: .culprit(of: node))
  }

  /// Lowers a clause's own text, where the variable of its quantifier is a name.
  func said(_ literal: TextLiteral, of clause: Clause, _ culprit: BoundVariable?) -> Typed {
    if let culprit { variables.append(culprit) }
    partVariables = culprit == nil ? clause.quantified : []
    defer {
      if culprit != nil { variables.removeLast() }
      partVariables = []
    }
    return text(literal, at: literal.span, expecting: nil)
  }

  private func element(of source: SourceNode, _ typed: Typed) -> ValueType? {
    switch source {
    case .list: typed.type.element
    case .facts(let index): .fact(index)
    case .instances(let index): .record(program.lifecycles[index].instance)
    }
  }
}

extension Clause {
  /// The variables of the quantifiers in the tested expression: the consequence if it is an expression, otherwise the condition.
  fileprivate var quantified: Set<String> {
    if case .expression(let expr)? = consequence { return expr.quantified }
    return condition.quantified
  }
}

extension Expr {
  fileprivate var quantified: Set<String> {
    switch kind {
    case .quantified(let quantified): [quantified.variable.text]
    case .not(let inner): inner.quantified
    case .and(let left, let right), .or(let left, let right): left.quantified.union(right.quantified)
    default: []
    }
  }
}

extension Node {
  /// Returns the first element that decides a quantifier; elements with an unknown result are skipped.
  fileprivate static func culprit(of quantified: QuantifiedNode) -> Node {
    let decides = quantified.quantifier == .every ? Node.not(quantified.body) : quantified.body
    let isOne = quantified.filter.map { .and($0, decides) } ?? decides
    let all = AggregateNode(
      function: .list, value: .slot(quantified.loop.slot), loops: [quantified.loop],
      filter: .coalesce([isOne, .constant(.boolean(false))]), order: [])
    return .call(.element, [.aggregate(all), .constant(.number(.one))])
  }
}
