import TruthsDiagnostics
import TruthsText

/// Parses comparisons and tests, and interprets chained comparisons.
extension ClauseParser {
  /// Parses `sum [ comparison-operator sum | test ]`, which does not chain.
  mutating func comparison() throws(Abort) -> Expr {
    let isNegated = index > 0 && tokens[index - 1].kind == .not
    let left = try sum()
    guard let sign = relation else { return left }
    let result = try relation(sign, left)
    guard let next = relation else { return result.whole }
    return try chain(result, next, isNegated: isNegated)
  }

  /// Parses a comparison whose left side is elsewhere, as in a cell of a grid; `nil` if no operator follows.
  mutating func comparison(behind left: Expr) throws(Abort) -> Expr? {
    guard let sign = relation else { return nil }
    return try relation(sign, left).whole
  }

  /// An operator or test that may follow a sum.
  private enum Relation {
    case binary(BinaryOperator, tokens: Int)
    case test(TestOperator, tokens: Int)
    case between(isNegated: Bool)
  }

  /// A comparison, with its last operand if it has one.
  private struct Compared {
    var whole: Expr
    var last: Expr?
    var lastTokens: Range<Int>
    var sign: BinaryOperator?
  }

  private var relation: Relation? {
    switch kind {
    case .equal: .binary(.equal, tokens: 1)
    case .notEqual: .binary(.notEqual, tokens: 1)
    case .less: .binary(.less, tokens: 1)
    case .lessOrEqual: .binary(.lessOrEqual, tokens: 1)
    case .greater: .binary(.greater, tokens: 1)
    case .greaterOrEqual: .binary(.greaterOrEqual, tokens: 1)
    case .in: .binary(.isIn, tokens: 1)
    case .not where kind(ahead: 1) == .in: .binary(.isNotIn, tokens: 2)
    case .contains where isPatternAhead(of: 1): .binary(.containsMatching, tokens: 2)
    case .contains: .binary(.contains, tokens: 1)
    case .like: .binary(.like, tokens: 1)
    case .exists: .test(.exists, tokens: 1)
    case .missing: .test(.missing, tokens: 1)
    case .empty: .test(.empty, tokens: 1)
    case .not where kind(ahead: 1) == .empty: .test(.notEmpty, tokens: 2)
    case .not where kind(ahead: 1) == .exists: .test(.missing, tokens: 2)
    case .not where kind(ahead: 1) == .missing: .test(.exists, tokens: 2)
    case .not where kind(ahead: 1) == .contains && isPatternAhead(of: 2): .binary(.containsMatching, tokens: 3)
    case .not where kind(ahead: 1) == .contains: .binary(.contains, tokens: 2)
    case .not where kind(ahead: 1) == .like: .binary(.like, tokens: 2)
    case .assign: .binary(.equal, tokens: 1)
    case .word where isWord("matches"): .binary(.matches, tokens: 1)
    case .not where isWord("matches", ahead: 1): .binary(.matches, tokens: 2)
    case .word where isWord("between"): .between(isNegated: false)
    case .not where isWord("between", ahead: 1): .between(isNegated: true)
    default: nil
    }
  }

  private func isPatternAhead(of place: Int) -> Bool { isWord("matching", ahead: place) && kind(ahead: place + 1) == .text }

  /// Parses an operator or test after its left operand.
  private mutating func relation(_ relation: Relation, _ operand: Expr) throws(Abort) -> Compared {
    let below = depth
    if case .between(let isNegated) = relation { return try between(operand, isNegated: isNegated) }
    let isMisplaced = reportMisplacedNot(operand)
    switch relation {
    case .between: return Compared(whole: operand, last: nil, lastTokens: index..<index, sign: nil)
    case .test(let test, let count):
      let first = current
      for _ in 0..<count { advance() }
      let whole = try node(.test(test, operand), above: below, at: operand.span.union(span(from: first)))
      return Compared(whole: whole, last: nil, lastTokens: index..<index, sign: nil)
    case .binary(let binary, let count):
      if kind == .assign { report(ForeignOperator.assign(at: span(current), replacement: text.style.written("=="))) }
      for _ in 0..<count { advance() }
      let start = index
      let right = try binary.wantsPattern ? pattern(of: binary) : sum()
      let tokens = start..<index
      var whole = try node(.binary(binary, operand, right), above: max(below, depth), at: operand.span.union(right.span))
      if isMisplaced { whole = try node(.not(whole), above: depth, at: whole.span) }
      return Compared(whole: whole, last: right, lastTokens: tokens, sign: binary)
    }
  }

  /// Parses `[ "not" ] "between" sum "and" sum` after its left operand.
  private mutating func between(_ operand: Expr, isNegated: Bool) throws(Abort) -> Compared {
    var deepest = depth
    if isNegated { advance() }
    advance()
    let low = try sum()
    deepest = max(deepest, depth)
    try expect(.and, "`and` and the upper bound")
    let high = try sum()
    deepest = max(deepest, depth)
    let span = operand.span.union(high.span)
    var whole = try node(.between(operand, low: low, high: high), above: deepest, at: span)
    if isNegated { whole = try node(.not(whole), above: depth, at: span) }
    return Compared(whole: whole, last: nil, lastTokens: index..<index, sign: nil)
  }

