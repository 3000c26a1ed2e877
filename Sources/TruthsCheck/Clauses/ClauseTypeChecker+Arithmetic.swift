import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Arithmetic over numbers, lists and times of every kind (types §3.2).
extension ClauseTypeChecker {
  func negation(_ operand: Expr, at span: Span, expecting type: ValueType?) -> Typed {
    let typed = value(operand, expecting: type)
    if typed.type.isUnknown { return .fault(at: span) }
    guard typed.type.isSigned else {
      session.report(WrongType.finding(name(of: typed.type), wanted: "a number, duration or period", at: typed.span))
      return .fault(at: span)
    }
    if typed.isBareNumber, case .constant(.number(let number)) = typed.node {
      var literal = typed
      literal.node = .constant(.number(number.negated))
      literal.span = span
      return literal
    }
    return Typed(
      node: .negate(typed.node), type: typed.type, span: span, parts: [typed], isBareNumber: typed.isBareNumber)
  }

  func arithmetic(_ operation: BinaryOperator, _ left: Expr, _ right: Expr, at span: Span, expecting type: ValueType?) -> Typed {
    let exprs = (left, right)
    let (left, right) = operands(operation, left, right, expecting: type)
    if left.type.isUnknown || right.type.isUnknown { return .fault(at: span) }
    if operation == .divide || operation == .remainder, right.node.sign == 0 {
      session.report(MayDivideByZero.certain(at: right.span))
    }
    if left.type.isNumber, right.type.isNumber { return numbers(operation, left, right, exprs, at: span) }
    if let times = timeOperation(operation, left, right) {
      let (first, second) = times.isSwapped ? (right, left) : (left, right)
      checkWholeDays(times.operation, second, times.isSwapped ? (exprs.1, exprs.0) : exprs)
      return Typed(
        node: .arithmetic(times.operation, first.node, second.node), type: times.type, span: span, parts: [first, second])
    }
    if operation == .add, case .list = left.type, case .list = right.type, let type = left.type.joined(with: right.type) {
      return Typed(node: .arithmetic(.addLists, left.node, right.node), type: type, span: span, parts: [left, right])
    }
    if let found = days(operation, left, right, exprs, at: span) {
      session.report(found)
      return .fault(at: span)
    }
    session.report(
      WrongOperands.finding(
        name(of: left.type), name(of: right.type), operation: operation.rawValue,
        areTexts: left.type == .text && right.type == .text,
        at: span))
    return .fault(at: span)
  }

  /// Lowers both sides of an operation, each by itself. For `+`, a list literal takes the other side's type, or that of its
  /// place.
  private func operands(
    _ operation: BinaryOperator, _ left: Expr, _ right: Expr, expecting type: ValueType?
  ) -> (left: Typed, right: Typed) {
    guard operation == .add, left.isList || right.isList else {
      return (value(left, expecting: nil), value(right, expecting: nil))
    }
    if let type, type.isList {
      return (value(left, expecting: left.isList ? type : nil), value(right, expecting: right.isList ? type : nil))
    }
    func listType(_ typed: Typed) -> ValueType? { typed.type.isList && typed.type != .list(.unknown) ? typed.type : nil }
    if right.isList, !left.isList || hasOwnType(left) {
      let first = value(left, expecting: nil)
      return (first, value(right, expecting: listType(first)))
    }
    let second = value(right, expecting: nil)
    return (value(left, expecting: listType(second)), second)
  }

  /// Returns the finding for a date plus or minus a whole number, by which the author can only mean days.
  private func days(
    _ operation: BinaryOperator, _ left: Typed, _ right: Typed, _ exprs: (Expr, Expr), at span: Span
  ) -> Diagnostic? {
    let isSwapped = right.type == .date
    let number = isSwapped ? exprs.0 : exprs.1
    guard operation == .add || operation == .subtract && !isSwapped, isSwapped || left.type == .date,
      (isSwapped ? left : right).type == .integer(unit: nil)
    else { return nil }
    let text = formatted(number)
    let mended =
      isSwapped
      ? "days(\(text)) \(operation.rawValue) \(formatted(exprs.1))" : "\(formatted(exprs.0)) \(operation.rawValue) days(\(text))"
    return WrongOperands.days(
      name(of: left.type), name(of: right.type), operation: operation.rawValue, number: (text, number.span), mended: mended,
      at: span)
  }

