import TruthsProgram
import TruthsSyntax
import TruthsText

/// Help for comparing a difference of two dates or times with a length of time.
extension ClauseTypeChecker {
  /// Suggests `end > start + months(3)` for `end - start > months(3)`: months differ in length, so a difference in days cannot
  /// be compared with months.
  func differenceHelp(
    _ operation: BinaryOperator, _ left: Expr, _ right: Expr, _ leftType: ValueType, _ rightType: ValueType
  ) -> String? {
    if let record = recordHelp(operation, left, right, leftType, rightType) { return record }
    func ends(_ expr: Expr, _ type: ValueType) -> (from: Expr, to: Expr)? {
      switch expr.kind {
      case .binary(.subtract, let to, let from) where type == .duration: (from, to)
      case .call(let name, let arguments) where arguments.count == 2 && Self.differences.contains(name.text):
        (arguments[0], arguments[1])
      default: nil
      }
    }
    func sum(_ from: Expr, _ length: Expr) -> Expr { Expr(.binary(.add, from, length), at: from.span.union(length.span)) }
    let lengths: [ValueType] = [.period, .duration]
    var compared: Expr?
    if lengths.contains(rightType), let (from, to) = ends(left, leftType) {
      compared = Expr(.binary(operation, to, sum(from, right)), at: left.span)
    } else if lengths.contains(leftType), let (from, to) = ends(right, rightType) {
      compared = Expr(.binary(operation, sum(from, left), to), at: left.span)
    }
    return compared.map { "add to the earlier one and compare: `\(formatted($0))`" }
  }

  private static let differences: Set<String> = ["days_between", "months_between", "years_between"]
}
