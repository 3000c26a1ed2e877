import TruthsProgram
import TruthsSyntax
import TruthsText

/// A reason for which a table or function may have no value although it has all its inputs.
struct TableLack {
  /// The missing value, in the slots of the table's frame.
  var prerequisite: Prerequisite
  /// The cause in the words of a run.
  var cause: String?
}

extension MissingRead {
  /// Why an operation has no value, in the words of runs §9.4.
  enum Cause: String {
    case tooLarge = "too large"
    case misfit = "it does not fit"
    case nothing = "nothing there"
    case notGiven = "not given"
    case before1970 = "before 1970"
    case twoRows = "two rows hold"
    case noRow = "no row"
    case leftOut = "left out"
  }

  /// Returns the read of a number that may exceed the limits of results. A test of the expression cannot detect that, so the
  /// repair is a name in `let`.
  static func tooLarge(_ typed: Typed) -> MissingRead {
    MissingRead(
      prerequisite: .value(typed.node), span: typed.span, kind: .value(label: typed.label, establish: ""),
      cause: Cause.tooLarge.rawValue, mend: .name)
  }

  /// The reason why a value made from this read may be missing.
  var words: String {
    if let cause { return cause }
    return switch kind {
    case .value(let label, _), .key(let label, _): label.isEmpty ? "something in it may be missing" : "`\(label)` may be missing"
    case .fact(let fact, _): "there may be no `\(fact)`"
    case .divisor: "divided by zero"
    case .currencies, .mixed, .within: "two currencies"
    case .nothing: Cause.nothing.rawValue
    }
  }
}

/// Operations that may have no value although their operands have one (functions §2 to §9; types §3).
///
/// A number counts as possibly too large only if it is made of data: a product, power or sum of two values that may each be any
/// number. A value made of one such value and of constants or policies exceeds the limits only with unrealistic constants.
extension ReadCollector {
  func lack(of operation: Arithmetic, _ parts: [Typed]) -> MissingRead.Cause? {
    switch operation {
    case .datePlusDuration, .dateMinusDuration, .datePlusPeriod, .dateMinusPeriod, .timestampPlusDuration,
      .timestampMinusDuration, .timestampPlusPeriod, .timestampMinusPeriod:
      isOpen(parts[1]) ? .misfit : nil
    case .durationTimesNumber, .periodTimesNumber: isOpen(parts[1]) ? .tooLarge : nil
    case .numberTimesDuration, .numberTimesPeriod: isOpen(parts[0]) ? .tooLarge : nil
    case .addDurations, .subtractDurations, .addPeriods, .subtractPeriods: parts.allSatisfy(isOpen) ? .tooLarge : nil
    default: nil
    }
  }

  /// Records that a call of a function may have no value, if it may have none although its arguments are present.
  mutating func function(_ function: Function, _ typed: Typed, _ flow: FlowState) {
    let parts = typed.parts
    if function == .power, let sign = parts[1].node.sign, sign < 0 { divisor(parts[0], flow) }
    if function == .element, parts[1].node.isEdge,
      parts[0].node.isWrittenWithElements || flow.contains(.nonEmpty(parts[0].node))
    {
      return
    }
    if let cause = lack(of: function, parts) { value(typed, because: cause) }
  }

  private func lack(of function: Function, _ parts: [Typed]) -> MissingRead.Cause? {
    let isWritten = parts.map { $0.node.isWrittenValue }
    switch function {
    case .element, .indexOf, .before, .after, .index: return .nothing
    case .member: return .notGiven
    case .replace, .split: return isWritten[1] ? nil : .nothing
    case .number, .integer: return parts[0].type == .text && !isWritten[0] ? .misfit : nil
    case .timestamp, .duration, .period, .dateOfText, .timeOfText, .enumOfText: return isWritten[0] ? nil : .misfit
    case .round, .floor, .ceil, .trunc, .first, .last, .slice, .substring, .padLeft, .padRight:
      return isWritten.dropFirst().allSatisfy(\.self) || mayHaveAnyPlaces(function, parts) ? nil : .misfit
    case .power: return isWritten[1] ? nil : .misfit
    case .sqrt: return parts[0].node.isNeverBelowZero ? nil : .misfit
    case .range: return isWritten.allSatisfy(\.self) ? nil : .tooLarge
    case .dateOf, .timeOf: return isWritten.allSatisfy(\.self) ? nil : .misfit
    case .weeks, .days, .hours, .minutes, .seconds: return isOpen(parts[0]) ? .tooLarge : nil
    case .months, .years: return isOpen(parts[0]) ? .misfit : nil
    case .addWorkingDays: return isOpen(parts[1]) ? .misfit : nil
    case .date, .time: return parts.count > 1 && !parts[0].node.isOfNow ? .before1970 : nil
    case .at: return parts.count > 2 && !parts[0].node.isOfNow ? .before1970 : nil
    case .text:
      if parts.count > 1, !isWritten[1] { return .misfit }
      return mayBeTooLarge(parts[0]) ? .tooLarge : nil
    default: return nil
    }
  }

  /// Whether a function accepts any whole number as a position, and gets whole numbers.
  private func mayHaveAnyPlaces(_ function: Function, _ parts: [Typed]) -> Bool {
    switch function {
    case .first, .last, .slice: parts.dropFirst().allSatisfy { if case .integer = $0.type { true } else { false } }
    default: false
    }
  }