  // MARK: Numbers and units

  /// Returns help for a percentage and a number with a unit: the author meant a share of the number, or a number in percent.
  func shareHelp(_ operation: BinaryOperator, _ left: Typed, _ right: Typed, _ exprs: (Expr, Expr)) -> String? {
    let isLeft = exprs.0.isPercent
    guard isLeft != exprs.1.isPercent else { return nil }
    let (amount, share, unit) = isLeft ? (exprs.1, exprs.0, right.type.unitName) : (exprs.0, exprs.1, left.type.unitName)
    guard let unit else { return nil }
    let written = formatted(share)
    if ["percent", "pct"].contains(unit) { return "write `\(written.dropLast())`, which is in \(unit) here" }
    guard operation == .add || operation == .subtract, !isLeft else {
      return "a percentage is a share of something, such as `\(formatted(amount)) * \(written)`"
    }
    let base = formatted(amount)
    return "write of what it is a share: `\(base) \(operation.rawValue) \(base) * \(written)`"
  }

  private func numbers(
    _ operation: BinaryOperator, _ left: Typed, _ right: Typed, _ exprs: (Expr, Expr), at span: Span
  ) -> Typed {
    guard let unit = resultUnit(operation, left, right) else {
      session.report(
        UnitMismatch.between(
          name(of: left.type), name(of: right.type), operation: operation.rawValue, at: span,
          help: shareHelp(operation, left, right, exprs) ?? currencyHelp(left, right, exprs)
            ?? percentHelp(operation, left, right, exprs) ?? quotientHelp(operation, left, right, exprs)))
      return .fault(at: span)
    }
    var isWhole = false
    if case .integer = left.type, case .integer = right.type { isWhole = operation != .divide }
    return Typed(
      node: .arithmetic(operation.onNumbers, left.node, right.node),
      type: isWhole ? .integer(unit: unit.name) : .decimal(unit: unit.name),
      span: span, parts: [left, right], isBareNumber: left.isBareNumber && right.isBareNumber)
  }

  /// Returns help for a product with a percentage: how to compute that percentage of the other side.
  private func percentHelp(_ operation: BinaryOperator, _ left: Typed, _ right: Typed, _ exprs: (Expr, Expr)) -> String? {
    func isPercentage(_ typed: Typed) -> Bool { ["percent", "pct"].contains(typed.type.unitName) }
    guard operation == .multiply, isPercentage(left) != isPercentage(right) else { return nil }
    let (amount, percentage) = isPercentage(left) ? (exprs.1, exprs.0) : (exprs.0, exprs.1)
    return "write `\(formatted(amount)) * number(\(formatted(percentage))) / 100`"
  }

  /// Returns help for a quotient of two units: how to give the quotient a compound unit.
  private func quotientHelp(_ operation: BinaryOperator, _ left: Typed, _ right: Typed, _ exprs: (Expr, Expr)) -> String? {
    guard operation == .divide, let unit = left.type.unitName, let divisor = right.type.unitName else { return nil }
    let (amount, number) = (formatted(exprs.0), formatted(exprs.1))
    return "if you mean \(unit) per \(divisor), write `in_unit(number(\(amount)) / number(\(number)), \(unit)/\(divisor))`"
  }

  /// The unit of a result; a `nil` name means a plain number.
  private struct ResultUnit {
    var name: NumberUnit?
  }

