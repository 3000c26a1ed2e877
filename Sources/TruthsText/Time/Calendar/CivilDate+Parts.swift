/// The parts of a day, such as its year and ISO week, and the beginnings and ends of its week, month and year.
extension CivilDate {
  /// The year, 1 to 9999.
  package var year: Int { parts.year }

  /// The month of the year, 1 to 12.
  package var month: Int { parts.month }

  /// The day of the month, 1 to 31.
  package var day: Int { parts.day }

  /// The quarter of the year, 1 to 4.
  package var quarter: Int { (parts.month + 2) / 3 }

  /// The day of the week with the numbers of ISO 8601: Monday is 1, Sunday is 7.
  package var weekday: Int { Self.weekday(ofDays: Int(days)) }

  /// The week of ISO 8601, from 1 to 53, and the year that the week belongs to, which is the year of its Thursday.
  package var isoWeek: (year: Int, week: Int) {
    let thursday = Int(days) - weekday + 4
    let year = Self.parts(ofDays: thursday).year
    return (year, (thursday - Int(Self.days(year: year, month: 1, day: 1))) / 7 + 1)
  }

  static func weekday(ofDays days: Int) -> Int {
    // 1970-01-01 is a Thursday.
    let rest = (days + 3) % 7
    return (rest < 0 ? rest + 7 : rest) + 1
  }
}

extension CivilDate {
  /// The Monday of this day's week.
  package var startOfWeek: CivilDate {
    // 0001-01-01 is a Monday, so no week begins before it.
    CivilDate(trusted: days - Int32(weekday - 1))
  }

  /// The Sunday of this day's week; `nil` if it is in year 10,000.
  package var endOfWeek: CivilDate? { CivilDate(days: Int(days) + 7 - weekday) }

  package var startOfMonth: CivilDate { CivilDate(trusted: days - Int32(parts.day - 1)) }

  package var endOfMonth: CivilDate { Self.end(year: parts.year, month: parts.month) }

  package var startOfQuarter: CivilDate { Self.start(year: parts.year, month: quarter * 3 - 2) }

  package var endOfQuarter: CivilDate { Self.end(year: parts.year, month: quarter * 3) }

  package var startOfYear: CivilDate { Self.start(year: parts.year, month: 1) }

  package var endOfYear: CivilDate { Self.end(year: parts.year, month: 12) }

  private static func start(year: Int, month: Int) -> CivilDate { CivilDate(trusted: days(year: year, month: month, day: 1)) }

  private static func end(year: Int, month: Int) -> CivilDate {
    CivilDate(trusted: days(year: year, month: month, day: length(ofMonth: month, year: year)))
  }
}
