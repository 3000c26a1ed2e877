import Synchronization
import TruthsProgram
import TruthsText

/// The calendars of a program, and the time zones that it reads. Both are kept, because making one takes much longer than asking
/// it.
final class CalendarTables: Sendable {
  /// By index in ``Program/calendars``, without what policies say.
  private let calendars: [WorkingCalendar]
  private let extended = Mutex<[Extension: WorkingCalendar]>([:])
  /// A program names few zones; values of enums that are none are kept as such.
  private let zones = Mutex<[Text: Zone?]>([:])

  /// A calendar with the holidays of its policies.
  private struct Extension: Hashable {
    var calendar: Int
    var holidays: [[CivilDate]]
  }

  /// As policies change from store to store, so many calendars with theirs are kept; then all are made anew.
  private static let extensionLimit = 64

  init(_ program: Program) { calendars = program.calendars.map(\.workingDays) }

  /// A calendar by its index, with the holidays of its policies; `nil` where there is none of that index.
  ///
  /// - Complexity: O(h log h) for h holidays of policies.
  func calendar(_ index: Int, holidays: [[CivilDate]]) -> WorkingCalendar? {
    guard calendars.indices.contains(index) else { return nil }
    if holidays.allSatisfy(\.isEmpty) { return calendars[index] }
    let key = Extension(calendar: index, holidays: holidays)
    if let known = extended.withLock({ $0[key] }) { return known }
    let made = calendars[index].adding(holidays: holidays.flatMap(\.self))
    extended.withLock { known in
      if known.count >= Self.extensionLimit { known.removeAll(keepingCapacity: true) }
      known[key] = made
    }
    return made
  }

  /// The zone that a text or a value of an enum is the name of.
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
