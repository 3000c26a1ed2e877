import Synchronization
import TruthsProgram
import TruthsText

/// The calendars of a program and the time zones that it reads, kept because creating one is much slower than reading it.
final class CalendarTables: Sendable {
  /// The calendars by index in ``Program/calendars``, without the holidays in policies.
  private let calendars: [WorkingCalendar]
  private let extended = Mutex<[Extension: WorkingCalendar]>([:])
  /// The zones by name; `nil` for a name that is no zone. A program names few.
  private let zones = Mutex<[Text: Zone?]>([:])

  /// The cache key of a calendar with the holidays of its policies.
  private struct Extension: Hashable {
    var calendar: Int
    var holidays: [[CivilDate]]
  }

  /// The largest number of calendars kept with their policies' holidays. At the limit, all are dropped.
  private static let extensionLimit = 64

  init(_ program: Program) { calendars = program.calendars.map(\.workingDays) }

  /// Returns a calendar by its index, with the holidays of its policies; `nil` where no calendar has the index.
  ///
  /// - Complexity: O(h log h) for h holidays of policies.
  func calendar(_ index: Int, holidays: [[CivilDate]]) -> WorkingCalendar? {
    guard calendars.indices.contains(index) else { return nil }
    if holidays.allSatisfy(\.isEmpty) { return calendars[index] }
    let key = Extension(calendar: index, holidays: holidays)
    if let known = extended.withLock({ $0[key] }) { return known }
    let calendar = calendars[index].adding(holidays: holidays.flatMap(\.self))
    extended.withLock { known in
      if known.count >= Self.extensionLimit { known.removeAll(keepingCapacity: true) }
      known[key] = calendar
    }
    return calendar
  }

  /// Returns the zone named by a text or by the value of an enum.
  func zone(of value: Value) -> Zone? {
    let name: Text
    switch value {
    case .text(let text): name = text
    case .enumeration(let value): name = value.name
    default: return nil
    }
    return zones.withLock { known in
      if let zone = known[name] { return zone }
      let zone = Zone.named(name.string)
      known[name] = .some(zone)
      return zone
    }
  }
}