  /// Returns the unit of a result (types §4), or `nil` where the units do not fit.
  ///
  /// `+`, `-` and `%` need equal units, `*` and the divisor of `/` take a plain number, and `/` of equal units has no unit. A
  /// number literal takes the other side's unit. Beside a compound unit, `*` and `/` also take a unit that can be cancelled.
  private func resultUnit(_ operation: BinaryOperator, _ left: Typed, _ right: Typed) -> ResultUnit? {
    let (first, second) = (left.type.unit, right.type.unit)
    switch operation {
    case .multiply:
      if first == nil { return ResultUnit(name: second) }
      return second == nil ? ResultUnit(name: first) : compoundResult(first, second, isQuotient: false)
    case .divide:
      if second == nil { return ResultUnit(name: first) }
      if first == second || left.isBareNumber { return ResultUnit(name: nil) }
      return compoundResult(first, second, isQuotient: true)
    default:
      if first == second || right.isBareNumber { return ResultUnit(name: first) }
      return left.isBareNumber ? ResultUnit(name: second) : nil
    }
  }

  private func compoundResult(_ first: NumberUnit?, _ second: NumberUnit?, isQuotient: Bool) -> ResultUnit? {
    guard case .named(let left)? = first, case .named(let right)? = second else { return nil }
    return CompoundUnit.result(of: CompoundUnit(left), CompoundUnit(right), isQuotient: isQuotient).map { ResultUnit(name: $0) }
  }

  // MARK: Times

  struct TimeOperation {
    var operation: Arithmetic
    var type: ValueType
    var isSwapped = false
  }

  private func timeOperation(_ operation: BinaryOperator, _ left: Typed, _ right: Typed) -> TimeOperation? {
    switch (operation, left.type, right.type) {
    case (.add, .timestamp, .duration): TimeOperation(operation: .timestampPlusDuration, type: .timestamp)
    case (.add, .duration, .timestamp): TimeOperation(operation: .timestampPlusDuration, type: .timestamp, isSwapped: true)
    case (.subtract, .timestamp, .duration): TimeOperation(operation: .timestampMinusDuration, type: .timestamp)
    case (.subtract, .timestamp, .timestamp): TimeOperation(operation: .timestampDifference, type: .duration)
    case (.add, .date, .duration): TimeOperation(operation: .datePlusDuration, type: .date)
    case (.add, .duration, .date): TimeOperation(operation: .datePlusDuration, type: .date, isSwapped: true)
    case (.subtract, .date, .duration): TimeOperation(operation: .dateMinusDuration, type: .date)
    case (.subtract, .date, .date): TimeOperation(operation: .dateDifference, type: .duration)
    case (.add, .time, .duration): TimeOperation(operation: .timePlusDuration, type: .time)
    case (.add, .duration, .time): TimeOperation(operation: .timePlusDuration, type: .time, isSwapped: true)
    case (.subtract, .time, .duration): TimeOperation(operation: .timeMinusDuration, type: .time)
    case (.subtract, .time, .time): TimeOperation(operation: .timeDifference, type: .duration)
    case (.add, .duration, .duration): TimeOperation(operation: .addDurations, type: .duration)
    case (.subtract, .duration, .duration): TimeOperation(operation: .subtractDurations, type: .duration)
    case (.divide, .duration, .duration): TimeOperation(operation: .durationByDuration, type: .decimal(unit: nil))
    case (.multiply, .duration, _) where right.isPlainNumber: TimeOperation(operation: .durationTimesNumber, type: .duration)
    case (.multiply, _, .duration) where left.isPlainNumber: TimeOperation(operation: .numberTimesDuration, type: .duration)
    case (.divide, .duration, _) where right.isPlainNumber: TimeOperation(operation: .durationByNumber, type: .duration)
    default: periodOperation(operation, left, right)
    }
  }
}

extension Expr {
  /// Whether the expression is a percentage as written.
  fileprivate var isPercent: Bool {
    if case .percent = kind { return true }
    return false
  }
}

extension Typed {
  /// Whether the value is a number without a unit.
  fileprivate var isPlainNumber: Bool { type.isNumber && type.unit == nil }
}

extension BinaryOperator {
  fileprivate var onNumbers: Arithmetic {
    switch self {
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    case .remainder: .remainder
    default: .add
    }
  }
}
