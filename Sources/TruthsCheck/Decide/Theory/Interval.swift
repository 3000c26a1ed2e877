/// Where the value of one variable may be.
struct Interval {
  var lower: End?
  var upper: End?
  var excluded: Set<Rational> = []

  struct End {
    var value: Rational
    var isOpen: Bool
  }

  init(_ variable: Variable) {
    lower = variable.lower.map { End(value: $0, isOpen: false) }
    upper = variable.upper.map { End(value: $0, isOpen: false) }
  }

  /// Takes in `variable comparison bound`.
  mutating func restrict(_ comparison: Comparison, _ bound: Rational) {
    switch comparison {
    case .equal:
      raise(to: bound, isOpen: false)
      drop(to: bound, isOpen: false)
    case .notEqual: excluded.insert(bound)
    case .less, .lessOrEqual: drop(to: bound, isOpen: comparison == .less)
    case .greater, .greaterOrEqual: raise(to: bound, isOpen: comparison == .greater)
    }
  }

  private mutating func raise(to value: Rational, isOpen: Bool) {
    if let lower, lower.value > value || (lower.value == value && (lower.isOpen || !isOpen)) { return }
    lower = End(value: value, isOpen: isOpen)
  }

  private mutating func drop(to value: Rational, isOpen: Bool) {
    if let upper, upper.value < value || (upper.value == value && (upper.isOpen || !isOpen)) { return }
    upper = End(value: value, isOpen: isOpen)
  }

  /// Draws the ends in to the nearest whole numbers that are not excluded.
  mutating func tightenToWhole() throws(Undecided) {
    if let end = lower {
      var value = end.isOpen ? try end.value.floor.plus(1) : end.value.ceiling
      while excluded.contains(Rational(value)) { value = try value.plus(1) }
      lower = End(value: Rational(value), isOpen: false)
    }
    if let end = upper {
      var value = end.isOpen ? try end.value.ceiling.plus(-1) : end.value.floor
      while excluded.contains(Rational(value)) { value = try value.plus(-1) }
      upper = End(value: Rational(value), isOpen: false)
    }
  }

  /// Whether no value is left.
  var isEmpty: Bool {
    guard let lower, let upper else { return false }
    if lower.value < upper.value { return false }
    return lower.value > upper.value || lower.isOpen || upper.isOpen || excluded.contains(lower.value)
  }

  func contains(_ value: Rational) -> Bool {
    if let lower, value < lower.value || (lower.isOpen && value == lower.value) { return false }
    if let upper, value > upper.value || (upper.isOpen && value == upper.value) { return false }
    return !excluded.contains(value)
  }
}
