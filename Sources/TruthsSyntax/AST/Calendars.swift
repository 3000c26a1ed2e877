/// A `calendar office:` declaration: the days on which people work (dates §8).
package struct CalendarDeclaration: Hashable, Sendable {
  /// Days of the week by name.
  package var weekend: [Name]
  /// Holidays: each is a date, `12-25` for every year, or the name of a policy.
  package var holidays: [Name]

  package init(weekend: [Name], holidays: [Name]) {
    self.weekend = weekend
    self.holidays = holidays
  }
}
