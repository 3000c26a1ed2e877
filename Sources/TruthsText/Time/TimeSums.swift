/// A sum of durations, and their mean. Only the final sum is checked against the limit, so that the order of the terms does not
/// matter.
package struct TimeSpanSum: Sendable {
  private var terms = WholeSum()

  /// The empty sum, which is `PT0S`.
  package init() {}

  package mutating func add(_ term: TimeSpan) { terms.add(term.milliseconds) }

  /// The sum; `nil` if it exceeds the limit of a duration.
  package var result: TimeSpan? { Int64(exactly: terms.total).flatMap(TimeSpan.init(milliseconds:)) }

  /// The exact mean, rounded half-even to the millisecond; `nil` without terms. The mean is always within the limit, even if
  /// the sum is not.
  package var mean: TimeSpan? { terms.mean.flatMap { Int64(exactly: $0) }.flatMap(TimeSpan.init(milliseconds:)) }
}

/// A sum of periods. Only the final sum is checked against the limit, as in `TimeSpanSum`.
package struct PeriodSum: Sendable {
  private var terms = WholeSum()

  /// The empty sum, which is `P0M`.
  package init() {}

  package mutating func add(_ term: Period) { terms.add(Int64(term.months)) }

  /// The sum; `nil` if it exceeds the limit of a period.
  package var result: Period? { Int(exactly: terms.total).flatMap(Period.init(months:)) }
}
