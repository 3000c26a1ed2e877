import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Calls of the calendar functions (functions §9).
extension ClauseTypeChecker {
  /// Lowers a call of a function of dates and times.
  ///
  /// A calendar argument is lowered to its index in ``Program/calendars``, followed by the policies of its holidays. A time zone
  /// is lowered to its name, or to the enum value that names it.
  func calendarCall(_ function: Function, _ arguments: [Expr], at span: Span) -> Typed {
    if arguments.count == 1, function == .date || function == .time {
      return dayOrTime(function, arguments[0], at: span)
    }
    var values: [Typed] = []
    for (position, expr) in arguments.enumerated() {
      let isLast = position == arguments.count - 1
      if isLast, function.takesCalendar {
        values += calendar(expr)
      } else if isLast, function.takesZone(of: arguments.count) {
        values.append(zone(expr))
      } else {
        values.append(calendarArgument(expr, at: position, of: function))
      }
    }
    if values.contains(where: \.type.isUnknown) { return .fault(at: span) }
    checkCertain(function, values, at: span)
    return Typed(
      node: .call(function, values.map(\.node)), type: function.calendarResult ?? .unknown, span: span, parts: values)
  }

  /// Lowers an argument that is neither a zone nor a calendar, and checks it against the function's parameter.
  func calendarArgument(_ expr: Expr, at position: Int, of function: Function) -> Typed {
    switch (function, position) {
    case (.date, _), (.time, _): return assigned(expr, to: .timestamp)
    case (.hour, _), (.minute, _), (.second, _):
      return checked(value(expr, expecting: nil), wanted: "a timestamp or time") { $0 == .timestamp || $0 == .time }
    case (.months, _), (.years, _):
      return count(expr, of: function)
    case (.dateOf, _), (.timeOf, _), (.addWorkingDays, 1):
      return checked(value(expr, expecting: nil), wanted: "a number without a unit") { $0.isNumber && $0.unit == nil }
    case (.at, 1): return assigned(expr, to: .time)
    default: return assigned(expr, to: .date)
    }
  }

  // MARK: Calendars

  /// Lowers a calendar's name, bare or qualified by its pack, to its index and the policies of its holidays.
  private func calendar(_ expr: Expr) -> [Typed] {
    guard let words = expr.words, let last = words.last, words.count <= 2 else {
      session.report(
        WrongType.finding(
          "no name", wanted: "the name of a calendar, such as `office`, declared as `calendar office`", at: expr.span))
      return [.fault(at: expr.span)]
    }
    let all = session.calendars(named: last.text)
    let named = words.count == 2 ? all.filter { program.calendars[$0].pack == words[0].text } : all
    let own = named.filter { program.calendars[$0].pack == scope.name }
    let seen = own.isEmpty ? named.filter { scope.sees(program.calendars[$0].pack) } : own
    guard let index = seen.first, seen.count == 1 else {
      reportUnresolvedCalendar(words, at: expr.span, seen: seen, named: named)
      return [.fault(at: expr.span)]
    }
    session.usage.calendars.insert(index)
    references.insert(.calendar(index))
    session.note(.calendar(index), at: last.span)
    let number = Typed(
      node: .constant(.number(Decimal(index))), type: .integer(unit: nil), span: expr.span, isImplicit: true)
    return [number]
      + program.calendars[index].policies.map { holidays in
        var typed = policy(holidays, at: expr.span)
        typed.label = program.policies[holidays].name
        typed.isImplicit = true
        return typed
      }
  }

  private func reportUnresolvedCalendar(_ words: [Name], at span: Span, seen: [Int], named: [Int]) {
    let written = words.map(\.text).joined(separator: ".")
    if seen.count > 1 {
      paths.reportAmbiguous(
        written, at: span,
        seen.map { (program.calendars[$0].qualifiedName, "calendar", Optional(program.calendars[$0].span)) })
    } else if let other = named.first {
      session.report(UnusedPack.name(written, at: span, pack: program.calendars[other].pack, scope: scope.name))
    } else if !session.names.isUnread(written) {
      let visible = program.calendars.filter { scope.sees($0.pack) }
      session.report(
        UnknownName.finding(
          written, at: span, among: session.candidates(visible.map(\.name)),
          help: "declare `calendar \(words.last?.text ?? written):` with its `weekend` and `holidays`"))
    }
  }

  // MARK: Zones

  /// Lowers a time zone: a text literal with its name, or a value of an enum whose values are zone names.
  private func zone(_ expr: Expr) -> Typed {
    if case .text(let literal) = expr.kind, let name = literal.plain {
      guard isZone(name, at: expr.span) else { return .fault(at: expr.span) }
      return .constant(.text(Text(name)), .text, at: expr.span)
    }
    let typed = value(expr, expecting: nil)
    switch typed.type {
    case .unknown: return typed
    case .enumeration(let index):
      let names = program.enums[index].values.map(\.string)
      guard names.contains(where: { Zone.named($0) != nil }) else { break }
      // Checks every value without stopping, so that all wrong ones are reported.
      let isRight = names.map { isZone($0, of: program.enums[index].name, at: expr.span) }
      return isRight.contains(false) ? .fault(at: expr.span) : typed
    default: break
    }
    session.report(NotAZone.finding(name(of: typed.type), at: expr.span))
    return .fault(at: expr.span)
  }

