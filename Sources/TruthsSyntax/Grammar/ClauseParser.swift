import TruthsDiagnostics
import TruthsText

/// The recursive-descent parser of clauses §2: one clause, expression, output or type at a time.
///
/// An error with an evident meaning is reported and parsing continues. Any other error ends the parse of this text, so that one
/// mistake gives one finding. No bracket and no tree is deeper than ``depthLimit``.
struct ClauseParser {
  /// Greatest depth of an expression (files §2.5).
  static let depthLimit = 128

  let text: ClauseText
  let tokens: [Token]
  var index = 0
  /// Number of open brackets, quantifiers and prefix operators.
  var nesting = 0
  /// Depth of the expression read last.
  var depth = 0
  var diagnostics: [Diagnostic]

  init(_ text: ClauseText) {
    var lexer = Lexer(text)
    lexer.run()
    self.text = text
    tokens = lexer.tokens
    diagnostics = lexer.diagnostics
  }

  /// Creates a parser without tokens, for a text of which only text literals are read.
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

  /// Returns the kind of a later token; `.end` after the last.
  func kind(ahead distance: Int) -> TokenKind {
    index + distance < tokens.count ? tokens[index + distance].kind : .end
  }

  /// Moves past the current token, never past the last.
  @discardableResult
  mutating func advance() -> Token {
    let token = current
    if index + 1 < tokens.count { index += 1 }
    return token
  }

  /// Moves past the current token if it has the wanted kind.
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

  /// Moves past the current word if it has this spelling.
  mutating func acceptWord(_ word: StaticString) -> Bool {
    guard isWord(word) else { return false }
    advance()
    return true
  }

  func span(_ token: Token) -> Span { text.span(Int(token.start), Int(token.end)) }

  func name(_ token: Token) -> Name { Name(text.string(token.range), at: span(token)) }

  /// Returns the source characters from a token to the one read last.
  func span(from first: Token) -> Span {
    let last = tokens[max(0, index - 1)]
    return text.span(Int(first.start), max(Int(first.end), Int(last.end)))
  }

  // MARK: Faults

  mutating func report(_ diagnostic: Diagnostic) { diagnostics.append(diagnostic) }

  /// Reports that other syntax was expected here. A `.fault` token has been reported already.
  mutating func unexpected(
    _ expected: String, help: String? = nil, guidance: Diagnostic.Guidance = .exact
  ) -> Abort {
    if kind == .fault { return Abort() }
    if kind == .range { return fail(misplacedInterval()) }
    let advice = help.map { ($0, guidance) } ?? (text.isTrial ? nil : self.help(expecting: expected))
    let guidance = advice?.guidance ?? .general
    if kind == .end {
      let place = text.spanBehind(Int(current.end))
      report(UnexpectedSyntax.atEnd(expected: expected, at: place, help: advice?.text, guidance: guidance))
    } else {
      let found = text.string(current.range)
      report(UnexpectedSyntax.finding(found, expected: expected, at: span(current), help: advice?.text, guidance: guidance))
    }
    return Abort()
  }

  mutating func fail(_ diagnostic: Diagnostic) -> Abort {
    report(diagnostic)
    return Abort()
  }

  mutating func expect(_ wanted: TokenKind, _ description: String, help: String? = nil) throws(Abort) {
    guard accept(wanted) else { throw unexpected(description, help: help) }
  }

  /// Expects the bracket that closes an opening one. At the end of the expression, the finding points at the opening one.
  mutating func close(_ opening: Token, _ wanted: TokenKind) throws(Abort) {
    if accept(wanted) { return }
    let bracket = text.string(opening.range)
    if kind == .end || kind == .arrow || kind == .else { throw fail(UnclosedBracket.finding(bracket, at: span(opening))) }
    throw unexpected(wanted == .rightSquare ? "`,` or `]`" : "`)`")
  }

  /// Parses one level deeper.
  mutating func nested<Result>(_ read: (inout Self) throws(Abort) -> Result) throws(Abort) -> Result {
    guard nesting < Self.depthLimit else { throw fail(ExpressionTooDeep.finding(limit: Self.depthLimit, at: span(current))) }
    nesting += 1
    let result = try read(&self)
    nesting -= 1
    return result
  }

  /// Returns an expression above operands of the given depth.
  mutating func node(_ kind: Expr.Kind, above operands: Int, at span: Span) throws(Abort) -> Expr {
    depth = operands + 1
    guard depth <= Self.depthLimit else { throw fail(ExpressionTooDeep.finding(limit: Self.depthLimit, at: span)) }
    return Expr(kind, at: span)
  }

