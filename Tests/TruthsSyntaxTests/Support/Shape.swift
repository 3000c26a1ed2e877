import TruthsSyntax

/// Returns a tree as nested brackets, which show the precedence: `(or a (and b c))`.
func shape(_ expr: Expr) -> String {
  switch expr.kind {
  case .number, .percent, .text, .boolean: formatted(expr)
  case .name(let name): name
  case .list(let elements): "[\(elements.map(shape).joined(separator: " "))]"
  case .member(let base, let word): "(. \(shape(base)) \(word.text))"
  case .keyed(let base, let keys):
    "(key \(shape(base)) \(keys.map { "\($0.name.text)=\(shape($0.value))" }.joined(separator: " ")))"
  case .with(let base, let fields):
    "(with \(shape(base)) \(fields.map { "\($0.name.text)=\(shape($0.value))" }.joined(separator: " ")))"
  case .current(let inner): "(the \(shape(inner)))"
  case .negate(let operand): "(neg \(shape(operand)))"
  case .not(let operand): "(not \(shape(operand)))"
  case .and(let left, let right): "(and \(shape(left)) \(shape(right)))"
  case .or(let left, let right): "(or \(shape(left)) \(shape(right)))"
  case .binary(let sign, let left, let right): "(\(sign.rawValue) \(shape(left)) \(shape(right)))"
  case .test(let test, let operand): "(\(test.rawValue) \(shape(operand)))"
  case .quantified(let q):
    "(\(q.quantifier.rawValue) \(q.variable.text) \(shape(q.source))\(q.filter.map { " where \(shape($0))" } ?? "") \(shape(q.body)))"
  case .aggregate(let a): shape(a)
  case .call(let function, let arguments): "(\(function.text)\(arguments.map { " " + shape($0) }.joined()))"
  case .element(let list, let place): "(at \(shape(list)) \(shape(place)))"
  case .conditional(let c):
    "(if \(shape(c.condition)) \(c.consequence.map(shape) ?? "missing") \(c.alternative.map(shape) ?? "missing"))"
  case .between(let value, let low, let high): "(between \(shape(value)) \(shape(low)) \(shape(high)))"
  case .error: "error"
  }
}

private func shape(_ aggregate: Aggregate) -> String {
  var parts = [aggregate.function.rawValue]
  if let value = aggregate.value { parts.append(shape(value)) }
  parts += aggregate.loops.map { "for \($0.variable.text) \(shape($0.source))" }
  if let filter = aggregate.filter { parts.append("where \(shape(filter))") }
  parts += aggregate.order.map { "by \(shape($0.value))\($0.isDescending ? " desc" : "")" }
  return "(\(parts.joined(separator: " ")))"
}
