import TruthsSyntax
import TruthsText

extension Evaluator {
  /// The elements of a list, a fact type or a lifecycle; `nil` where the list is missing.
  func elements(_ source: Expr, _ scope: Scope) -> [Val]? {
    guard let path = Path(source) else { return eval(source, scope).elements }
    switch meaning(path, scope) {
    case .presence(let type, _): return world.sorted(type).map { .record($0.fields) }
    case .lifecycle(let name): return vocab.lifecycles[name].map { world.instances($0).map(Val.record) }
    default: return eval(source, scope).elements
    }
  }

  func quantified(_ quantified: Quantified, _ scope: Scope) -> Bool? {
    guard let elements = elements(quantified.source, scope), let type = elementType(quantified.source, scope) else { return nil }
    let results = elements.map { element -> (filter: Bool?, body: Bool?) in
      let inner = scope.binding(quantified.variable.text, element, type)
      return (quantified.filter.map { holds($0, inner) } ?? true, holds(quantified.body, inner))
    }
    let some = results.reduce(Bool?.some(false)) { or($0, and($1.filter, $1.body)) }
    switch quantified.quantifier {
    case .some: return some
    case .no: return some.map { !$0 }
    case .every: return results.reduce(Bool?.some(true)) { and($0, or($1.filter.map { !$0 }, $1.body)) }
    }
  }

  func aggregate(_ aggregate: Aggregate, _ scope: Scope) -> Val {
    guard let rows = rows(aggregate.loops[...], aggregate.filter, scope) else { return .missing }
    guard let value = aggregate.value else { return .number(Decimal(rows.count)) }
    var values: [Val] = []
    for row in ordered(rows, by: aggregate.order) ?? [] { values.append(eval(value, row)) }
    guard ordered(rows, by: aggregate.order) != nil else { return .missing }
    if aggregate.function == .first { return values.first ?? .missing }
    if aggregate.function == .last { return values.last ?? .missing }
    if values.contains(.missing) { return .missing }
    if aggregate.function != .list, Val.currency(of: values).isMixed { return .missing }
    switch aggregate.function {
    case .sum: return values.isEmpty ? nothing(of: type(aggregate, scope)) : sum(values)
    case .min: return values.dropFirst().reduce(values.first ?? .missing) { precedes($1, $0) == true ? $1 : $0 }
    case .max: return values.dropFirst().reduce(values.first ?? .missing) { precedes($0, $1) == true ? $1 : $0 }
    case .mean: return mean(values)
    case .list, .count, .first, .last: return .list(values)
    }
  }

  /// Returns the sum divided by the number of values; missing for no values.
  func mean(_ values: [Val]) -> Val {
    switch sum(values).unpriced {
    case .number where !values.isEmpty:
      var sum = DecimalSum()
      for value in values { sum.add(value.number ?? .zero) }
      let (currency, isMixed) = Val.currency(of: values)
      return isMixed ? .missing : number(sum.mean(of: values.count)).priced(currency)
    case .span where !values.isEmpty:
      let milliseconds = values.reduce(0) { total, value in
        if case .span(let span) = value { total + Int(span.milliseconds) } else { total }
      }
      // Rounded to the even neighbour.
      let (quotient, rest) = (abs(milliseconds) / values.count, abs(milliseconds) % values.count)
      let up = 2 * rest > values.count || 2 * rest == values.count && quotient % 2 == 1
      return TimeSpan(milliseconds: Int64((up ? quotient + 1 : quotient) * milliseconds.signum())).map(Val.span) ?? .missing
    default: return .missing
    }
  }

  /// A scope for each way through the loops where the filter holds; `nil` where a list is missing or the filter unknown.
  private func rows(_ loops: ArraySlice<Aggregate.Loop>, _ filter: Expr?, _ scope: Scope) -> [Scope]? {
    guard let loop = loops.first else {
      guard let filter else { return [scope] }
      return holds(filter, scope).map { $0 ? [scope] : [] }
    }
    guard let elements = elements(loop.source, scope), let type = elementType(loop.source, scope) else { return nil }
    var all: [Scope] = []
    for element in elements {
      guard let rows = rows(loops.dropFirst(), filter, scope.binding(loop.variable.text, element, type)) else { return nil }
      all += rows
    }
    return all
  }

  /// In the order of the keys, equals as they came; `nil` where a key is missing.
  private func ordered(_ rows: [Scope], by order: [Aggregate.OrderKey]) -> [Scope]? {
    let keyed = rows.map { row in (row: row, keys: order.map { eval($0.value, row) }) }
    guard keyed.allSatisfy({ !$0.keys.contains(.missing) }) else { return nil }
    for place in order.indices where Val.currency(of: keyed.map { $0.keys[place] }).isMixed { return nil }
    var sorted: [(row: Scope, keys: [Val])] = []
    for item in keyed {
      let place = sorted.firstIndex { comes(item.keys, before: $0.keys, order) } ?? sorted.count
      sorted.insert(item, at: place)
    }
    return sorted.map(\.row)
  }

  private func comes(_ left: [Val], before right: [Val], _ order: [Aggregate.OrderKey]) -> Bool {
    for (index, key) in order.enumerated() {
      if precedes(left[index], right[index]) == true { return !key.isDescending }
      if precedes(right[index], left[index]) == true { return key.isDescending }
    }
    return false
  }

  /// The sum of no values.
  func nothing(of type: Typ?) -> Val {
    switch type {
    case .span: .span(.zero)
    case .period: .period(.zero)
    default: .number(.zero)
    }
  }

  func sum(_ values: [Val]) -> Val {
    if case .span? = values.first {
      let total = values.reduce(Int64(0)) { if case .span(let span) = $1 { $0 + span.milliseconds } else { $0 } }
      return TimeSpan(milliseconds: total).map(Val.span) ?? .missing
    }
    if case .period? = values.first {
      let total = values.reduce(0) { if case .period(let period) = $1 { $0 + Int(period.months) } else { $0 } }
      return Period(months: total).map(Val.period) ?? .missing
    }
    let (currency, isMixed) = Val.currency(of: values)
    if isMixed { return .missing }
    var sum = DecimalSum()
    for value in values { sum.add(value.number ?? .zero) }
    return number(sum.result).priced(currency)
  }
}

extension Scope {
  func binding(_ name: String, _ value: Val, _ type: Typ) -> Scope {
    var scope = self
    scope.bound[name] = (value, type)
    return scope
  }
}
