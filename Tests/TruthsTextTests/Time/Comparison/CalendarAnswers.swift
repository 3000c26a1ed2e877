import TruthsText

/// The results of Truths for the operations of Tests/python/calendar_cases.py.
struct CalendarAnswers {
  private var calendars: [Substring: WorkingCalendar] = [:]
  private var zones: [Substring: Zone] = [:]

  static let operations: Set<String> = [
    "add_working_days", "at", "between", "calendar", "date_of", "date_plus_period", "days", "duration", "duration_by",
    "duration_mean", "duration_sum", "duration_times", "ends", "hours", "is_working_day", "minutes", "parts", "period",
    "period_sum", "period_times", "seconds", "time", "time_minus_time", "time_of", "time_plus_duration", "timestamp",
    "timestamp_plus_period", "weeks", "working_days", "zone_at", "zone_date", "zone_offset", "zone_rules", "zone_time",
  ]

  private struct Unreadable: Error {}

  /// Returns the results where they differ from those that a line expects; `nil` where they are equal.
  mutating func difference(_ fields: [Substring]) -> String? {
    do {
      if fields[0] == "calendar" {
        try take(fields)
        return nil
      }
      let (expected, given) = try answer(fields)
      let said = given.joined(separator: "\t")
      return said == expected.joined(separator: "\t") ? nil : said
    } catch {
      return "\(error)"
    }
  }

  /// Stores a calendar for the lines after it: its number, the free days of the week, single holidays, and yearly holidays.
  private mutating func take(_ fields: [Substring]) throws {
    let weekend = try fields[2].map { try read(Weekday(rawValue: $0.wholeNumberValue ?? 0)) }
    let holidays = try fields[3].split(separator: " ").map { try read(CivilDate(text: $0)) }
    let yearly = try fields[4].split(separator: " ").map { try read(MonthDay(text: $0)) }
    // Half of the holidays come later.
    let early = holidays.prefix(holidays.count / 2)
    let calendar = WorkingCalendar(weekend: Set(weekend), holidays: Array(early), yearly: yearly)
    calendars[fields[1]] = calendar.adding(holidays: Array(holidays.dropFirst(early.count)))
  }

  /// The answers that a line expects, and those that are given.
  private mutating func answer(_ fields: [Substring]) throws -> (expected: ArraySlice<Substring>, given: [String]) {
    let arguments = Arguments(fields: fields)
    switch fields[0].prefix(while: { $0 != "_" }) {
    case "zone": return (fields[fields.count - 1..<fields.count], [try zoned(arguments)])
    case "parts", "ends", "between":
      let count = fields[0] == "between" ? 3 : 2
      return (fields[count...], try ofDates(arguments))
    case "is", "working", "add": return (fields[fields.count - 1..<fields.count], [try working(arguments)])
    case "duration", "weeks", "days", "hours", "minutes", "seconds":
      return (fields[fields.count - 1..<fields.count], [try durations(arguments) ?? "-"])
    default: return (fields[fields.count - 1..<fields.count], [try times(arguments) ?? "-"])
    }
  }

  private func ofDates(_ given: Arguments) throws -> [String] {
    let date = try given.date(1)
    switch given.operation {
    case "parts":
      let (weekYear, week) = date.isoWeek
      return [date.year, date.month, date.day, date.quarter, date.weekday, week, weekYear].map { "\($0)" }
    case "ends":
      return [
        date.startOfMonth.text, date.endOfMonth.text, date.startOfQuarter.text, date.endOfQuarter.text, date.startOfYear.text,
        date.endOfYear.text, date.startOfWeek.text, date.endOfWeek?.text ?? "-",
      ]
    default:
      let other = try given.date(2)
      return [date.days(until: other), date.months(until: other), date.years(until: other)].map { "\($0)" }
    }
  }

