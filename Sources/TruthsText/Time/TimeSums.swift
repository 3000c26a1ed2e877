/// A sum of durations that is checked only at its end, so that the order of its terms does not matter; also their mean.
package struct TimeSpanSum: Sendable {
  private var terms = WholeSum()

  /// The empty sum, which is `PT0S`.
  package init() {}

  package mutating func add(_ term: TimeSpan) { terms.add(term.milliseconds) }

  /// The sum; `nil` past the limit of a duration.
  package var result: TimeSpan? { Int64(exactly: terms.total).flatMap(TimeSpan.init(milliseconds:)) }

  /// The exact mean, rounded half-even to the millisecond; `nil` without terms. It is never past the limit, even where the
  /// sum is.
  package var mean: TimeSpan? { terms.mean.flatMap { Int64(exactly: $0) }.flatMap(TimeSpan.init(milliseconds:)) }
}

/// A sum of periods that is checked only at its end, like `TimeSpanSum`.
package struct PeriodSum: Sendable {
  private var terms = WholeSum()

  /// The empty sum, which is `P0M`.
  package init() {}

  package mutating func add(_ term: Period) { terms.add(Int64(term.months)) }

  /// The sum; `nil` past the limit of a period.
  package var result: Period? { Int(exactly: terms.total).flatMap(Period.init(months:)) }
}
