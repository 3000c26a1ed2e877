import TruthsDiagnostics
import TruthsText

extension ClauseParser {
  /// `expr [ arrow ( effect | expr ) ] [ "else" ( text | effect ) ]`, the whole text.
  ///
  /// An effect where `allowsEffects` is false is reported and kept.
  mutating func clause(allowsEffects: Bool) throws(Abort) -> Clause {
    let first = current
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

  /// `[ "else" ( text | effect ) ]`
  private mutating func otherwise(
    behind consequence: Clause.Consequence?, _ allowsEffects: Bool
  ) throws(Abort) -> Clause.Otherwise? {
    guard kind == .else else { return nil }
    let word = advance()
    let isBehindEffect = if case .effect = consequence { true } else { false }
    if isBehindEffect { report(ElseBehindEffect.found(at: span(word))) }
    let result: Clause.Otherwise
    if kind == .text {
      result = .reason(try textLiteral().0)
    } else if isEffect {
      result = .effect(try effect(isAllowed: allowsEffects || isBehindEffect))
    } else {
      let near = kind == .word ? nearestName(to: text.string(current.range), among: Self.effects) : nil
      throw unexpected("a text in double quotes or an effect", help: near.map { "did you mean `\($0)`?" })
    }
    return isBehindEffect ? nil : result
  }

  private static let effects = ["reject", "requires_approval", "warn"]

  /// Whether an effect begins here: every word of theirs is one in its place only.
  private var isEffect: Bool {
    if isWord("requires_approval") { return kind(ahead: 1) != .dot }
    return (isWord("reject") || isWord("warn")) && kind(ahead: 1) == .leftBracket
  }

  private mutating func effect(isAllowed: Bool) throws(Abort) -> Effect {
    let word = advance()
    let written = text.string(word.range)
    if !isAllowed { report(MisplacedEffect.inRequirement(written, at: span(word))) }
    if written == "requires_approval" { return try approval(word) }
    let opening = advance()
    guard kind == .text else { throw unexpected("a text in double quotes") }
    let reason = try textLiteral().0
    try close(opening, .rightBracket)
    return Effect(written == "reject" ? .reject : .warn, text: reason, at: span(from: word))
  }

  /// `[ "(" role [ "," text ] ")" ]`
  private mutating func approval(_ word: Token) throws(Abort) -> Effect {
    guard kind == .leftBracket else { return Effect(.requiresApproval(role: nil), text: nil, at: span(word)) }
    let opening = advance()
    let role: Name
    switch kind {
    case .word: role = name(advance())
    case .text:
      role = try plainText()
      if role.text.utf8.allSatisfy(isBlank) {
        let help = "name the role; without brackets it is the pack's own approver"
        throw fail(UnexpectedSyntax.found("\"\"", expected: "a role", at: role.span, help: help))
      }
    case .end: throw fail(UnclosedBracket.found("(", at: span(opening)))
    default: throw unexpected("a role, as a name or in double quotes")
    }
    var reason: TextLiteral?
    if accept(.comma) {
      guard kind == .text else { throw unexpected("a text in double quotes") }
      reason = try textLiteral().0
    }
    try close(opening, .rightBracket)
    return Effect(.requiresApproval(role: role), text: reason, at: span(from: word))
  }
}
