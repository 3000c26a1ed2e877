extension Timestamp {
  /// The moment so much later; `nil` outside the years 0001 to 9999.
  package func adding(_ span: TimeSpan) -> Timestamp? {
    let (sum, overflow) = milliseconds.addingReportingOverflow(span.milliseconds)
    return overflow ? nil : Timestamp(milliseconds: sum)
  }

  /// The moment so much earlier; `nil` outside the years 0001 to 9999.
  package func subtracting(_ span: TimeSpan) -> Timestamp? { span.negated.flatMap(adding) }

  /// The time from another moment to this one. Every difference fits.
  package func subtracting(_ other: Timestamp) -> TimeSpan { TimeSpan(milliseconds: milliseconds - other.milliseconds) }
}

extension CivilDate {
  /// The day so many whole days later; `nil` for a span that is not whole days, and outside the years 0001 to 9999.
  package func adding(_ span: TimeSpan) -> CivilDate? {
    let (days, rest) = span.milliseconds.quotientAndRemainder(dividingBy: TimeSpan.millisecondsPerDay)
    return rest == 0 ? CivilDate(days: Int(self.days) + Int(days)) : nil
  }

  /// The day so many whole days earlier; `nil` as for ``adding(_:)``.
  package func subtracting(_ span: TimeSpan) -> CivilDate? { span.negated.flatMap(adding) }

  /// The time from another day to this one, whole days. Every difference fits.
  package func subtracting(_ other: CivilDate) -> TimeSpan {
    TimeSpan(milliseconds: (Int64(days) - Int64(other.days)) * TimeSpan.millisecondsPerDay)
  }
}

extension TimeSpan {
  /// The span the other way round; `nil` past the range.
  package var negated: TimeSpan? {
    let (difference, overflow) = (0 as Int64).subtractingReportingOverflow(milliseconds)
    return overflow ? nil : TimeSpan(milliseconds: difference)
  }

  /// The sum; `nil` past the range.
  package func adding(_ other: TimeSpan) -> TimeSpan? {
    let (sum, overflow) = milliseconds.addingReportingOverflow(other.milliseconds)
    return overflow ? nil : TimeSpan(milliseconds: sum)
  }

  /// The difference; `nil` past the range.
  package func subtracting(_ other: TimeSpan) -> TimeSpan? {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(other.milliseconds)
    return overflow ? nil : TimeSpan(milliseconds: difference)
  }

  /// The span so many times, rounded half-even to the millisecond.
  package func multiplied(by factor: Decimal) -> Result<TimeSpan, DecimalFault> {
    Decimal(exactly: milliseconds).multiplied(by: factor).flatMap(Self.rounded)
  }

  /// The part of the span, rounded half-even to the millisecond from the exact quotient.
  package func divided(by divisor: Decimal) -> Result<TimeSpan, DecimalFault> {
    guard divisor != .zero else { return .failure(.divisionByZero) }
    guard milliseconds != 0 else { return .success(.zero) }
    return Decimal(exactly: milliseconds).divided(by: divisor, places: 0).flatMap(Self.rounded)
  }

  /// How often another span fits into this one, rounded as ``Decimal/divided(by:)`` does.
  package func divided(by other: TimeSpan) -> Result<Decimal, DecimalFault> {
    Decimal(exactly: milliseconds).divided(by: Decimal(exactly: other.milliseconds))
  }

  /// So many days of 24 hours; `nil` where that is no whole number of milliseconds or past the range.
  package static func days(_ number: Decimal) -> TimeSpan? { whole(number, of: millisecondsPerDay) }

  /// So many hours; `nil` as for ``days(_:)``.
  package static func hours(_ number: Decimal) -> TimeSpan? { whole(number, of: 3_600_000) }

  /// So many minutes; `nil` as for ``days(_:)``.
  package static func minutes(_ number: Decimal) -> TimeSpan? { whole(number, of: 60_000) }

  /// So many seconds; `nil` as for ``days(_:)``.
  package static func seconds(_ number: Decimal) -> TimeSpan? { whole(number, of: 1000) }

  private static func whole(_ number: Decimal, of unit: Int64) -> TimeSpan? {
    guard case .success(let product) = number.multiplied(by: Decimal(exactly: unit)), product.isInteger else { return nil }
    return Int64(exactly: product.coefficient).map(TimeSpan.init(milliseconds:))
  }

  private static func rounded(_ milliseconds: Decimal) -> Result<TimeSpan, DecimalFault> {
    milliseconds.rounded().flatMap { whole in
      Int64(exactly: whole.coefficient).map { .success(TimeSpan(milliseconds: $0)) } ?? .failure(.overflow)
    }
  }
}

extension Decimal {
  fileprivate init(exactly integer: Int64) { self.init(trusted: Int128(integer), scale: 0) }
}
