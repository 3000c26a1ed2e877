extension CivilDate {
  /// The same day so many months later, or the last of the month where it has no such day; `nil` outside the years 0001 to 9999.
  package func adding(_ period: Period) -> CivilDate? {
    let (year, month, day) = parts
    let months = year * 12 + month - 1 + Int(period.months)
    // Year 0001 begins at month 12.
    guard months >= 12 else { return nil }
    let (newYear, rest) = months.quotientAndRemainder(dividingBy: 12)
    guard let length = Self.daysInMonth(year: newYear, month: rest + 1) else { return nil }
    return CivilDate(trusted: Self.days(year: newYear, month: rest + 1, day: min(day, length)))
  }

  /// The same day so many months earlier; as ``adding(_:)-(Period)``.
  package func subtracting(_ period: Period) -> CivilDate? { adding(period.negated) }

  /// The number of days from this day to another; negative where that is earlier.
  package func days(until other: CivilDate) -> Int { Int(other.days) - Int(days) }

  /// The number of whole months to another day: the greatest n such that this day and n months are not after it. To an earlier
  /// day, minus the number from that one to this.
  package func months(until other: CivilDate) -> Int {
    guard self <= other else { return -other.months(until: self) }
    let (from, to) = (parts, other.parts)
    let months = (to.year - from.year) * 12 + to.month - from.month
    // The day after so many months is in the other's month, so there is one; one month less is in the month before.
    let isWhole = min(from.day, Self.length(ofMonth: to.month, year: to.year)) <= to.day
    return isWhole ? months : months - 1
  }

  /// The number of whole years to another day: ``months(until:)`` by 12, toward zero.
  package func years(until other: CivilDate) -> Int { months(until: other) / 12 }
}

extension Timestamp {
  /// The same day and time in UTC so many months later, or the last day of the month; `nil` outside the years 0001 to 9999.
  package func adding(_ period: Period) -> Timestamp? { date.adding(period).map { Timestamp(date: $0, time: time) } }

  /// The same day and time in UTC so many months earlier; as ``adding(_:)-(Period)``.
  package func subtracting(_ period: Period) -> Timestamp? { adding(period.negated) }
}
