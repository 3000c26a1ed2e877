import TruthsDiagnostics
import TruthsText

/// Parses rows of tables and cells of grids (declarations §8, §8.2).
extension ClauseParser {
  /// Parses a row that takes the whole text.
  ///
  /// `( expr | "otherwise" ) arrow ( expr | "missing" | name "=" out { "," name "=" out } )`
  mutating func row() throws(Abort) -> TableRow {
    let first = current
    var condition: Expr?
    if isWord("otherwise"), kind(ahead: 1) == .arrow || kind(ahead: 1) == .end {
      advance()
    } else {
      condition = try expression()
    }
    try expect(.arrow, "`→` and the row's value")
    let result = try rowResult()
    let help = kind == .arrow ? "a row has one `→`; join conditions with `and`" : nil
    guard kind == .end else { throw unexpected("the end of the row", help: help) }
    return TableRow(condition: condition, result: result, at: span(from: first))
  }

  private mutating func rowResult() throws(Abort) -> RowResult {
    guard kind.isWord, kind(ahead: 1) == .assign else { return .value(try out()) }
    var outputs: [RowOutput] = []
    repeat {
      guard kind.isWord else { throw unexpected("an output's name") }
      let name = name(advance())
      try expect(.assign, "`=` and the output's value", help: "write `\(name.text) = …`")
      outputs.append(RowOutput(name: name, value: try out()))
    } while accept(.comma)
    return .outputs(outputs)
  }

  /// Parses `expr | "missing"`.
  private mutating func out() throws(Abort) -> Expr? {
    let isAlone = kind(ahead: 1) == .end || kind(ahead: 1) == .comma
    if kind == .missing, isAlone {
      advance()
      return nil
    }
    return try expression()
  }

  // MARK: Grids

  /// Parses an output cell of a grid that takes the whole text.
  mutating func gridOutput() throws(Abort) -> Expr? {
    let value = try out()
    guard kind == .end else { throw unexpected("`|` or the end of the line") }
    return value
  }

  /// Parses a cell of a grid that takes the whole text, with its condition on the column's name; `-` has no condition.
  mutating func cell(_ column: String) throws(Abort) -> (cell: GridCell, condition: Expr?) {
    if kind == .minus, kind(ahead: 1) == .end {
      advance()
      return (.any, nil)
    }
    let cellSpan = text.span(text.trimmed.lowerBound, text.trimmed.upperBound)
    let name = leaf(.name(column), at: cellSpan)
    guard kind == .not, kind(ahead: 1) == .leftBracket else {
      let (tests, condition) = try alternatives(of: name)
      guard kind == .end else { throw unexpected("`,`, `|` or the end of the cell") }
      return (.tests(tests, isNegated: false), condition)
    }
    advance()
    let opening = advance()
    let (tests, condition) = try alternatives(of: name)
    try close(opening, .rightBracket)
    let help = "a cell that begins with `not (` ends with that bracket; write `(not (…) …)` for a value"
    guard kind == .end else { throw unexpected("the end of the cell", help: help) }
    return (.tests(tests, isNegated: true), try node(.not(condition), above: depth, at: cellSpan))
  }

  /// Parses `alternative { "," alternative }`.
  private mutating func alternatives(of name: Expr) throws(Abort) -> ([CellTest], Expr) {
    let first = try alternative(of: name)
    var (tests, condition) = ([first.0], first.1)
    while accept(.comma) {
      let below = depth
      let (test, next) = try alternative(of: name)
      condition = try node(.or(condition, next), above: max(below, depth), at: condition.span.union(next.span))
      tests.append(test)
    }
    return (tests, condition)
  }

