import TruthsSyntax
import TruthsText

/// The inputs that the value of a table needs. A missing argument makes only its readers unknown; the condition of a row, or
/// earlier rows, may establish that it exists (declarations §8).
struct InputNeeds: Hashable, Sendable {
  /// The inputs without which the value of some row may be missing.
  let possible: Set<Int>
  /// The inputs without which the value is missing, whichever row gives it.
  let certain: Set<Int>

  /// The needs of a table without inputs.
  init() { (possible, certain) = ([], []) }

  /// Finds the inputs that the value of a table needs.
  ///
  /// - Parameter count: the number of inputs, which are in the slots from 0.
  /// - Complexity: O(size of the rows).
  init(of rows: [CheckedRow], lets: [CheckedLet], hit: HitPolicy, count: Int) {
    let reads = InputReads(lets, count: count)
    switch hit {
    case .first:
      possible = reads.possible(in: rows)
      certain = reads.certain(in: rows)
    case .unique, .any, .collect:
      possible = reads.possible(inAny: rows)
      certain = reads.certain(inAll: rows, collects: hit.collects)
    }
  }
}

/// Collects the inputs that expressions of a table need; a `let` needs the inputs of its own expression.
private final class InputReads {
  /// The number of input slots.
  let count: Int
  private let lets: [Int: Node]
  private var knownNeeds: [LetNeeds: Set<Int>] = [:]
  private var knownRequired: [Int: Set<Int>] = [:]

  private struct LetNeeds: Hashable {
    var slot: Int
    var there: Set<Int>
  }

  init(_ lets: [CheckedLet], count: Int) {
    self.count = count
    self.lets = Dictionary(first: lets.map { ($0.slot, $0.node) })
  }

  /// Returns the inputs without which the value of some row may be missing, where every row is read.
  func possible(inAny rows: [CheckedRow]) -> Set<Int> {
    rows.reduce(into: []) { found, row in
      var there = Set<Int>()
      if let condition = row.condition {
        found.formUnion(needed(by: condition, []))
        there = established(by: condition, when: true)
      }
      if let value = row.value { found.formUnion(needed(by: value, there)) }
    }
  }

  /// Returns the inputs without which the value is missing, where every row is read. A collecting table is missing as soon as
  /// one row is unknown, other tables only when all are.
  func certain(inAll rows: [CheckedRow], collects: Bool) -> Set<Int> {
    let conditions = rows.map { $0.condition.map(required) ?? [] }
    if collects { return conditions.reduce(into: []) { $0.formUnion($1) } }
    let all = zip(conditions, rows).map { $0.union($1.value.map(required) ?? []) }
    return all.dropFirst().reduce(all.first ?? []) { $0.intersection($1) }
  }

  func possible(in rows: [CheckedRow]) -> Set<Int> {
    var (inputs, there) = (Set<Int>(), Set<Int>())
    for row in rows where inputs.count < count {
      var chosen = there
      if let condition = row.condition {
        inputs.formUnion(needed(by: condition, there))
        chosen.formUnion(established(by: condition, when: true))
        there.formUnion(established(by: condition, when: false))
      }
      if let value = row.value { inputs.formUnion(needed(by: value, chosen)) }
    }
    return inputs
  }

  /// Returns the inputs without which the value is missing, in a table whose first row that holds counts. An unknown
  /// condition makes the table missing; otherwise the row or the rows below it give the value.
  func certain(in rows: [CheckedRow]) -> Set<Int> {
    rows.reversed().reduce(Set(0..<count)) { below, row in
      let value = row.value.map(required) ?? Set(0..<count)
      guard let condition = row.condition else { return value }
      return required(by: condition).union(value.intersection(below))
    }
  }

  /// Returns the inputs without which an expression has no value.
  private func required(by node: Node) -> Set<Int> {
    switch node {
    case .slot(let slot): slot < count ? [slot] : required(byLet: slot)
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

  /// Returns the inputs that both sides need. The right side is only read if the left side needs any, because in long chains
  /// of conditions the intersection is mostly empty.
  private func common(_ left: Set<Int>, _ right: Node) -> Set<Int> { left.isEmpty ? [] : left.intersection(required(by: right)) }

  private func required(byLet slot: Int) -> Set<Int> {
    guard let node = lets[slot] else { return [] }
    if let known = knownRequired[slot] { return known }
    let found = required(by: node)
    knownRequired[slot] = found
    return found
  }

  private func needed(byLet slot: Int, _ there: Set<Int>) -> Set<Int> {
    guard let node = lets[slot] else { return [] }
    let key = LetNeeds(slot: slot, there: there)
    if let known = knownNeeds[key] { return known }
    let found = needed(by: node, there)
    knownNeeds[key] = found
    return found
  }

  /// Returns the inputs whose absence may leave an expression without a value.
  ///
  /// - Parameter there: the inputs that are known to exist.
  private func needed(by node: Node, _ there: Set<Int>) -> Set<Int> {
    switch node {
    case .slot(let slot): slot < count ? (there.contains(slot) ? [] : [slot]) : needed(byLet: slot, there)
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

  /// Returns the needs of both sides of an operator. Where one side decides the result alone, the other side may assume that
  /// it did not.
  ///
  /// - Parameters:
  ///   - leftOutcome: the result of the left side that decides the whole.
  ///   - rightOutcome: the result of the right side that decides the whole.
  private func both(_ left: Node, _ right: Node, _ there: Set<Int>, decides leftOutcome: Bool, _ rightOutcome: Bool) -> Set<Int> {
    needed(by: left, there.union(established(by: right, when: !rightOutcome)))
      .union(needed(by: right, there.union(established(by: left, when: !leftOutcome))))
  }

  /// Returns the inputs that exist when a condition has a given result.
  private func established(by node: Node, when outcome: Bool) -> Set<Int> {
    switch node {
    case .exists(.slot(let slot)): outcome && slot < count ? [slot] : []
    case .exists(.amount(.slot(let slot), let unit)):
      outcome ? [slot, unit.place].filter { $0 < count }.reduce(into: []) { $0.insert($1) } : []
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
