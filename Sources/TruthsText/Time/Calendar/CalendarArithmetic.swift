/// Arithmetic of days with months and years, for the operators and functions of the language on dates.
extension CivilDate {
  /// Returns the day that is a number of months later, with the same day of the month. If that month is shorter, it is the last
  /// day of the month. `nil` outside the years 0001 to 9999.
  package func adding(_ period: Period) -> CivilDate? {
    let (year, month, day) = parts
    let months = year * 12 + month - 1 + Int(period.months)
    // Year 0001 begins at month 12.
    guard months >= 12 else { return nil }
    let (newYear, rest) = months.quotientAndRemainder(dividingBy: 12)
    guard let length = Self.daysInMonth(year: newYear, month: rest + 1) else { return nil }
    return CivilDate(trusted: Self.days(year: newYear, month: rest + 1, day: min(day, length)))
  }

  /// Returns the day that is a number of months earlier; the rules are those of `adding(_:)` for periods.
  package func subtracting(_ period: Period) -> CivilDate? { adding(period.negated) }

  /// Returns the number of days from this day to another day; negative if the other day is earlier.
  package func days(until other: CivilDate) -> Int { Int(other.days) - Int(days) }

  /// Returns the number of whole months from this day to another day. It is the greatest n such that this day plus n months is
  /// not after the other day. If the other day is earlier, it is the negated number of months from the other day to this one.
  package func months(until other: CivilDate) -> Int {
    guard self <= other else { return -other.months(until: self) }
    let (from, to) = (parts, other.parts)
    let months = (to.year - from.year) * 12 + to.month - from.month
    // This day plus that many months is in the other day's month, so the result is that number or one less.
    let isWhole = min(from.day, Self.length(ofMonth: to.month, year: to.year)) <= to.day
    return isWhole ? months : months - 1
  }

  /// Returns the number of whole years to another day, which is `months(until:)` divided by 12 and rounded toward zero.
  package func years(until other: CivilDate) -> Int { months(until: other) / 12 }
}

extension Timestamp {
  /// Returns the moment with the same day and time in UTC a number of months later. If that month is shorter, it has the last
  /// day of the month. `nil` outside the years 0001 to 9999.
  package func adding(_ period: Period) -> Timestamp? { date.adding(period).map { Timestamp(date: $0, time: time) } }

  /// Returns the moment with the same day and time in UTC a number of months earlier; the rules are those of `adding(_:)` for
  /// periods.
  package func subtracting(_ period: Period) -> Timestamp? { adding(period.negated) }
}