  /// Reports a chain such as `0 < x < 10` once, and reads it as `0 < x and x < 10`.
  ///
  /// - Parameter isNegated: whether `not` precedes it. The fix then needs brackets, because `not` would bind to a part only.
  private mutating func chain(_ first: Compared, _ next: Relation, isNegated: Bool) throws(Abort) -> Expr {
    var compared = first
    var relation: Relation? = next
    var mend: (middle: Expr, operand: Range<Int>, sign: Span, isSafe: Bool)?
    var conjunction = first.whole
    while let sign = relation {
      let signToken = current
      guard let middle = compared.last, case .binary(let binary, _) = sign, Self.chainable(compared.sign, binary) else {
        throw fail(ChainedComparison.unmendable(text.string(signToken.range), at: span(signToken)))
      }
      if mend == nil { mend = shared(by: compared, middle, binary) }
      let below = depth
      compared = try self.relation(sign, middle)
      conjunction = try node(
        .and(conjunction, compared.whole), above: max(below, depth), at: conjunction.span.union(compared.whole.span))
      relation = self.relation
    }
    guard let mend else { return conjunction }
    let operand = text.string(mend.operand)
    let forms = mend.isSafe && !isNegated ? enclosing(first, mend.operand, compared, in: conjunction.span) : []
    report(
      ChainedComparison.finding(
        operand, insertion: text.style.written(" and \(operand)"), behind: mend.middle.span.atEnd, at: mend.sign,
        brackets: isNegated ? conjunction.span : nil, isSafe: mend.isSafe,
        forms: forms.map { ($0, text.style.written($0)) }, in: conjunction.span))
    return conjunction
  }

  /// Returns a chain of two comparisons with the operand in the middle first: `200 <= n <= 500` as `n between 200 and 500`, and
  /// as `n >= 200 and n <= 500`. None for a longer chain.
  private func enclosing(_ first: Compared, _ operand: Range<Int>, _ last: Compared, in whole: Span) -> [String] {
    guard let start = tokens.first(where: { span($0).start == whole.start }), let left = first.sign, let right = last.sign,
      last.lastTokens.lowerBound > first.lastTokens.upperBound, let end = tokens[last.lastTokens].last,
      last.lastTokens.lowerBound - first.lastTokens.upperBound == 1
    else { return [] }
    var below = text.string(Int(start.start)..<operand.lowerBound)
    while let sign = below.last, "<>= ".contains(sign) { below.removeLast() }
    let (value, above) = (text.string(operand), text.string(Int(tokens[last.lastTokens.lowerBound].start)..<Int(end.end)))
    let signs: [BinaryOperator: BinaryOperator] = [
      .less: .greater, .lessOrEqual: .greaterOrEqual, .greater: .less, .greaterOrEqual: .lessOrEqual,
    ]
    guard let turned = signs[left] else { return [] }
    let compared = "\(value) \(turned.rawValue) \(below) and \(value) \(right.rawValue) \(above)"
    if left == .lessOrEqual, right == .lessOrEqual { return ["\(value) between \(below) and \(above)", compared] }
    return left == .greaterOrEqual && right == .greaterOrEqual
      ? ["\(value) between \(above) and \(below)", compared] : [compared]
  }

  /// Returns the operand that two comparisons share, with the operator after it, and whether they certainly enclose its value.
  private func shared(
    by compared: Compared, _ middle: Expr, _ binary: BinaryOperator
  ) -> (middle: Expr, operand: Range<Int>, sign: Span, isSafe: Bool) {
    let from = Int(tokens[compared.lastTokens.lowerBound].start)
    let to = Int(tokens[max(compared.lastTokens.lowerBound, compared.lastTokens.upperBound - 1)].end)
    let isOnOneLine = Int(middle.span.end - middle.span.start) == to - from
    let isRange = isOnOneLine && compared.sign.map { Self.pointSameWay($0, binary) } ?? false
    return (middle, from..<to, span(current), isRange)
  }

  /// Whether a chain of two comparisons has an evident meaning.
  private static func chainable(_ left: BinaryOperator?, _ right: BinaryOperator) -> Bool {
    let signs: [BinaryOperator] = [.equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual]
    return left.map(signs.contains) ?? false && signs.contains(right)
  }

  /// Whether two comparisons enclose the value between them, as in `0 < x <= 10`.
  private static func pointSameWay(_ left: BinaryOperator, _ right: BinaryOperator) -> Bool {
    let up: [BinaryOperator] = [.less, .lessOrEqual]
    let down: [BinaryOperator] = [.greater, .greaterOrEqual]
    return up.contains(left) && up.contains(right) || down.contains(left) && down.contains(right)
  }

  /// Reports `x not exists`, `x not missing` or `x not contains y`: they are not operators, but their meaning is evident.
  private mutating func reportMisplacedNot(_ operand: Expr) -> Bool {
    guard kind == .not, kind(ahead: 1) != .in, kind(ahead: 1) != .empty else { return false }
    let word = text.string(tokens[index + 1].range)
    let whole = text.span(Int(current.start), Int(tokens[index + 1].end))
    switch kind(ahead: 1) {
    case .exists: report(MisplacedNot.finding(word, instead: "missing", at: whole))
    case .missing: report(MisplacedNot.finding(word, instead: "exists", at: whole))
    default: report(MisplacedNot.finding(word, operand: operand.span, at: whole))
    }
    return true
  }
}
