extension Formula {
  /// What it speaks of, and whether it is plain: no variable or atom stands in two literals, and each literal can be made true
  /// and false. Such a formula can hold or fail at will, and nothing needs to be decided; most clauses are of this kind.
  func survey(in world: World) -> (tokens: Tokens, isPlain: Bool) {
    var found: [Tokens.Token] = []
    found.reserveCapacity(8)
    var isPlain = true
    if case .constant = self { isPlain = false }
    forEachLiteral { literal in
      if isPlain, !literal.isFree(in: world) { isPlain = false }
      literal.addTokens(in: world, to: &found)
    }
    let count = found.count
    let tokens = Tokens(&found)
    return (tokens, isPlain && tokens.list.count == count)
  }
}

extension Literal {
  /// Whether it is seen at once that it can be made true and false by itself.
  fileprivate func isFree(in world: World) -> Bool {
    guard case .constraint(let constraint) = self else { return true }
    if constraint.factors.count == 1, let isFree = constraint.isFree(world.variables[constraint.factors[0].variable]) {
      return isFree
    }
    let variables = constraint.factors.map { world.variables[$0.variable] }
    if variables.contains(where: \.isText) { return constraint.comparison == .equal || constraint.comparison == .notEqual }
    if variables.allSatisfy({ $0.kind == .number }), variables.count == 2 {
      // Two numbers, each as large or small as it likes.
      return constraint.bound.magnitude < Rational(1_000_000_000)
    }
    guard variables.count == 1, let variable = variables.first else { return false }
    var (inside, outside) = (Interval(variable), Interval(variable))
    inside.restrict(constraint.comparison, constraint.bound)
    outside.restrict(constraint.comparison.negated, constraint.bound)
    if variable.isWhole {
      guard (try? inside.tightenToWhole()) != nil, (try? outside.tightenToWhole()) != nil else { return false }
    }
    return !inside.isEmpty && !outside.isEmpty
  }
}

extension Constraint {
  /// Whether a number can meet it and can break it; `nil` where that is not seen from the ends of the number's range.
  fileprivate func isFree(_ variable: Variable) -> Bool? {
    guard factors[0].value == 1, let lower = variable.lower else { return nil }
    let upper = variable.upper
    if let upper, lower >= upper { return nil }
    switch variable.kind {
    case .number: break
    case .whole: if !bound.isInteger || !lower.isInteger || upper?.isInteger == false { return nil }
    case .text, .textConstant: return nil
    }
    let (isBelowEnd, isUpToEnd) = (upper.map { bound < $0 } ?? true, upper.map { bound <= $0 } ?? true)
    switch comparison {
    case .equal, .notEqual: return bound >= lower && isUpToEnd
    case .less, .greaterOrEqual: return bound > lower && isUpToEnd
    case .lessOrEqual, .greater: return bound >= lower && isBelowEnd
    }
  }
}

extension Variable {
  fileprivate var isText: Bool { kind == .text }
}

extension Rational {
  fileprivate var magnitude: Rational { numerator < 0 ? (try? negated) ?? self : self }
}
