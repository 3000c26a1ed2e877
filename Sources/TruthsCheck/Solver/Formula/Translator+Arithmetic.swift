import TruthsProgram
import TruthsText

/// Translation of arithmetic and amounts.
extension Translator {
  /// Translates `+ - * /` as far as it is linear and exact.
  func arithmetic(_ operation: Arithmetic, _ left: AbstractValue, _ right: AbstractValue) throws(OutOfFuel) -> AbstractValue {
    if left.mayClash(with: right) { return .opaque(where: .and(left.isThere, right.isThere)) }
    var result = try plainArithmetic(operation, left, right)
    if operation != .divide { result.currency = left.currency ?? right.currency }
    return result
  }

  private func plainArithmetic(
    _ operation: Arithmetic, _ left: AbstractValue, _ right: AbstractValue
  ) throws(OutOfFuel) -> AbstractValue {
    let isThere = Formula.and(left.isThere, right.isThere)
    if case (.elements(let one), .elements(let other)) = (left.kind, right.kind), operation == .addLists {
      if one.count + other.count > Self.elementLimit { throw OutOfFuel() }
      return AbstractValue(.elements(one + other), isThere: isThere)
    }
    if case (.list(let one), .list(let other)) = (left.kind, right.kind) {
      return AbstractValue(.list(length: try one.adding(other)), isThere: isThere)
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
      return AbstractValue(.linear(Linear(constant: try Rational(quotient)), DecimalPrecision(quotient)), isThere: isThere)
    default: return try times(operation, one, other, isThere)
    }
  }

  /// Returns a number. With more than 34 digits it may be rounded, so its value is not modelled.
  private func number(_ linear: Linear, _ digits: DecimalPrecision, _ isThere: Formula) -> AbstractValue {
    digits.isExact ? AbstractValue(.linear(linear, digits), isThere: isThere) : .opaque(where: isThere)
  }

  private func times(
    _ operation: Arithmetic, _ left: Linear, _ right: Linear, _ isThere: Formula
  ) throws(OutOfFuel) -> AbstractValue {
    switch operation {
    case .timestampPlusDuration: return try within(.firstMoment, .lastMoment, left.adding(right), isThere)
    case .timestampMinusDuration: return try within(.firstMoment, .lastMoment, left.subtracting(right), isThere)
    case .timestampDifference, .timeDifference:
      return AbstractValue(.linear(try left.subtracting(right), .none), isThere: isThere)
    case .dateDifference:
      return AbstractValue(.linear(try left.subtracting(right).scaled(by: .millisecondsPerDay), .none), isThere: isThere)
    case .datePlusDuration, .dateMinusDuration:
      // Only whole days move a date, which is known for a literal duration only.
      let days = try right.constant.divided(by: .millisecondsPerDay)
      guard right.isConstant, days.isInteger else { return .opaque(where: isThere) }
      let shift = Linear(constant: operation == .datePlusDuration ? days : try days.negated)
      return try within(.firstDay, .lastDay, left.adding(shift), isThere)
    case .addPeriods: return try within(.shortestPeriod, .longestPeriod, left.adding(right), isThere)
    case .subtractPeriods: return try within(.shortestPeriod, .longestPeriod, left.subtracting(right), isThere)
    case .timePlusDuration: return try within(.zero, .lastTime, left.adding(right), isThere)
    case .timeMinusDuration: return try within(.zero, .lastTime, left.subtracting(right), isThere)
    case .addDurations: return try within(.shortest, .longest, left.adding(right), isThere)
    case .subtractDurations: return try within(.shortest, .longest, left.subtracting(right), isThere)
    case .durationTimesNumber, .numberTimesDuration:
      let (span, factor) = operation == .durationTimesNumber ? (left, right) : (right, left)
      guard factor.isConstant, factor.constant.isInteger else { return .opaque(where: isThere) }
      return try within(.shortest, .longest, span.scaled(by: factor.constant), isThere)
    default: return .opaque(where: isThere)
    }
  }

  /// Returns a time that is missing outside its range.
  private func within(
    _ first: Rational, _ last: Rational, _ linear: Linear, _ isThere: Formula
  ) throws(OutOfFuel) -> AbstractValue {
    let isLate = try encoding.formula(linear.subtracting(Linear(constant: first)), .greaterOrEqual)
    let isEarly = try encoding.formula(linear.subtracting(Linear(constant: last)), .lessOrEqual)
    return AbstractValue(.linear(linear, .none), isThere: .and([isThere, isLate, isEarly]))
  }
}

extension Translator {
  /// Adds the currency to an amount; both must be present.
  func amount(_ amount: AbstractValue, _ currency: Node?) throws(OutOfFuel) -> AbstractValue {
    guard let currency else { return amount }
    var value = AbstractValue(amount.kind, isThere: .and(amount.isThere, try abstractValue(currency).isThere))
    value.currency = currency
    return value
  }
}

extension AbstractValue {
  /// Whether two amounts may be in different currencies, so that their sum or comparison may be missing. The solver does not
  /// use what clauses establish about currencies.
  func mayClash(with other: AbstractValue) -> Bool {
    if let currency, let beside = other.currency { return currency != beside }
    return false
  }
}
