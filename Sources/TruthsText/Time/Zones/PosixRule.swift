/// A rule of POSIX's `TZ` variable, as RFC 9636 §3.3.1 extends it: `CET-1CEST,M3.5.0,M10.5.0/3`. The rule gives the offset from
/// UTC for every year.
struct PosixRule: Hashable, Sendable {
  /// The day of a year on which daylight saving time begins or ends.
  enum Day: Hashable, Sendable {
    /// The form `Jn`, with n from 1 to 365; 29 February is not counted.
    case commonYear(Int)
    /// The form `n`, from 0 to 365; 29 February is counted.
    case ordinal(Int)
    /// The form `Mm.w.d`, which is weekday d in week w of month m. Weekday 0 is Sunday, and week 5 is the last week.
    case weekday(month: Int, week: Int, weekday: Int)
  }

  /// A change of the offset: the day, and the seconds from midnight of that day. The seconds may be up to a week before or
  /// after it.
  struct Change: Hashable, Sendable {
    var day: Day
    var seconds: Int64
  }

  /// Daylight saving time: the seconds ahead of UTC, and the two changes of the year between which it applies.
  struct Daylight: Hashable, Sendable {
    var offset: Int
    var start: Change
    var end: Change
  }

  /// The seconds ahead of UTC outside daylight saving time.
  private(set) var offset: Int
  /// The daylight saving time; `nil` if the zone has none.
  private(set) var daylight: Daylight?
  /// The rule with each abbreviation replaced by `X`: `X-1X,M3.5.0,M10.5.0/3`.
  private(set) var text: String

  /// Returns the seconds ahead of UTC at a moment, given in seconds since 1970.
  func offset(at second: Int64) -> Int {
    guard let daylight else { return offset }
    var last = Int64.min
    var current = offset
    // Changes may lie up to a week outside their year, so those of the years before count too. Where two changes have the
    // same moment, as with daylight saving time all year, the later one in the calendar holds.
    for year in Self.years(around: second, before: 2, behind: 1) {
      for change in changes(of: daylight, in: year) where change.second <= second && change.second >= last {
        (last, current) = change
      }
    }
    return current
  }

  /// Returns the first change after a moment and the seconds ahead of UTC from that change on. Moments are in seconds since
  /// 1970. `nil` if there is no further change. The offset may equal the one before.
  func change(after second: Int64) -> (second: Int64, offset: Int)? {
    guard let daylight else { return nil }
    let next = Self.years(around: second, before: 1, behind: 2).lazy
      .flatMap { changes(of: daylight, in: $0) }.map(\.second).filter { $0 > second }.min()
    return next.map { ($0, offset(at: $0)) }
  }

  /// Returns both changes of a year in order, each as seconds since 1970 with the seconds ahead of UTC from then on.
  private func changes(of daylight: Daylight, in year: Int) -> [(second: Int64, offset: Int)] {
    let start = Self.second(of: daylight.start, in: year) - Int64(offset)
    let end = Self.second(of: daylight.end, in: year) - Int64(daylight.offset)
    return start <= end ? [(start, daylight.offset), (end, offset)] : [(end, offset), (start, daylight.offset)]
  }

  /// Returns the moment of a change in seconds since 1970, as the local clock before the change shows it.
  private static func second(of change: Change, in year: Int) -> Int64 {
    Int64(days(of: change.day, in: year)) * 86_400 + change.seconds
  }

  /// Returns the number of days since 1970 of the rule's day in a year.
  private static func days(of day: Day, in year: Int) -> Int {
    let start = Int(CivilDate.days(year: year, month: 1, day: 1))
    switch day {
    case .commonYear(let number): return start + number - (CivilDate.isLeap(year) && number > 59 ? 0 : 1)
    case .ordinal(let number): return start + number
    case .weekday(let month, let week, let weekday):
      let first = Int(CivilDate.days(year: year, month: month, day: 1))
      // Weekdays of ISO 8601 modulo 7 are those of POSIX.
      let inFirstWeek = first + (weekday - CivilDate.weekday(ofDays: first) + 7) % 7
      let last = first + CivilDate.length(ofMonth: month, year: year) - 1
      let found = inFirstWeek + (week - 1) * 7
      return found > last ? found - 7 : found
    }
  }

