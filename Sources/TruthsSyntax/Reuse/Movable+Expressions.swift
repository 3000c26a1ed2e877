import TruthsText

extension Expr: Movable {
  func moved(by distance: Int32) -> Expr { Expr(kind.moved(by: distance), at: span.moved(by: distance)) }
}

extension Expr.Kind: Movable {
  func moved(by distance: Int32) -> Expr.Kind {
    switch self {
    case .number, .boolean, .name, .error: self
    case .text(let text): .text(text.moved(by: distance))
    case .list(let elements): .list(elements.moved(by: distance))
    case .member(let base, let word): .member(base.moved(by: distance), word.moved(by: distance))
    case .keyed(let base, let keys): .keyed(base.moved(by: distance), keys.moved(by: distance))
    case .negate(let inner): .negate(inner.moved(by: distance))
    case .not(let inner): .not(inner.moved(by: distance))
    case .and(let left, let right): .and(left.moved(by: distance), right.moved(by: distance))
    case .or(let left, let right): .or(left.moved(by: distance), right.moved(by: distance))
    case .binary(let operation, let left, let right):
      .binary(operation, left.moved(by: distance), right.moved(by: distance))
    case .test(let test, let operand): .test(test, operand.moved(by: distance))
    case .quantified(let quantified): .quantified(quantified.moved(by: distance))
    case .aggregate(let aggregate): .aggregate(aggregate.moved(by: distance))
    case .call(let name, let arguments): .call(name.moved(by: distance), arguments.moved(by: distance))
    }
  }
}

extension TextLiteral: Movable {
  func moved(by distance: Int32) -> TextLiteral {
    let parts = parts.map { part -> Part in
      if case .interpolation(let inner) = part { return .interpolation(inner.moved(by: distance)) }
      return part
    }
    return TextLiteral(parts: parts, at: span.moved(by: distance))
  }
}

extension KeyArgument: Movable {
  func moved(by distance: Int32) -> KeyArgument {
    KeyArgument(name: name.moved(by: distance), value: value.moved(by: distance))
  }
}

extension Quantified: Movable {
  func moved(by distance: Int32) -> Quantified {
    Quantified(
      quantifier: quantifier, variable: variable.moved(by: distance), source: source.moved(by: distance),
      filter: filter.moved(by: distance), body: body.moved(by: distance))
  }
}

extension Aggregate: Movable {
  func moved(by distance: Int32) -> Aggregate {
    Aggregate(
      function: function, value: value.moved(by: distance), loops: loops.moved(by: distance), filter: filter.moved(by: distance),
      order: order.moved(by: distance))
  }
}

extension Aggregate.Loop: Movable {
  func moved(by distance: Int32) -> Aggregate.Loop {
    Aggregate.Loop(variable: variable.moved(by: distance), source: source.moved(by: distance))
  }
}

extension Aggregate.OrderKey: Movable {
  func moved(by distance: Int32) -> Aggregate.OrderKey {
    Aggregate.OrderKey(value: value.moved(by: distance), isDescending: isDescending)
  }
}

extension ValueSyntax: Movable {
  func moved(by distance: Int32) -> ValueSyntax {
    let moved: Kind =
      switch kind {
      case .text(let text): .text(text.moved(by: distance))
      case .expression(let expr): .expression(expr.moved(by: distance))
      case .list(let elements): .list(elements.moved(by: distance))
      case .missing: .missing
      }
    return ValueSyntax(moved, at: span.moved(by: distance))
  }
}

extension TypeSyntax: Movable {
  func moved(by distance: Int32) -> TypeSyntax {
    let moved: Kind =
      switch kind {
      case .named(let name, let unit): .named(name.moved(by: distance), unit: unit.moved(by: distance))
      case .list(let element): .list(element.moved(by: distance))
      case .error: .error
      }
    return TypeSyntax(moved, isOptional: isOptional, at: span.moved(by: distance))
  }
}
