import TruthsProgram
import TruthsText

/// A linear term: a sum of variables with factors, and a constant. It expresses a number, date, timestamp, duration, text or
/// enum value by the variables of an ``EncodingContext``.
struct Linear: Hashable, Sendable {
  /// Factors by variable; none of them zero.
  private(set) var factors = NumberMap<Rational>()
  private(set) var constant: Rational

  init(constant: Rational) { self.constant = constant }

  init(variable: Int) {
    constant = .zero
    factors[variable] = .one
  }

  var isConstant: Bool { factors.isEmpty }

  /// The variable, if the term is a single variable; `nil` otherwise.
  var variable: Int? {
    guard constant.isZero, factors.count == 1, let only = factors.entries.first, only.value == .one else { return nil }
    return only.key
  }

  func adding(_ other: Linear) throws(OutOfFuel) -> Linear {
    var result = self
    result.constant = try constant.adding(other.constant)
    for other in other.factors.entries {
      let sum = try (factors[other.key] ?? .zero).adding(other.value)
      result.factors[other.key] = sum.isZero ? nil : sum
    }
    return result
  }

  func scaled(by factor: Rational) throws(OutOfFuel) -> Linear {
    if factor.isZero { return Linear(constant: .zero) }
    var result = Linear(constant: try constant.multiplied(by: factor))
    for own in factors.entries { result.factors[own.key] = try own.value.multiplied(by: factor) }
    return result
  }

  func subtracting(_ other: Linear) throws(OutOfFuel) -> Linear { try adding(other.scaled(by: Rational(-1))) }

  func value(_ values: (Int) -> Rational) throws(OutOfFuel) -> Rational {
    var sum = constant
    for factor in factors.entries { sum = try sum.adding(factor.value.multiplied(by: values(factor.key))) }
    return sum
  }
}

/// A variable of the constraints. It stands for the value of a number, date (days), timestamp or duration (milliseconds), the
/// index of an enum's value, the length of a list, or the rank of a text among the texts of a question.
struct Variable: Sendable {
  enum Kind: Hashable, Sendable {
    case number
    case whole
    /// Any rank in the order of texts; ``TextRanks`` numbers the literals.
    case text
    /// A text literal.
    case textConstant(Text)
  }

  var kind: Kind
  /// Least value; `nil` without a bound.
  var lower: Rational?
  var upper: Rational?
  /// The number in a witness if the variable is unconstrained.
  var usual: Rational = .one

  var isWhole: Bool {
    if case .whole = kind { return true }
    return false
  }

  /// Whether the variable is the rank of a text.
  fileprivate var isOfText: Bool {
    switch kind {
    case .text, .textConstant: true
    case .number, .whole: false
    }
  }
}

/// Ranks of the text literals of a question. Any texts of the variables can be mapped to numbers between these ranks in the
/// same order, so a contradiction among the numbers is one among the texts.
struct TextRanks {
  private(set) var ranks = NumberMap<Rational>()
  /// Texts by rank; the empty text, which nothing precedes, has rank 0.
  private(set) var texts: [Text] = [""]
  /// Whether texts are compared by order, not only for equality.
  private(set) var isOrdered = false

  init(_ formulas: [Formula], _ variables: [Variable]) {
    if !variables.contains(where: \.isOfText) { return }
    var constants: [Int: Text] = [:]
    for formula in formulas {
      formula.forEachLiteral { literal in
        guard case .constraint(let constraint) = literal else { return }
        for factor in constraint.factors {
          switch variables[factor.variable].kind {
          case .textConstant(let text): constants[factor.variable] = text
          case .text: if constraint.comparison != .equal, constraint.comparison != .notEqual { isOrdered = true }
          default: break
          }
        }
      }
    }
    if constants.isEmpty { return }
    texts = Set(constants.values).union([""]).sorted()
    let places = Dictionary(first: texts.enumerated().map { ($1, $0) })
    for (variable, text) in constants { ranks[variable] = Rational(Int128(places[text] ?? 0)) }
  }
}

/// A comparison of `Σ factor · variable` with a number. Normalised: the factors are whole numbers without a common divisor, and
/// the first one is positive.
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

  /// Factors by variable, ascending; never empty.
  let factors: [Factor]
  let comparison: Comparison
  let bound: Rational

  /// The result of comparing a term with zero: a constraint or a constant.
  enum Made {
    case constant(Bool)
    case constraint(Constraint)
  }

  /// Compares `linear` with zero.
  static func make(_ linear: Linear, _ comparison: Comparison) throws(OutOfFuel) -> Made {
    guard let leading = linear.factors.entries.first?.value else {
      return .constant(comparison.holds(linear.constant, .zero))
    }
    var multiple: Int128 = 1
    for factor in linear.factors.entries {
      let denominator = factor.value.denominator
      multiple = try (multiple / greatestCommonDivisor(multiple, denominator)).times(denominator)
    }
    var divisor: Int128 = 0
    var integral: [Factor] = []
    integral.reserveCapacity(linear.factors.count)
    for factor in linear.factors.entries {
      let value = try factor.value.multiplied(by: Rational(multiple))
      divisor = divisor == 0 ? value.numerator : greatestCommonDivisor(divisor, value.numerator)
      integral.append(Factor(variable: factor.key, value: value.numerator))
    }
    divisor = Int128(truncatingIfNeeded: divisor.magnitude)
    if leading.numerator < 0 { divisor = -divisor }
    let bound = try linear.constant.negated.multiplied(by: Rational(multiple)).divided(by: Rational(divisor))
    for place in integral.indices where divisor != 1 { integral[place].value /= divisor }
    return .constraint(
      Constraint(
        factors: integral,
        comparison: divisor < 0 ? comparison.mirrored : comparison, bound: bound))
  }

  var negated: Constraint { Constraint(factors: factors, comparison: comparison.negated, bound: bound) }

  func with(_ comparison: Comparison, _ bound: Rational) -> Constraint {
    Constraint(factors: factors, comparison: comparison, bound: bound)
  }

  func holds(_ values: (Int) -> Rational) throws(OutOfFuel) -> Bool { comparison.holds(try sum(values), bound) }

  func sum(_ values: (Int) -> Rational) throws(OutOfFuel) -> Rational {
    var sum = Rational.zero
    for factor in factors { sum = try sum.adding(Rational(factor.value).multiplied(by: values(factor.variable))) }
    return sum
  }
}

extension Comparison {
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