  /// Whether a sum of durations or periods may exceed their limits.
  func isTooLong(_ aggregate: AggregateNode, _ parts: [Typed]) -> Bool {
    guard case .sum = aggregate.function, parts.count > 1, !parts[1].type.isNumber else { return false }
    return isOpen(parts[1])
  }

  // MARK: Sizes

  /// Whether a number may exceed the limits of results.
  func mayBeTooLarge(_ typed: Typed) -> Bool {
    guard typed.type.isNumber else { return false }
    let parts = typed.parts
    switch typed.node {
    case .arithmetic(let operation, _, _):
      switch operation {
      case .multiply, .add, .subtract: return parts.allSatisfy(isOpen) || parts.contains(where: mayBeTooLarge)
      default: return parts.contains(where: mayBeTooLarge)
      }
    case .call(.power, _): return isOpen(parts[0]) && !parts[1].node.isAtMostOne || isOpen(parts[1])
    case .call(.abs, _), .call(.round, _), .call(.floor, _), .call(.ceil, _), .call(.trunc, _), .call(.inUnit, _), .negate,
      .coalesce, .conditional:
      return parts.contains(where: mayBeTooLarge)
    case .aggregate(let aggregate) where aggregate.loops.count + 1 < parts.count:
      let value = parts[aggregate.loops.count + 1]
      if case .sum = aggregate.function { return isOpen(value) }
      return aggregate.function != .count && mayBeTooLarge(value)
    default: return false
    }
  }

  /// Whether a number, duration or period may have any size: data, or made of data.
  private func isOpen(_ typed: Typed) -> Bool {
    switch typed.node {
    case .constant, .policy: false
    case .slot(let slot): lets[slot].map(isOpen) ?? true
    case .arithmetic(.timestampDifference, _, _), .arithmetic(.dateDifference, _, _), .arithmetic(.timeDifference, _, _): false
    case .arithmetic(.remainder, _, _): isOpen(typed.parts[1])
    case .arithmetic, .negate, .coalesce, .list: typed.parts.contains(where: isOpen)
    case .conditional: typed.parts.dropFirst().contains(where: isOpen)
    case .call(.daysBetween, _), .call(.monthsBetween, _), .call(.yearsBetween, _), .call(.workingDaysBetween, _): false
    case .call(let function, _): function.valueRange == nil && typed.parts.contains(where: isOpen)
    case .aggregate(let aggregate): aggregate.function != .count
    default: true
    }
  }
}

extension Typed {
  /// Whether the expression makes a length of time from a number.
  var isMadeSpan: Bool {
    switch node {
    case .call(.weeks, _), .call(.days, _), .call(.hours, _), .call(.minutes, _), .call(.seconds, _), .call(.months, _),
      .call(.years, _):
      true
    default: false
    }
  }
}

extension Node {
  /// Whether the operation may have no value although its operands have one, so that a test of the result says more.
  var mayLackValue: Bool {
    switch self {
    case .text: true
    case .arithmetic(let operation, _, _):
      switch operation {
      case .datePlusDuration, .dateMinusDuration, .datePlusPeriod, .dateMinusPeriod, .timestampPlusDuration,
        .timestampMinusDuration, .timestampPlusPeriod, .timestampMinusPeriod, .durationTimesNumber, .numberTimesDuration,
        .periodTimesNumber, .numberTimesPeriod, .addDurations, .subtractDurations, .addPeriods, .subtractPeriods:
        true
      default: false
      }
    case .call(let function, let arguments): function.mayLackValue(of: arguments.count)
    default: false
    }
  }

  /// Whether the node is a constant, or its negation.
  fileprivate var isWrittenValue: Bool {
    switch self {
    case .constant: true
    case .negate(let inner): inner.isWrittenValue
    default: false
    }
  }

  /// Whether the number is 1 or -1, the first or last position.
  fileprivate var isEdge: Bool { isWrittenNumber(1) || isWrittenNumber(-1) }

  fileprivate var isAtMostOne: Bool { isWrittenNumber(0) || isWrittenNumber(1) }

  private func isWrittenNumber(_ wanted: Int) -> Bool {
    switch self {
    case .constant(.number(let number)): number == Decimal(wanted)
    case .negate(.constant(.number(let number))): number == Decimal(-wanted)
    default: false
    }
  }

  /// Whether data cannot make the number negative: it is an absolute value, a count, the result of a function with fixed limits,
  /// or a constant.
  fileprivate var isNeverBelowZero: Bool {
    switch self {
    case .call(.abs, _): true
    case .aggregate(let aggregate): aggregate.function == .count
    case .call(let function, _): function.valueRange != nil
    case .constant: true
    default: false
    }
  }

  /// Whether the value is the moment of the decision, or made of it.
  fileprivate var isOfNow: Bool {
    switch self {
    case .builtin(.now), .builtin(.proposalAt): true
    case .call, .arithmetic: children.first?.isOfNow ?? false
    default: false
    }
  }
}

extension Function {
  /// Whether the function may have no value although its arguments have one.
  fileprivate func mayLackValue(of arguments: Int) -> Bool {
    switch self {
    case .element, .indexOf, .before, .after, .index, .member, .replace, .split, .number, .integer, .timestamp, .duration,
      .period,
      .dateOfText, .timeOfText, .enumOfText, .round, .floor, .ceil, .trunc, .first, .last, .slice, .substring, .padLeft,
      .padRight, .power, .sqrt, .range, .dateOf, .timeOf, .weeks, .days, .hours, .minutes, .seconds, .months, .years,
      .addWorkingDays, .text:
      true
    case .date, .time: arguments > 1
    case .at: arguments > 2
    default: false
    }
  }
}