  /// Returns the years around a moment, limited to the years for which calendar arithmetic works.
  private static func years(around second: Int64, before: Int, behind: Int) -> ClosedRange<Int> {
    let days = min(max(second / 86_400, Int64(CivilDate.first.days)), Int64(CivilDate.last.days))
    let year = CivilDate.parts(ofDays: Int(days)).year
    return max(1, year - before)...min(year + behind, 10_001)
  }
}

extension PosixRule {
  /// Parses a rule; `nil` if the text is not a rule. A rule that names daylight saving time must give its beginning and end.
  init?(text: some StringProtocol) {
    var scanner = PosixScanner(text)
    guard scanner.abbreviation(), let offset = scanner.offset() else { return nil }
    self.init(offset: -offset, daylight: nil, text: scanner.text)
    guard !scanner.isAtEnd else { return }
    guard scanner.abbreviation() else { return nil }
    let isGiven = !scanner.isNext(",")
    guard let ahead = isGiven ? scanner.offset().map({ -$0 }) : self.offset + 3600,
      let start = scanner.change(), let end = scanner.change(), scanner.isAtEnd
    else { return nil }
    daylight = Daylight(offset: ahead, start: start, end: end)
    self.text = scanner.text
  }
}

/// A parser of a rule, which reads from the left, byte by byte. It copies the rule with each abbreviation replaced by `X`.
private struct PosixScanner {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var text = ""

  init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

  var isAtEnd: Bool { index == bytes.count }

  func isNext(_ character: Unicode.Scalar) -> Bool { index < bytes.count && UInt32(bytes[index]) == character.value }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard isNext(character) else { return false }
    text.unicodeScalars.append(character)
    index += 1
    return true
  }

  /// Reads letters, or any text between `<` and `>`; returns whether it found an abbreviation.
  mutating func abbreviation() -> Bool {
    let start = index
    if isNext("<") {
      guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ">")) else { return false }
      index = end + 1
    } else {
      while index < bytes.count, (0x41...0x5A).contains(bytes[index] & 0xDF) { index += 1 }
    }
    text += "X"
    return index > start
  }

  /// Reads a number of one to three digits; `nil` if it is not within the range.
  private mutating func number(_ range: ClosedRange<Int>) -> Int? {
    let start = index
    var value = 0
    while index < bytes.count, index - start < 3, (0x30...0x39).contains(bytes[index]) {
      value = value * 10 + Int(bytes[index] - 0x30)
      text.unicodeScalars.append(Unicode.Scalar(bytes[index]))
      index += 1
    }
    return index > start && range.contains(value) ? value : nil
  }

  /// Reads `[+-]hh[:mm[:ss]]` and returns seconds; `nil` for any other text. The hours may be up to a limit.
  private mutating func time(hours limit: Int) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hours = number(0...limit) else { return nil }
    var seconds = hours * 3600
    if take(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if take(":") {
        guard let rest = number(0...59) else { return nil }
        seconds += rest
      }
    }
    return isNegative ? -seconds : seconds
  }

  /// Reads the seconds that UTC is ahead of local time; `nil` for any other text.
  mutating func offset() -> Int? { time(hours: 24) }

  /// Reads `,day[/time]`; `nil` for any other text. The default time is 02:00.
  mutating func change() -> PosixRule.Change? {
    guard take(","), let day = day() else { return nil }
    guard take("/") else { return PosixRule.Change(day: day, seconds: 7200) }
    return time(hours: 167).map { PosixRule.Change(day: day, seconds: Int64($0)) }
  }

  private mutating func day() -> PosixRule.Day? {
    if take("J") { return number(1...365).map { .commonYear($0) } }
    guard take("M") else { return number(0...365).map { .ordinal($0) } }
    guard let month = number(1...12), take("."), let week = number(1...5), take("."), let weekday = number(0...6) else {
      return nil
    }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}
