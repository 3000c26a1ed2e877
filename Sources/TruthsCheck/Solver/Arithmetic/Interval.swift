import TruthsProgram

/// The possible values of one variable.
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

  /// Tightens the ends to the nearest whole numbers that are not excluded.
  mutating func tightenToWhole() throws(OutOfFuel) {
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

extension Interval {
  /// Returns a readable value: the usual one, or the whole number next to an end, or the shortest decimal; for texts a distinct
  /// number. `nil` if none was found.
  ///
  /// - Parameter place: the index of the variable, so that unconstrained texts are distinct.
  func choice(for variable: Variable, place: Int) throws(OutOfFuel) -> Rational? {
    if let lower, let upper, lower.value == upper.value { return contains(lower.value) ? lower.value : nil }
    if variable.kind == .text { return try textChoice(place) }
    let tries = Int128(excluded.count) + 2
    for base in try bases(variable) {
      for step in 0..<tries {
        for candidate in [try base.plus(step), try base.plus(-step)] where contains(Rational(candidate)) {
          return Rational(candidate)
        }
      }
    }
    return variable.isWhole ? nil : try decimalChoice(tries)
  }

  /// Returns whole numbers to try first: the usual value if the interval is unrestricted, otherwise those next to an end.
  private func bases(_ variable: Variable) throws(OutOfFuel) -> [Int128] {
    var bases: [Int128] = []
    let isRaised = lower.map { $0.value != variable.lower } ?? false
    let isDropped = upper.map { $0.value != variable.upper } ?? false
    if !isRaised, !isDropped { bases.append(variable.usual.floor) }
    if let lower, isRaised || !isDropped { bases.append(lower.isOpen ? try lower.value.floor.plus(1) : lower.value.ceiling) }
    if let upper { bases.append(upper.isOpen ? try upper.value.ceiling.plus(-1) : upper.value.floor) }
    return bases.isEmpty ? [0] : bases
  }

  /// Returns the least decimal above the lower end with the fewest places; the middle if 12 places do not suffice.
  private func decimalChoice(_ tries: Int128) throws(OutOfFuel) -> Rational? {
    guard let lower, let upper else { return nil }
    for places in 1...12 {
      let power = try powerOfTen(places)
      let start = try lower.value.multiplied(by: Rational(power)).ceiling
      for step in 0..<(tries + 1) {
        let candidate = try Rational(start.plus(step), over: power)
        if contains(candidate) { return candidate }
      }
    }
    return try inner(lower.value, upper.value)
  }

  private func textChoice(_ place: Int) throws(OutOfFuel) -> Rational? {
    guard let lower else { return nil }
    guard let upper else {
      var candidate = try lower.value.floor.plus(Int128(place) + 1_000_000)
      while !contains(Rational(candidate)) { candidate = try candidate.plus(1) }
      return Rational(candidate)
    }
    return try inner(lower.value, upper.value)
  }

  /// Finds a value strictly inside that is not excluded, by bisection.
  private func inner(_ low: Rational, _ high: Rational) throws(OutOfFuel) -> Rational? {
    var high = high
    for _ in 0...(excluded.count + 1) {
      let middle = try low.adding(high).divided(by: Rational(2))
      if contains(middle) { return middle }
      high = middle
    }
    return nil
  }
}
