import TruthsCheck
import TruthsText

/// Arithmetic and functions over values (language.md §3): what compiled code does not do with cells alone.
enum Operations {
  /// A function of a number, text, duration or period; those of lists work on cells, those of the calendar are
  /// ``CalendarFunctions``.
  static func call(_ function: Function, _ first: Value, _ second: Value?) -> Value {
    switch first {
    case .number(let number): return numeric(function, number, second)
    case .text(let text): return textual(function, text, second)
    case .duration(let span) where function == .abs: return .duration(span.abs)
    case .period(let period) where function == .abs: return .period(period.abs)
    default: return .missing(.absent)
    }
  }

  private static func numeric(_ function: Function, _ number: Decimal, _ second: Value?) -> Value {
    switch function {
    case .abs: return .number(number.abs)
    case .weeks: return span(TimeSpan.weeks(number))
    case .days: return span(TimeSpan.days(number))
    case .hours: return span(TimeSpan.hours(number))
    case .minutes: return span(TimeSpan.minutes(number))
    case .seconds: return span(TimeSpan.seconds(number))
    default: return .missing(.absent)
    }
  }

  private static func textual(_ function: Function, _ text: Text, _ second: Value?) -> Value {
    switch (function, second) {
    case (.length, _): .number(Decimal(text.string.unicodeScalars.count))
    case (.lower, _): .text(text.lowercasedASCII)
    case (.upper, _): .text(text.uppercasedASCII)
    case (.trim, _): .text(text.trimmed)
    case (.startsWith, .text(let prefix)?): .boolean(text.string.utf8.starts(with: prefix.string.utf8))
    case (.endsWith, .text(let suffix)?): .boolean(text.string.utf8.reversed().starts(with: suffix.string.utf8.reversed()))
    case (.isEmail, _): .boolean(text.isEmail)
    default: .missing(.absent)
    }
  }
}

extension Operations {
  /// `+ - * / %` over numbers and times of every kind; missing with its cause where there is no answer.
  static func arithmetic(_ operation: Arithmetic, _ left: Value, _ right: Value) -> Value {
    if left.isMissing { return left }
    if right.isMissing { return right }
    switch (left, right) {
    case (.number(let one), .number(let other)): return numbers(operation, one, other)
    default: return times(operation, left, right)
    }
  }

  static func negate(_ value: Value) -> Value {
    switch value {
    case .number(let number): .number(number.negated)
    case .duration(let span): .duration(span.negated)
    case .period(let period): .period(period.negated)
    default: value
    }
  }

  private static func numbers(_ operation: Arithmetic, _ left: Decimal, _ right: Decimal) -> Value {
    switch operation {
    case .add: number(left.adding(right))
    case .subtract: number(left.subtracting(right))
    case .multiply: number(left.multiplied(by: right))
    case .divide: number(left.divided(by: right))
    case .remainder: number(left.remainder(dividingBy: right))
    default: .missing(.absent)
    }
  }

  static func number(_ result: Result<Decimal, DecimalFault>) -> Value {
    switch result {
    case .success(let number): .number(number)
    case .failure(.divisionByZero): .missing(.divisionByZero)
    case .failure: .missing(.overflow)
    }
  }

  private static func times(_ operation: Arithmetic, _ left: Value, _ right: Value) -> Value {
    switch (operation, left, right) {
    case (.timestampPlusDuration, .timestamp(let moment), .duration(let span)),
      (.timestampPlusDuration, .duration(let span), .timestamp(let moment)):
      return moment.adding(span).map { .timestamp($0) } ?? .missing(.range)
    case (.timestampMinusDuration, .timestamp(let moment), .duration(let span)):
      return moment.subtracting(span).map { .timestamp($0) } ?? .missing(.range)
    case (.timestampDifference, .timestamp(let one), .timestamp(let other)): return .duration(one.subtracting(other))
    case (.datePlusDuration, .date(let date), .duration(let span)), (.datePlusDuration, .duration(let span), .date(let date)):
      return date.adding(span).map { .date($0) } ?? .missing(.range)
    case (.dateMinusDuration, .date(let date), .duration(let span)):
      return date.subtracting(span).map { .date($0) } ?? .missing(.range)
    case (.dateDifference, .date(let one), .date(let other)): return .duration(one.subtracting(other))
    case (.addDurations, .duration(let one), .duration(let other)): return span(one.adding(other))
    case (.subtractDurations, .duration(let one), .duration(let other)): return span(one.subtracting(other))
    case (.durationTimesNumber, .duration(let one), .number(let factor)),
      (.numberTimesDuration, .number(let factor), .duration(let one)):
      return span(one.multiplied(by: factor))
    case (.durationByNumber, .duration(let one), .number(let divisor)): return span(one.divided(by: divisor))
    case (.durationByDuration, .duration(let one), .duration(let other)): return number(one.divided(by: other))
    case (.timePlusDuration, .time(let time), .duration(let span)):
      return time.adding(span).map { .time($0) } ?? .missing(.range)
    case (.timeMinusDuration, .time(let time), .duration(let span)):
      return time.subtracting(span).map { .time($0) } ?? .missing(.range)
    case (.timeDifference, .time(let one), .time(let other)): return .duration(one.subtracting(other))
    default: return periods(operation, left, right)
    }
  }

