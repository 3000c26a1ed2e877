import TruthsDiagnostics
import TruthsText

extension ClauseParser {
  /// `( "some" | "every" | "no" ) name "in" source [ "where" expr ] "satisfies" expr`
  mutating func quantified() throws(Abort) -> Expr {
    let opening = advance()
    return try nested { (parser) throws(Abort) in
      let loop = try parser.loop()
      var deepest = parser.depth
      let filter = try parser.filter()
      if filter != nil { deepest = max(deepest, parser.depth) }
      try parser.expect(.satisfies, filter == nil ? "`where` or `satisfies`" : "`satisfies`")
      let body = try parser.expression()
      deepest = max(deepest, parser.depth)
      let quantifier: Quantifier = opening.kind == .some ? .some : opening.kind == .every ? .every : .no
      let whole = Quantified(
        quantifier: quantifier, variable: loop.variable, source: loop.source, filter: filter, body: body)
      return try parser.node(.quantified(whole), above: deepest, at: parser.span(opening).union(body.span))
    }
  }

  /// The aggregate whose name stands here; only before a bracket is it one.
  var aggregateFunction: AggregateFunction? {
    if isWord("sum") { return .sum }
    if isWord("count") { return .count }
    if isWord("min") { return .min }
    if isWord("max") { return .max }
    return isWord("list") ? .list : nil
  }

  /// `sum(expr for x in S … tail)`, `count(x in S … tail)`
  mutating func aggregate(_ function: AggregateFunction) throws(Abort) -> Expr {
    let first = advance()
    let opening = advance()
    return try nested { (parser) throws(Abort) in
      var value: Expr?
      var deepest = 0
      if function != .count {
        value = try parser.expression()
        deepest = parser.depth
        if parser.kind == .end { try parser.close(opening, .rightBracket) }
        try parser.expect(.for, "`for`", help: "write `\(function.rawValue)(value for x in list)`")
      }
      var loops: [Aggregate.Loop] = []
      repeat {
        loops.append(try parser.loop(help: function == .count ? "write `count(x in list)`" : nil))
        deepest = max(deepest, parser.depth)
      } while parser.accept(.for)
      let filter = try parser.filter()
      if filter != nil { deepest = max(deepest, parser.depth) }
      let (order, below) = try parser.order()
      try parser.close(opening, .rightBracket)
      let whole = Aggregate(function: function, value: value, loops: loops, filter: filter, order: order)
      return try parser.node(.aggregate(whole), above: max(deepest, below), at: parser.span(from: first))
    }
  }

  /// `name "in" source`
  mutating func loop(help: String? = nil) throws(Abort) -> Aggregate.Loop {
    let variable = try newName("a variable's name")
    try expect(.in, "`in`", help: help)
    return Aggregate.Loop(variable: variable, source: try postfix())
  }

  /// `[ "where" expr ]`
  mutating func filter() throws(Abort) -> Expr? { accept(.where) ? try expression() : nil }

  /// `[ "by" sum [ "desc" ] { "," sum [ "desc" ] } ]`, with the depth of the deepest key.
  private mutating func order() throws(Abort) -> ([Aggregate.OrderKey], Int) {
    guard acceptWord("by") else { return ([], 0) }
    var keys: [Aggregate.OrderKey] = []
    var deepest = 0
    repeat {
      let value = try sum()
      deepest = max(deepest, depth)
      keys.append(Aggregate.OrderKey(value: value, isDescending: acceptWord("desc")))
    } while accept(.comma)
    return (keys, deepest)
  }

  /// A name that is given here.
  mutating func newName(_ description: String) throws(Abort) -> Name {
    if kind.isReserved { throw fail(ReservedWord.asName(text.string(current.range), at: span(current))) }
    guard kind == .word else { throw unexpected(description) }
    guard isName(current) else { throw fail(BadName.found(text.string(current.range), at: span(current))) }
    return name(advance())
  }
}
