import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Finds quotients that are compared with `==` or `!=` (types §3.2).
extension ClauseTypeChecker {
  /// Reports an inexact quotient on one of the sides.
  ///
  /// - Parameter exprs: the sides as they are written.
  func checkQuotients(_ operation: BinaryOperator, _ sides: [Typed], _ exprs: [Expr]) {
    guard sides.allSatisfy(\.type.isNumber), let side = sides.firstIndex(where: \.node.isRoundedQuotient) else { return }
    let written = exprs.map { formatted($0) }
    var rounded = written
    rounded[side] = "round(\(written[side]), 2)"
    session.report(
      RoundedQuotient.finding(
        written[side], comparison: rounded.joined(separator: " \(operation.rawValue) "), at: exprs[side].span))
  }
}

extension Node {
  /// Whether the value is a quotient that may need rounding, or made of one by arithmetic.
  fileprivate var isRoundedQuotient: Bool {
    switch self {
    case .arithmetic(.divide, let dividend, let divisor): dividend.isRoundedQuotient || !divisor.dividesExactly
    case .arithmetic(let operation, let left, let right):
      [.add, .subtract, .multiply, .remainder].contains(operation) && (left.isRoundedQuotient || right.isRoundedQuotient)
    case .negate(let inner): inner.isRoundedQuotient
    default: false
    }
  }

  /// Whether the node is a constant without prime factors other than 2 and 5, so that a quotient by it is a finite decimal.
  private var dividesExactly: Bool {
    guard case .constant(.number(let number)) = self, number != .zero else { return false }
    var rest = number.coefficient.magnitude
    for prime in [2, 5] as [UInt128] {
      while rest.isMultiple(of: prime) { rest /= prime }
    }
    return rest == 1
  }
}
