import TruthsCheck
import TruthsText

/// Arithmetic and functions over values (language.md §3): what compiled code does not do with cells alone.
enum Operations {
  /// A function of a number, text, timestamp or duration; those of lists work on cells.
  static func call(_ function: Function, _ first: Value, _ second: Value?) -> Value {
    switch first {
    case .number(let number): return numeric(function, number, second)
    case .text(let text): return textual(function, text, second)
    case .timestamp(let moment) where function == .date: return .date(moment.date)
    case .duration(let span) where function == .abs: return span < .zero ? self.span(span.negated) : first
    default: return .missing(.absent)
    }
  }

  private static func numeric(_ function: Function, _ number: Decimal, _ second: Value?) -> Value {
    switch function {
    case .abs: return .number(number.abs)
    case .floor: return .number(number.floor)
    case .ceil: return .number(number.ceil)
    case .round:
      guard case .number(let places) = second else { return self.number(number.rounded()) }
      guard let places = places.intValue else { return .missing(.absent) }
      return self.number(number.rounded(places: places))
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
