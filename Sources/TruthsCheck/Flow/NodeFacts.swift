import TruthsText

extension Node {
  /// The conditions that `and` joins.
  var conjuncts: FewSet<Node> {
    if case .and(let left, let right) = self { return left.conjuncts.union(right.conjuncts) }
    return [self]
  }

  /// The opposite condition, without doubling `not`.
  var opposite: Node {
    if case .not(let inner) = self { return inner }
    return .not(self)
  }

  /// -1, 0 or 1 of a number or duration written down.
  var sign: Int? {
    switch self {
    case .constant(.number(let number)): number == .zero ? 0 : number.isNegative ? -1 : 1
    case .constant(.duration(let duration)): duration.milliseconds.signum() == 0 ? 0 : duration < .zero ? -1 : 1
    default: nil
    }
  }
}

extension Comparison {
  /// What holds when this does not.
  var negated: Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The same comparison with its sides exchanged.
  var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  /// Whether what compares so with a number of a sign cannot be zero.
  func excludesZero(against sign: Int) -> Bool {
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
  /// Whether its right side must not be zero.
  var divides: Bool {
    switch self {
    case .divide, .remainder, .durationByNumber, .durationByDuration: true
    default: false
    }
  }
}

extension AggregateNode {
  /// Whether it goes through one list without leaving anything out.
  var isOverWholeList: Bool { loops.count == 1 && filter == nil }
}

extension AggregateKind {
  /// Whether it is missing over nothing.
  var wantsSomething: Bool {
    switch self {
    case .min, .max: true
    case .sum, .list, .count: false
    }
  }
}