  /// Returns an expression without operands.
  mutating func leaf(_ kind: Expr.Kind, at span: Span) -> Expr {
    depth = 1
    return Expr(kind, at: span)
  }
}

extension ClauseParser {
  /// Parses `expr [ arrow ( effect | expr ) ] [ "else" ( text | effect ) ]`. Also parses an approval or consent that is
  /// the whole text.
  ///
  /// If `allowsEffects` is false, an effect is reported, but still becomes part of the clause.
  mutating func clause(allowsEffects: Bool) throws(Abort) -> Clause {
    let first = current
    if allowsEffects, isAnswerAlone {
      let effect = try effect(isAllowed: true)
      _ = try otherwise(behind: .effect(effect), true)
      guard kind == .end else { throw unexpected("the end of the clause") }
      let condition = Expr(.boolean(true), at: span(first).atStart)
      return Clause(
        condition: condition, consequence: .effect(effect), otherwise: nil, isUnconditional: true, at: span(from: first))
    }
    let condition = try expression()
    var consequence: Clause.Consequence?
    if accept(.arrow) {
      if isEffect {
        consequence = .effect(try effect(isAllowed: allowsEffects))
      } else {
        consequence = .expression(try expression())
      }
    }
    let otherwise = try otherwise(behind: consequence, allowsEffects)
    let help = kind == .arrow ? "a clause has one `→`; join conditions with `and`" : nil
    guard kind == .end else { throw unexpected("the end of the clause", help: help) }
    return Clause(condition: condition, consequence: consequence, otherwise: otherwise, at: span(from: first))
  }

  /// Parses `[ "else" ( text | effect ) ]`.
  private mutating func otherwise(
    behind consequence: Clause.Consequence?, _ allowsEffects: Bool
  ) throws(Abort) -> Clause.Otherwise? {
    guard kind == .else else { return nil }
    let word = advance()
    var isBehindEffect = false
    if case .effect(let effect) = consequence {
      isBehindEffect = true
      report(ElseBehindEffect.finding(at: span(word), meant: effectWithReason(effect)))
    }
    let result: Clause.Otherwise
    if kind == .text {
      result = .reason(try reason())
    } else if isEffect {
      result = .effect(try effect(isAllowed: allowsEffects || isBehindEffect))
    } else {
      let near = kind == .word ? nearestName(to: text.string(current.range), among: Self.effects) : nil
      throw unexpected("a text in double quotes or an effect", help: near.map { "did you mean `\($0)`?" })
    }
    return isBehindEffect ? nil : result
  }

  /// Parses the text that a clause, move or effect gives as its reason. An empty one is reported and kept.
  private mutating func reason() throws(Abort) -> TextLiteral {
    let literal = try textLiteral().0
    if literal.plain?.allSatisfy(\.isWhitespace) == true { report(EmptyClause.reason(at: literal.span)) }
    return literal
  }

  static let effects = ["reject", "requires_approval", "requires_consent", "warn"]

  /// Whether an approval or consent with brackets begins here. Without brackets its word may be the name of a field.
  private var isAnswerAlone: Bool {
    (isWord("requires_approval") || isWord("requires_consent")) && kind(ahead: 1) == .leftBracket
  }

  /// Whether an effect begins here. The words of effects are names everywhere else.
  private var isEffect: Bool {
    if isWord("requires_approval") || isWord("requires_consent") { return kind(ahead: 1) != .dot }
    return (isWord("reject") || isWord("warn")) && kind(ahead: 1) == .leftBracket
  }

  private mutating func effect(isAllowed: Bool) throws(Abort) -> Effect {
    let word = advance()
    let written = text.string(word.range)
    if !isAllowed { report(MisplacedEffect.inRequirement(written, at: span(word))) }
    if written == "requires_approval" { return try approval(word) }
    let isConsent = written == "requires_consent"
    if isConsent, kind != .leftBracket { return Effect(.requiresConsent, text: nil, at: span(word)) }
    let opening = advance()
    guard kind == .text else { throw unexpected("a text in double quotes") }
    let reason = try reason()
    try close(opening, .rightBracket)
    if !isAllowed, !isConsent { reasonAlone(from: word) }
    return Effect(isConsent ? .requiresConsent : written == "reject" ? .reject : .warn, text: reason, at: span(from: word))
  }

