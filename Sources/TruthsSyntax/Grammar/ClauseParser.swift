import TruthsDiagnostics
import TruthsText

/// The recursive-descent parser of language.md §3: one clause, expression, output or type at a time.
///
/// A fault from which the meaning is plain is reported and parsing goes on; any other ends the parse of this one text, so that
/// one mistake yields one finding. Neither a bracket nor a tree is ever deeper than ``depthLimit``.
struct ClauseParser {
  /// The greatest depth of an expression (language.md §1, "Limits").
  static let depthLimit = 128

  let text: ClauseText
  let tokens: [Token]
  var index = 0
  /// Brackets, quantifiers and prefix operators that are open.
  var nesting = 0
  /// The depth of the expression read last.
  var depth = 0
  var diagnostics: [Diagnostic]

  init(_ text: ClauseText) {
    var lexer = Lexer(text)
    lexer.run()
    self.text = text
    tokens = lexer.tokens
    diagnostics = lexer.diagnostics
  }

  /// A parser of a text whose tokens are not wanted, only the texts in it.
  init(empty text: ClauseText) {
    let end = Int32(truncatingIfNeeded: text.range.upperBound)
    self.text = text
    tokens = [Token(kind: .end, start: end, end: end)]
    diagnostics = []
  }

  /// Ends the parse of a text; its diagnostic has been reported.
  struct Abort: Error {}

  // MARK: Tokens

  var current: Token { tokens[index] }

  var kind: TokenKind { tokens[index].kind }

  /// The kind of a token further on; `.end` behind the last.
  func kind(ahead distance: Int) -> TokenKind {
    index + distance < tokens.count ? tokens[index + distance].kind : .end
  }

  /// Moves behind the current token, never behind the last.
  @discardableResult
  mutating func advance() -> Token {
    let token = current
    if index + 1 < tokens.count { index += 1 }
    return token
  }

  /// Moves behind the current token if it is of a kind.
  mutating func accept(_ wanted: TokenKind) -> Bool {
    guard kind == wanted else { return false }
    advance()
    return true
  }

  /// Whether the token at a distance is a word with this spelling.
  func isWord(_ word: StaticString, ahead distance: Int = 0) -> Bool {
    guard index + distance < tokens.count, tokens[index + distance].kind == .word else { return false }
    let range = tokens[index + distance].range
    guard range.count == word.utf8CodeUnitCount else { return false }
    return word.withUTF8Buffer { zip($0, text.bytes[range]).allSatisfy { $0 == $1 } }
  }

  /// Moves behind the current word if it has this spelling.
  mutating func acceptWord(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  func span(_ token: Token) -> Span { text.span(Int(token.start), Int(token.end)) }

  func name(_ token: Token) -> Name { Name(text.string(token.range), at: span(token)) }

  /// The source characters from a token on to the one read last.
  func span(from first: Token) -> Span {
    let last = tokens[max(0, index - 1)]
    return text.span(Int(first.start), max(Int(first.end), Int(last.end)))
  }

  // MARK: Faults

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports that something else was expected here. A `.fault` has been reported already.
  mutating func unexpected(_ expected: String, help: String? = nil) -> Abort {
    if kind == .fault { return Abort() }
    if kind == .end {
      report(UnexpectedSyntax.atEnd(expected: expected, at: text.spanBehind(Int(current.end)), help: help))
    } else {
      let found = text.string(current.range)
      report(UnexpectedSyntax.found(found, expected: expected, at: span(current), help: help ?? Self.meant(found)))
    }
    return Abort()
  }

  /// What a word that cannot stand where it does was surely meant to be.
  private static func meant(_ word: String) -> String? {
    if word == "is" { return "write `==` to compare; `exists`, `missing` and `empty` stand behind what they test" }
    if word == "then" { return "write `→` before a consequence" }
    let small = word.lowercased()
    return small != word && ReservedWords.contains(small) ? "write `\(small)`" : nil
  }

  mutating func fail(_ diagnostic: Diagnostic) -> Abort {
    report(diagnostic)
    return Abort()
  }

  mutating func expect(_ wanted: TokenKind, _ description: String, help: String? = nil) throws(Abort) {
    guard accept(wanted) else { throw unexpected(description, help: help) }
  }

  /// Expects the bracket that closes an opening one; where the expression ends it is the opening one that is at fault.
  mutating func close(_ opening: Token, _ wanted: TokenKind) throws(Abort) {
    if accept(wanted) { return }
    let bracket = text.string(opening.range)
    if kind == .end || kind == .arrow || kind == .else { throw fail(UnclosedBracket.found(bracket, at: span(opening))) }
    throw unexpected(wanted == .rightSquare ? "`,` or `]`" : "`)`")
  }

  /// Reads something one level deeper.
  mutating func nested<Result>(_ read: (inout Self) throws(Abort) -> Result) throws(Abort) -> Result {
    guard nesting < Self.depthLimit else { throw fail(ExpressionTooDeep.found(limit: Self.depthLimit, at: span(current))) }
    nesting += 1
    let result = try read(&self)
    nesting -= 1
    return result
  }

  /// An expression above operands of a depth.
  mutating func node(_ kind: Expr.Kind, above operands: Int, at span: Span) throws(Abort) -> Expr {
    depth = operands + 1
    guard depth <= Self.depthLimit else { throw fail(ExpressionTooDeep.found(limit: Self.depthLimit, at: span)) }
    return Expr(kind, at: span)
  }

  /// An expression without operands.
  mutating func leaf(_ kind: Expr.Kind, at span: Span) -> Expr {
    depth = 1
    return Expr(kind, at: span)
  }
}
