import TruthsProgram

/// Decides conjunctions of linear constraints, and finds values that satisfy them.
///
/// Over the rational numbers the answer "no" is exact. Whole variables, excluded values and texts are searched by splitting
/// ranges within the limits of fuel.
struct LinearArithmetic {
  let variables: [Variable]
  let ranks: TextRanks
  let fuel: Fuel

  private static let cutLimit = 160

  /// Returns values that satisfy the constraints; `nil` if there are none.
  func values(for constraints: [Constraint]) throws(OutOfFuel) -> NumberMap<Rational>? {
    try fuel.spend(1 + constraints.count)
    var intervals = NumberMap<Interval>()
    var wide: [Constraint] = []
    for constraint in constraints {
      guard let constraint = try constraint.without(ranks.ranks) else { return nil }
      guard !constraint.factors.isEmpty else { continue }
      for factor in constraint.factors where intervals[factor.variable] == nil {
        intervals[factor.variable] = Interval(variables[factor.variable])
      }
      if constraint.factors.count > 1 { wide.append(constraint) } else { intervals.take(constraint) }
    }
    var isImpossible = false
    try intervals.update { (variable, interval) throws(OutOfFuel) in
      if isImpossible { return }
      if variables[variable].isWhole { try interval.tightenToWhole() }
      isImpossible = interval.isEmpty
    }
    if isImpossible { return nil }
    var values = NumberMap<Rational>()
    if wide.isEmpty, try chooseAlone(intervals, &values) { return values }
    for group in groups(of: wide, intervals) {
      var cuts = Self.cutLimit
      guard let found = try solve(group.constraints, group.intervals, &cuts) else { return nil }
      for entry in found.entries where values[entry.key] == nil { values[entry.key] = entry.value }
    }
    return values
  }

  /// Chooses values for independent variables, as ``solve(_:_:_:)`` would, with the same number of steps.
  ///
  /// - Returns: `false` if no value is found for one of them at the first attempt; then no value has been stored.
  private func chooseAlone(_ intervals: NumberMap<Interval>, _ values: inout NumberMap<Rational>) throws(OutOfFuel) -> Bool {
    var (chosen, steps) = (NumberMap<Rational>(), 0)
    for entry in intervals.entries {
      let interval = entry.value
      guard let value = try choose(entry.key, interval) else { return false }
      chosen[entry.key] = value
      let ends = (interval.lower == nil ? 0 : 1) + (interval.upper == nil ? 0 : 1)
      steps += 2 * ends + (ends == 2 ? 2 : 1)
    }
    try fuel.spend(steps)
    values = chosen
    return true
  }

  /// Constraints with common variables, with the intervals of these variables.
  private struct Group {
    var constraints: [Constraint] = []
    var intervals = NumberMap<Interval>()
  }

  private func groups(of constraints: [Constraint], _ intervals: NumberMap<Interval>) -> [Group] {
    var sets = DisjointSets()
    for constraint in constraints {
      for factor in constraint.factors { sets.join(constraint.factors[0].variable, factor.variable) }
    }
    var groups = NumberMap<Group>()
    for constraint in constraints {
      groups[sets.root(constraint.factors[0].variable), default: Group()].constraints.append(constraint)
    }
    for entry in intervals.entries { groups[sets.root(entry.key), default: Group()].intervals[entry.key] = entry.value }
    return groups.entries.map(\.value)
  }

  /// Returns values for one group; `nil` if there are none.
  private func solve(
    _ constraints: [Constraint], _ intervals: NumberMap<Interval>, _ cuts: inout Int
  ) throws(OutOfFuel) -> NumberMap<Rational>? {
    var elimination = Elimination(variables, fuel)
    for entry in intervals.entries { try elimination.add(entry.value, of: entry.key) }
    for constraint in constraints { try elimination.add(constraint) }
    guard try elimination.run() else { return nil }
    switch try assign(elimination, constraints, intervals) {
    case .values(let values): return values
    case .cut(let constraint):
      cuts -= 1
      if cuts < 0 { throw OutOfFuel() }
      for half in constraint {
        var (narrowed, wider) = (intervals, constraints)
        if half.factors.count == 1 {
          narrowed.take(half)
          let variable = half.factors[0].variable
          if variables[variable].isWhole { try narrowed[variable]?.tightenToWhole() }
          if narrowed[variable]?.isEmpty == true { continue }
        } else {
          wider.append(half)
        }
        if let values = try solve(wider, narrowed, &cuts) { return values }
      }
      return nil
    }
  }

  private enum Assigned {
    case values(NumberMap<Rational>)
    /// No values were found. Every solution satisfies one of these constraints.
    case cut([Constraint])
  }

