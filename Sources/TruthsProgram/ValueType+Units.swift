import TruthsSyntax
import TruthsText

/// Units, compatibility and names of types, for the checker.
extension ValueType {
  /// Whether the type is a number, with or without a unit.
  package var isNumber: Bool {
    switch self {
    case .integer, .decimal: true
    default: false
    }
  }

  package var isUnknown: Bool { self == .unknown }

  package var isEnumeration: Bool {
    if case .enumeration = self { return true }
    return false
  }

  /// The unit of a number.
  package var unit: NumberUnit? {
    switch self {
    case .integer(let unit), .decimal(let unit): unit
    default: nil
    }
  }

  /// The type of a map's values.
  package var mapped: ValueType? {
    if case .map(let element) = self { return element }
    return nil
  }

  /// The type of a list's elements.
  package var element: ValueType? {
    switch self {
    case .list(let element): element
    case .unknown: .unknown
    default: nil
    }
  }

  /// Returns the same number type with another unit; any other type unchanged.
  package func with(unit: NumberUnit?) -> ValueType {
    switch self {
    case .integer: .integer(unit: unit)
    case .decimal: .decimal(unit: unit)
    default: self
    }
  }

  /// Whether a value of this type is allowed where `other` is expected.
  ///
  /// It must be the same type, an integer for a decimal of the same unit, or a list or map of such types.
  package func fits(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): true
    case (.integer(let unit), .decimal(let wanted)): unit == wanted
    case (.list(let element), .list(let wanted)), (.map(let element), .map(let wanted)): element.fits(wanted)
    default: self == other
    }
  }

  /// Returns the least type with which both types are compatible, or `nil`.
  package func joined(with other: ValueType) -> ValueType? {
    if isUnknown { return other }
    if other.isUnknown { return self }
    if case (.list(let left), .list(let right)) = (self, other) { return left.joined(with: right).map { .list($0) } }
    if case (.map(let left), .map(let right)) = (self, other) { return left.joined(with: right).map { .map($0) } }
    if fits(other) { return other }
    return other.fits(self) ? self : nil
  }

  /// Whether two types differ only in the units of numbers.
  package func differsOnlyInUnit(from other: ValueType) -> Bool {
    switch (self, other) {
    case (.list(let left), .list(let right)), (.map(let left), .map(let right)): left.differsOnlyInUnit(from: right)
    default: isNumber && other.isNumber && unit != other.unit
    }
  }
}

extension NumberUnit {
  /// The unit in words, where no field names it.
  package var words: String {
    switch self {
    case .named(let name): name
    case .data: "a currency that is data"
    }
  }
}

extension ValueType {
  /// The unit of the number type, or of the innermost numbers of a list or map.
  package var numberUnit: NumberUnit? {
    switch self {
    case .integer(let unit), .decimal(let unit): unit
    case .list(let element), .map(let element): element.numberUnit
    default: nil
    }
  }

  /// The name of the unit, unless the unit is data.
  package var unitName: String? {
    if case .named(let name)? = numberUnit { return name }
    return nil
  }

  /// Returns the type with another unit for the number, or for the innermost numbers of a list or map.
  package func with(numberUnit unit: NumberUnit?) -> ValueType {
    switch self {
    case .list(let element): .list(element.with(numberUnit: unit))
    case .map(let element): .map(element.with(numberUnit: unit))
    default: with(unit: unit)
    }
  }
}

extension Program {
  /// Whether values of a type have an order (`<`, `min`, `max`, `by`, `is_sorted`); enums have one only if declared so.
  package func isOrdered(_ type: ValueType) -> Bool {
    switch type {
    case .text, .integer, .decimal, .date, .timestamp, .duration, .period, .time, .unknown: true
    case .enumeration(let index): enums[index].isOrdered
    case .boolean, .json, .record, .list, .map, .fact: false
    }
  }
}

extension Program {
  /// Returns the name of a field's type; a unit that is data is named after its field.
  package func name(of field: Field, from pack: String) -> String {
    guard let currency = field.currency else { return name(of: field.type, from: pack) }
    return name(of: field.type.with(numberUnit: .named(currency)), from: pack)
  }

  /// Returns a field's type as it is written, with its mark, range and name in JSON: `decimal in eur? min 0`.
  package func declaredType(of field: Field, from pack: String) -> String {
    name(of: field, from: pack) + (field.isOptional ? "?" : "") + (field.range.map { " \($0.text)" } ?? "")
      + (field.jsonName == field.name ? "" : " named " + TextWriter.quoted(field.jsonName, braces: false))
  }

  /// Returns the name of a type in messages and canonical declarations, as seen from a pack: `decimal in eur`, `list of
  /// line_item`.
  package func name(of type: ValueType, from pack: String) -> String {
    switch type {
    case .text: "text"
    case .integer(let unit): unit.map { "integer in \($0.words)" } ?? "integer"
    case .decimal(let unit): unit.map { "decimal in \($0.words)" } ?? "decimal"
    case .boolean: "boolean"
    case .date: "date"
    case .timestamp: "timestamp"
    case .duration: "duration"
    case .period: "period"
    case .time: "time"
    case .json: "json"
    case .enumeration(let index): enums[index].pack == pack ? enums[index].name : "\(enums[index].pack).\(enums[index].name)"
    case .record(let index): records[index].pack == pack ? records[index].name : "\(records[index].pack).\(records[index].name)"
    case .list(let element): "list of \(name(of: element, from: pack))"
    case .map(let element): "map of \(name(of: element, from: pack))"
    case .fact(let index): "fact \(facts[index].name)"
    case .unknown: "unknown"
    }
  }
}
