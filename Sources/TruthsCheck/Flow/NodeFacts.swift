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

  /// -1, 0 or 1 of a number or duration written down, or made of such: `days(1)`, `2 + 3`.
  var sign: Int? {
    switch self {
    case .constant(.number(let number)): number == .zero ? 0 : number.isNegative ? -1 : 1
    case .constant(.duration(let duration)): Int(duration.milliseconds.signum())
    case .negate(let inner): inner.sign.map { -$0 }
    case .call(.days, let arguments), .call(.hours, let arguments), .call(.minutes, let arguments),
      .call(.seconds, let arguments):
      arguments.first?.sign
    case .call(.abs, let arguments): arguments.first?.sign.map { abs($0) }
    case .arithmetic(.add, let left, let right), .arithmetic(.addDurations, let left, let right):
      Self.sign(ofSum: left.sign, right.sign)
    case .arithmetic(.subtract, let left, let right), .arithmetic(.subtractDurations, let left, let right):
      Self.sign(ofSum: left.sign, right.sign.map { -$0 })
    case .arithmetic(.multiply, let left, let right):
      // A duration times a number is rounded, and may come to nothing.
      if let left = left.sign, let right = right.sign { left * right } else { nil }
    default: nil
    }
  }

  /// `nil` where one is below zero and the other above.
  private static func sign(ofSum left: Int?, _ right: Int?) -> Int? {
    guard let left, let right, left * right >= 0 else { return nil }
    return left == 0 ? right : left
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
