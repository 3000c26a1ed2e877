/// Arithmetic with time spans, for the operators of the language on moments, days and durations.
extension Timestamp {
  /// Returns the moment that is a time span later; `nil` outside the years 0001 to 9999.
  package func adding(_ span: TimeSpan) -> Timestamp? {
    Timestamp(milliseconds: milliseconds + span.milliseconds)
  }

  /// Returns the moment that is a time span earlier; `nil` outside the years 0001 to 9999.
  package func subtracting(_ span: TimeSpan) -> Timestamp? { adding(span.negated) }

  /// Returns the time span from another moment to this one. Every difference is within the limit of a time span.
  package func subtracting(_ other: Timestamp) -> TimeSpan { TimeSpan(trusted: milliseconds - other.milliseconds) }
}

extension CivilDate {
  /// Returns the day that is a time span later; `nil` if the span is not a whole number of days, and outside the years 0001 to
  /// 9999.
  package func adding(_ span: TimeSpan) -> CivilDate? {
    let (days, rest) = span.milliseconds.quotientAndRemainder(dividingBy: TimeSpan.millisecondsPerDay)
    return rest == 0 ? CivilDate(days: Int(self.days) + Int(days)) : nil
  }

  /// Returns the day that is a time span earlier; `nil` if the span is not a whole number of days, and outside the years 0001
  /// to 9999.
  package func subtracting(_ span: TimeSpan) -> CivilDate? { adding(span.negated) }

  /// Returns the time span from another day to this one, in whole days. Every difference is within the limit of a time span.
  package func subtracting(_ other: CivilDate) -> TimeSpan {
    TimeSpan(trusted: (Int64(days) - Int64(other.days)) * TimeSpan.millisecondsPerDay)
  }
}

extension TimeSpan {
  /// The span with the opposite sign.
  package var negated: TimeSpan { TimeSpan(trusted: -milliseconds) }

  /// The span without its sign.
  package var abs: TimeSpan { milliseconds < 0 ? negated : self }

  /// Returns the sum of this span and another; `nil` if it exceeds the limit.
  package func adding(_ other: TimeSpan) -> TimeSpan? { TimeSpan(milliseconds: milliseconds + other.milliseconds) }

  /// Returns the difference of this span and another; `nil` if it exceeds the limit.
  package func subtracting(_ other: TimeSpan) -> TimeSpan? { adding(other.negated) }

  /// Returns the span times a factor. The exact product is rounded half-even to the millisecond.
  package func multiplied(by factor: Decimal) -> Result<TimeSpan, DecimalFault> {
    Self.product(factor, milliseconds).map { .success($0) } ?? .failure(.overflow)
  }

  /// Returns the span divided by a number. The exact quotient is rounded half-even to the millisecond.
  package func divided(by divisor: Decimal) -> Result<TimeSpan, DecimalFault> {
    guard divisor != .zero else { return .failure(.divisionByZero) }
    guard milliseconds != 0 else { return .success(.zero) }
    return Decimal(exactly: milliseconds).divided(by: divisor, places: 0).flatMap { whole in
      Int64(exactly: whole.coefficient).flatMap(TimeSpan.init(milliseconds:)).map { .success($0) } ?? .failure(.overflow)
    }
  }

  /// Returns how many times another span fits into this one, as `Decimal.divided(by:)` does.
  package func divided(by other: TimeSpan) -> Result<Decimal, DecimalFault> {
    Decimal(exactly: milliseconds).divided(by: Decimal(exactly: other.milliseconds))
  }

  /// Returns the span of a number of weeks of 7 days. The exact span is rounded half-even to the millisecond; `nil` if it
  /// exceeds the limit.
  package static func weeks(_ number: Decimal) -> TimeSpan? { product(number, 7 * millisecondsPerDay) }

  /// Returns the span of a number of days of 24 hours, rounded as `weeks(_:)` does.
  package static func days(_ number: Decimal) -> TimeSpan? { product(number, millisecondsPerDay) }

  /// Returns the span of a number of hours, rounded as `weeks(_:)` does.
  package static func hours(_ number: Decimal) -> TimeSpan? { product(number, 3_600_000) }

  /// Returns the span of a number of minutes, rounded as `weeks(_:)` does.
  package static func minutes(_ number: Decimal) -> TimeSpan? { product(number, 60_000) }

  /// Returns the span of a number of seconds, rounded as `weeks(_:)` does.
  package static func seconds(_ number: Decimal) -> TimeSpan? { product(number, 1000) }

  private static func product(_ number: Decimal, _ unit: Int64) -> TimeSpan? {
    number.roundedProduct(unit).flatMap(TimeSpan.init(milliseconds:))
  }
}
