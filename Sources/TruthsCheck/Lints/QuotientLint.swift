import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds quotients that are compared with `==` or `!=` (types §3.2).
extension ClauseTypeChecker {
  /// - Parameter exprs: the sides as they are written.
  func checkQuotients(_ operation: BinaryOperator, _ sides: [Typed], _ exprs: [Expr]) {
    guard sides.allSatisfy(\.type.isNumber), let place = sides.firstIndex(where: \.node.isRoundedQuotient) else { return }
    let written = exprs.map { formatted($0) }
    var rounded = written
    rounded[place] = "round(\(written[place]), 2)"
    session.report(
      RoundedQuotient.found(
        written[place], comparison: rounded.joined(separator: " \(operation.rawValue) "), at: exprs[place].span))
  }
}

extension Node {
  /// Whether it is a quotient that need not come to an end, or is made of one by arithmetic.
  fileprivate var isRoundedQuotient: Bool {
    switch self {
    case .arithmetic(.divide, let dividend, let divisor): dividend.isRoundedQuotient || !divisor.dividesExactly
    case .arithmetic(let operation, let left, let right):
      [.add, .subtract, .multiply, .remainder].contains(operation) && (left.isRoundedQuotient || right.isRoundedQuotient)
    case .negate(let inner): inner.isRoundedQuotient
    default: false
    }
  }

  /// Whether it is a number written down with no prime factors but those of ten: a quotient by it comes to an end.
  private var dividesExactly: Bool {
    guard case .constant(.number(let number)) = self, number != .zero else { return false }
    var rest = number.coefficient.magnitude
    for prime in [2, 5] as [UInt128] {
      while rest.isMultiple(of: prime) { rest /= prime }
    }
    return rest == 1
  }
}
