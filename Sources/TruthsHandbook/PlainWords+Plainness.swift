import TruthsProgram
import TruthsSyntax
import TruthsText

/// Decides which expressions are simple enough to be said unambiguously in a sentence.
///
/// More deeply nested expressions are shown as written, so that two clauses with different meanings never have the same words.
extension PlainWords {
  /// Whether a value is a name, a literal or a time span.
  private func isLeaf(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .number, .percent, .boolean, .name, .error: return true
    case .text(let literal): return Self.isClear(literal)
    case .negate(let inner): if case .number = inner.kind { return true } else { return false }
    case .member(let base, _), .current(let base): return isLeaf(base)
    case .keyed(let base, let arguments): return isLeaf(base) && arguments.allSatisfy { isLeaf($0.value) }
    case .call(let name, let arguments): return isSpan(name, arguments) || isToday(name, arguments)
    case .list, .with, .not, .and, .or, .binary, .test, .quantified, .aggregate, .element, .conditional, .between: return false
    }
  }

  /// Whether a call is a time span, such as `days(2)`.
  private func isSpan(_ name: Name, _ arguments: [Expr]) -> Bool {
    guard scope.table(name.text) == nil, Self.spans[name.text] != nil, arguments.count == 1 else { return false }
    return isLeaf(arguments[0])
  }

  private func isToday(_ name: Name, _ arguments: [Expr]) -> Bool {
    name.text == "date" && arguments.count == 1 && arguments[0].kind == .name("now")
  }

  /// Whether a text has no characters that could be confused with the quotes and brackets around it, and no interpolated values.
  private static func isClear(_ literal: TextLiteral) -> Bool {
    literal.parts.allSatisfy { part in
      switch part {
      case .literal(let stretch): !stretch.contains { "[]“”".contains($0) }
      // A text that is a single interpolated value is said as that value.
      case .interpolation: false
      }
    }
  }

  /// Whether a value is a leaf, or made of leaves in one step.
  func isPlain(_ expr: Expr) -> Bool {
    if isLeaf(expr) { return true }
    switch expr.kind {
    case .list(let elements): return elements.allSatisfy { isLeaf($0) }
    case .call(let name, let arguments): return name.text != Function.old && arguments.allSatisfy { isLeaf($0) }
    case .element(let list, let place): return isLeaf(list) && isLeaf(place)
    case .with(let base, let changes): return isLeaf(base) && changes.allSatisfy { isLeaf($0.value) }
    case .binary(let sign, let left, let right) where sign.isArithmetic:
      return isLeaf(right) && (isLeaf(left) || isSum(sign) && isSum(left))
    case .aggregate(let aggregate):
      let parts = [aggregate.value].compactMap(\.self) + aggregate.order.map(\.value) + aggregate.loops.map(\.source)
      // A sum at the end of a filter could also be one of the whole aggregate.
      return parts.allSatisfy { isLeaf($0) } && aggregate.filter.map { isAtom($0) && !isOfSums($0) } ?? true
    case .conditional(let conditional):
      return isAtom(conditional.condition) && conditional.parts.dropFirst().allSatisfy { isLeaf($0) }
    case .not, .and, .or, .test, .quantified, .between, .binary: return isAtom(expr)
    case .number, .percent, .boolean, .name, .error, .text, .negate, .member, .current, .keyed: return false
    }
  }

  /// Whether a statement compares or tests something that is computed with `+`, `*` and the like.
  private func isOfSums(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .binary(let sign, let left, let right): sign.isArithmetic || isOfSums(left) || isOfSums(right)
    case .between(let inner, _, _), .not(let inner), .test(_, let inner): isOfSums(inner)
    default: false
    }
  }

  private func isSum(_ sign: BinaryOperator) -> Bool { sign == .add || sign == .subtract }

  /// Whether an expression is a sum that is read from left to right: `a + b - c`.
  private func isSum(_ expr: Expr) -> Bool {
    guard case .binary(let sign, let left, let right) = expr.kind, isSum(sign) else { return false }
    return isLeaf(right) && (isLeaf(left) || isSum(left))
  }

  /// Whether a value is simple enough for one side of a comparison.
  private func isSide(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .conditional, .not, .and, .or, .test, .quantified, .between: return false
    case .aggregate(let aggregate): return aggregate.filter == nil && isPlain(expr)
    case .binary(let sign, _, _): return sign.isArithmetic && isPlain(expr)
    default: return isPlain(expr)
    }
  }

  /// Whether a condition is one statement, without `and` and `or`.
  private func isAtom(_ expr: Expr) -> Bool {
    switch expr.kind {
    case .binary(let sign, let left, let right): return !sign.isArithmetic && isSide(left) && (sign.wantsPattern || isSide(right))
    case .between(let inner, let low, let high): return isSide(inner) && isLeaf(low) && isLeaf(high)
    case .test(_, let operand): return isSide(operand)
    case .not(let inner):
      // A statement without a verb of its own would be negated as a whole.
      switch inner.kind {
      case .binary, .between, .name, .member, .keyed, .call: return isAtom(inner)
      default: return false
      }
    case .call(let name, let arguments): return name.text != Function.old && arguments.allSatisfy { isLeaf($0) }
    case .boolean, .name, .member, .keyed, .current: return isLeaf(expr)
    default: return false
    }
  }

  /// Whether a condition is one statement, or several joined by the same word.
  func isPlain(condition expr: Expr) -> Bool {
    switch expr.kind {
    case .and: return parts(of: expr, isAnd: true).allSatisfy { isAtom($0) || isQuantified($0) }
    case .or: return parts(of: expr, isAnd: false).allSatisfy { isAtom($0) }
    case .quantified: return isQuantified(expr)
    case .conditional(let conditional): return conditional.parts.count == 3 && conditional.parts.allSatisfy { isAtom($0) }
    case .call(let name, let arguments) where name.text == Function.old: return arguments.allSatisfy { isAtom($0) }
    default: return isAtom(expr)
    }
  }

  private func isQuantified(_ expr: Expr) -> Bool {
    guard case .quantified(let quantified) = expr.kind else { return false }
    let inner = naming(quantified.variable.text, scope.element(of: quantified.source))
    let conditions = [quantified.filter].compactMap(\.self) + parts(of: quantified.body, isAnd: true)
    return isLeaf(quantified.source) && conditions.allSatisfy { inner.isAtom($0) }
  }

  /// Returns the operands that are joined by `and`, or by `or`.
  private func parts(of expr: Expr, isAnd: Bool) -> [Expr] {
    switch (expr.kind, isAnd) {
    case (.and(let left, let right), true), (.or(let left, let right), false):
      parts(of: left, isAnd: isAnd) + parts(of: right, isAnd: isAnd)
    default: [expr]
    }
  }
}
