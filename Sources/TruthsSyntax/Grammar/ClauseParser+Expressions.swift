import TruthsDiagnostics
import TruthsText

/// Parses expressions from the loosest operator to the tightest (clauses §2).
extension ClauseParser {
  /// Parses `"if" expr "then" branch "else" branch | and-expr { "or" and-expr }`.
  mutating func expression() throws(Abort) -> Expr {
    if kind == .if { return try conditional() }
    var disjunction = try conjunction()
    while kind == .or {
      let below = depth
      advance()
      let right = try conjunction()
      disjunction = try node(.or(disjunction, right), above: max(below, depth), at: disjunction.span.union(right.span))
    }
    return disjunction
  }

  /// Parses `"if" expr "then" branch "else" branch`. The last branch extends as far right as it can.
  private mutating func conditional() throws(Abort) -> Expr {
    let opening = advance()
    return try nested { (parser) throws(Abort) in
      let condition = try parser.expression()
      var deepest = parser.depth
      try parser.expect(.then, "`then`")
      let consequence = try parser.branch()
      if consequence != nil { deepest = max(deepest, parser.depth) }
      try parser.expect(.else, "`else`")
      let alternative = try parser.branch()
      if alternative != nil { deepest = max(deepest, parser.depth) }
      let whole = Conditional(condition: condition, consequence: consequence, alternative: alternative)
      return try parser.node(.conditional(whole), above: deepest, at: parser.span(from: opening))
    }
  }

  /// Parses `expr | "missing"`.
  private mutating func branch() throws(Abort) -> Expr? { accept(.missing) ? nil : try expression() }

  /// Parses `not-expr { "and" not-expr }`.
  private mutating func conjunction() throws(Abort) -> Expr {
    var expr = try negation()
    while kind == .and {
      let below = depth
      advance()
      let right = try negation()
      expr = try node(.and(expr, right), above: max(below, depth), at: expr.span.union(right.span))
    }
    return expr
  }

  /// Parses `"not" not-expr | comparison`.
  private mutating func negation() throws(Abort) -> Expr {
    guard kind == .not else { return try comparison() }
    let opening = advance()
    let operand = try nested { (parser) throws(Abort) in try parser.negation() }
    return try node(.not(operand), above: depth, at: span(opening).union(operand.span))
  }

  /// Parses `sum { ( "+" | "-" ) product }`.
  mutating func sum() throws(Abort) -> Expr {
    var expr = try product()
    while let binary = additive {
      let below = depth
      advance()
      let right = try product()
      expr = try node(.binary(binary, expr, right), above: max(below, depth), at: expr.span.union(right.span))
    }
    return expr
  }

  /// Parses `unary { ( "*" | "/" | "%" ) unary }`.
  private mutating func product() throws(Abort) -> Expr {
    var expr = try unary()
    while let binary = multiplicative {
      let below = depth
      advance()
      let right = try unary()
      expr = try node(.binary(binary, expr, right), above: max(below, depth), at: expr.span.union(right.span))
    }
    return expr
  }

  /// Parses `"-" unary | postfix`.
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

extension ClauseParser {
  /// Parses `primary { "." word | "(" name "=" expr { "," name "=" expr } ")" }`.
  mutating func postfix() throws(Abort) -> Expr {
    let first = current
    var base = try primary()
    while true {
      switch kind {
      case .dot:
        advance()
        guard kind.isWord else { throw unexpected("a name after the dot") }
        let word = name(advance())
        base = try node(.member(base, word), above: depth, at: span(from: first))
      case .leftBracket:
        base = try bracketed(base, first)
      case .leftSquare:
        base = try element(of: base, first)
      case .word where isWord("with"):
        advance()
        guard kind == .leftBracket else {
          throw unexpected("`(` and the fields that differ", help: withHelp(), guidance: .general)
        }
        let (arguments, deepest) = try keyArguments()
        base = try node(.with(base, arguments), above: deepest, at: span(from: first))
      default:
        return base
      }
    }
  }

  /// Parses `"the" fact-type [keys]`; words after the fact type read fields of it.
  private mutating func currentFact() throws(Abort) -> Expr {
    let first = advance()
    let token = current
    guard isName(token) else { throw fail(BadName.inExpression(text.string(token.range), at: span(token))) }
    var inner = leaf(.name(text.string(advance().range)), at: span(token))
    while kind == .dot, kind(ahead: 1).isWord {
      advance()
      let word = name(advance())
      inner = try node(.member(inner, word), above: depth, at: span(from: token))
    }
    if kind == .leftBracket, kind(ahead: 1).isWord, kind(ahead: 2) == .assign { inner = try keyed(inner, token) }
    return try node(.current(inner), above: depth, at: span(from: first))
  }

