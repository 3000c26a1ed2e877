import TruthsText

extension Translator {
  /// `+ - * /` as far as it is linear and exact.
  func arithmetic(_ operation: Arithmetic, _ left: Meaning, _ right: Meaning) throws(Undecided) -> Meaning {
    let isThere = Formula.and(left.isThere, right.isThere)
    if case (.elements(let one), .elements(let other)) = (left.kind, right.kind), operation == .addLists {
      if one.count + other.count > Self.elementLimit { throw Undecided() }
      return Meaning(.elements(one + other), isThere: isThere)
    }
    if case (.list(let one), .list(let other)) = (left.kind, right.kind) {
      return Meaning(.list(length: try one.adding(other)), isThere: isThere)
    }
    guard case .linear(let one, let digits) = left.kind, case .linear(let other, let otherDigits) = right.kind else {
      return .opaque(where: isThere)
    }
    switch operation {
    case .add, .subtract:
      let result = try operation == .add ? one.adding(other) : one.subtracting(other)
      return number(result, digits + otherDigits, isThere)
    case .multiply:
      guard one.isConstant || other.isConstant else { return .opaque(where: isThere) }
      let result = try one.isConstant ? other.scaled(by: one.constant) : one.scaled(by: other.constant)
      return number(result, digits * otherDigits, isThere)
    case .divide:
      guard one.isConstant, other.isConstant, let dividend = one.constant.decimal, let divisor = other.constant.decimal,
        case .success(let quotient) = dividend.divided(by: divisor)
      else { return .opaque(where: isThere) }
      return Meaning(.linear(Linear(constant: try Rational(quotient)), Digits(quotient)), isThere: isThere)
    default: return try times(operation, one, other, isThere)
    }
  }

  /// A number that overflows where it may have more than 38 digits; then nothing is known of its being there.
  private func number(_ linear: Linear, _ digits: Digits, _ isThere: Formula) -> Meaning {
    Meaning(.linear(linear, digits), isThere: digits.fitInside ? isThere : .and(isThere, .maybe))
  }

  private func times(
    _ operation: Arithmetic, _ left: Linear, _ right: Linear, _ isThere: Formula
  ) throws(Undecided) -> Meaning {
    switch operation {
    case .timestampPlusDuration: return try within(.firstMoment, .lastMoment, left.adding(right), isThere)
    case .timestampMinusDuration: return try within(.firstMoment, .lastMoment, left.subtracting(right), isThere)
    case .timestampDifference: return Meaning(.linear(try left.subtracting(right), .none), isThere: isThere)
    case .dateDifference:
      return Meaning(.linear(try left.subtracting(right).scaled(by: .millisecondsPerDay), .none), isThere: isThere)
    case .datePlusDuration, .dateMinusDuration:
      // Only whole days move a date; that is seen of a duration written down alone.
      let days = try right.constant.divided(by: .millisecondsPerDay)
      guard right.isConstant, days.isInteger else { return .opaque(where: isThere) }
      let shift = Linear(constant: operation == .datePlusDuration ? days : try days.negated)
      return try within(.firstDay, .lastDay, left.adding(shift), isThere)
    case .addDurations: return try within(.shortest, .longest, left.adding(right), isThere)
    case .subtractDurations: return try within(.shortest, .longest, left.subtracting(right), isThere)
    case .durationTimesNumber, .numberTimesDuration:
      let (span, factor) = operation == .durationTimesNumber ? (left, right) : (right, left)
      guard factor.isConstant, factor.constant.isInteger else { return .opaque(where: isThere) }
      return try within(.shortest, .longest, span.scaled(by: factor.constant), isThere)
    default: return .opaque(where: isThere)
    }
  }

  /// A time that is missing outside its range.
  private func within(
    _ first: Rational, _ last: Rational, _ linear: Linear, _ isThere: Formula
  ) throws(Undecided) -> Meaning {
    let isLate = try world.formula(linear.subtracting(Linear(constant: first)), .greaterOrEqual)
    let isEarly = try world.formula(linear.subtracting(Linear(constant: last)), .lessOrEqual)
    return Meaning(.linear(linear, .none), isThere: .and([isThere, isLate, isEarly]))
  }

  /// The functions of which something is known: durations written down, and the length of a list.
  func call(_ function: Function, _ arguments: [Node]) throws(Undecided) -> Meaning {
    var isThere: [Formula] = []
    var meanings: [Meaning] = []
    for argument in arguments {
      meanings.append(try meaning(argument))
      isThere.append(meanings[meanings.count - 1].isThere)
    }
    guard let first = meanings.first else { return Meaning(.opaque, isThere: .maybe) }
    switch (function, first.kind, first.constant) {
    case (.days, _, .number(let count)?): return try span(TimeSpan.days(count))
    case (.hours, _, .number(let count)?): return try span(TimeSpan.hours(count))
    case (.minutes, _, .number(let count)?): return try span(TimeSpan.minutes(count))
    case (.seconds, _, .number(let count)?): return try span(TimeSpan.seconds(count))
    case (.length, .list(let length), _): return Meaning(.linear(length, .integer), isThere: first.isThere)
    default: return .opaque(where: .and(isThere))
    }
  }

  private func span(_ span: TimeSpan?) throws(Undecided) -> Meaning {
    guard let span else { return Meaning(.opaque, isThere: .no) }
    return try constant(.duration(span))
  }
}

extension Rational {
  /// The limits of a duration, in milliseconds.
  fileprivate static let shortest = Rational(Int128(Int64.min))
  fileprivate static let longest = Rational(Int128(Int64.max))
}
