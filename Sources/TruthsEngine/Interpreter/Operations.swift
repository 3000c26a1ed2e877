import TruthsProgram
import TruthsText

/// Arithmetic over values (types §3.2), for the cases that compiled code does not do on cells.
enum Operations {
  /// Computes `+ - * / %` over numbers and times of every kind; missing with its cause where there is no result.
  static func arithmetic(_ operation: Arithmetic, _ left: Value, _ right: Value) -> Value {
    if left.isMissing { return left }
    if right.isMissing { return right }
    switch (left, right) {
    case (.number(let one), .number(let other)): return numbers(operation, one, other)
    default: return times(operation, left, right)
    }
  }

  static func negate(_ value: Value) -> Value {
    switch value {
    case .number(let number): .number(number.negated)
    case .duration(let span): .duration(span.negated)
    case .period(let period): .period(period.negated)
    default: value
    }
  }

  private static func numbers(_ operation: Arithmetic, _ left: Decimal, _ right: Decimal) -> Value {
    switch operation {
    case .add: number(left.adding(right))
    case .subtract: number(left.subtracting(right))
    case .multiply: number(left.multiplied(by: right))
    case .divide: number(left.divided(by: right))
    case .remainder: number(left.remainder(dividingBy: right))
    default: .missing(.absent)
    }
  }

  static func number(_ result: Result<Decimal, DecimalFault>) -> Value {
    switch result {
    case .success(let number): .number(number)
    case .failure(.divisionByZero): .missing(.divisionByZero)
    case .failure: .missing(.overflow)
    }
  }

  private static func times(_ operation: Arithmetic, _ left: Value, _ right: Value) -> Value {
    switch (operation, left, right) {
    case (.timestampPlusDuration, .timestamp(let moment), .duration(let span)),
      (.timestampPlusDuration, .duration(let span), .timestamp(let moment)):
      return moment.adding(span).map { .timestamp($0) } ?? .missing(.range)
    case (.timestampMinusDuration, .timestamp(let moment), .duration(let span)):
      return moment.subtracting(span).map { .timestamp($0) } ?? .missing(.range)
    case (.timestampDifference, .timestamp(let one), .timestamp(let other)): return .duration(one.subtracting(other))
    case (.datePlusDuration, .date(let date), .duration(let span)), (.datePlusDuration, .duration(let span), .date(let date)):
      return date.adding(span).map { .date($0) } ?? .missing(.range)
    case (.dateMinusDuration, .date(let date), .duration(let span)):
      return date.subtracting(span).map { .date($0) } ?? .missing(.range)
    case (.dateDifference, .date(let one), .date(let other)): return .duration(one.subtracting(other))
    case (.addDurations, .duration(let one), .duration(let other)): return span(one.adding(other))
    case (.subtractDurations, .duration(let one), .duration(let other)): return span(one.subtracting(other))
    case (.durationTimesNumber, .duration(let one), .number(let factor)),
      (.numberTimesDuration, .number(let factor), .duration(let one)):
      return span(one.multiplied(by: factor))
    case (.durationByNumber, .duration(let one), .number(let divisor)): return span(one.divided(by: divisor))
    case (.durationByDuration, .duration(let one), .duration(let other)): return number(one.divided(by: other))
    case (.timePlusDuration, .time(let time), .duration(let span)):
      return time.adding(span).map { .time($0) } ?? .missing(.range)
    case (.timeMinusDuration, .time(let time), .duration(let span)):
      return time.subtracting(span).map { .time($0) } ?? .missing(.range)
    case (.timeDifference, .time(let one), .time(let other)): return .duration(one.subtracting(other))
    default: return periods(operation, left, right)
    }
  }

  private static func periods(_ operation: Arithmetic, _ left: Value, _ right: Value) -> Value {
    switch (operation, left, right) {
    case (.timestampPlusPeriod, .timestamp(let moment), .period(let period)):
      return moment.adding(period).map { .timestamp($0) } ?? .missing(.range)
    case (.timestampMinusPeriod, .timestamp(let moment), .period(let period)):
      return moment.subtracting(period).map { .timestamp($0) } ?? .missing(.range)
    case (.datePlusPeriod, .date(let date), .period(let period)):
      return date.adding(period).map { .date($0) } ?? .missing(.range)
    case (.dateMinusPeriod, .date(let date), .period(let period)):
      return date.subtracting(period).map { .date($0) } ?? .missing(.range)
    case (.addPeriods, .period(let one), .period(let other)): return period(one.adding(other))
    case (.subtractPeriods, .period(let one), .period(let other)): return period(one.subtracting(other))
    case (.periodTimesNumber, .period(let one), .number(let factor)),
      (.numberTimesPeriod, .number(let factor), .period(let one)):
      return period(one.multiplied(by: factor))
    case (.periodByPeriod, .period(let one), .period(let other)): return number(one.divided(by: other))
    default: return .missing(.absent)
    }
  }

  static func span(_ span: TimeSpan?) -> Value { span.map { .duration($0) } ?? .missing(.overflow) }

  static func period(_ period: Period?) -> Value { period.map { .period($0) } ?? .missing(.overflow) }

  private static func span(_ result: Result<TimeSpan, DecimalFault>) -> Value {
    switch result {
    case .success(let span): .duration(span)
    case .failure(.divisionByZero): .missing(.divisionByZero)
    case .failure: .missing(.overflow)
    }
  }
}
