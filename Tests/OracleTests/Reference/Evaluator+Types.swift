import TruthsSyntax

extension Evaluator {
  /// Returns the type of an expression, as far as reading the other side of an operator requires it.
  func type(_ expr: Expr, _ scope: Scope) -> Typ? {
    switch expr.kind {
    case .number, .percent: return .number
    case .text: return .text
    case .boolean, .not, .and, .or, .test, .quantified, .between: return .bool
    case .conditional(let conditional):
      return type(among: Array(conditional.parts.dropFirst()), scope)
    case .list(let elements): return elements.lazy.compactMap { self.type($0, scope) }.first.map { .list($0) }
    case .keyed(let base, _):
      return recordName(base, scope).map { .record($0) } ?? Path(expr).flatMap { type($0, scope) }
    case .with(let base, _): return type(base, scope)
    case .current(let inner):
      guard case .lookup(let fact, _, let rest)? = Path(inner).map({ meaning($0, scope) }) else {
        guard case .presence(let fact, _)? = Path(inner).map({ meaning($0, scope) }) else { return nil }
        return .fact(fact)
      }
      return member(.fact(fact), rest)
    case .member(let base, let word) where Path(expr) == nil || isRecord(base, scope):
      return member(type(base, scope), [word.text])
    case .name, .member: return Path(expr).flatMap { type($0, scope) }
    case .negate(let operand): return type(operand, scope)
    case .element(let list, _):
      if case .map(let element)? = type(list, scope) { return element }
      return type(list, scope)?.element
    case .binary(let op, let left, let right): return type(op, type(left, scope), type(right, scope))
    case .aggregate(let aggregate): return type(aggregate, scope)
    case .call(let name, let arguments): return type(ofCall: name.text, arguments, scope)
    case .error: return nil
    }
  }

  /// Returns the type of alternatives. A text literal next to a value of another type has that type.
  ///
  /// - Parameter want: the type that their place expects.
  func type(among alternatives: [Expr], _ scope: Scope, _ want: Typ? = nil) -> Typ? {
    let types = alternatives.compactMap { self.type($0, scope) }
    return types.first { $0 != .text } ?? want ?? types.first
  }

  private func type(_ path: Path, _ scope: Scope) -> Typ? {
    switch meaning(path, scope) {
    case .variable(let name, let rest): return member(scope.variable(name)?.type, rest)
    case .binding(let name, let rest): return member(scope.lets[name].flatMap { type($0, scope.outsideLoops) }, rest)
    case .field(let name, let rest): return member(scope.triggerTypes[name], rest)
    case .policy(let name): return vocab.policies[name]?.type
    case .builtIn(let words): return world.proposal.builtIn(words, now: world.now)?.1
    case .presence: return .bool
    case .lookup(let type, _, let rest): return member(.fact(type), rest)
    case .state(let lifecycle, _): return .symbol(lifecycle)
    case .lifecycle, .nothing: return nil
    }
  }

  func member(_ type: Typ?, _ words: [String]) -> Typ? {
    words.reduce(type) { type, word in
      switch type {
      case .record(let name): vocab.records[name]?.first { $0.name == word }?.type
      case .fact(let name): vocab.facts[name]?.field(word)?.type
      case .instance(let name):
        vocab.lifecycles[name].flatMap { vocab.facts["\($0.name).entered"]?.field(word)?.type }
      default: nil
      }
    }
  }

  private func type(_ syntax: ValueSyntax, _ scope: Scope) -> Typ? {
    switch syntax.kind {
    case .text: .text
    case .expression(let expr): type(expr, scope)
    case .list(let elements): elements.lazy.compactMap { self.type($0, scope) }.first.map { .list($0) }
    case .record, .missing: nil
    }
  }

  private func type(_ op: BinaryOperator, _ left: Typ?, _ right: Typ?) -> Typ? {
    switch (op, left, right) {
    case (.subtract, .time, .time), (.subtract, .date, .date): .span
    case (.subtract, .clock, .clock): .span
    case (.divide, .span, .span), (.divide, .period, .period): .number
    case (.multiply, _, .span): .span
    case (.multiply, _, .period): .period
    case (.add, _, _), (.subtract, _, _), (.multiply, _, _), (.divide, _, _), (.remainder, _, _): left
    default: .bool
    }
  }

  func type(_ aggregate: Aggregate, _ scope: Scope) -> Typ? {
    var inner = scope
    for loop in aggregate.loops {
      inner.bound[loop.variable.text] = elementType(loop.source, inner).map { (.missing, $0) }
    }
    let value = aggregate.value.flatMap { type($0, inner) }
    switch aggregate.function {
    case .count: return .number
    case .list: return value.map { .list($0) }
    case .sum, .mean, .min, .max, .first, .last: return value
    }
  }

  private func type(ofCall name: String, _ arguments: [Expr], _ scope: Scope) -> Typ? {
    switch name {
    case "abs": return arguments.first.flatMap { type($0, scope) }
    case "round", "floor", "ceil", "length": return .number
    case "lower", "upper", "trim": return .text
    case "starts_with", "ends_with", "is_sorted", "is_email", "is_legible": return .bool
    case "coalesce": return type(among: arguments, scope)
    case "min", "max":
      return arguments.count == 1 ? type(arguments[0], scope)?.element : type(among: arguments, scope)
    case "sum", "mean": return arguments.first.flatMap { type($0, scope)?.element }
    case "keys": return .list(.text)
    case "values":
      guard case .map(let element)? = arguments.first.flatMap({ type($0, scope) }) else { return nil }
      return .list(element)
    case "flatten": return arguments.first.flatMap { type($0, scope)?.element }
    case "distinct", "first", "last", "slice", "reverse", "sort", "old": return arguments.first.flatMap { type($0, scope) }
    default:
      return vocab.find(name, in: vocab.tables, from: scope.pack)?.item.output ?? Self.calendarTypes[name] ?? Self.textTypes[name]
    }
  }

  /// Returns the type of the elements of a loop's source.
  func elementType(_ source: Expr, _ scope: Scope) -> Typ? {
    guard let path = Path(source) else { return type(source, scope)?.element }
    switch meaning(path, scope) {
    case .presence(let type, _): return .fact(type)
    case .lifecycle(let name): return .instance(name)
    default: return type(source, scope)?.element
    }
  }
}
