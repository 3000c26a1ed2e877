import TruthsProgram
import TruthsText

/// Calendars in the chapters of packs.
extension HandbookMaker {
  /// Returns a table of a pack's calendars with their free days.
  func calendars(of pack: String) -> [Handbook.Block] {
    let rows = program.calendars.filter { $0.pack == pack }.map { calendar in
      Handbook.Table.Row(
        [named(calendar.name), summary(calendar.span) ?? "", weekend(of: calendar), holidays(of: calendar)],
        anchor: HeadingAnchor.declaration("calendar", calendar.qualifiedName))
    }
    return table(["Calendar", "What it means", "Free each week", "Holidays"], rows)
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
  ]

  /// Returns a date in words: `12-31` → `31 December`.
  private static func dayOfYear(_ text: String) -> String {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    guard numbers.count == 2, months.indices.contains(numbers[0] - 1) else { return text }
    return "\(numbers[1]) \(months[numbers[0] - 1])"
  }

  private func weekend(of calendar: CalendarType) -> Phrase {
    let days = Set(calendar.weekend).sorted().map { Phrase.plain($0.name) }
    return days.isEmpty ? "no day" : days.listed()
  }

  private func holidays(of calendar: CalendarType) -> Phrase {
    let dates = Set(calendar.dates).sorted().map { Phrase.plain($0.text) }
    let yearly = Set(calendar.yearly).sorted().map { Phrase.plain("\(Self.dayOfYear($0.text)) of every year") }
    let policies = Set(calendar.policies).sorted().map { index -> Phrase in
      let policy = program.policies[index]
      let anchor = HeadingAnchor.declaration("policy", policy.qualifiedName)
      return "those of \(Phrase.link(.term(PlainName.words(policy.name)), to: anchor))"
    }
    let all = yearly + dates + policies
    return all.isEmpty ? "none" : all.listed()
  }
}
