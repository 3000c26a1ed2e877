import TruthsProgram

/// Fourier–Motzkin elimination: eliminates the variables of a system of inequalities one by one, then assigns values in reverse
/// order. Exact over the rational numbers. A row with whole variables only is tightened to whole numbers.
struct Elimination {
  /// Right side of `Σ factor · variable ≤ bound`, or of `<` if it is open.
  private struct Bound {
    var value: Rational
    var isOpen: Bool
  }

  /// An eliminated variable, with its rows.
  private struct Step {
    var variable: Int
    var rows: [(factors: [Constraint.Factor], bound: Bound)]
  }

  private let variables: [Variable]
  private let fuel: Fuel
  /// The tightest bound for each sum.
  private var rows: [[Constraint.Factor]: Bound] = [:]
  private var steps: [Step] = []
  /// Whether a row without variables is false.
  private var isContradictory = false

  /// Limit of rows; beyond it the question stays undecided.
  private static let rowLimit = 400

  init(_ variables: [Variable], _ fuel: Fuel) {
    self.variables = variables
    self.fuel = fuel
  }

  /// Adds a constraint other than `!=`.
  mutating func add(_ constraint: Constraint) throws(OutOfFuel) {
    let isOpen = constraint.comparison == .less || constraint.comparison == .greater
    switch constraint.comparison {
    case .less, .lessOrEqual: try add(constraint.factors, Bound(value: constraint.bound, isOpen: isOpen))
    case .greater, .greaterOrEqual:
      try add(constraint.factors.negated, Bound(value: constraint.bound.negated, isOpen: isOpen))
    case .equal:
      try add(constraint.factors, Bound(value: constraint.bound, isOpen: false))
      try add(constraint.factors.negated, Bound(value: constraint.bound.negated, isOpen: false))
    case .notEqual: break
    }
  }

  mutating func add(_ interval: Interval, of variable: Int) throws(OutOfFuel) {
    if let upper = interval.upper {
      try add([.init(variable: variable, value: 1)], Bound(value: upper.value, isOpen: upper.isOpen))
    }
    if let lower = interval.lower {
      try add([.init(variable: variable, value: -1)], Bound(value: lower.value.negated, isOpen: lower.isOpen))
    }
  }

  private mutating func add(_ factors: [Constraint.Factor], _ bound: Bound) throws(OutOfFuel) {
    try fuel.spend(1 + factors.count)
    guard let first = factors.first else {
      if bound.value < .zero || (bound.isOpen && bound.value.isZero) { isContradictory = true }
      return
    }
    var divisor = first.value.magnitude
    for factor in factors { divisor = greatestCommonDivisor(Int128(divisor), factor.value).magnitude }
    let scale = Int128(divisor)
    let reduced = factors.map { Constraint.Factor(variable: $0.variable, value: $0.value / scale) }
    var bound = Bound(value: try bound.value.divided(by: Rational(scale)), isOpen: bound.isOpen)
    if factors.allSatisfy({ variables[$0.variable].isWhole }) {
      let whole = bound.isOpen ? try bound.value.ceiling.plus(-1) : bound.value.floor
      bound = Bound(value: Rational(whole), isOpen: false)
    }
    if let known = rows[reduced], known.value < bound.value || (known.value == bound.value && (known.isOpen || !bound.isOpen)) {
      return
    }
    rows[reduced] = bound
    if rows.count > Self.rowLimit { throw OutOfFuel() }
  }

  /// Eliminates every variable.
  ///
  /// - Returns: whether the system is satisfiable.
  mutating func run() throws(OutOfFuel) -> Bool {
    while !isContradictory, let variable = next() {
      var lower: [(factors: [Constraint.Factor], bound: Bound)] = []
      var upper = lower
      for (factors, bound) in rows {
        guard let factor = factors.first(where: { $0.variable == variable }) else { continue }
        if factor.value < 0 { lower.append((factors, bound)) } else { upper.append((factors, bound)) }
      }
      for row in lower + upper { rows[row.factors] = nil }
      steps.append(Step(variable: variable, rows: lower + upper))
      for low in lower {
        for high in upper { try combine(low, high, without: variable) }
      }
    }
    return !isContradictory
  }

  /// Returns the first variable whose elimination makes the fewest rows.
  private func next() -> Int? {
    var counts: [Int: (lower: Int, upper: Int)] = [:]
    for factors in rows.keys {
      for factor in factors {
        if factor.value < 0 {
          counts[factor.variable, default: (0, 0)].lower += 1
        } else {
          counts[factor.variable, default: (0, 0)].upper += 1
        }
      }
    }
    return counts.min { one, other in
      (one.value.lower * one.value.upper, one.key) < (other.value.lower * other.value.upper, other.key)
    }?.key
  }

  private mutating func combine(
    _ low: (factors: [Constraint.Factor], bound: Bound), _ high: (factors: [Constraint.Factor], bound: Bound),
    without variable: Int
  ) throws(OutOfFuel) {
    let down = low.factors.value(of: variable).magnitude
    let up = high.factors.value(of: variable).magnitude
    var sum: [Int: Int128] = [:]
    for factor in low.factors { sum[factor.variable] = try factor.value.times(Int128(up)) }
    for factor in high.factors {
      sum[factor.variable] = try (sum[factor.variable] ?? 0).plus(factor.value.times(Int128(down)))
    }
    let bound = try low.bound.value.multiplied(by: Rational(Int128(up)))
      .adding(high.bound.value.multiplied(by: Rational(Int128(down))))
    let factors = sum.filter { $0.value != 0 }.map { Constraint.Factor(variable: $0.key, value: $0.value) }
    try add(factors.sorted { $0.variable < $1.variable }, Bound(value: bound, isOpen: low.bound.isOpen || high.bound.isOpen))
  }

  // MARK: Values

  /// The variables in the order in which they get values.
  var order: [Int] { steps.reversed().map(\.variable) }

  /// Returns the interval of a variable, given the values of the variables before it in ``order``.
  func interval(of variable: Int, _ values: NumberMap<Rational>) throws(OutOfFuel) -> Interval {
    var interval = Interval(variables[variable])
    for row in steps.first(where: { $0.variable == variable })?.rows ?? [] {
      var rest = row.bound.value
      for factor in row.factors where factor.variable != variable {
        rest = try rest.subtracting(Rational(factor.value).multiplied(by: values[factor.variable] ?? .zero))
      }
      let factor = Rational(row.factors.value(of: variable))
      let end = try rest.divided(by: factor)
      let comparison: Comparison = row.bound.isOpen ? .less : .lessOrEqual
      interval.restrict(factor < .zero ? comparison.mirrored : comparison, end)
    }
    return interval
  }
}

extension [Constraint.Factor] {
  fileprivate var negated: [Constraint.Factor] { map { .init(variable: $0.variable, value: -$0.value) } }

  fileprivate func value(of variable: Int) -> Int128 { first { $0.variable == variable }?.value ?? 0 }
}
