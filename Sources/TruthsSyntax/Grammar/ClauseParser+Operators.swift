import TruthsDiagnostics
import TruthsText

extension ClauseParser {
  /// `and-expr { "or" and-expr }`
  mutating func expression() throws(Abort) -> Expr {
    var left = try conjunction()
    while kind == .or {
      let below = depth
      advance()
      let right = try conjunction()
      left = try node(.or(left, right), above: max(below, depth), at: left.span.union(right.span))
    }
    return left
  }

  /// `not-expr { "and" not-expr }`
  private mutating func conjunction() throws(Abort) -> Expr {
    var left = try negation()
    while kind == .and {
      let below = depth
      advance()
      let right = try negation()
      left = try node(.and(left, right), above: max(below, depth), at: left.span.union(right.span))
    }
    return left
  }

  /// `"not" not-expr | comparison`
  private mutating func negation() throws(Abort) -> Expr {
    guard kind == .not else { return try comparison() }
    let opening = advance()
    let operand = try nested { (parser) throws(Abort) in try parser.negation() }
    return try node(.not(operand), above: depth, at: span(opening).union(operand.span))
  }

  /// `sum { ( "+" | "-" ) product }`
  mutating func sum() throws(Abort) -> Expr {
    var left = try product()
    while let binary = additive {
      let below = depth
      advance()
      let right = try product()
      left = try node(.binary(binary, left, right), above: max(below, depth), at: left.span.union(right.span))
    }
    return left
  }

  /// `unary { ( "*" | "/" | "%" ) unary }`
  private mutating func product() throws(Abort) -> Expr {
    var left = try unary()
    while let binary = multiplicative {
      let below = depth
      advance()
      let right = try unary()
      left = try node(.binary(binary, left, right), above: max(below, depth), at: left.span.union(right.span))
    }
    return left
  }

  /// `"-" unary | postfix`
  private mutating func unary() throws(Abort) -> Expr {
    guard kind == .minus else { return try postfix() }
    let opening = advance()
    let operand = try nested { (parser) throws(Abort) in try parser.unary() }
    return try node(.negate(operand), above: depth, at: span(opening).union(operand.span))
  }

  private var additive: BinaryOperator? {
    switch kind {
    case .plus: .add
    case .minus: .subtract
    default: nil
    }
  }

  private var multiplicative: BinaryOperator? {
    switch kind {
    case .star: .multiply
    case .slash: .divide
    case .percent: .remainder
    default: nil
    }
  }
}
