/// The inputs that the value of a table needs. A missing argument makes unknown only what reads it; the condition of a row, or
/// the rows before it, may establish that it exists (language-2.md §1).
struct InputNeeds: Hashable, Sendable {
  /// The inputs without which the value of some row may be missing.
  let possible: Set<Int>
  /// The inputs without which the value is missing, whichever row gives it.
  let certain: Set<Int>

  /// - Parameter count: how many inputs the table has, in the slots from 0 on.
  /// - Complexity: O(size of the rows).
  init(of rows: [CheckedRow], count: Int) {
    let reads = InputReads(count: count)
    possible = reads.possible(in: rows)
    certain = reads.certain(in: rows)
  }
}

/// Collects the inputs that expressions of a table need.
private struct InputReads {
  /// How many slots are inputs.
  let count: Int

  func possible(in rows: [CheckedRow]) -> Set<Int> {
    var (found, there) = (Set<Int>(), Set<Int>())
    for row in rows where found.count < count {
      var chosen = there
      if let condition = row.condition {
        found.formUnion(needed(by: condition, there))
        chosen.formUnion(established(by: condition, when: true))
        there.formUnion(established(by: condition, when: false))
      }
      if let value = row.value { found.formUnion(needed(by: value, chosen)) }
    }
    return found
  }

  /// An unknown condition ends the table without a value; a row that holds gives its value, otherwise the rows below do.
  func certain(in rows: [CheckedRow]) -> Set<Int> {
    rows.reversed().reduce(Set(0..<count)) { below, row in
      let value = row.value.map(required) ?? Set(0..<count)
      guard let condition = row.condition else { return value }
      return required(by: condition).union(value.intersection(below))
    }
  }

  /// The inputs without which an expression has no value.
  private func required(by node: Node) -> Set<Int> {
    switch node {
    case .slot(let slot): slot < count ? [slot] : []
    case .takenAway: Set(0..<count)
    case .exists, .record, .quantified, .aggregate: []
    case .and(let left, let right), .or(let left, let right), .implies(let left, let right):
      common(required(by: left), right)
    case .conditional(let condition, let consequence, let alternative):
      required(by: condition).union(required(by: consequence).intersection(required(by: alternative)))
    case .coalesce(let nodes):
      nodes.dropFirst().reduce(nodes.first.map(required) ?? []) { $0.intersection(required(by: $1)) }
    default: node.children.reduce(into: []) { $0.formUnion(required(by: $1)) }
    }
  }

  /// Reads the right side only if there is something to have in common: a long chain of conditions mostly has nothing.
  private func common(_ left: Set<Int>, _ right: Node) -> Set<Int> { left.isEmpty ? [] : left.intersection(required(by: right)) }

  /// The inputs whose absence may leave an expression without a value.
  ///
  /// - Parameter there: those that are known to be there.
  private func needed(by node: Node, _ there: Set<Int>) -> Set<Int> {
    switch node {
    case .slot(let slot): slot < count && !there.contains(slot) ? [slot] : []
    case .exists: []
    case .and(let left, let right): both(left, right, there, decides: false, false)
    case .or(let left, let right): both(left, right, there, decides: true, true)
    case .implies(let left, let right): both(left, right, there, decides: false, true)
    case .conditional(let condition, let consequence, let alternative):
      needed(by: condition, there)
        .union(needed(by: consequence, there.union(established(by: condition, when: true))))
        .union(needed(by: alternative, there.union(established(by: condition, when: false))))
    case .coalesce(let nodes):
      nodes.contains { needed(by: $0, there).isEmpty } ? [] : nodes.reduce(into: []) { $0.formUnion(needed(by: $1, there)) }
    default: node.children.reduce(into: []) { $0.formUnion(needed(by: $1, there)) }
    }
  }

  /// Both sides; each may take to be there what the other lacks where it decides the whole.
  ///
  /// - Parameters:
  ///   - left: the outcome of the left side that decides the whole.
  ///   - right: that of the right side.
  private func both(_ left: Node, _ right: Node, _ there: Set<Int>, decides leftOutcome: Bool, _ rightOutcome: Bool) -> Set<Int> {
    needed(by: left, there.union(established(by: right, when: !rightOutcome)))
      .union(needed(by: right, there.union(established(by: left, when: !leftOutcome))))
  }

  /// The inputs that are there when a condition has an outcome.
  private func established(by node: Node, when outcome: Bool) -> Set<Int> {
    switch node {
    case .exists(.slot(let slot)): outcome && slot < count ? [slot] : []
    case .exists: []
    case .not(let inner): established(by: inner, when: !outcome)
    case .and(let left, let right): joined(left, right, outcome, outcome, all: outcome)
    case .or(let left, let right): joined(left, right, outcome, outcome, all: !outcome)
    case .implies(let left, let right): joined(left, right, !outcome, outcome, all: !outcome)
    case .conditional, .coalesce, .quantified: []
    default: needed(by: node, [])
    }
  }

  private func joined(_ left: Node, _ right: Node, _ first: Bool, _ second: Bool, all: Bool) -> Set<Int> {
    let (left, right) = (established(by: left, when: first), established(by: right, when: second))
    return all ? left.union(right) : left.intersection(right)
  }
}
