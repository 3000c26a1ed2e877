package import TruthsText

/// A calendar with the days on which people work (dates §8).
package struct CalendarType: Hashable, Sendable {
  package var name: String
  package var pack: String
  package var weekend: [Weekday]
  /// Single holidays.
  package var dates: [CivilDate]
  /// Holidays that recur every year.
  package var yearly: [MonthDay]
  /// Indices in `Program.policies` of lists of further holidays.
  package var policies: [Int]
  package var span: Span

  package init(
    name: String, pack: String, weekend: [Weekday], dates: [CivilDate], yearly: [MonthDay], policies: [Int], span: Span
  ) {
    self.name = name
    self.pack = pack
    self.weekend = weekend
    self.dates = dates
    self.yearly = yearly
    self.policies = policies
    self.span = span
  }

  /// The name with its pack, for use in other packs.
  package var qualifiedName: String { "\(pack).\(name)" }

  /// The working days, without the holidays in policies.
  package var workingDays: WorkingCalendar { WorkingCalendar(weekend: Set(weekend), holidays: dates, yearly: yearly) }
}
