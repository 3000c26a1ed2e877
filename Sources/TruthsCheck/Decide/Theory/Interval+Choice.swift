extension Interval {
  /// A value that reads well: the usual one, else the next whole number inside an end, else the shortest decimal; for texts a
  /// place of their own. `nil` where none was found.
  ///
  /// - Parameter place: the variable, so that texts of which nothing is asked are different texts.
  func choice(for variable: Variable, place: Int) throws(Undecided) -> Rational? {
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

  /// Whole numbers to begin at: the usual value, where the ends are those that every value has, else beside an end.
  private func bases(_ variable: Variable) throws(Undecided) -> [Int128] {
    var bases: [Int128] = []
    let isRaised = lower.map { $0.value != variable.lower } ?? false
    let isDropped = upper.map { $0.value != variable.upper } ?? false
    if !isRaised, !isDropped { bases.append(variable.usual.floor) }
    if let lower, isRaised || !isDropped { bases.append(lower.isOpen ? try lower.value.floor.plus(1) : lower.value.ceiling) }
    if let upper { bases.append(upper.isOpen ? try upper.value.ceiling.plus(-1) : upper.value.floor) }
    return bases.isEmpty ? [0] : bases
  }

  /// The least decimal above the lower end with as few places as will do; where there is none of 12 places, the middle.
  private func decimalChoice(_ tries: Int128) throws(Undecided) -> Rational? {
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

  private func textChoice(_ place: Int) throws(Undecided) -> Rational? {
    guard let lower else { return nil }
    guard let upper else {
      var candidate = try lower.value.floor.plus(Int128(place) + 1_000_000)
      while !contains(Rational(candidate)) { candidate = try candidate.plus(1) }
      return Rational(candidate)
    }
    return try inner(lower.value, upper.value)
  }

  /// A value strictly inside that is not excluded; halves the way until it finds one.
  private func inner(_ low: Rational, _ high: Rational) throws(Undecided) -> Rational? {
    var high = high
    for _ in 0...(excluded.count + 1) {
      let middle = try low.adding(high).divided(by: Rational(2))
      if contains(middle) { return middle }
      high = middle
    }
    return nil
  }
}