  private static func periods(_ operation: Arithmetic, _ left: Value, _ right: Value) -> Value {
    switch (operation, left, right) {
    case (.timestampPlusPeriod, .timestamp(let moment), .period(let period)):
      return moment.adding(period).map { .timestamp($0) } ?? .missing(.range)
    case (.timestampMinusPeriod, .timestamp(let moment), .period(let period)):
      return moment.subtracting(period).map { .timestamp($0) } ?? .missing(.range)
    case (.datePlusPeriod, .date(let date), .period(let period)):
      return date.adding(period).map { .date($0) } ?? .missing(.range)
    case (.dateMinusPeriod, .date(let date), .period(let period)):
      return date.subtracting(period).map { .date($0) } ?? .missing(.range)
    case (.addPeriods, .period(let one), .period(let other)): return period(one.adding(other))
    case (.subtractPeriods, .period(let one), .period(let other)): return period(one.subtracting(other))
    case (.periodTimesNumber, .period(let one), .number(let factor)),
      (.numberTimesPeriod, .number(let factor), .period(let one)):
      return period(one.multiplied(by: factor))
    case (.periodByPeriod, .period(let one), .period(let other)): return number(one.divided(by: other))
    default: return .missing(.absent)
    }
  }

  static func span(_ span: TimeSpan?) -> Value { span.map { .duration($0) } ?? .missing(.overflow) }

  static func period(_ period: Period?) -> Value { period.map { .period($0) } ?? .missing(.overflow) }

  private static func span(_ result: Result<TimeSpan, DecimalFault>) -> Value {
    switch result {
    case .success(let span): .duration(span)
    case .failure(.divisionByZero): .missing(.divisionByZero)
    case .failure: .missing(.overflow)
    }
  }
}

extension Text {
  /// `lower`: A–Z only.
  fileprivate var lowercasedASCII: Text { mapped { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 } }

  /// `upper`: a–z only.
  fileprivate var uppercasedASCII: Text { mapped { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 } }

  /// `trim`: without space, tab, CR and LF at its ends.
  var trimmed: Text {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    let bytes = Array(string.utf8)
    guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else {
      return ""
    }
    return Text(String(decoding: bytes[first...last], as: UTF8.self))
  }

  /// `is_email`: one `@`, no white space, something before it and a dot inside what follows.
  var isEmail: Bool {
    let scalars = Array(string.unicodeScalars)
    guard !scalars.contains(where: \.properties.isWhitespace) else { return false }
    guard let at = scalars.firstIndex(of: "@"), scalars.lastIndex(of: "@") == at, at > 0 else { return false }
    let domain = scalars[(at + 1)...]
    guard domain.count >= 3 else { return false }
    return domain.dropFirst().dropLast().contains(".")
  }

  private func mapped(_ change: (UInt8) -> UInt8) -> Text { Text(String(decoding: string.utf8.map(change), as: UTF8.self)) }
}

extension Text {
  /// Whether another text stands in this one; the empty text does.
  ///
  /// - Complexity: O(n + m).
  func contains(_ piece: Text) -> Bool {
    ByteSearch(for: Array(piece.string.utf8)).end(in: Array(string.utf8), from: 0) != nil
  }

  /// Whether the whole text has the shape of a `like` pattern: `*` stands for any run of scalars, `\*` for a star.
  ///
  /// - Complexity: O(n + m): what stands between two stars is found where it stands first, which leaves the most for the rest.
  func matches(pattern: Text) -> Bool {
    let whole = Array(string.utf8)
    let pieces = Self.pieces(of: pattern)
    guard let first = pieces.first, let last = pieces.last, pieces.count > 1 else { return whole == pieces.first }
    guard whole.count >= first.count + last.count, whole.starts(with: first) else { return false }
    guard whole[(whole.count - last.count)...].elementsEqual(last) else { return false }
    let middle = Array(whole[first.count..<(whole.count - last.count)])
    var place = 0
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let end = ByteSearch(for: piece).end(in: middle, from: place) else { return false }
      place = end
    }
    return true
  }

  /// What stands between the stars of a pattern, before the first and behind the last; one piece where it has none.
  private static func pieces(of pattern: Text) -> [[UInt8]] {
    var pieces: [[UInt8]] = [[]]
    var isEscaped = false
    let (star, escape) = (UInt8(ascii: "*"), UInt8(ascii: "\\"))
    for byte in pattern.string.utf8 {
      switch (byte, isEscaped) {
      case (escape, false):
        isEscaped = true
        continue
      case (star, false): pieces.append([])
      case (star, true), (escape, true): pieces[pieces.count - 1].append(byte)
      case (_, true): pieces[pieces.count - 1] += [escape, byte]
      case (_, false): pieces[pieces.count - 1].append(byte)
      }
      isEscaped = false
    }
    if isEscaped { pieces[pieces.count - 1].append(escape) }
    return pieces
  }
}
