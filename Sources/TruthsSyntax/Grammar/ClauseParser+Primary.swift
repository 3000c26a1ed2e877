import TruthsDiagnostics
import TruthsText

extension ClauseParser {
  /// `primary { "." word | "(" name "=" expr { "," name "=" expr } ")" }`
  mutating func postfix() throws(Abort) -> Expr {
    let first = current
    var base = try primary()
    while true {
      switch kind {
      case .dot:
        advance()
        guard kind.isWord else { throw unexpected("a name behind the dot") }
        let word = name(advance())
        base = try node(.member(base, word), above: depth, at: span(from: first))
      case .leftBracket:
        base = try bracketed(base, first)
      default:
        return base
      }
    }
  }

  /// What stands in brackets behind a name: keys (`period.closed(period_id = p)`), or the arguments of a qualified table.
  private mutating func bracketed(_ base: Expr, _ first: Token) throws(Abort) -> Expr {
    if kind(ahead: 1).isWord, kind(ahead: 2) == .assign { return try keyed(base, first) }
    guard let function = dottedName(base) else {
      throw unexpected("an operator or the end", help: "only a name may stand before `(`")
    }
    return try call(function, first)
  }

  private mutating func keyed(_ base: Expr, _ first: Token) throws(Abort) -> Expr {
    var deepest = depth
    let opening = advance()
    var arguments: [KeyArgument] = []
    repeat {
      guard kind.isWord else { throw unexpected("a key's name") }
      let key = name(advance())
      try expect(.assign, "`=` and the key's value")
      let value = try nested { (parser) throws(Abort) in try parser.expression() }
      deepest = max(deepest, depth)
      arguments.append(KeyArgument(name: key, value: value))
    } while accept(.comma)
    try close(opening, .rightBracket)
    return try node(.keyed(base, arguments), above: deepest, at: span(from: first))
  }

  /// `( function | table ) "(" [ expr { "," expr } ] ")"`, at the bracket.
  private mutating func call(_ function: Name, _ first: Token) throws(Abort) -> Expr {
    let opening = advance()
    let (arguments, deepest) = try expressions(opening, until: .rightBracket)
    return try node(.call(function, arguments), above: deepest, at: span(from: first))
  }

  /// Expressions between commas, with the bracket that closes them, and the depth of the deepest.
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
    case .word: return try word()
    case .number: return try number()
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
    case .exists, .missing, .empty:
      throw fail(ReservedWord.inExpression(text.string(current.range), at: span(current)))
    default:
      throw unexpected("a value")
    }
  }

  /// `"(" expr ")"`: leaves nothing in the tree but its place.
  private mutating func brackets() throws(Abort) -> Expr {
    let opening = advance()
    var inner = try nested { (parser) throws(Abort) in try parser.expression() }
    try close(opening, .rightBracket)
    inner.span = span(from: opening)
    return inner
  }

  /// A name, or the function, table or aggregate that it begins.
  private mutating func word() throws(Abort) -> Expr {
    if kind(ahead: 1) == .leftBracket {
      if let function = aggregateFunction { return try aggregate(function) }
      if isWord("reject") || isWord("warn") || isWord("requires_approval") {
        throw fail(MisplacedEffect.inExpression(text.string(current.range), at: span(current)))
      }
    }
    let token = current
    guard isName(token) else { throw fail(BadName.inExpression(text.string(token.range), at: span(token))) }
    return leaf(.name(text.string(advance().range)), at: span(token))
  }

  /// `[a-z][A-Za-z0-9_]*`
  func isName(_ token: Token) -> Bool {
    let first = text.bytes[Int(token.start)]
    return first >= 0x61 && first <= 0x7A
  }

  private mutating func number() throws(Abort) -> Expr {
    let token = advance()
    do {
      return leaf(.number(try Decimal(literal: text.string(token.range))), at: span(token))
    } catch {
      throw fail(NumberLimits.literal(text.string(token.range), error, at: span(token)))
    }
  }

  /// A chain of plain words as one name, `money.urgency_of`.
  private func dottedName(_ expr: Expr) -> Name? {
    switch expr.kind {
    case .name(let word): Name(word, at: expr.span)
    case .member(let base, let word): dottedName(base).map { Name("\($0.text).\(word.text)", at: expr.span) }
    default: nil
    }
  }
}