  /// Parses the brackets after a name: keys (`period.closed(period_id = p)`), or the arguments of a qualified table.
  private mutating func bracketed(_ base: Expr, _ first: Token) throws(Abort) -> Expr {
    if kind(ahead: 1).isWord, kind(ahead: 2) == .assign { return try keyed(base, first) }
    guard let function = dottedName(base) else {
      throw unexpected("an operator or the end", help: "only a name may come before `(`", guidance: .general)
    }
    return try call(function, first)
  }

  /// Parses `[place]` after a list.
  private mutating func element(of list: Expr, _ first: Token) throws(Abort) -> Expr {
    let below = depth
    let opening = advance()
    let place = try nested { (parser) throws(Abort) in try parser.expression() }
    let deepest = max(below, depth)
    try close(opening, .rightSquare)
    return try node(.element(list, place), above: deepest, at: span(from: first))
  }

  private mutating func keyed(_ base: Expr, _ first: Token) throws(Abort) -> Expr {
    let (arguments, deepest) = try keyArguments()
    return try node(.keyed(base, arguments), above: deepest, at: span(from: first))
  }

  /// Parses `"(" name "=" expr { "," name "=" expr } ")"`. Returns the arguments and the depth of the deepest.
  private mutating func keyArguments() throws(Abort) -> ([KeyArgument], Int) {
    var deepest = depth
    let opening = advance()
    var arguments: [KeyArgument] = []
    repeat {
      guard kind.isWord else { throw unexpected("a key's name", help: "write each as in `(name = value)`") }
      let key = name(advance())
      try expect(.assign, "`=` and the key's value")
      let value = try nested { (parser) throws(Abort) in try parser.expression() }
      deepest = max(deepest, depth)
      arguments.append(KeyArgument(name: key, value: value))
    } while accept(.comma)
    try close(opening, .rightBracket)
    return (arguments, deepest)
  }

  /// Parses `( function | table ) "(" [ expr { "," expr } ] ")"` from the bracket on.
  private mutating func call(_ function: Name, _ first: Token) throws(Abort) -> Expr {
    let opening = advance()
    let (arguments, deepest) = try expressions(opening, until: .rightBracket)
    return try node(.call(function, arguments), above: deepest, at: span(from: first))
  }

  /// Parses expressions between commas and the closing bracket. Returns them and the depth of the deepest.
  private mutating func expressions(_ opening: Token, until closing: TokenKind) throws(Abort) -> ([Expr], Int) {
    var result: [Expr] = []
    var deepest = 0
    if accept(closing) { return (result, deepest) }
    repeat {
      result.append(try nested { (parser) throws(Abort) in try parser.expression() })
      deepest = max(deepest, depth)
    } while accept(.comma)
    try close(opening, closing)
    return (result, deepest)
  }

  private mutating func primary() throws(Abort) -> Expr {
    switch kind {
    case .word where isWord("the") && kind(ahead: 1) == .word: return try currentFact()
    case .word: return try word()
    case .number: return try numberOrPercent()
    case .text:
      let (literal, below) = try textLiteral()
      return try node(.text(literal), above: below, at: literal.span)
    case .true, .false:
      let value = kind == .true
      return leaf(.boolean(value), at: span(advance()))
    case .leftBracket: return try brackets()
    case .leftSquare:
      let opening = advance()
      let (elements, deepest) = try expressions(opening, until: .rightSquare)
      return try node(.list(elements), above: deepest, at: span(from: opening))
    case .some, .every, .no: return try quantified()
    case .if: throw fail(MisplacedConditional.asOperand(at: span(current)))
    case .exists, .missing, .empty:
      throw fail(ReservedWord.inExpression(text.string(current.range), at: span(current)))
    default:
      throw unexpected("a value")
    }
  }

  /// Parses `"(" expr ")"`; the tree keeps only the place of the brackets.
  private mutating func brackets() throws(Abort) -> Expr {
    let opening = advance()
    var inner = try nested { (parser) throws(Abort) in try parser.expression() }
    try close(opening, .rightBracket)
    inner.span = span(from: opening)
    return inner
  }

  /// Parses a name, or the function, table or aggregate that it begins.
  private mutating func word() throws(Abort) -> Expr {
    if kind(ahead: 1) == .leftBracket {
      if let function = aggregateFunction, !hasKeys(function) { return try aggregate(function) }
      if isWord("reject") || isWord("warn") || isWord("requires_approval") || isWord("requires_consent") {
        throw fail(MisplacedEffect.inExpression(text.string(current.range), at: span(current)))
      }
    }
    let token = current
    guard isName(token) || isEnumValue(token) else {
      throw fail(BadName.inExpression(text.string(token.range), at: span(token)))
    }
    return leaf(.name(text.string(advance().range)), at: span(token))
  }