  private func assign(
    _ elimination: Elimination, _ constraints: [Constraint], _ intervals: NumberMap<Interval>
  ) throws(OutOfFuel) -> Assigned {
    var values = NumberMap<Rational>()
    let free = intervals.keys.filter { !elimination.order.contains($0) }
    for variable in elimination.order + free {
      try fuel.spend(1)
      var interval = try elimination.interval(of: variable, values)
      interval.excluded = intervals[variable]?.excluded ?? []
      var exclusions: [Constraint] = interval.excluded.sorted().map { .single(variable, .notEqual, $0) }
      for constraint in constraints where constraint.comparison == .notEqual {
        guard let point = try constraint.point(of: variable, values) else { continue }
        interval.excluded.insert(point)
        exclusions.append(constraint)
      }
      if let value = try choose(variable, interval) {
        values[variable] = value
      } else {
        return .cut(try cut(variable, interval, exclusions, values))
      }
    }
    return .values(values)
  }

  private func choose(_ variable: Int, _ interval: Interval) throws(OutOfFuel) -> Rational? {
    var interval = interval
    if variables[variable].isWhole { try interval.tightenToWhole() }
    return interval.isEmpty ? nil : try interval.choice(for: variables[variable], place: variable)
  }

  /// Returns the split for a variable without a value: between two whole numbers, or at an excluded point.
  private func cut(
    _ variable: Int, _ interval: Interval, _ exclusions: [Constraint], _ values: NumberMap<Rational>
  ) throws(OutOfFuel) -> [Constraint] {
    guard let lower = interval.lower?.value ?? interval.upper?.value else { throw OutOfFuel() }
    var tightened = interval
    tightened.excluded = []
    try tightened.tightenToWhole()
    if variables[variable].isWhole, tightened.isEmpty {
      let floor = Rational(lower.floor)
      return [.single(variable, .lessOrEqual, floor), .single(variable, .greaterOrEqual, try floor.adding(.one))]
    }
    // Every remaining value is excluded. Splits at the exclusion of the first of them.
    let first = variables[variable].isWhole ? tightened.lower?.value ?? lower : lower
    for exclusion in exclusions where try exclusion.point(of: variable, values) == first {
      return [exclusion.with(.less, exclusion.bound), exclusion.with(.greater, exclusion.bound)]
    }
    throw OutOfFuel()
  }
}

extension Constraint {
  static func single(_ variable: Int, _ comparison: Comparison, _ bound: Rational) -> Constraint {
    Constraint(factors: [Factor(variable: variable, value: 1)], comparison: comparison, bound: bound)
  }

  /// Returns the constraint with some variables replaced by their values: without factors if it holds, `nil` if it does not.
  func without(_ values: NumberMap<Rational>) throws(OutOfFuel) -> Constraint? {
    guard !values.isEmpty, factors.contains(where: { values[$0.variable] != nil }) else { return self }
    var linear = Linear(constant: try bound.negated)
    for factor in factors {
      let value =
        try values[factor.variable].map { value throws(OutOfFuel) in Linear(constant: value) }
        ?? Linear(variable: factor.variable)
      linear = try linear.adding(value.scaled(by: Rational(factor.value)))
    }
    switch try Constraint.make(linear, comparison) {
    case .constraint(let constraint): return constraint
    case .constant(let holds): return holds ? Constraint(factors: [], comparison: comparison, bound: bound) : nil
    }
  }

  /// Returns the value of a variable at which the equation holds, if all its other variables have values.
  func point(of variable: Int, _ values: NumberMap<Rational>) throws(OutOfFuel) -> Rational? {
    var rest = bound
    var own: Rational?
    for factor in factors {
      if factor.variable == variable {
        own = Rational(factor.value)
      } else if let value = values[factor.variable] {
        rest = try rest.subtracting(Rational(factor.value).multiplied(by: value))
      } else {
        return nil
      }
    }
    guard let own else { return nil }
    return try rest.divided(by: own)
  }
}

extension NumberMap<Interval> {
  fileprivate mutating func take(_ constraint: Constraint) {
    guard let factor = constraint.factors.first, factor.value == 1 else { return }
    self[factor.variable]?.restrict(constraint.comparison, constraint.bound)
  }
}

/// Disjoint sets of numbers (union–find).
struct DisjointSets {
  /// The parent of each number that is not a root.
  private var parents = NumberMap<Int>()

  /// Returns the representative of a number's set; a new number is a set of its own.
  mutating func root(_ thing: Int) -> Int {
    var current = thing
    while let parent = parents[current], parent != current {
      if let next = parents[parent] { parents[current] = next }
      current = parent
    }
    return current
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (left, right) = (root(one), root(other))
    if left != right { parents[right] = left }
  }
}
