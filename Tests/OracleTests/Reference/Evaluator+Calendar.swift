import TruthsSyntax
import TruthsText

/// The calendar by the words of dates §1, one day or month after the other.
extension Evaluator {
  /// The result types of functions of dates and times.
  static var calendarTypes: [String: Typ] {
    var types: [String: Typ] = [
      "date": .date, "date_of": .date, "add_working_days": .date, "time": .clock, "time_of": .clock, "at": .time,
      "months": .period, "years": .period, "is_working_day": .bool,
    ]
    for name in ["weeks", "days", "hours", "minutes", "seconds"] { types[name] = .span }
    for name in ["week", "month", "quarter", "year"] { types["start_of_\(name)"] = .date }
    for name in ["week", "month", "quarter", "year"] { types["end_of_\(name)"] = .date }
    let numbers = [
      "year", "month", "day", "quarter", "weekday", "week", "week_year", "hour", "minute", "second", "days_between",
      "months_between", "years_between", "working_days_between",
    ]
    for name in numbers { types[name] = .integer }
    return types
  }

  /// A function of the calendar; `nil` for any other.
  func calendar(_ name: String, _ arguments: [Expr], _ scope: Scope) -> Val? {
    switch name {
    case "date", "time": return local(name, arguments, scope)
    case "at": return moment(arguments, scope)
    case "add_working_days", "working_days_between", "is_working_day": return workingDays(name, arguments, scope)
    case "months", "years":
      guard let number = eval(arguments[0], scope).number else { return .missing }
      guard let whole = number.intValue, abs(whole) < 1_000_000 else { return .missing }
      return Period(months: name == "years" ? 12 * whole : whole).map(Val.period) ?? .missing
    case "date_of", "time_of":
      let parts = arguments.compactMap { eval($0, scope).number?.intValue }
      guard parts.count == 3 else { return .missing }
      return name == "date_of"
        ? CivilDate(year: parts[0], month: parts[1], day: parts[2]).map(Val.date) ?? .missing
        : TimeOfDay(hour: parts[0], minute: parts[1], second: parts[2]).map(Val.clock) ?? .missing
    case "hour", "minute", "second":
      guard let time = clock(eval(arguments[0], scope)) else { return .missing }
      let milliseconds = Int(time.milliseconds)
      let parts = ["hour": milliseconds / 3_600_000, "minute": milliseconds / 60_000 % 60, "second": milliseconds / 1000 % 60]
      return parts[name].map { .number(Decimal($0)) }
    case "days_between", "months_between", "years_between":
      guard case .date(let first) = eval(arguments[0], scope, want: .date),
        case .date(let second) = eval(arguments[1], scope, want: .date)
      else { return .missing }
      return .number(Decimal(between(name, first, second)))
    default:
      guard Self.calendarTypes[name] == .integer || Self.calendarTypes[name] == .date, arguments.count == 1 else { return nil }
      guard case .date(let date) = eval(arguments[0], scope, want: .date) else { return .missing }
      return part(name, of: date)
    }
  }

  private func clock(_ value: Val) -> TimeOfDay? {
    switch value {
    case .clock(let time): time
    case .time(let moment): moment.time
    default: nil
    }
  }

  // MARK: Parts

  private func part(_ name: String, of date: CivilDate) -> Val {
    let (year, month, day) = date.parts
    let number: Int? =
      switch name {
      case "year": year
      case "month": month
      case "day": day
      case "quarter": month <= 3 ? 1 : month <= 6 ? 2 : month <= 9 ? 3 : 4
      case "weekday": weekday(date)
      case "week": ordinal(thursday(date)) / 7 + 1
      case "week_year": year + (thursday(date) < firstDay(year) ? -1 : thursday(date) >= firstDay(year + 1) ? 1 : 0)
      default: nil
      }
    if let number { return .number(Decimal(number)) }
    let isStart = name.hasPrefix("start_of_")
    if name.hasSuffix("week") {
      let days = Int(date.days) - weekday(date) + (isStart ? 1 : 7)
      return CivilDate(days: days).map(Val.date) ?? .missing
    }
    let length = name.hasSuffix("month") ? 1 : name.hasSuffix("quarter") ? 3 : 12
    let first = (month - 1) / length * length + 1
    if isStart { return CivilDate(year: year, month: first, day: 1).map(Val.date) ?? .missing }
    return (28...31).compactMap { CivilDate(year: year, month: first + length - 1, day: $0) }.last.map(Val.date) ?? .missing
  }