  /// Whether the word is a lifecycle's name with keys: words that version 1 did not reserve may be such names.
  private func hasKeys(_ function: AggregateFunction) -> Bool {
    [.mean, .first, .last].contains(function) && kind(ahead: 2).isWord && kind(ahead: 3) == .assign
  }

  /// Whether the token begins with a small letter, as names do.
  func isName(_ token: Token) -> Bool {
    let first = text.bytes[Int(token.start)]
    return first >= 0x61 && first <= 0x7A
  }

  /// Whether the token begins with a capital, as values of enums may, and is not a reserved word in capitals.
  private func isEnumValue(_ token: Token) -> Bool {
    let word = text.string(token.range)
    return NameShape.isValue(word.utf8) && !ReservedWords.contains(word.lowercased())
  }

  /// Parses a number, and the percent sign after it.
  private mutating func numberOrPercent() throws(Abort) -> Expr {
    let token = current
    let expr = try number()
    guard try isPercentSign(behind: token) else { return expr }
    advance()
    let written = text.string(token.range)
    do {
      return leaf(.percent(try Decimal(literal: Self.hundredth(of: written))), at: span(from: token))
    } catch {
      throw fail(NumberLimits.literal("\(written)%", error, at: span(from: token)))
    }
  }

  mutating func number() throws(Abort) -> Expr {
    let token = advance()
    do {
      return leaf(.number(try Decimal(literal: text.string(token.range))), at: span(token))
    } catch {
      throw fail(NumberLimits.literal(text.string(token.range), error, at: span(token)))
    }
  }

  /// Whether the current token is the percent sign of a number, and no operator: no operand follows it.
  ///
  /// Before a `-`, white space decides, as the formatter writes it: `100% - x`, or `100 % -x`. Other forms are reported.
  private mutating func isPercentSign(behind number: Token) throws(Abort) -> Bool {
    guard kind == .percent else { return false }
    let next = tokens[index + 1]
    let isBeside = number.end == current.start
    switch next.kind {
    case .number, .text, .true, .false, .leftBracket, .leftSquare, .some, .every, .no, .if, .fault: return false
    case .word: return Self.behindSums.contains(text.string(next.range)) && (isBeside || isFollowedByOperand(next))
    case .minus:
      switch (isBeside, current.end == next.start, next.end == tokens[index + 2].start) {
      case (true, false, false): return true
      case (false, false, true): return false
      default:
        let operand = tokens[index + 2]
        let isAlone = [.word, .number].contains(operand.kind) && ![.dot, .leftBracket, .leftSquare].contains(kind(ahead: 3))
        throw fail(
          UnexpectedSyntax.percentOrRemainder(
            text.string(number.range), isAlone ? text.string(operand.range) : nil, at: span(current)))
      }
    default: return true
    }
  }

  /// Whether an operand follows the word after the current token, so that the word is no name.
  private func isFollowedByOperand(_ word: Token) -> Bool {
    let next = tokens[index + 2]
    switch next.kind {
    case .word, .number, .text, .leftSquare, .true, .false, .if: return true
    case .leftBracket: return word.end < next.start
    default: return false
    }
  }

  /// Words that follow a sum, and are names elsewhere.
  private static let behindSums = ["between", "matches", "by", "desc"]

  /// Returns a hundredth of a number as written.
  static func hundredth(of number: String) -> String {
    let parts = number.split(separator: ".")
    let whole = String(repeating: "0", count: max(0, 3 - (parts.first?.utf8.count ?? 0))) + (parts.first ?? "")
    return "\(whole.dropLast(2)).\(whole.suffix(2))\(parts.count > 1 ? parts[1] : "")"
  }

  /// Parses a lifecycle with its key in brackets, which takes the whole text.
  mutating func instance() throws(Abort) -> (lifecycle: Name, keys: [KeyArgument]) {
    let expr = try postfix()
    guard kind == .end else { throw unexpected("the end of the key") }
    if case .keyed(let base, let keys) = expr.kind, let lifecycle = dottedName(base) { return (lifecycle, keys) }
    var help: String?
    if case .member(let inner, let word) = expr.kind, word.text == "state" { help = "write `\(formatted(inner))`" }
    throw fail(
      UnexpectedSyntax.finding(
        formatted(expr), expected: "a lifecycle with its key, such as `order(order_id = next)`", at: expr.span, help: help))
  }