  private func times(_ given: Arguments) throws -> String? {
    switch given.operation {
    case "date_plus_period":
      // A subtraction is an addition of the negated period.
      let (date, period) = (try given.date(1), try given.period(2))
      let (sum, difference) = (date.adding(period), date.subtracting(period.negated))
      return sum == difference ? sum?.text : "no one sum"
    case "timestamp_plus_period":
      let (moment, period) = (try given.moment(1), try given.period(2))
      let (sum, difference) = (moment.adding(period), moment.subtracting(period.negated))
      return sum == difference ? sum?.text : "no one sum"
    case "date_of": return CivilDate(year: try given.int(1), month: try given.int(2), day: try given.int(3))?.text
    case "time_of": return TimeOfDay(hour: try given.int(1), minute: try given.int(2), second: try given.int(3))?.text
    case "period": return Period(text: given[1])?.text
    case "period_sum": return try given.period(1).adding(try given.period(2))?.text
    case "period_times": return try given.period(1).multiplied(by: try given.decimal(2))?.text
    case "timestamp": return Timestamp(text: given[1])?.text
    case "time": return TimeOfDay(text: given[1])?.text
    case "time_plus_duration": return try given.time(1).adding(try given.duration(2))?.text
    case "time_minus_time": return try given.time(1).subtracting(try given.time(2)).text
    case "at": return Timestamp(date: try given.date(1), time: try given.time(2)).text
    default: throw Unreadable()
    }
  }

  private func durations(_ given: Arguments) throws -> String? {
    switch given.operation {
    case "duration": return TimeSpan(text: given[1])?.text
    case "duration_times": return try? given.duration(1).multiplied(by: try given.decimal(2)).get().text
    case "duration_by": return try? given.duration(1).divided(by: try given.decimal(2)).get().text
    case "weeks": return TimeSpan.weeks(try given.decimal(1))?.text
    case "days": return TimeSpan.days(try given.decimal(1))?.text
    case "hours": return TimeSpan.hours(try given.decimal(1))?.text
    case "minutes": return TimeSpan.minutes(try given.decimal(1))?.text
    case "seconds": return TimeSpan.seconds(try given.decimal(1))?.text
    case "duration_sum", "duration_mean":
      var sum = TimeSpanSum()
      for term in given[1].split(separator: " ") { sum.add(try read(TimeSpan(text: term))) }
      return given.operation == "duration_sum" ? sum.result?.text : sum.mean?.text
    default: throw Unreadable()
    }
  }

  private func working(_ given: Arguments) throws -> String {
    let (calendar, date) = (try read(calendars[given[1]]), try given.date(2))
    switch given.operation {
    case "is_working_day": return "\(calendar.isWorkingDay(date))"
    case "working_days": return "\(calendar.workingDays(after: date, through: try given.date(3)))"
    default: return calendar.adding(workingDays: try given.int(3), to: date)?.text ?? "-"
    }
  }

  private mutating func zoned(_ given: Arguments) throws -> String {
    let zone = try zones[given[1]] ?? read(Zone.named(String(given[1])))
    zones[given[1]] = zone
    switch given.operation {
    case "zone_offset": return zone.offset(at: try given.moment(2)).map { "\($0)" } ?? "-"
    case "zone_date": return Self.text(zone.date(at: try given.moment(2)))
    case "zone_time": return Self.text(zone.time(at: try given.moment(2)))
    case "zone_at": return Self.text(zone.timestamp(date: try given.date(2), time: try given.time(3)))
    default:
      let rules = zone.canonicalRules
      let list = rules.offsets.map { "[\($0.second),\($0.offset)]" }.joined(separator: ",")
      return "[[\(list)],\"\(rules.rule)\"]"
    }
  }

  private static func text(_ result: Result<some CustomStringConvertible, ZoneFault>) -> String {
    switch result {
    case .success(let value): value.description
    case .failure(let fault): "\(fault)"
    }
  }
}

/// The fields of a line, parsed as the arguments of an operation.
private struct Arguments {
  let fields: [Substring]

  var operation: Substring { fields[0] }

  subscript(place: Int) -> Substring { fields[place] }

  func date(_ place: Int) throws -> CivilDate { try read(CivilDate(text: fields[place])) }
  func moment(_ place: Int) throws -> Timestamp { try read(Timestamp(text: fields[place])) }
  func time(_ place: Int) throws -> TimeOfDay { try read(TimeOfDay(text: fields[place])) }
  func duration(_ place: Int) throws -> TimeSpan { try read(TimeSpan(text: fields[place])) }
  func period(_ place: Int) throws -> Period { try read(Period(text: fields[place])) }
  func int(_ place: Int) throws -> Int { try read(Int(fields[place])) }
  func decimal(_ place: Int) throws -> Decimal { try Decimal(literal: fields[place]) }
}

private struct NoValue: Error {}

private func read<Value>(_ value: Value?) throws -> Value {
  guard let value else { throw NoValue() }
  return value
}