  /// Monday is 1; 2024-01-01 was one.
  private func weekday(_ date: CivilDate) -> Int {
    let distance = (Int(date.days) - 19_723) % 7
    return (distance + 7) % 7 + 1
  }

  /// The number of the Thursday of a day's week.
  private func thursday(_ date: CivilDate) -> Int { Int(date.days) + 4 - weekday(date) }

  private func firstDay(_ year: Int) -> Int {
    if let first = CivilDate(year: year, month: 1, day: 1) { return Int(first.days) }
    return year < 1 ? -719_162 - 366 : 2_932_897
  }

  /// Returns the number of days of the year before a day.
  private func ordinal(_ days: Int) -> Int {
    guard let date = CivilDate(days: days) else { return days >= 0 ? days - 2_932_897 : 0 }
    return days - firstDay(date.parts.year)
  }

  // MARK: Months

  func moved(_ date: CivilDate, by months: Int) -> CivilDate? {
    var day = date.parts.day
    let index = date.parts.year * 12 + date.parts.month - 1 + months
    if index < 0 { return nil }
    let (year, month) = (index / 12, index % 12 + 1)
    while day > 27 {
      if let moved = CivilDate(year: year, month: month, day: day) { return moved }
      day -= 1
    }
    return CivilDate(year: year, month: month, day: day)
  }

  private func between(_ name: String, _ first: CivilDate, _ second: CivilDate) -> Int {
    if name == "days_between" { return Int(second.days) - Int(first.days) }
    if second < first { return -between(name, second, first) }
    var months = 0
    while let next = moved(first, by: months + 1), next <= second { months += 1 }
    return name == "years_between" ? months / 12 : months
  }

  func calendarArithmetic(_ op: BinaryOperator, _ left: Val, _ right: Val) -> Val {
    let sign = op == .subtract ? -1 : 1
    switch (op, left, right) {
    case (.add, .clock(let time), .span(let span)), (.subtract, .clock(let time), .span(let span)):
      let milliseconds = Int64(time.milliseconds) + Int64(sign) * span.milliseconds
      return TimeOfDay(milliseconds: milliseconds).map(Val.clock) ?? .missing
    case (.subtract, .clock(let left), .clock(let right)):
      return TimeSpan(milliseconds: Int64(left.milliseconds) - Int64(right.milliseconds)).map(Val.span) ?? .missing
    case (.add, .date(let date), .period(let period)), (.subtract, .date(let date), .period(let period)):
      return moved(date, by: sign * Int(period.months)).map(Val.date) ?? .missing
    case (.add, .time(let moment), .period(let period)), (.subtract, .time(let moment), .period(let period)):
      return moved(moment.date, by: sign * Int(period.months)).map { .time(Timestamp(date: $0, time: moment.time)) } ?? .missing
    case (.add, .period(let left), .period(let right)), (.subtract, .period(let left), .period(let right)):
      return Period(months: Int(left.months) + sign * Int(right.months)).map(Val.period) ?? .missing
    case (.multiply, .period(let period), .number(let number)), (.multiply, .number(let number), .period(let period)):
      guard let factor = number.intValue, abs(factor) < 1_000_000_000 else { return .missing }
      return Period(months: Int(period.months) * factor).map(Val.period) ?? .missing
    case (.divide, .period(let left), .period(let right)):
      return number(Decimal(Int(left.months)).divided(by: Decimal(Int(right.months))))
    default: return .missing
    }
  }
}

extension Evaluator {
  // MARK: Zones

  private func zone(_ expr: Expr, _ scope: Scope) -> Zone? {
    switch eval(expr, scope) {
    case .text(let name): Zone.named(name.string)
    case .symbol(_, let name): Zone.named(name)
    default: nil
    }
  }