  /// Parses an interval, the right side of a comparison, or a value that is compared by `==`.
  private mutating func alternative(of name: Expr) throws(Abort) -> (CellTest, Expr) {
    if let interval = try closedInterval(of: name) { return interval }
    if kind == .not, kind(ahead: 1) == .contains || kind(ahead: 1) == .like || isWord("matches", ahead: 1) {
      throw fail(GridFault.negated(text.string(text.trimmed), at: span(current)))
    }
    depth = 1
    if let compared = try comparison(behind: name) {
      if case .binary(.equal, _, let value) = compared.kind { return (.equal(value), compared) }
      return (.relation(compared), compared)
    }
    let value = try expression()
    if accept(.range) {
      let below = depth
      let upper = try expression()
      depth = max(below, depth)
      return try interval(name, value, upper, includesLower: true, includesUpper: true)
    }
    let condition = try node(.binary(.equal, name, value), above: depth, at: value.span)
    return (.equal(value), condition)
  }

  /// Parses `[a..b)`; returns `nil` and rewinds if the bracket begins another expression.
  private mutating func closedInterval(of name: Expr) throws(Abort) -> (CellTest, Expr)? {
    guard kind == .leftSquare || kind == .leftBracket else { return nil }
    let (start, diagnosticCount, open) = (index, diagnostics.count, nesting)
    let includesLower = advance().kind == .leftSquare
    let lower = try? expression()
    guard let lower, accept(.range) else {
      (index, nesting) = (start, open)
      diagnostics.removeSubrange(diagnosticCount...)
      return nil
    }
    let below = depth
    let upper = try expression()
    depth = max(below, depth)
    guard kind == .rightSquare || kind == .rightBracket else { throw unexpected("`]` or `)` after the end of the interval") }
    let includesUpper = advance().kind == .rightSquare
    return try interval(name, lower, upper, includesLower: includesLower, includesUpper: includesUpper)
  }

  private mutating func interval(
    _ name: Expr, _ lower: Expr, _ upper: Expr, includesLower: Bool, includesUpper: Bool
  ) throws(Abort) -> (CellTest, Expr) {
    let span = lower.span.union(upper.span)
    let test = CellTest.interval(lower, upper, includesLower: includesLower, includesUpper: includesUpper)
    if includesLower, includesUpper {
      return (test, try node(.between(name, low: lower, high: upper), above: depth, at: span))
    }
    let above = try node(
      .binary(includesLower ? .greaterOrEqual : .greater, name, lower), above: depth, at: lower.span)
    let below = Expr(.binary(includesUpper ? .lessOrEqual : .less, name, upper), at: upper.span)
    return (test, try node(.and(above, below), above: depth, at: span))
  }

  /// Returns the finding for `..` outside of a grid, with the comparison that was most likely intended.
  mutating func misplacedInterval() -> Diagnostic {
    MisplacedInterval.finding(meant: intervalAsComparison, at: span(current))
  }

  /// The comparison that means `x in [a..b)`, with the ends that the interval has; `nil` for operands of several tokens.
  private var intervalAsComparison: String? {
    func operand(_ distance: Int) -> String? {
      guard tokens.indices.contains(index + distance) else { return nil }
      let token = tokens[index + distance]
      return [.word, .number, .text].contains(token.kind) ? text.string(token.range) : nil
    }
    let bounds: Set<TokenKind> = [.and, .or, .not, .leftBracket, .if, .then, .else, .where, .satisfies, .arrow]
    guard index > 3, tokens[index - 3].kind == .in, index + 2 < tokens.count,
      index == 4 || bounds.contains(tokens[index - 5].kind), let subject = operand(-4), let lower = operand(-1),
      let upper = operand(1)
    else { return nil }
    let (opening, closing) = (tokens[index - 2].kind, tokens[index + 2].kind)
    guard [.leftSquare, .leftBracket].contains(opening), [.rightSquare, .rightBracket, .leftSquare].contains(closing) else {
      return nil
    }
    let includes = (lower: opening == .leftSquare, upper: closing == .rightSquare)
    if includes.lower, includes.upper { return "\(subject) between \(lower) and \(upper)" }
    let result = "\(subject) \(includes.lower ? ">=" : ">") \(lower) and \(subject) \(includes.upper ? "<=" : "<") \(upper)"
    return index > 4 && tokens[index - 5].kind == .not ? "(\(result))" : result
  }
}
