import TruthsCheck
import TruthsText

extension Evaluator {
  /// A function of language.md §3; missing when an argument is.
  mutating func call(_ function: Function, _ arguments: [Node]) -> Value {
    var values: [Value] = []
    for argument in arguments {
      let value = value(argument)
      if value.isMissing { return value }
      values.append(value)
    }
    guard let first = values.first else { return .missing(.absent) }
    switch first {
    case .number(let number): return numeric(function, number, values.dropFirst().first)
    case .text(let text): return textual(function, text, values.dropFirst().first)
    case .list(let elements): return listing(function, elements, values.dropFirst().first)
    case .timestamp(let moment) where function == .date: return .date(moment.date)
    case .duration(let span) where function == .abs: return span < .zero ? self.span(span.negated) : first
    default: return .missing(.absent)
    }
  }

  private func numeric(_ function: Function, _ number: Decimal, _ second: Value?) -> Value {
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

  private func textual(_ function: Function, _ text: Text, _ second: Value?) -> Value {
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

  private func listing(_ function: Function, _ elements: [Value], _ second: Value?) -> Value {
    switch function {
    case .length: return .number(Decimal(elements.count))
    case .isSorted: return .boolean(zip(elements, elements.dropFirst()).allSatisfy { !precedes($1, $0) })
    case .first:
      guard case .number(let count) = second, let count = count.intValue else { return .missing(.range) }
      return .list(Array(elements.prefix(max(0, count))))
    case .distinct:
      var seen = Set<Value>()
      return .list(elements.filter { seen.insert($0).inserted })
    default: return .missing(.absent)
    }
  }
}
