import TruthsJSON
package import TruthsText

extension Program {
  /// A text read as an enum or a time of any kind; `nil` where it is none.
  package func value(written text: Text, as type: ValueType) -> Value? {
    switch type {
    case .date: CivilDate(text: text.string).map { .date($0) }
    case .timestamp: Timestamp(text: text.string).map { .timestamp($0) }
    case .duration: TimeSpan(text: text.string).map { .duration($0) }
    case .period: Period(text: text.string).map { .period($0) }
    case .time: TimeOfDay(text: text.string).map { .time($0) }
    case .enumeration(let index):
      enums[index].place(of: text).map { .enumeration(EnumValue(type: index, ordinal: $0, name: text)) }
    default: nil
    }
  }
}

extension Function {
  /// What a text stands for by a function that converts texts (functions §4); `nil` where it does not fit.
  package func value(of text: Text, _ program: Program) -> Value? {
    switch self {
    case .number: return JSONReader.number(in: text).map { .number($0) }
    case .integer: return JSONReader.number(in: text).flatMap { $0.isInteger ? .number($0) : nil }
    default: return convertsText ? fixedResult.flatMap { program.value(written: text, as: $0) } : nil
    }
  }

  /// Whether its first argument is a text that it converts.
  package var convertsText: Bool {
    switch self {
    case .number, .integer, .timestamp, .duration, .period, .dateOfText, .timeOfText: true
    default: false
    }
  }
}