  /// Adds help to the finding about an effect after `else`: only the reason of the effect belongs there.
  private mutating func reasonAlone(from word: Token) {
    // The last tokens are the word, its bracket, the reason and the other bracket.
    guard index >= 5, tokens[index - 5].kind == .else, tokens[index - 2].kind == .text,
      let place = diagnostics.lastIndex(where: { $0.code == MisplacedEffect.code && $0.span == span(word) })
    else { return }
    let reason = tokens[index - 2]
    let help = "write the reason alone: `else \(text.string(reason.range))`"
    let edits = [
      Diagnostic.Edit(text.span(Int(word.start), Int(reason.start)), ""),
      Diagnostic.Edit(text.span(Int(reason.end), Int(tokens[index - 1].end)), ""),
    ]
    diagnostics[place].help = help
    diagnostics[place].fixes = [Diagnostic.Fix(help, edits, isSafe: false)]
  }

  /// Parses `[ "(" SPEC [ "," text ] ")" ]`.
  private mutating func approval(_ word: Token) throws(Abort) -> Effect {
    guard kind == .leftBracket else { return Effect(.requiresApproval(nil), text: nil, at: span(word)) }
    let opening = advance()
    if kind == .end { throw fail(UnclosedBracket.finding("(", at: span(opening))) }
    let spec = try approvalSpec()
    var reason: TextLiteral?
    if accept(.comma) {
      guard kind == .text else { throw unexpected("a text in double quotes") }
      reason = try self.reason()
    }
    try close(opening, .rightBracket)
    return Effect(.requiresApproval(spec), text: reason, at: span(from: word))
  }
}

extension ClauseParser {
  /// Parses an entry of `produces` that takes the whole text.
  ///
  /// `( "fact" | "correction" ) "." fact-type [ "for" name "in" source ] [ "where" expr ] | "trace" { "." word }`
  mutating func output() throws(Abort) -> OutputEntry {
    let first = current
    let kind: OutputEntry.Kind
    if isWord("trace") {
      let word = name(advance())
      kind = .trace(try words(emptyAt: word.span.atEnd))
    } else if isWord("proposal"), self.kind(ahead: 1) == .dot {
      kind = .proposal(try proposalOutput())
    } else {
      kind = .fact(try factOutput())
    }
    guard self.kind == .end else {
      let help = self.kind == .for ? "write `for` before `where`" : nil
      throw unexpected("the end of the entry", help: help)
    }
    return OutputEntry(kind, at: span(from: first))
  }

  private mutating func factOutput() throws(Abort) -> FactOutput {
    let isCorrection = isWord("correction")
    guard isCorrection || isWord("fact"), kind(ahead: 1) == .dot else { throw missingPrefix() }
    let prefix = advance()
    let type = try words(emptyAt: span(prefix).atEnd)
    try requireTwoSegments(type)
    let loop = accept(.for) ? try self.loop() : nil
    let filter = try self.filter()
    return FactOutput(isCorrection: isCorrection, type: type, loop: loop, filter: filter, fields: [])
  }

  /// Parses `proposal.` and an intent, in a source (declarations §14).
  private mutating func proposalOutput() throws(Abort) -> FactOutput {
    let prefix = advance()
    let intent = try words(emptyAt: span(prefix).atEnd)
    let loop = accept(.for) ? try self.loop() : nil
    return FactOutput(isCorrection: false, type: intent, loop: loop, filter: try self.filter(), fields: [])
  }

  /// Parses `{ "." word }` as one dotted name.
  private mutating func words(emptyAt place: Span) throws(Abort) -> Name {
    guard accept(.dot) else { return Name("", at: place) }
    guard kind.isWord else { throw unexpected("a name after the dot") }
    return try readDottedName()
  }

  /// Parses `word { "." word }` as one dotted name; its first word is the current token.
  ///
  /// - Complexity: O(length of the name).
  mutating func readDottedName() throws(Abort) -> Name {
    var dotted = name(advance())
    while accept(.dot) {
      guard kind.isWord else { throw unexpected("a name after the dot") }
      let word = name(advance())
      dotted.text += "." + word.text
      dotted.span = dotted.span.union(word.span)
    }
    return dotted
  }

  /// Reports a fact type without its prefix `fact.`, with the fix; a fact type is a dotted name of two segments or more.
  private mutating func missingPrefix() -> Abort {
    guard kind == .word, kind(ahead: 1) == .dot else { return unexpected("`fact.…`, `correction.…` or `trace.…`") }
    var last = index
    while last + 2 < tokens.count, tokens[last + 1].kind == .dot, tokens[last + 2].kind.isWord { last += 2 }
    let range = Int(current.start)..<Int(tokens[last].end)
    return fail(UnexpectedSyntax.output(text.string(range), at: text.span(range.lowerBound, range.upperBound)))
  }

  /// Reports a fact type with only one segment (files §3).
  private mutating func requireTwoSegments(_ type: Name) throws(Abort) {
    guard !type.text.utf8.contains(0x2E) else { return }
    throw fail(BadName.factType(type.text, at: type.span))
  }
}

