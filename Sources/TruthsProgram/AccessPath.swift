/// The way in which a loop over the facts of a type looks up its elements (limits §4).
///
/// It uses those parts of an `and` condition that compare a field of the element, or a part of its date, with a value
/// independent of the element. For any other element, one of these parts is false or a compared side is missing. A false
/// part makes the condition false, so such an element need not be visited.
package struct AccessPath: Hashable, Sendable {
  /// The side of a comparison that comes from the element: a field, or a computed part of its date.
  package enum Part: Hashable, Sendable {
    case field(Int)
    /// A calendar function of the element's fields and of constants, such as `year(element.on)`; the element is in slot 0.
    case computed(Node)

    package var field: Int? { if case .field(let field) = self { field } else { nil } }
  }

  /// An equality, `element.field == value`.
  package struct Equality: Hashable, Sendable {
    package var part: Part
    package var value: Node
  }

  /// A comparison by order, such as `element.field < value`.
  package struct Bound: Hashable, Sendable {
    package var field: Int
    package var comparison: Comparison
    package var value: Node
  }

  /// Index in ``Program/facts``.
  package var type: Int
  /// The equalities, ascending by field, then computed parts in the order of the condition; each part once.
  package var equalities: [Equality]
  /// The field with the most bounds; `nil` without bounds.
  package var rangeField: Int?
  /// The bounds of `rangeField`.
  package var bounds: [Bound]
  /// The bounds of other fields, for which the index has no order.
  package var tests: [Bound]
  /// Whether `equalities` and `bounds` are the whole condition.
  package var isWhole: Bool

  /// Creates the path of a quantifier's loop. `every` looks for elements that contradict it.
  package init?(_ quantified: QuantifiedNode) {
    let body = Self.parts(of: quantified.body, when: quantified.quantifier != .every)
    self.init(quantified.loop, (quantified.filter.map { Self.parts(of: $0, when: true) } ?? []) + body, inner: [])
  }

  /// Creates the path of an aggregate's loop.
  ///
  /// An outer loop has a path only if all inner loops are over facts or instances, because a missing list makes the aggregate
  /// missing, whatever the condition is.
  package init?(_ aggregate: AggregateNode, loop place: Int) {
    let inner = aggregate.loops[(place + 1)...]
    guard inner.allSatisfy({ $0.source.list == nil }) else { return nil }
    let parts = aggregate.filter.map { Self.parts(of: $0, when: true) } ?? []
    self.init(aggregate.loops[place], parts, inner: Set(inner.map(\.slot)))
  }

  /// Creates the path of a loop that has only a filter.
  package init?(_ loop: LoopNode, filter: Node?) {
    self.init(loop, filter.map { Self.parts(of: $0, when: true) } ?? [], inner: [])
  }

  private init?(_ loop: LoopNode, _ parts: [Node], inner: Set<Int>) {
    guard case .facts(let type) = loop.source else { return nil }
    self.type = type
    var equalities: [Equality] = []
    var ranges: [Bound] = []
    for part in parts {
      guard let (compared, comparison, value) = Self.comparison(part, of: loop.slot, inner) else { continue }
      switch (comparison, compared.field) {
      case (.equal, _):
        if !equalities.contains(where: { $0.part == compared }) { equalities.append(Equality(part: compared, value: value)) }
      case (.notEqual, _), (_, nil): break
      case (_, let field?):
        ranges.append(Bound(field: field, comparison: comparison, value: value))
      }
    }
    let fields = equalities.filter { $0.part.field != nil }.sorted { ($0.part.field ?? 0) < ($1.part.field ?? 0) }
    self.equalities = fields + equalities.filter { $0.part.field == nil }
    let counts = Dictionary(grouping: ranges, by: \.field).mapValues(\.count)
    let equal = Set(fields.compactMap(\.part.field))
    let wanted = ranges.map(\.field).filter { !equal.contains($0) }.max { (counts[$0] ?? 0) < (counts[$1] ?? 0) }
    rangeField = wanted
    bounds = ranges.filter { $0.field == wanted }
    tests = ranges.filter { $0.field != wanted }
    isWhole = self.equalities.count + bounds.count == parts.count
  }

  /// Whether the path excludes no element, so that every element is visited.
  package var isEmpty: Bool { equalities.isEmpty && bounds.isEmpty && tests.isEmpty }

  // MARK: Conditions

  /// Returns the parts of a condition that must be true, or false: those that `and` joins, after negations are moved inwards.
  ///
  /// Moving a negation changes no missing value.
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

  /// Returns the comparison of a part of the element with a value that is known before the loop, if the conjunct is one.
  private static func comparison(_ part: Node, of slot: Int, _ inner: Set<Int>) -> (Part, Comparison, Node)? {
    guard case .compare(let comparison, let left, let right) = part else { return nil }
    let element = inner.union([slot])
    if let compared = left.part(of: slot), right.isKnown(before: element) { return (compared, comparison, right) }
    if let compared = right.part(of: slot), left.isKnown(before: element) { return (compared, comparison.mirrored, left) }
    return nil
  }
}

extension Node {
  /// Whether the expression reads none of the slots and is cheap.
  ///
  /// It may then be computed before a loop, even if the loop does not need it.
  fileprivate func isKnown(before slots: Set<Int>) -> Bool {
    switch self {
    case .slot(let slot): !slots.contains(slot)
    case .constant, .policy, .builtin: true
    case .arithmetic(.addLists, _, _): false
    case .field, .arithmetic, .negate, .lookUp: children.allSatisfy { $0.isKnown(before: slots) }
    case .call(let function, _): function.isOfTime && children.allSatisfy { $0.isKnown(before: slots) }
    default: false
    }
  }

  fileprivate func part(of slot: Int) -> AccessPath.Part? {
    if case .field(.slot(slot), let field) = self { return .field(field) }
    guard case .call = self, isComputed(of: slot) else { return nil }
    return withSlots { $0 == slot ? 0 : nil }.map(AccessPath.Part.computed)
  }

  private func isComputed(of slot: Int) -> Bool {
    switch self {
    case .constant, .field(.slot(slot), _): true
    case .call(let function, let arguments): function.readsOffDate && arguments.allSatisfy { $0.isComputed(of: slot) }
    default: false
    }
  }
}

extension Function {
  /// Whether the function derives a date, time or number from a date or moment, without depending on anything else.
  package var readsOffDate: Bool {
    switch self {
    case .year, .month, .day, .quarter, .week, .weekYear, .hour, .minute, .second, .dateOf, .timeOf, .date, .startOfWeek,
      .endOfWeek, .startOfMonth, .endOfMonth, .startOfQuarter, .endOfQuarter, .startOfYear, .endOfYear:
      true
    default: false
    }
  }

  /// Whether the function works only on dates, times, moments and numbers of days.
  fileprivate var isOfTime: Bool {
    switch self {
    case .days, .hours, .minutes, .seconds, .weeks, .months, .years, .at: true
    default: readsOffDate
    }
  }
}
