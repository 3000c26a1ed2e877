import TruthsSyntax

extension Expr {
  /// The parts of the expression that are joined by `and`.
  var conjuncts: [Expr] {
    if case .and(let left, let right) = kind { return left.conjuncts + right.conjuncts }
    return [self]
  }
}

/// The first words of the names in an expression, seen through `let`s.
struct NamesRead {
  private(set) var words: Set<String> = []

  mutating func read(_ expr: Expr, _ scope: Scope) {
    switch expr.kind {
    case .number, .percent, .boolean, .error: break
    case .text(let literal): for case .interpolation(let inner) in literal.parts { read(inner, scope) }
    case .list(let elements), .call(_, let elements): for element in elements { read(element, scope) }
    case .name(let name):
      words.insert(name)
      if let binding = scope.lets[name], case .expression(let inner) = binding.kind { read(inner, scope) }
    case .member(let base, _): read(base, scope)
    case .current(let inner): read(inner, scope)
    case .keyed(let base, let keys), .with(let base, let keys):
      read(base, scope)
      for key in keys { read(key.value, scope) }
    case .negate(let operand), .not(let operand), .test(_, let operand): read(operand, scope)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      read(left, scope)
      read(right, scope)
    case .quantified(let quantified):
      for part in [quantified.source, quantified.filter, quantified.body].compactMap(\.self) { read(part, scope) }
    case .conditional(let conditional): for part in conditional.parts { read(part, scope) }
    case .between(let value, let low, let high): for part in [value, low, high] { read(part, scope) }
    case .aggregate(let aggregate):
      let parts = aggregate.loops.map(\.source) + [aggregate.value, aggregate.filter].compactMap(\.self)
      for part in parts + aggregate.order.map(\.value) { read(part, scope) }
    }
  }
}
