extension ValueType {
  /// Whether it is a number, with or without a unit.
  var isNumber: Bool {
    switch self {
    case .integer, .decimal: true
    default: false
    }
  }

  var isUnknown: Bool { self == .unknown }

  /// The unit of a number.
  var unit: String? {
    switch self {
    case .integer(let unit), .decimal(let unit): unit
    default: nil
    }
  }

  /// The type of a list's elements.
  var element: ValueType? {
    switch self {
    case .list(let element): element
    case .unknown: .unknown
    default: nil
    }
  }

  /// The same number type with another unit; any other type unchanged.
  func with(unit: String?) -> ValueType {
    switch self {
    case .integer: .integer(unit: unit)
    case .decimal: .decimal(unit: unit)
    default: self
    }
  }

  /// Whether a value of this type may stand where `other` is wanted: the same type, an integer for a decimal of the same unit, or
  /// a list of such.
  func fits(_ other: ValueType) -> Bool {
    switch (self, other) {
    case (.unknown, _), (_, .unknown): true
    case (.integer(let unit), .decimal(let wanted)): unit == wanted
    case (.list(let element), .list(let wanted)): element.fits(wanted)
    default: self == other
    }
  }

  /// The least type that both fit, if there is one.
  func joined(with other: ValueType) -> ValueType? {
    if isUnknown { return other }
    if other.isUnknown { return self }
    if case (.list(let left), .list(let right)) = (self, other) { return left.joined(with: right).map { .list($0) } }
    if fits(other) { return other }
    return other.fits(self) ? self : nil
  }

  /// Whether two types differ in nothing but the units of numbers.
  func differsOnlyInUnit(from other: ValueType) -> Bool {
    switch (self, other) {
    case (.list(let left), .list(let right)): left.differsOnlyInUnit(from: right)
    default: isNumber && other.isNumber && unit != other.unit
    }
  }
}

extension Program {
  /// Whether values of a type have an order (`<`, `min`, `max`, `by`, `is_sorted`): enums only when they say so.
  func isOrdered(_ type: ValueType) -> Bool {
    switch type {
    case .text, .integer, .decimal, .date, .timestamp, .duration, .unknown: true
    case .enumeration(let index): enums[index].isOrdered
    case .boolean, .json, .record, .list, .fact: false
    }
  }

  /// Whether values of a type can be compared with `==`: not where there is a `json` value in them, which is never read.
  func isComparable(_ type: ValueType) -> Bool {
    var seen: Set<Int> = []
    return isComparable(type, &seen)
  }

  private func isComparable(_ type: ValueType, _ seen: inout Set<Int>) -> Bool {
    switch type {
    case .json, .fact: return false
    case .list(let element): return isComparable(element, &seen)
    case .record(let index):
      guard seen.insert(index).inserted else { return true }
      return records[index].fields.allSatisfy { isComparable($0.type, &seen) }
    default: return true
    }
  }
}
