import TruthsSyntax
import TruthsText

/// All names of an expression, with their places.
enum NameCollector {
  static func names(in expr: Expr) -> [Name] {
    switch expr.kind {
    case .name(let name): [Name(name, at: expr.span)]
    case .number, .percent, .boolean, .error: []
    case .text(let literal):
      literal.parts.flatMap { part -> [Name] in if case .interpolation(let inner) = part { names(in: inner) } else { [] } }
    case .list(let elements): elements.flatMap(names)
    case .member(let base, let word): names(in: base) + [word]
    case .current(let inner): names(in: inner)
    case .keyed(let base, let keys), .with(let base, let keys): names(in: base) + keys.flatMap { [$0.name] + names(in: $0.value) }
    case .negate(let operand), .not(let operand), .test(_, let operand): names(in: operand)
    case .and(let left, let right), .or(let left, let right), .binary(_, let left, let right), .element(let left, let right):
      names(in: left) + names(in: right)
    case .quantified(let q): [q.variable] + names(in: q.source) + (q.filter.map(names) ?? []) + names(in: q.body)
    case .aggregate(let a):
      (a.value.map(names) ?? []) + a.loops.flatMap { [$0.variable] + names(in: $0.source) } + (a.filter.map(names) ?? [])
        + a.order.flatMap { names(in: $0.value) }
    case .call(_, let arguments): arguments.flatMap(names)
    case .conditional(let conditional): conditional.parts.flatMap(names)
    case .between(let value, let low, let high): names(in: value) + names(in: low) + names(in: high)
    }
  }
}

extension String {
  /// The text with every occurrence of another replaced.
  func replacing(_ text: String, _ replacement: String) -> String {
    var result = ""
    var rest = self[...]
    while let first = rest.indices.first(where: { rest[$0...].hasPrefix(text) }) {
      result += rest[..<first] + replacement
      rest = rest[first...].dropFirst(text.count)
    }
    return result + rest
  }
}