  private func local(_ name: String, _ arguments: [Expr], _ scope: Scope) -> Val {
    guard case .time(let moment) = eval(arguments[0], scope, want: .time) else { return .missing }
    var milliseconds = moment.milliseconds
    if arguments.count > 1 {
      guard let offset = zone(arguments[1], scope)?.offset(at: moment) else { return .missing }
      milliseconds += Int64(offset) * 1000
    }
    if name == "date" { return Timestamp(milliseconds: milliseconds).map { .date($0.date) } ?? .missing }
    let rest = milliseconds % 86_400_000
    return TimeOfDay(milliseconds: rest < 0 ? rest + 86_400_000 : rest).map(Val.clock) ?? .missing
  }

  /// Returns the earliest moment at which the clocks of the zone show a date and time. If they never do, the offset of the day
  /// before counts.
  private func moment(_ arguments: [Expr], _ scope: Scope) -> Val {
    guard case .date(let date) = eval(arguments[0], scope, want: .date),
      case .clock(let time) = eval(arguments[1], scope, want: .clock)
    else { return .missing }
    let local = Timestamp(date: date, time: time).milliseconds
    guard arguments.count > 2 else { return Timestamp(milliseconds: local).map(Val.time) ?? .missing }
    guard let zone = zone(arguments[2], scope) else { return .missing }
    func offset(_ milliseconds: Int64) -> Int64? {
      Timestamp(milliseconds: max(0, milliseconds)).flatMap { zone.offset(at: $0) }.map { Int64($0) * 1000 }
    }
    let day: Int64 = 86_400_000
    let offsets = [offset(local - day), offset(local + day)].compactMap(\.self)
    let shown = offsets.map { local - $0 }.filter { moment in offset(moment).map { moment + $0 == local } ?? false }
    guard let moment = shown.min() ?? offsets.first.map({ local - $0 }), moment >= 0 else { return .missing }
    return Timestamp(milliseconds: moment).map(Val.time) ?? .missing
  }

  // MARK: Working days

  private func workingDays(_ name: String, _ arguments: [Expr], _ scope: Scope) -> Val {
    guard case .date(let date) = eval(arguments[0], scope, want: .date), let words = arguments.last.flatMap({ Path($0) })?.words,
      let found = vocab.find(words.joined(separator: "."), in: vocab.calendars, from: scope.pack)?.item,
      let free = freeDays(found)
    else { return .missing }
    func works(_ days: Int) -> Bool {
      guard let date = CivilDate(days: days) else { return false }
      let names = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
      let isWeekend = found.body.weekend.contains { $0.text == names[weekday(date) - 1] }
      return !isWeekend && !free.contains(date.text) && !free.contains(String(date.text.dropFirst(5)))
    }
    if name == "is_working_day" { return .bool(works(Int(date.days))) }
    if name == "working_days_between" {
      guard case .date(let other) = eval(arguments[1], scope, want: .date) else { return .missing }
      let range = min(date.days, other.days)..<max(date.days, other.days)
      let count = range.count { works(Int($0) + 1) }
      return .number(Decimal(other < date ? -count : count))
    }
    guard var left = eval(arguments[1], scope).number?.intValue else { return .missing }
    var days = Int(date.days)
    while left != 0 {
      days += left > 0 ? 1 : -1
      guard CivilDate(days: days) != nil else { return .missing }
      if works(days) { left += left > 0 ? -1 : 1 }
    }
    return CivilDate(days: days).map(Val.date) ?? .missing
  }

  /// Holidays as they are written: `2024-01-01`, `12-25`; `nil` where a policy of them is missing.
  private func freeDays(_ calendar: (pack: String, body: CalendarDeclaration)) -> Set<String>? {
    var free: Set<String> = []
    for holiday in calendar.body.holidays.map(\.text) {
      if holiday.first?.isNumber == true {
        free.insert(holiday)
        continue
      }
      guard let policy = vocab.find(holiday, in: vocab.policies, from: calendar.pack)?.name,
        let dates = world.policy(policy).elements
      else { return nil }
      for case .date(let date) in dates { free.insert(date.text) }
    }
    return free
  }
}
