import TruthsSyntax
import TruthsText

extension MutationFinder {
  /// What is true or false.
  ///
  /// - Parameter isWhole: whether it is all of a clause, so that it is also turned into its opposite as a whole.
  mutating func condition(_ expr: Expr, isWhole: Bool = false) {
    switch expr.kind {
    case .and(let left, let right): connect("and", "or", expr, left, right, isWhole)
    case .or(let left, let right): connect("or", "and", expr, left, right, isWhole)
    case .not(let operand):
      add(.negate, expr.span, "(\(file.text(operand.span)))", advice: differs(expr))
      condition(operand)
    case .binary(let sign, let left, let right): comparison(sign, expr, left, right, isWhole)
    case .test(let test, let operand): presence(test, expr, operand)
    case .quantified(let quantified): quantifier(quantified, expr, isWhole)
    case .boolean(let value): flip(value, expr)
    case .name, .member, .keyed, .call:
      negate(expr)
      value(expr)
    default: value(expr)
    }
  }

  private func differs(_ expr: Expr) -> String {
    "no fixture tells whether `\(text(expr.span))` holds: write two that differ in nothing else, one in which it does and one in "
      + "which it does not"
  }

  private mutating func negate(_ expr: Expr) {
    add(.negate, expr.span, "not (\(file.text(expr.span)))", advice: differs(expr))
  }

  private mutating func connect(
    _ word: String, _ other: String, _ expr: Expr, _ left: Expr, _ right: Expr, _ isWhole: Bool
  ) {
    if isWhole { negate(expr) }
    if let place = token(word, from: left.span.end, to: right.span.start) {
      add(
        .connective, place, other,
        advice: "in every fixture `\(text(left.span))` and `\(text(right.span))` hold together or fail together: write one in "
          + "which one of them holds and the other does not")
    }
    condition(left)
    condition(right)
  }

  // MARK: Comparisons

  private mutating func comparison(_ sign: BinaryOperator, _ expr: Expr, _ left: Expr, _ right: Expr, _ isWhole: Bool) {
    switch sign {
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if isWhole { negate(expr) }
      boundary(sign, left, right)
    case .equal, .notEqual:
      let (old, new) = sign == .equal ? ("==", "!=") : ("!=", "==")
      replace(old, new, .equality, left, right, advice: differs(expr))
    case .isIn: replace("in", "not in", .membership, left, right, advice: differs(expr))
    case .isNotIn:
      if let place = words("not", "in", from: left.span.end, to: right.span.start) {
        add(.membership, place, "in", advice: differs(expr))
      }
    case .contains, .like: negate(expr)
    case .add, .subtract, .multiply, .divide, .remainder: return value(expr)
    }
    value(left)
    value(right)
  }

  private mutating func boundary(_ sign: BinaryOperator, _ left: Expr, _ right: Expr) {
    let other: [BinaryOperator: String] = [.less: "<=", .lessOrEqual: "<", .greater: ">=", .greaterOrEqual: ">"]
    guard let new = other[sign] else { return }
    replace(
      sign.rawValue, new, .boundary, left, right,
      advice: "in no fixture is `\(text(left.span))` equal to `\(text(right.span))`, or nothing hangs on it: write one in which "
        + "they are equal")
  }

  mutating func replace(
    _ old: String, _ new: String, _ operation: MutationOperator, _ left: Expr, _ right: Expr, advice: String
  ) {
    guard let place = token(old, from: left.span.end, to: right.span.start) else { return }
    add(operation, place, new, advice: advice)
  }

  /// Two words with nothing but blanks between them.
  private func words(_ first: String, _ second: String, from start: Int32, to end: Int32) -> Span? {
    guard let opening = token(first, from: start, to: end), let closing = token(second, from: opening.end, to: end) else {
      return nil
    }
    return opening.union(closing)
  }

  // MARK: Presence

  private mutating func presence(_ test: TestOperator, _ expr: Expr, _ operand: Expr) {
    let (start, end) = (operand.span.end, expr.span.end)
    let change: (place: Span?, new: String) =
      switch test {
      case .exists: (token("exists", from: start, to: end), "missing")
      case .missing: (token("missing", from: start, to: end), "exists")
      case .empty: (token("empty", from: start, to: end), "not empty")
      case .notEmpty: (words("not", "empty", from: start, to: end), "empty")
      }
    if let place = change.place { add(.presence, place, change.new, advice: differs(expr)) }
    value(operand)
  }

  // MARK: Quantifiers

  private mutating func quantifier(_ quantified: Quantified, _ expr: Expr, _ isWhole: Bool) {
    if isWhole { negate(expr) }
    let word = quantified.quantifier.rawValue
    if let place = token(word, from: expr.span.start, to: quantified.variable.span.start) {
      let source = text(quantified.source.span)
      add(
        .quantifier, place, quantified.quantifier == .some ? "every" : "some",
        advice: "no fixture tells some of `\(source)` from all of it: write one with two of which only one fits")
    }
    value(quantified.source)
    if let filter = quantified.filter { self.filter(filter) }
    condition(quantified.body)
  }

  /// A `where`.
  mutating func filter(_ filter: Expr) {
    add(
      .filter, filter.span, "true",
      advice: "no fixture has an element that `where \(text(filter.span))` leaves out and that would count: write one that has")
    condition(filter)
  }
}
