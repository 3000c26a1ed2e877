import TruthsSyntax
import TruthsText

/// Properties and rewrites of expressions, for the checker's passes over them.
extension Node {
  /// The negated condition, without a double `not`.
  package var opposite: Node {
    if case .not(let inner) = self { return inner }
    return .not(self)
  }

  /// The sign, -1, 0 or 1, of a literal number or duration, or of an expression made of literals: `days(1)`, `2 + 3`.
  package var sign: Int? {
    switch self {
    case .constant(.number(let number)): number == .zero ? 0 : number.isNegative ? -1 : 1
    case .constant(.duration(let duration)): Int(duration.milliseconds.signum())
    case .constant(.period(let period)): Int(period.months.signum())
    case .negate(let inner): inner.sign.map { -$0 }
    case .call(.weeks, let arguments), .call(.days, let arguments), .call(.hours, let arguments),
      .call(.minutes, let arguments), .call(.seconds, let arguments), .call(.months, let arguments),
      .call(.years, let arguments):
      arguments.first?.sign
    case .call(.abs, let arguments): arguments.first?.sign.map { abs($0) }
    case .arithmetic(.add, let left, let right), .arithmetic(.addDurations, let left, let right),
      .arithmetic(.addPeriods, let left, let right):
      Self.sign(ofSum: left.sign, right.sign)
    case .arithmetic(.subtract, let left, let right), .arithmetic(.subtractDurations, let left, let right),
      .arithmetic(.subtractPeriods, let left, let right):
      Self.sign(ofSum: left.sign, right.sign.map { -$0 })
    case .arithmetic(.multiply, let left, let right):
      // A product of a duration and a number is rounded and may become zero.
      if let left = left.sign, let right = right.sign { left * right } else { nil }
    default: nil
    }
  }

  /// Returns the sign of a sum; `nil` for summands with opposite signs.
  private static func sign(ofSum left: Int?, _ right: Int?) -> Int? {
    guard let left, let right, left * right >= 0 else { return nil }
    return left == 0 ? right : left
  }
}

extension Comparison {
  /// The comparison that holds exactly when this one does not.
  package var negated: Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The comparison with its sides exchanged.
  package var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Whether a value cannot be zero if this comparison with a number of the given sign holds.
  package func excludesZero(against sign: Int) -> Bool {
    switch self {
    case .equal: sign != 0
    case .notEqual: sign == 0
    case .greater: sign >= 0
    case .greaterOrEqual: sign > 0
    case .less: sign <= 0
    case .lessOrEqual: sign < 0
    }
  }
}

extension Arithmetic {
  /// Whether the right side must not be zero.
  package var divides: Bool {
    switch self {
    case .divide, .remainder, .durationByNumber, .durationByDuration, .periodByPeriod: true
    default: false
    }
  }
}

extension Node {
  /// Whether the expression is a list literal with at least one element.
  package var isWrittenWithElements: Bool {
    switch self {
    case .list(let elements): !elements.isEmpty
    case .constant(.list(let elements)): !elements.isEmpty
    case .arithmetic(.addLists, let left, let right): left.isWrittenWithElements || right.isWrittenWithElements
    default: false
    }
  }

  /// Whether the expression is a list literal of numbers without 0.
  package var isWrittenWithoutZero: Bool {
    switch self {
    case .list(let elements): elements.allSatisfy { $0.sign.map { $0 != 0 } ?? false }
    case .constant(.list(let elements)): elements.allSatisfy { Node.constant($0).sign.map { $0 != 0 } ?? false }
    default: false
    }
  }
}

extension AggregateNode {
  /// Whether the aggregate covers one list completely.
  package var isOverWholeList: Bool { loops.count == 1 && filter == nil }
}

extension AggregateKind {
  /// Whether the aggregate is missing for an empty source.
  package var wantsSomething: Bool {
    switch self {
    case .min, .max, .mean, .first, .last: true
    case .sum, .list, .count: false
    }
  }

  /// The name of the aggregate in clauses.
  package var name: String {
    switch self {
    case .sum: "sum"
    case .mean: "mean"
    case .min: "min"
    case .max: "max"
    case .list: "list"
    case .count: "count"
    case .first: "first"
    case .last: "last"
    }
  }
}

extension Node {
  /// Returns the node with other slots, or `nil` where a slot has no counterpart or the node binds variables of its own.
  package func withSlots(_ slot: (Int) -> Int?) -> Node? { substituting { slot($0).map(Node.slot) } }

