import TruthsSyntax
import TruthsText

/// Tables and functions, by the words of declarations §8 and declarations §8.
extension Evaluator {
  /// Returns the scope inside of a table or function. A missing argument makes only the expressions that read it unknown.
  func scope(of table: Vocab.Table, _ arguments: [Expr], _ scope: Scope) -> Scope {
    var inner = Scope(pack: table.pack)
    for (input, argument) in zip(table.inputs, arguments) {
      let value = eval(argument, scope, want: input.type)
      if !value.isMissing { inner.trigger[input.name] = value }
      inner.triggerTypes[input.name] = input.type
    }
    inner.trigger = vocab.priced(inner.trigger, table.inputs)
    for binding in table.lets { inner.lets[binding.name.text] = binding.value }
    return inner
  }

  func table(_ table: Vocab.Table, _ arguments: [Expr], _ scope: Scope) -> Val {
    let inner = self.scope(of: table, arguments, scope)
    let value = self.value(of: table, inner)
    guard let name = table.currency, table.hit != .collect(.count) else { return value }
    guard case .symbol(_, let currency)? = inner.trigger[name] else { return .missing }
    return vocab.priced(value, currency) ?? .missing
  }

  private func value(of table: Vocab.Table, _ inner: Scope) -> Val {
    if let value = table.value { return body(value, inner, table.rowType) }
    let answers = table.rows.map { row in (row, row.condition.map { holds($0, inner) }) }
    let otherwise = table.rows.first { $0.condition == nil }
    let unknown = answers.contains { $0.1 == .some(nil) }
    let held = answers.filter { $0.1 == .some(true) }.map(\.0)
    func give(_ row: TableRow?) -> Val { row.map { result($0.result, inner, table) } ?? .missing }
    switch table.hit {
    case .first: return first(table, inner)
    case .unique:
      if held.count == 1 { return give(held[0]) }
      return held.isEmpty && !unknown ? give(otherwise) : .missing
    case .any:
      if held.isEmpty { return unknown ? .missing : give(otherwise) }
      let values = held.map { give($0) }
      return values.allSatisfy { Val.same($0, values[0]) == true } ? values[0] : .missing
    case .collect(let collection):
      if unknown { return .missing }
      let rows = (held.isEmpty ? [otherwise].compactMap(\.self) : held).filter { !$0.givesNothing }
      let values = rows.map { give($0) }
      return values.contains(.missing) ? .missing : collected(values, collection, table)
    }
  }

  /// The first row that is true; one that is unknown before it makes the value missing.
  private func first(_ table: Vocab.Table, _ inner: Scope) -> Val {
    for row in table.rows {
      guard let holds = row.condition.map({ self.holds($0, inner) }) ?? true else { return .missing }
      if holds { return result(row.result, inner, table) }
    }
    return .missing
  }

  private func result(_ result: RowResult, _ inner: Scope, _ table: Vocab.Table) -> Val {
    switch result {
    case .value(let value): return value.map { eval($0, inner, want: table.rowType) } ?? .missing
    case .outputs(let outputs):
      var members: [String: Val] = [:]
      for output in outputs {
        let type = table.outputs.first { $0.name == output.name.text }?.type
        guard let value = output.value.map({ eval($0, inner, want: type) }), !value.isMissing else { continue }
        members[output.name.text] = value
      }
      return .record(vocab.priced(members, table.outputs))
    }
  }

  private func collected(_ values: [Val], _ collection: HitPolicy.Collection, _ table: Vocab.Table) -> Val {
    switch collection {
    case .list: return .list(values)
    case .count: return .number(Decimal(values.count))
    case .sum: return sum(values, of: table.rowType)
    case .min, .max:
      guard let first = values.first, !Val.currency(of: values).isMixed else { return .missing }
      return values.dropFirst().reduce(first) { best, next in
        (collection == .min ? precedes(next, best) : precedes(best, next)) == true ? next : best
      }
    }
  }

  private func sum(_ values: [Val], of type: Typ) -> Val {
    switch type {
    case .span where values.isEmpty: .span(.zero)
    case .period where values.isEmpty: .period(.zero)
    default: sum(values)
    }
  }

  /// The value of a function: it does not leave, but is part of the expression that calls it.
  private func body(_ value: ValueSyntax, _ inner: Scope, _ want: Typ) -> Val {
    switch value.kind {
    case .expression(let expr): return eval(expr, inner, want: want)
    case .text, .list, .record, .missing: return self.value(value, inner, want: want)
    }
  }
}

extension TableRow {
  fileprivate var givesNothing: Bool {
    if case .value(nil) = result { return true }
    return false
  }
}
