import TruthsSyntax
import TruthsText

/// Trees without their spans, so that two readings of one meaning are equal.
enum Bare {
  static let span = Span(file: FileID(0), start: 0, end: 0)

  static func name(_ name: Name) -> Name { Name(name.text, at: span) }

  static func expr(_ expr: Expr) -> Expr { Expr(kind(expr.kind), at: span) }

  private static func kind(_ kind: Expr.Kind) -> Expr.Kind {
    switch kind {
    case .number, .percent, .boolean, .name, .error: kind
    case .text(let literal): .text(text(literal))
    case .list(let elements): .list(elements.map(expr))
    case .member(let base, let word): .member(expr(base), name(word))
    case .keyed(let base, let arguments):
      .keyed(expr(base), arguments.map { KeyArgument(name: name($0.name), value: expr($0.value)) })
    case .with(let base, let fields): .with(expr(base), fields.map { KeyArgument(name: name($0.name), value: expr($0.value)) })
    case .current(let inner): .current(expr(inner))
    case .negate(let operand): .negate(expr(operand))
    case .not(let operand): .not(expr(operand))
    case .and(let left, let right): .and(expr(left), expr(right))
    case .or(let left, let right): .or(expr(left), expr(right))
    case .binary(let sign, let left, let right): .binary(sign, expr(left), expr(right))
    case .test(let test, let operand): .test(test, expr(operand))
    case .quantified(let quantified): .quantified(bare(quantified))
    case .aggregate(let aggregate): .aggregate(bare(aggregate))
    case .call(let function, let arguments): .call(name(function), arguments.map(expr))
    case .element(let list, let place): .element(expr(list), expr(place))
    case .conditional(let conditional):
      .conditional(
        Conditional(
          condition: expr(conditional.condition), consequence: conditional.consequence.map(expr),
          alternative: conditional.alternative.map(expr)))
    case .between(let value, let low, let high): .between(expr(value), low: expr(low), high: expr(high))
    }
  }

  static func text(_ literal: TextLiteral) -> TextLiteral {
    let parts = literal.parts.map { part in
      switch part {
      case .literal: part
      case .interpolation(let inner): TextLiteral.Part.interpolation(expr(inner))
      }
    }
    return TextLiteral(parts: parts, at: span)
  }

  private static func bare(_ quantified: Quantified) -> Quantified {
    Quantified(
      quantifier: quantified.quantifier, variable: name(quantified.variable), source: expr(quantified.source),
      filter: quantified.filter.map(expr), body: expr(quantified.body))
  }

  private static func bare(_ aggregate: Aggregate) -> Aggregate {
    Aggregate(
      function: aggregate.function, value: aggregate.value.map(expr),
      loops: aggregate.loops.map { .init(variable: name($0.variable), source: expr($0.source)) },
      filter: aggregate.filter.map(expr),
      order: aggregate.order.map { .init(value: expr($0.value), isDescending: $0.isDescending) })
  }
}
