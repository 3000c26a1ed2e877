import TruthsJSON
package import TruthsText

/// Conversion of written texts to values.
extension Program {
  /// Reads a text from JSON. Enum values are read by their names in JSON, and other values as ``value(written:as:)`` reads them.
  package func value(received text: Text, as type: ValueType) -> Value? {
    guard case .enumeration(let index) = type else { return value(written: text, as: type) }
    return enums[index].place(ofJSON: text).map {
      .enumeration(EnumValue(type: index, ordinal: $0, name: enums[index].values[$0]))
    }
  }

  /// Reads a text as an enum value or as a date, time, moment or time span; `nil` where it is not one of the type.
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
  /// Returns the value of a text under a conversion function (functions §4), or `nil` where it cannot be converted.
  package func value(of text: Text, _ program: Program) -> Value? {
    switch self {
    case .number: return JSONReader.number(in: text).map { .number($0) }
    case .integer: return JSONReader.number(in: text).flatMap { $0.isInteger ? .number($0) : nil }
    default: return convertsText ? fixedResult.flatMap { program.value(written: text, as: $0) } : nil
    }
  }

  /// Whether the first argument is a text that the function converts.
  package var convertsText: Bool {
    switch self {
    case .number, .integer, .timestamp, .duration, .period, .dateOfText, .timeOfText: true
    default: false
    }
  }
}