  /// Returns a chain of plain words as one name, such as `money.urgency_of`.
  private func dottedName(_ expr: Expr) -> Name? {
    switch expr.kind {
    case .name(let word): Name(word, at: expr.span)
    case .member(let base, let word): dottedName(base).map { Name("\($0.text).\(word.text)", at: expr.span) }
    default: nil
    }
  }
}

extension ClauseParser {
  /// Parses `( "some" | "every" | "no" ) name "in" source [ "where" expr ] "satisfies" expr`.
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

  /// The aggregate named by the current token. A bracket must follow.
  private var aggregateFunction: AggregateFunction? {
    AggregateFunction(rawValue: text.string(current.range))
  }

  /// Parses `sum(expr for x in S … tail)` or `count(x in S … tail)`.
  mutating func aggregate(_ function: AggregateFunction) throws(Abort) -> Expr {
    let first = advance()
    let opening = advance()
    return try nested { (parser) throws(Abort) in
      var value: Expr?
      var deepest = 0
      if function != .count {
        let inner = try parser.expression()
        value = inner
        deepest = parser.depth
        if function.isFunctionToo, parser.kind == .comma || parser.kind == .rightBracket {
          return try parser.call(of: first, opening, inner, deepest)
        }
        if parser.kind == .end { try parser.close(opening, .rightBracket) }
        let isLoop = parser.kind == .word && parser.kind(ahead: 1) == .in
        try parser.expect(.for, "`for`", help: isLoop || inner.isMembership ? nil : Self.loopHelp(function, inner))
      }
      var loops: [Aggregate.Loop] = []
      repeat {
        loops.append(try parser.loop(isCounted: function == .count))
        deepest = max(deepest, parser.depth)
      } while parser.accept(.for)
      let filter = try parser.filter()
      if filter != nil { deepest = max(deepest, parser.depth) }
      let (order, below) = try parser.order()
      try parser.close(opening, .rightBracket)
      let whole = Aggregate(function: function, value: value, loops: loops, filter: filter, order: order)
      // Each loop runs inside the previous one.
      return try parser.node(.aggregate(whole), above: max(deepest, below) + loops.count - 1, at: parser.span(from: first))
    }
  }

  /// Returns help that rewrites `sum(lines.amount)` as an aggregate.
  private static func loopHelp(_ function: AggregateFunction, _ value: Expr) -> String {
    guard case .member(let list, let member) = value.kind else {
      let example = "\(function.rawValue)(x.amount for x in \(formatted(value)))"
      return "write `\(example)`, where `amount` is what is taken of each element"
    }
    return "write `\(function.rawValue)(x.\(member.text) for x in \(formatted(list)))`"
  }

  /// Parses the rest of `min(a, b)`, `sum(list)` or `first(list, 2)` after its first argument: a function, not an aggregate.
  private mutating func call(of word: Token, _ opening: Token, _ argument: Expr, _ depth: Int) throws(Abort) -> Expr {
    var (arguments, deepest) = ([argument], depth)
    while accept(.comma) {
      arguments.append(try expression())
      deepest = max(deepest, self.depth)
    }
    try close(opening, .rightBracket)
    return try node(.call(name(word), arguments), above: deepest, at: span(from: word))
  }

  /// Parses `name "in" source`.
  ///
  /// - Parameter isCounted: whether the loop belongs to `count`, where `count(lines)` is a likely mistake.
  mutating func loop(isCounted: Bool = false) throws(Abort) -> Aggregate.Loop {
    let variable = try newName("a variable's name")
    let isAlone = isCounted && (kind == .rightBracket || kind == .dot)
    try expect(.in, "`in`", help: isAlone ? "write `count(x in \(variable.text)\(kind == .dot ? ".…" : ""))`" : nil)
    return Aggregate.Loop(variable: variable, source: try postfix())
  }

  /// Parses `[ "where" expr ]`.
  mutating func filter() throws(Abort) -> Expr? { accept(.where) ? try expression() : nil }

  /// Parses `[ "by" sum [ "desc" ] { "," sum [ "desc" ] } ]`. Returns the keys and the depth of the deepest.
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

  mutating func newName(_ description: String) throws(Abort) -> Name {
    if kind.isReserved { throw fail(ReservedWord.asName(text.string(current.range), at: span(current))) }
    guard kind == .word else { throw unexpected(description) }
    guard isName(current) else {
      let written = text.string(current.range)
      let help = NameShape.proposal(written).map { "write `\($0)`" }
      throw fail(BadName.finding(written, at: span(current), help: help))
    }
    return name(advance())
  }
}

extension Expr {
  /// Whether the expression is `x in list`, which was most likely meant as a loop.
  fileprivate var isMembership: Bool {
    if case .binary(.isIn, _, _) = kind { return true }
    return false
  }
}