  /// Returns the node with expressions in place of slots, or `nil` where a slot has no replacement or the node binds variables of
  /// its own.
  func substituting(_ slot: (Int) -> Node?) -> Node? {
    func pair(_ left: Node, _ right: Node, _ make: (Node, Node) -> Node) -> Node? {
      guard let left = left.substituting(slot), let right = right.substituting(slot) else { return nil }
      return make(left, right)
    }
    func all(_ nodes: [Node]) -> [Node]? {
      let moved = nodes.compactMap { $0.substituting(slot) }
      return moved.count == nodes.count ? moved : nil
    }
    func key(_ key: FactKey) -> FactKey? {
      all(key.keys).map {
        FactKey(fact: key.fact, keys: $0, keyLabels: key.keyLabels, hasAmounts: key.hasAmounts)
      }
    }
    switch self {
    case .constant, .policy, .builtin: return self
    case .slot(let index): return slot(index)
    case .field(let base, let index): return base.substituting(slot).map { .field($0, index) }
    case .amount(let amount, let unit):
      guard let amount = amount.substituting(slot) else { return nil }
      guard case .slot? = currency else { return .amount(amount, unit: unit) }
      guard case .slot(let other)? = slot(unit.place), amount.whole.isSlot else { return nil }
      return .amount(amount, unit: CurrencyPlace(other, unit.name))
    case .entry(let base, let field): return base.substituting(slot).map { .entry($0, field) }
    case .present(let fact): return key(fact).map(Node.present)
    case .lookUp(let fact, let field): return key(fact).map { .lookUp($0, field: field) }
    case .lookUpExists(let fact, let field): return key(fact).map { .lookUpExists($0, field: field) }
    case .state(let key):
      return all(key.keys).map { .state(LifecycleKey(lifecycle: key.lifecycle, keys: $0, keyLabels: key.keyLabels)) }
    case .table(let index, let arguments): return all(arguments).map { .table(index, $0) }
    case .not(let inner): return inner.substituting(slot).map(Node.not)
    case .negate(let inner): return inner.substituting(slot).map(Node.negate)
    case .exists(let inner): return inner.substituting(slot).map(Node.exists)
    case .isEmpty(let inner): return inner.substituting(slot).map(Node.isEmpty)
    case .and(let left, let right): return pair(left, right, Node.and)
    case .or(let left, let right): return pair(left, right, Node.or)
    case .implies(let left, let right): return pair(left, right, Node.implies)
    case .compare(let comparison, let left, let right): return pair(left, right) { .compare(comparison, $0, $1) }
    case .isIn(let left, let right): return pair(left, right, Node.isIn)
    case .contains(let left, let right): return pair(left, right, Node.contains)
    case .like(let left, let right): return pair(left, right, Node.like)
    case .matches(let text, let pattern, let isPart):
      return text.substituting(slot).map { .matches($0, pattern, isPart: isPart) }
    case .arithmetic(let operation, let left, let right): return pair(left, right) { .arithmetic(operation, $0, $1) }
    case .call(let function, let arguments): return all(arguments).map { .call(function, $0) }
    case .list(let elements): return all(elements).map(Node.list)
    case .coalesce(let nodes): return all(nodes).map(Node.coalesce)
    case .conditional(let condition, let consequence, let alternative):
      return all([condition, consequence, alternative]).map { .conditional($0[0], $0[1], $0[2]) }
    case .text, .record, .made, .quantified, .aggregate, .old: return nil
    }
  }
}

extension Prerequisite {
  /// Returns the prerequisite with expressions in place of slots, or `nil` where a slot has no replacement.
  package func substituting(_ slot: (Int) -> Node?) -> Prerequisite? {
    switch self {
    case .value(let node): node.substituting(slot).map(Prerequisite.value)
    case .nonZero(let node): node.substituting(slot).map(Prerequisite.nonZero)
    case .nonEmpty(let node): node.substituting(slot).map(Prerequisite.nonEmpty)
    case .same(let one, let other):
      if let one = one.substituting(slot), let other = other.substituting(slot) { .same(one, other) } else { nil }
    case .element: nil
    }
  }

  /// Returns the prerequisite with other slots, or `nil` where a slot has no counterpart.
  package func withSlots(_ slot: (Int) -> Int?) -> Prerequisite? {
    switch self {
    case .value(let node): return node.withSlots(slot).map(Prerequisite.value)
    case .nonZero(let node): return node.withSlots(slot).map(Prerequisite.nonZero)
    case .nonEmpty(let node): return node.withSlots(slot).map(Prerequisite.nonEmpty)
    case .same(let one, let other):
      guard let one = one.withSlots(slot), let other = other.withSlots(slot) else { return nil }
      return .same(one, other)
    case .element(let list, let path):
      let inElement = { (index: Int) in index == Prerequisite.elementSlot ? index : slot(index) }
      guard let list = list.withSlots(slot), let path = path.withSlots(inElement) else { return nil }
      return .element(of: list, path: path)
    }
  }
}
