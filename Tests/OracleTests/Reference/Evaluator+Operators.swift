import TruthsSyntax
import TruthsText

extension Evaluator {
  /// An operator with a missing side is missing; either side is read as the type of the other.
  func binary(_ op: BinaryOperator, _ left: Expr, _ right: Expr, _ scope: Scope) -> Val {
    switch op {
    case .add, .subtract, .multiply, .divide, .remainder: return arithmetic(op, eval(left, scope), eval(right, scope))
    case .isIn: return isIn(left, right, scope)
    case .isNotIn: return .of(isIn(left, right, scope).truth.map { !$0 })
    case .contains: return contains(left, right, scope)
    case .like: return like(eval(left, scope), eval(right, scope))
    case .matches, .containsMatching:
      guard case .text(let text) = eval(left, scope), case .text(let pattern) = right.kind else { return .missing }
      return .bool(Matcher.matches(text.string, pattern.plain ?? "", isPart: op == .containsMatching))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual:
      let (leftType, rightType) = (type(left, scope), type(right, scope))
      return compare(op, eval(left, scope, want: rightType), eval(right, scope, want: leftType))
    }
  }

  private func compare(_ op: BinaryOperator, _ left: Val, _ right: Val) -> Val {
    if left.isMissing || right.isMissing || Val.currency(of: [left, right]).isMixed { return .missing }
    switch op {
    case .equal: return .of(Val.same(left, right))
    case .notEqual: return .of(Val.same(left, right).map { !$0 })
    case .less: return .of(precedes(left, right))
    case .greater: return .of(precedes(right, left))
    case .lessOrEqual: return .of(precedes(right, left).map { !$0 })
    default: return .of(precedes(left, right).map { !$0 })
    }
  }

  /// Whether a value comes before another of its type.
  func precedes(_ left: Val, _ right: Val) -> Bool? {
    switch (left.unpriced, right.unpriced) {
    case (.number(let left), .number(let right)): return left < right
    case (.text(let left), .text(let right)): return left < right
    case (.date(let left), .date(let right)): return left < right
    case (.time(let left), .time(let right)): return left < right
    case (.span(let left), .span(let right)): return left < right
    case (.period(let left), .period(let right)): return left < right
    case (.clock(let left), .clock(let right)): return left < right
    case (.symbol(let type, let left), .symbol(_, let right)):
      guard let values = vocab.enums[type], let first = values.firstIndex(of: left), let second = values.firstIndex(of: right)
      else { return nil }
      return first < second
    default: return nil
    }
  }

  private func isIn(_ left: Expr, _ right: Expr, _ scope: Scope) -> Val {
    let element = eval(left, scope, want: type(right, scope)?.element)
    let list = eval(right, scope, want: type(left, scope).map { .list($0) })
    guard !element.isMissing, let values = list.elements else { return .missing }
    return .of(Val.isAmong(element, values))
  }

  private func contains(_ left: Expr, _ right: Expr, _ scope: Scope) -> Val {
    let whole = eval(left, scope)
    let part = eval(right, scope, want: type(left, scope)?.element)
    switch (whole, part) {
    case (_, .missing): return .missing
    case (.list(let values), _): return .of(Val.isAmong(part, values))
    case (.text(let whole), .text(let part)):
      return .bool(find(Array(part.string.unicodeScalars), Array(whole.string.unicodeScalars)))
    default: return .missing
    }
  }

  private func find(_ part: [Unicode.Scalar], _ whole: [Unicode.Scalar]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { Array(whole[$0..<($0 + part.count)]) == part }
  }

  private func like(_ value: Val, _ pattern: Val) -> Val {
    guard case .text(let text) = value, case .text(let shape) = pattern else { return .missing }
    return .bool(matches(Array(text.string.unicodeScalars)[...], Array(shape.string.unicodeScalars)[...]))
  }

  /// `*` is any stretch, `\*` a star.
  private func matches(_ text: ArraySlice<Unicode.Scalar>, _ shape: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = shape.first else { return text.isEmpty }
    let rest = shape.dropFirst()
    if first == "*" { return matches(text, rest) || (!text.isEmpty && matches(text.dropFirst(), shape)) }
    if first == "\\", rest.first == "*" { return text.first == "*" && matches(text.dropFirst(), rest.dropFirst()) }
    return text.first == first && matches(text.dropFirst(), rest)
  }

  func negate(_ value: Val) -> Val {
    switch value {
    case .number(let number): .number(number.negated)
    case .money(let number, let currency): .money(number.negated, currency)
    case .span(let span): .span(span.negated)
    case .period(let period): .period(period.negated)
    default: .missing
    }
  }

  func arithmetic(_ op: BinaryOperator, _ left: Val, _ right: Val) -> Val {
    let (currency, isMixed) = Val.currency(of: [left, right])
    if isMixed { return .missing }
    if currency != nil {
      let result = arithmetic(op, left.unpriced, right.unpriced)
      return op == .divide && right.currency != nil ? result : result.priced(currency)
    }
    return switch (op, left, right) {
    case (.add, .number(let left), .number(let right)): number(left.adding(right))
    case (.subtract, .number(let left), .number(let right)): number(left.subtracting(right))
    case (.multiply, .number(let left), .number(let right)): number(left.multiplied(by: right))
    case (.divide, .number(let left), .number(let right)): number(left.divided(by: right))
    case (.remainder, .number(let left), .number(let right)): number(left.remainder(dividingBy: right))
    case (.add, .list(let left), .list(let right)): .list(left + right)
    default: time(op, left, right)
    }
  }

  private func time(_ op: BinaryOperator, _ left: Val, _ right: Val) -> Val {
    switch (op, left, right) {
    case (.add, .time(let time), .span(let span)), (.add, .span(let span), .time(let time)):
      time.adding(span).map(Val.time) ?? .missing
    case (.subtract, .time(let time), .span(let span)): time.subtracting(span).map(Val.time) ?? .missing
    case (.subtract, .time(let left), .time(let right)): .span(left.subtracting(right))
    case (.add, .date(let date), .span(let span)), (.add, .span(let span), .date(let date)):
      date.adding(span).map(Val.date) ?? .missing
    case (.subtract, .date(let date), .span(let span)): date.subtracting(span).map(Val.date) ?? .missing
    case (.subtract, .date(let left), .date(let right)): .span(left.subtracting(right))
    case (.add, .span(let left), .span(let right)): left.adding(right).map(Val.span) ?? .missing
    case (.subtract, .span(let left), .span(let right)): left.subtracting(right).map(Val.span) ?? .missing
    case (.multiply, .span(let span), .number(let number)), (.multiply, .number(let number), .span(let span)):
      self.span(span.multiplied(by: number))
    case (.divide, .span(let span), .number(let number)): self.span(span.divided(by: number))
    case (.divide, .span(let left), .span(let right)): number(left.divided(by: right))
    default: calendarArithmetic(op, left, right)
    }
  }

  func number(_ result: Result<Decimal, DecimalFault>) -> Val {
    switch result {
    case .success(let number): .number(number)
    case .failure: .missing
    }
  }

  private func span(_ result: Result<TimeSpan, DecimalFault>) -> Val {
    switch result {
    case .success(let span): .span(span)
    case .failure: .missing
    }
  }
}
