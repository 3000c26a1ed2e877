/// A time zone with its IANA name (dates §7). It gives the offset from UTC at every moment from 1970-01-01T00:00:00Z on. Zones
/// are compared by name.
///
/// The rules are compiled in (`ZoneIndex`), as `Tools/zones.py` writes them. A zone is decoded when it is requested by name.
/// `named(_:)` costs a binary search and the decoding of at most a few hundred transitions, so callers keep its result.
package struct Zone: Hashable, Sendable {
  package let name: String
  /// The seconds ahead of UTC at 1970-01-01T00:00:00Z.
  private let first: Int
  /// The moments at which the offset changes, in seconds since 1970, in rising order. At the last moment, `rule` begins to
  /// apply.
  private let seconds: [Int64]
  /// The seconds ahead of UTC from each moment in `seconds` on; both arrays have the same indices.
  private let offsets: [Int32]
  /// The rule that applies after the last change; `nil` if the offset then stays the same.
  private let rule: PosixRule?

  /// The release of the IANA time zone database in use, such as `2026a`.
  package static var databaseVersion: String { ZoneIndex.release }

  /// The names of all zones, links included, in rising order.
  package static var names: [String] { ZoneIndex.shared.names }

  /// Returns the zone with a name as the IANA time zone database spells it; `nil` if the database has no such name.
  package static func named(_ name: String) -> Zone? {
    ZoneIndex.shared.record(of: name).flatMap { Zone(name: name, record: $0) }
  }

  init?(name: String, record: some Sequence<UInt8>) {
    guard let fields = ZoneRecord(record) else { return nil }
    self.name = name
    first = fields.first
    seconds = fields.seconds
    offsets = fields.offsets
    rule = fields.rule
  }

  package static func == (left: Zone, right: Zone) -> Bool { left.name == right.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The reason why a zone cannot convert a date or a moment.
package enum ZoneFault: Error, Hashable, Sendable {
  /// The moment is before 1970-01-01T00:00:00Z.
  case before1970
  /// The date or the moment is outside the years 0001 to 9999.
  case range
}

extension Zone {
  /// Returns the seconds ahead of UTC at a moment; `nil` before 1970-01-01T00:00:00Z.
  package func offset(at moment: Timestamp) -> Int? {
    moment < .epoch ? nil : offset(atSecond: moment.milliseconds / 1000)
  }

  /// Returns the local day at a moment.
  package func date(at moment: Timestamp) -> Result<CivilDate, ZoneFault> {
    guard let local = local(moment) else { return .failure(.before1970) }
    return CivilDate(days: Int(local.day)).map { .success($0) } ?? .failure(.range)
  }

  /// Returns the local time of day at a moment, to the millisecond. It also exists if the local day is in year 10,000.
  package func time(at moment: Timestamp) -> Result<TimeOfDay, ZoneFault> {
    guard let local = local(moment) else { return .failure(.before1970) }
    return .success(local.time)
  }

  /// Returns the moment at which local clocks show a day and time. If they show it twice, it is the earlier moment. If they
  /// skip it, it is the later moment that the offset before the change gives.
  package func timestamp(date: CivilDate, time: TimeOfDay) -> Result<Timestamp, ZoneFault> {
    let local = Int64(date.days) * TimeSpan.millisecondsPerDay + Int64(time.milliseconds)
    // Offsets are less than 26 hours, so the offset of a day earlier holds before every offset that this local time could
    // have.
    var from = max(0, local / 1000 - Self.longestOffset)
    var offset = offset(atSecond: from)
    while let change = change(after: from) {
      let moment = local - Int64(offset) * 1000
      let next = local - Int64(change.offset) * 1000
      // The moment is before the change, or the change skips it.
      if moment < change.second * 1000 || next < change.second * 1000 { break }
      (from, offset) = change
    }
    let moment = local - Int64(offset) * 1000
    guard moment >= 0 else { return .failure(.before1970) }
    return Timestamp(milliseconds: moment).map { .success($0) } ?? .failure(.range)
  }

  private func local(_ moment: Timestamp) -> (day: Int64, time: TimeOfDay)? {
    guard let offset = offset(at: moment) else { return nil }
    let local = moment.milliseconds + Int64(offset) * 1000
    let rest = local % TimeSpan.millisecondsPerDay
    let positive = rest < 0 ? rest + TimeSpan.millisecondsPerDay : rest
    return ((local - positive) / TimeSpan.millisecondsPerDay, TimeOfDay(trusted: Int32(truncatingIfNeeded: positive)))
  }
}

extension Zone {
  /// The rules of the zone in the form that is hashed (dates §7). Computing them costs the work of some 150 transitions.
  ///
  /// `offsets` begins with the offset at 1970-01-01T00:00:00Z, as second 0. It lists each second up to 2037-12-31T23:59:59Z at
  /// which the offset changes. `rule` is the POSIX rule that follows, with each abbreviation replaced by `X`; it may be empty.
  package var canonicalRules: (offsets: [(second: Int64, offset: Int)], rule: String) {
    var list: [(second: Int64, offset: Int)] = [(0, offset(atSecond: 0))]
    var from: Int64 = 0
    var last = list[0].offset
    while let change = change(after: from), change.second <= Self.lastHashed {
      if change.offset != last { list.append(change) }
      (from, last) = change
    }
    return (list, rule?.text ?? "")
  }

  /// The second 2037-12-31T23:59:59Z, in seconds since 1970.
  private static let lastHashed: Int64 = 2_145_916_799

  private static let longestOffset: Int64 = 26 * 3600

  /// Returns the seconds ahead of UTC at a second since 1970, which must not be negative.
  private func offset(atSecond second: Int64) -> Int {
    let passed = changes(through: second)
    if passed == seconds.count, let rule { return rule.offset(at: second) }
    return passed == 0 ? first : Int(offsets[passed - 1])
  }

  /// Returns the first change after a second since 1970, and the seconds ahead of UTC from the change on; `nil` without a
  /// further change. The offset may equal the one before.
  private func change(after second: Int64) -> (second: Int64, offset: Int)? {
    let passed = changes(through: second)
    if passed < seconds.count { return (seconds[passed], offset(atSecond: seconds[passed])) }
    return rule?.change(after: second)
  }

  /// Returns the number of changes in `seconds` up to and including a second since 1970.
  private func changes(through second: Int64) -> Int {
    var (low, high) = (0, seconds.count)
    while low < high {
      let middle = (low + high) / 2
      if seconds[middle] <= second { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
