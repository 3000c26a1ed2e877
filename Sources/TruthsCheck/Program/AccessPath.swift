/// How the elements of a loop over the facts of a type are looked up (runtime-2.md §2, "What a clause asks is looked up").
///
/// Of the parts of a condition that `and` joins, those that compare a field of the element with something that does not depend
/// on the element. For any other element one of these parts is false, or a compared side is missing; a false part makes the
/// condition false, so such an element needs no visit.
package struct AccessPath: Hashable, Sendable {
  /// `element.field == value`
  package struct Equality: Hashable, Sendable {
    package var field: Int
    package var value: Node
  }

  /// `element.field < value` and the like.
  package struct Bound: Hashable, Sendable {
    package var field: Int
    package var comparison: Comparison
    package var value: Node
  }

  /// Index in ``Program/facts``.
  package var type: Int
  /// Ascending by field, each field once.
  package var equalities: [Equality]
  /// The field with the most bounds; `nil` where there are none.
  package var rangeField: Int?
  /// Those of ``rangeField``.
  package var bounds: [Bound]
  /// Those of other fields, which no order helps to find.
  package var tests: [Bound]
  /// Whether the condition is nothing but ``equalities`` and ``bounds``.
  package var isWhole: Bool

  /// The path of the loop of a quantifier. `every` asks for elements that contradict it.
  package init?(_ quantified: QuantifiedNode) {
    let body = Self.parts(of: quantified.body, when: quantified.quantifier != .every)
    self.init(quantified.loop, (quantified.filter.map { Self.parts(of: $0, when: true) } ?? []) + body, inner: [])
  }

  /// The path of a loop of an aggregate.
  ///
  /// An outer loop has one only if the inner loops are over facts or instances: a list that is missing makes the aggregate
  /// missing, whatever the condition is.
  package init?(_ aggregate: AggregateNode, loop place: Int) {
    let inner = aggregate.loops[(place + 1)...]
    guard inner.allSatisfy({ $0.source.list == nil }) else { return nil }
    let parts = aggregate.filter.map { Self.parts(of: $0, when: true) } ?? []
    self.init(aggregate.loops[place], parts, inner: Set(inner.map(\.slot)))
  }

  /// The path of a loop with a filter alone.
  package init?(_ loop: LoopNode, filter: Node?) {
    self.init(loop, filter.map { Self.parts(of: $0, when: true) } ?? [], inner: [])
  }

  private init?(_ loop: LoopNode, _ parts: [Node], inner: Set<Int>) {
    guard case .facts(let type) = loop.source else { return nil }
    self.type = type
    var equalities: [Int: Node] = [:]
    var ranges: [Bound] = []
    for part in parts {
      guard let (field, comparison, value) = Self.comparison(part, of: loop.slot, inner) else { continue }
      switch comparison {
      case .equal: if equalities[field] == nil { equalities[field] = value }
      case .notEqual: break
      case .less, .lessOrEqual, .greater, .greaterOrEqual:
        ranges.append(Bound(field: field, comparison: comparison, value: value))
      }
    }
    self.equalities = equalities.sorted { $0.key < $1.key }.map { Equality(field: $0.key, value: $0.value) }
    let counts = Dictionary(grouping: ranges, by: \.field).mapValues(\.count)
    let wanted = ranges.map(\.field).filter { equalities[$0] == nil }.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    rangeField = wanted
    bounds = ranges.filter { $0.field == wanted }
    tests = ranges.filter { $0.field != wanted }
    isWhole = self.equalities.count + bounds.count == parts.count
  }

  /// Whether every element is visited.
  package var isEmpty: Bool { equalities.isEmpty && bounds.isEmpty && tests.isEmpty }

  // MARK: Conditions

  /// The parts that `and` joins of a condition that must be true, or false, with negations moved inwards: negation changes no
  /// missing value.
  private static func parts(of node: Node, when isTrue: Bool) -> [Node] {
    switch node {
    case .and(let left, let right) where isTrue: parts(of: left, when: true) + parts(of: right, when: true)
    case .or(let left, let right) where !isTrue: parts(of: left, when: false) + parts(of: right, when: false)
    case .implies(let condition, let consequence) where !isTrue:
      parts(of: condition, when: true) + parts(of: consequence, when: false)
    case .not(let inner): parts(of: inner, when: !isTrue)
    case .compare(let comparison, let left, let right) where !isTrue: [.compare(comparison.negated, left, right)]
    default: [isTrue ? node : .not(node)]
    }
  }

  /// A part that compares a field of the element with something that is known before the loop.
  private static func comparison(_ part: Node, of slot: Int, _ inner: Set<Int>) -> (Int, Comparison, Node)? {
    guard case .compare(let comparison, let left, let right) = part else { return nil }
    let element = inner.union([slot])
    if case .field(.slot(slot), let field) = left, right.isKnown(before: element) { return (field, comparison, right) }
    if case .field(.slot(slot), let field) = right, left.isKnown(before: element) { return (field, comparison.mirrored, left) }
    return nil
  }
}

extension Node {
  /// Whether it reads none of the slots. A table is no such value, because its rows are counted as covered where it is read, and
  /// neither is `old`, which has a frame of its own.
  fileprivate func isKnown(before slots: Set<Int>) -> Bool {
    switch self {
    case .slot(let slot): !slots.contains(slot)
    case .table, .old: false
    default: children.allSatisfy { $0.isKnown(before: slots) }
    }
  }
}
