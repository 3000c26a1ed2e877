import TruthsCheck
import TruthsText

extension Evaluator {
  /// A quantifier's value, with the first element that makes an `every` or `no` fail.
  ///
  /// `some` is Kleene's or of (where and body), `every` Kleene's and of (not where, or body), `no` is not `some`; over a missing
  /// list the answer is unknown (language.md §4).
  mutating func quantify(_ node: QuantifiedNode) -> (value: Value, failing: Value?) {
    let (elements, missing) = elements(node.loop.source)
    if let missing { return (missing, nil) }
    var unknown: Value?
    for element in elements {
      slots[node.loop.slot] = element
      let answer = answer(for: node)
      if case .boolean(let isDecisive) = answer {
        guard isDecisive else { continue }
        return (.boolean(node.quantifier == .some), node.quantifier == .some ? nil : element)
      }
      unknown = unknown ?? answer
    }
    return (unknown ?? .boolean(node.quantifier != .some), nil)
  }

  /// Whether the element in the slot settles the quantifier: it is one (`some`, `no`), or it fails (`every`).
  private mutating func answer(for node: QuantifiedNode) -> Value {
    let isFound: Value
    let body = node.quantifier == .every ? Node.not(node.body) : node.body
    if let filter = node.filter { isFound = logic(.and(filter, body)) } else { isFound = value(body) }
    return isFound
  }

  /// An aggregate: missing over a missing list, with an unknown `where`, or where an element's value is missing.
  mutating func aggregate(_ node: AggregateNode) -> Value {
    var rows = AggregateRows()
    if let missing = visit(node, loop: 0, rows: &rows) { return missing }
    return fold(node, rows)
  }

  /// Goes through the loops from the outermost on; gives the missing value that ends it, if one does.
  private mutating func visit(_ node: AggregateNode, loop: Int, rows: inout AggregateRows) -> Value? {
    guard loop < node.loops.count else { return take(node, rows: &rows) }
    let (elements, missing) = elements(node.loops[loop].source)
    if let missing { return missing }
    for element in elements {
      slots[node.loops[loop].slot] = element
      if let missing = visit(node, loop: loop + 1, rows: &rows) { return missing }
    }
    return nil
  }

  private mutating func take(_ node: AggregateNode, rows: inout AggregateRows) -> Value? {
    if let filter = node.filter {
      let isWanted = value(filter)
      if isWanted.isMissing { return isWanted }
      if isWanted == .boolean(false) { return nil }
    }
    rows.count += 1
    guard let expression = node.value else { return nil }
    let element = value(expression)
    if element.isMissing { return element }
    var keys: [Value] = []
    for key in node.order {
      let part = value(key.value)
      if part.isMissing { return part }
      keys.append(part)
    }
    rows.values.append(element)
    rows.keys.append(keys)
    return nil
  }

  private func fold(_ node: AggregateNode, _ rows: AggregateRows) -> Value {
    switch node.function {
    case .count: return .number(Decimal(rows.count))
    case .sum(let zero): return sum(rows.values, zero: zero)
    case .min:
      return rows.values.reduce(nil) { best, value in best.map { precedes(value, $0) ? value : $0 } ?? value }
        ?? .missing(.absent)
    case .max:
      return rows.values.reduce(nil) { best, value in best.map { precedes($0, value) ? value : $0 } ?? value }
        ?? .missing(.absent)
    case .list: return .list(sorted(rows, by: node.order))
    }
  }

  /// A sum judged at its end, in whatever order (language.md §2).
  private func sum(_ values: [Value], zero: Value) -> Value {
    guard case .number = zero else {
      return values.reduce(zero) { arithmetic(.addDurations, $0, $1) }
    }
    var total = DecimalSum()
    for case .number(let number) in values { total.add(number) }
    return number(total.result)
  }

  /// The values in the order of their keys; equal keys keep the order of the source.
  private func sorted(_ rows: AggregateRows, by order: [AggregateNode.OrderKey]) -> [Value] {
    guard !order.isEmpty else { return rows.values }
    let indices = rows.values.indices.sorted { left, right in
      for (place, key) in order.enumerated() {
        let one = rows.keys[left][place]
        let other = rows.keys[right][place]
        if precedes(one, other) { return !key.isDescending }
        if precedes(other, one) { return key.isDescending }
      }
      return left < right
    }
    return indices.map { rows.values[$0] }
  }
}

/// What the loops of an aggregate gathered.
private struct AggregateRows {
  var count = 0
  var values: [Value] = []
  /// The keys of `by`, one list per value.
  var keys: [[Value]] = []
}