extension ClauseParser {
  /// Parses a job's artifact that takes the whole text: a word or fact type, or a chain of them with arrows between.
  mutating func artifact() throws(Abort) -> [Name] {
    var chain: [Name] = []
    repeat {
      guard kind.isWord else { throw unexpected("an artifact's name") }
      chain.append(try readDottedName())
    } while accept(.arrow)
    guard kind == .end else { throw unexpected("`→` or the end of the artifact") }
    return chain
  }
}

extension ClauseParser {
  /// Parses `state arrow state { arrow state }`, which takes the whole text.
  mutating func stateChain() throws(Abort) -> StateChain { try states(until: { $0 == .end }) }

  /// Parses `state arrow state { arrow state } [ "else" text ]`, which takes the whole text.
  mutating func move() throws(Abort) -> (chain: StateChain, reason: TextLiteral?) {
    let chain = try states(until: { $0 == .end || $0 == .else })
    guard accept(.else) else { return (chain, nil) }
    guard kind == .text else { throw unexpected("a text in double quotes") }
    let reason = try reason()
    guard kind == .end else { throw unexpected("the end of the move") }
    return (chain, reason)
  }

  private mutating func states(until isEnd: (TokenKind) -> Bool) throws(Abort) -> StateChain {
    let first = current
    var states = [try state()]
    repeat {
      try expect(.arrow, states.count == 1 ? "`→` and the next state" : "`→` or the end of the move")
      states.append(try state())
    } while !isEnd(kind)
    return StateChain(states, at: span(from: first))
  }

  private mutating func state() throws(Abort) -> Name {
    guard kind == .word, isName(current) else { throw unexpected("a state's name") }
    return name(advance())
  }

  /// Parses `fact-type [ "as" name ]`, which takes the whole text. The prefix `fact.` is ignored.
  mutating func match() throws(Abort) -> FactMatch {
    let first = current
    guard kind == .word else { throw unexpected("a fact type") }
    if isWord("fact"), kind(ahead: 1) == .dot, kind(ahead: 3) == .dot {
      advance()
      advance()
    }
    let type = try readDottedName()
    guard type.text.utf8.contains(0x2E) else { throw fail(BadName.factType(type.text, at: type.span)) }
    var variable: Name?
    if acceptWord("as") { variable = try newName("a name for the fact") }
    guard kind == .end else { throw unexpected(variable == nil ? "`as` or the end of the entry" : "the end of the entry") }
    return FactMatch(type: type, variable: variable, at: span(from: first))
  }
}

extension ClauseParser {
  /// The text after a field's name.
  typealias FieldText = (type: TypeSyntax, range: RangeSyntax?, jsonName: Name?, initial: ValueSyntax?)

  /// Parses the text after a field's name: a type with its range and, after `=`, a default.
  mutating func fieldType() throws(Abort) -> FieldText {
    let type = try type()
    let range = try range()
    let jsonName = try jsonName()
    guard accept(.assign) else {
      guard kind == .end else { throw unexpected("`=` or the end of the type") }
      return (type, range, jsonName, nil)
    }
    let value = try expression()
    guard kind == .end else { throw unexpected("the end of the default") }
    return (type, range, jsonName, ValueSyntax(.expression(value), at: value.span))
  }

  /// Parses `[ "min" number ] [ "max" number ]`.
  private mutating func range() throws(Abort) -> RangeSyntax? {
    let first = current
    let least = try bound("min")
    let most = try bound("max")
    return least == nil && most == nil ? nil : RangeSyntax(least: least, most: most, at: span(from: first))
  }

  private mutating func bound(_ word: StaticString) throws(Abort) -> Decimal? {
    guard acceptWord(word) else { return nil }
    let isNegative = accept(.minus)
    guard kind == .number else { throw unexpected("a number") }
    let written = text.string(current.range)
    guard case .number(let number) = try number().kind else { return nil }
    if kind == .percent, let share = try? Decimal(literal: Self.hundredth(of: written)) {
      throw unexpected("`=` or the end of the type", help: "write `\(word) \(isNegative ? "-" : "")\(share.canonicalText)`")
    }
    return isNegative ? number.negated : number
  }

  /// Parses `named "kubernetes.io/name"`.
  private mutating func jsonName() throws(Abort) -> Name? {
    guard acceptWord("named") else { return nil }
    guard kind == .text else {
      throw unexpected(
        "the name in JSON, in quotes",
        help: "write it in quotes: `named \"\(kind == .word ? text.string(current.range) : "kubernetes.io/name")\"`")
    }
    return try plainText()
  }
}
