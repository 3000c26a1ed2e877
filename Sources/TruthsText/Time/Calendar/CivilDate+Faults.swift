/// Explanations of invalid dates, for messages.
extension CivilDate {
  /// Returns an explanation for a date whose day does not exist: `February 2023 has 28 days`. `nil` for any other text. More
  /// text may follow the date.
  package static func impossibleDay(in text: some StringProtocol) -> String? {
    var scanner = TimeScanner(text)
    guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2), scanner.take("-"),
      let day = scanner.number(digits: 2), let length = daysInMonth(year: Int(year), month: Int(month)),
      day < 1 || day > length
    else { return nil }
    return "\(monthNames[Int(month) - 1]) \(year) has \(length) days"
  }

  private static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]
}
