/// `Σ factor · variable` compared with a number. The factors are whole, without a common divisor, the first one positive; so two
/// ways to write one constraint are equal.
struct Constraint: Hashable, Sendable {
  struct Factor: Hashable, Sendable {
    var variable: Int
    private var wide: Wide

    var value: Int128 {
      get { wide.value }
      set { wide = Wide(newValue) }
    }

    init(variable: Int, value: Int128) {
      self.variable = variable
      wide = Wide(value)
    }
  }

  /// By variable, ascending; never empty.
  let factors: [Factor]
  let comparison: Comparison
  let bound: Rational

  /// What comparing a sum with zero comes to.
  enum Made {
    case constant(Bool)
    case constraint(Constraint)
  }

  /// `linear` compared with zero.
  static func make(_ linear: Linear, _ comparison: Comparison) throws(Undecided) -> Made {
    guard let leading = linear.factors.entries.first?.value else {
      return .constant(comparison.holds(linear.constant, .zero))
    }
    var multiple: Int128 = 1
    for factor in linear.factors.entries {
      let denominator = factor.value.denominator
      multiple = try (multiple / greatestCommonDivisor(multiple, denominator)).times(denominator)
    }
    var divisor: Int128 = 0
    var whole: [Factor] = []
    whole.reserveCapacity(linear.factors.count)
    for factor in linear.factors.entries {
      let value = try factor.value.multiplied(by: Rational(multiple))
      divisor = divisor == 0 ? value.numerator : greatestCommonDivisor(divisor, value.numerator)
      whole.append(Factor(variable: factor.key, value: value.numerator))
    }
    divisor = Int128(truncatingIfNeeded: divisor.magnitude)
    if leading.numerator < 0 { divisor = -divisor }
    let bound = try linear.constant.negated.multiplied(by: Rational(multiple)).divided(by: Rational(divisor))
    for place in whole.indices where divisor != 1 { whole[place].value /= divisor }
    return .constraint(
      Constraint(
        factors: whole,
        comparison: divisor < 0 ? comparison.mirrored : comparison, bound: bound))
  }

  /// The constraint that holds where this one does not.
  var negated: Constraint { Constraint(factors: factors, comparison: comparison.negated, bound: bound) }

  func with(_ comparison: Comparison, _ bound: Rational) -> Constraint {
    Constraint(factors: factors, comparison: comparison, bound: bound)
  }

  /// Whether it holds where every variable has a value.
  func holds(_ values: (Int) -> Rational) throws(Undecided) -> Bool { comparison.holds(try sum(values), bound) }

  /// The sum on its left.
  func sum(_ values: (Int) -> Rational) throws(Undecided) -> Rational {
    var sum = Rational.zero
    for factor in factors { sum = try sum.adding(Rational(factor.value).multiplied(by: values(factor.variable))) }
    return sum
  }
}

extension Comparison {
  /// Whether two numbers compare so.
  func holds(_ left: Rational, _ right: Rational) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}