  private func isZone(_ name: String, of enumeration: String? = nil, at span: Span) -> Bool {
    if Zone.named(name) != nil {
      references.insert(.zone(name))
      return true
    }
    session.report(
      UnknownZone.finding(name, of: enumeration, at: span, among: session.candidates(Zone.names)))
    return false
  }

  // MARK: Periods

  /// Returns an operation with a period; `nil` for other types.
  func periodOperation(_ operation: BinaryOperator, _ left: Typed, _ right: Typed) -> TimeOperation? {
    switch (operation, left.type, right.type) {
    case (.add, .timestamp, .period): TimeOperation(operation: .timestampPlusPeriod, type: .timestamp)
    case (.add, .period, .timestamp): TimeOperation(operation: .timestampPlusPeriod, type: .timestamp, isSwapped: true)
    case (.subtract, .timestamp, .period): TimeOperation(operation: .timestampMinusPeriod, type: .timestamp)
    case (.add, .date, .period): TimeOperation(operation: .datePlusPeriod, type: .date)
    case (.add, .period, .date): TimeOperation(operation: .datePlusPeriod, type: .date, isSwapped: true)
    case (.subtract, .date, .period): TimeOperation(operation: .dateMinusPeriod, type: .date)
    case (.add, .period, .period): TimeOperation(operation: .addPeriods, type: .period)
    case (.subtract, .period, .period): TimeOperation(operation: .subtractPeriods, type: .period)
    case (.divide, .period, .period): TimeOperation(operation: .periodByPeriod, type: .decimal(unit: nil))
    case (.multiply, .period, .integer(unit: nil)): TimeOperation(operation: .periodTimesNumber, type: .period)
    case (.multiply, .integer(unit: nil), .period): TimeOperation(operation: .numberTimesPeriod, type: .period)
    default: nil
    }
  }

  // MARK: Missing values

  /// Reports a date plus or minus a constant duration of partial days, such as `date + hours(3)`, which is never a date.
  func checkWholeDays(_ operation: Arithmetic, _ span: Typed, _ exprs: (date: Expr, span: Expr)) {
    guard operation == .datePlusDuration || operation == .dateMinusDuration, let length = span.node.constantSpan,
      !length.isWholeDays
    else { return }
    let sign = operation == .datePlusDuration ? "+" : "-"
    session.report(
      NeverFits.date(
        formatted(exprs.span), at: exprs.span.span,
        instead: "at(\(formatted(exprs.date)), \"00:00\") \(sign) \(formatted(exprs.span))"))
  }

  /// Reports constant arguments that never give a value, such as `months(1.5)` or `date_of(2023, 2, 29)`.
  private func checkCertain(_ function: Function, _ values: [Typed], at span: Span) {
    let numbers = values.compactMap { if case .constant(.number(let number)) = $0.node { number } else { nil } }
    guard numbers.count == values.count else { return }
    switch function {
    case .months, .years:
      if !numbers[0].isInteger { session.report(NeverFits.fraction(numbers[0].canonicalText, of: function.rawValue, at: span)) }
    case .dateOf:
      let parts = numbers.compactMap(\.intValue)
      guard parts.count < 3 || CivilDate(year: parts[0], month: parts[1], day: parts[2]) == nil else { return }
      session.report(NeverFits.impossible("day", at: span))
    case .timeOf:
      let parts = numbers.compactMap(\.intValue)
      guard parts.count < 3 || TimeOfDay(hour: parts[0], minute: parts[1], second: parts[2]) == nil else { return }
      session.report(NeverFits.impossible("time", at: span))
    default: break
    }
  }
}

extension Function {
  fileprivate var takesCalendar: Bool { self == .addWorkingDays || self == .workingDaysBetween || self == .isWorkingDay }

  /// Whether the last of `count` arguments is a zone.
  fileprivate func takesZone(of count: Int) -> Bool {
    switch self {
    case .date, .time: count == 2
    case .at: count == 3
    default: false
    }
  }
}

extension Node {
  /// The constant duration that the node stands for, such as `hours(3)` or `days(1) + hours(2)`; `nil` if it is not constant.
  var constantSpan: TimeSpan? {
    switch self {
    case .constant(.duration(let span)): return span
    case .negate(let inner): return inner.constantSpan?.negated
    case .call(let function, let arguments):
      guard case .constant(.number(let number))? = arguments.first else { return nil }
      switch function {
      case .weeks: return TimeSpan.weeks(number)
      case .days: return TimeSpan.days(number)
      case .hours: return TimeSpan.hours(number)
      case .minutes: return TimeSpan.minutes(number)
      case .seconds: return TimeSpan.seconds(number)
      default: return nil
      }
    case .arithmetic(let operation, let left, let right):
      guard let left = left.constantSpan, let right = right.constantSpan else { return nil }
      switch operation {
      case .addDurations: return left.adding(right)
      case .subtractDurations: return left.subtracting(right)
      default: return nil
      }
    default: return nil
    }
  }
}
