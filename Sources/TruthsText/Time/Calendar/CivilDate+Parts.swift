extension CivilDate {
  /// The year, 1 to 9999.
  package var year: Int { parts.year }

  /// The month of the year, 1 to 12.
  package var month: Int { parts.month }

  /// The day of the month, 1 to 31.
  package var day: Int { parts.day }

  /// The quarter of the year, 1 to 4.
  package var quarter: Int { (parts.month + 2) / 3 }

  /// The day of the week as ISO 8601 numbers them: Monday is 1, Sunday 7.
  package var weekday: Int { Self.weekday(ofDays: Int(days)) }

  /// The week of ISO 8601, 1 to 53, and the year that it belongs to: that of its Thursday.
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
  /// The Monday of the day's week.
  package var startOfWeek: CivilDate {
    // 0001-01-01 is a Monday, so that no week begins before it.
    CivilDate(trusted: days - Int32(weekday - 1))
  }

  /// The Sunday of the day's week; `nil` where that is in year 10,000.
  package var endOfWeek: CivilDate? { CivilDate(days: Int(days) + 7 - weekday) }

  /// The first day of the day's month.
  package var startOfMonth: CivilDate { CivilDate(trusted: days - Int32(parts.day - 1)) }

  /// The last day of the day's month.
  package var endOfMonth: CivilDate { Self.end(year: parts.year, month: parts.month) }

  /// The first day of the day's quarter.
  package var startOfQuarter: CivilDate { Self.start(year: parts.year, month: quarter * 3 - 2) }

  /// The last day of the day's quarter.
  package var endOfQuarter: CivilDate { Self.end(year: parts.year, month: quarter * 3) }

  /// The first of January of the day's year.
  package var startOfYear: CivilDate { Self.start(year: parts.year, month: 1) }

  /// The last of December of the day's year.
  package var endOfYear: CivilDate { Self.end(year: parts.year, month: 12) }

  private static func start(year: Int, month: Int) -> CivilDate { CivilDate(trusted: days(year: year, month: month, day: 1)) }

  private static func end(year: Int, month: Int) -> CivilDate {
    CivilDate(trusted: days(year: year, month: month, day: length(ofMonth: month, year: year)))
  }
}
