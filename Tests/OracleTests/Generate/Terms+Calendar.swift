/// Dates, times and periods (dates §1).
extension Terms {
  private mutating func day() -> String { term(.date) ?? "date(now)" }

  mutating func date(_ depth: Int) -> String {
    switch chance.below(8) {
    case 0, 1: return "(\(day()) + days(\(term(.integer) ?? "2")))"
    case 2: return "(\(day()) \(chance.pick(["+", "-"])) \(period(depth)))"
    case 3:
      return "\(chance.pick(["start", "end"]))_of_\(chance.pick(["week", "month", "quarter", "year"]))(\(day()))"
    case 4: return "add_working_days(\(day()), \(leaf(.integer, 0)), office)"
    case 5:
      return "date_of(20\(chance.pick(["23", "24"])), \(term(.integer) ?? "length(\"ab\")"), \(chance.pick(["1", "29", "30"])))"
    case 6: return "date(\(term(.time) ?? "now"), \(zone()))"
    default: return "date(\(moment(0)))"
    }
  }

  mutating func moment(_ depth: Int) -> String {
    let sign = chance.pick(["+", "-"])
    switch chance.below(5) {
    case 0, 1: return "(\(term(.time) ?? "now") \(sign) \(term(.span) ?? "hours(\(leaf(.integer, 0)))"))"
    case 2: return "(\(term(.time) ?? "now") \(sign) \(term(.period) ?? "months(\(leaf(.integer, 0)))"))"
    case 3: return "at(\(day()), \(leaf(.clock, 0)), \(zone()))"
    default: return "at(\(day()), \(leaf(.clock, 0)))"
    }
  }

  mutating func period(_ depth: Int) -> String {
    switch chance.below(5) {
    case 0: return "\(chance.pick(["months", "years"]))(\(depth > 0 ? expression(.integer, depth: depth) : leaf(.integer, 0)))"
    case 1: return "(months(\(leaf(.integer, 0))) \(chance.pick(["+", "-"])) \(term(.period) ?? "years(1)"))"
    case 2: return "(\(term(.period) ?? "months(7)") * \(term(.integer) ?? "3"))"
    case 3: return term(.period).map { "\(chance.pick(["-", "abs"]))(\($0))" } ?? "-months(2)"
    default: return aggregate(.period) ?? term(.period) ?? "years(2)"
    }
  }

  mutating func clock(_ depth: Int) -> String {
    switch chance.below(4) {
    case 0: return "time(\(term(.time) ?? "now"))"
    case 1: return "time(\(term(.time) ?? "now"), \(zone()))"
    case 2:
      return "(\(term(.clock) ?? "time(now)") \(chance.pick(["+", "-"])) \(term(.span) ?? "minutes(\(leaf(.integer, 0)))"))"
    default: return "time_of(\(leaf(.integer, 0)), \(chance.pick(["0", "30"])), \(leaf(.integer, 0)))"
    }
  }

  /// A whole number about dates and times.
  mutating func part(_ depth: Int) -> String {
    let first = depth > 0 ? date(0) : day()
    switch chance.below(5) {
    case 0, 1:
      let name = chance.pick(["year", "month", "day", "quarter", "weekday", "week", "week_year"])
      return "\(name)(\(first))"
    case 2: return "\(chance.pick(["hour", "minute", "second"]))(\(term(.clock) ?? term(.time) ?? "now"))"
    case 3: return "\(chance.pick(["days", "months", "years"]))_between(\(first), \(day()))"
    default: return "working_days_between(\(first), \(day()), office)"
    }
  }

  private mutating func zone() -> String {
    chance.pick(["home", "\"Europe/Berlin\"", "\"America/New_York\"", "\"Asia/Kathmandu\""])
  }
}

/// The declarations of every generated set, which give it a calendar and a time zone.
enum CalendarText {
  static let declarations = [
    "enum place: [\"Europe/Berlin\", \"Pacific/Apia\", \"Asia/Kathmandu\"]\n",
    "policy home:\n  type: place\n  default: \"Europe/Berlin\"\n",
    "policy closing_days:\n  type: list of date\n  default: [\"2024-01-04\"]\n",
    "calendar office:\n  weekend: [saturday, sunday]\n  holidays: [2024-01-01, 12-25, closing_days]\n",
  ]

  /// Facts that set its policies, of a pack.
  static func settings(of pack: String, _ chance: inout Chance) -> [String] {
    var lines: [String] = []
    if chance.percent(20) {
      lines.append(
        "{\"type\": \"policy.set\", \"policy\": \"\(pack).closing_days\", \"value\": [\"2024-01-03\", \"2024-01-02\"]}")
    }
    if chance.percent(20) {
      lines.append("{\"type\": \"policy.set\", \"policy\": \"\(pack).home\", \"value\": \"Pacific/Apia\"}")
    }
    return lines
  }
}
