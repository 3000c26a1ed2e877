import TruthsDiagnostics
import TruthsText

extension ClauseParser {
  /// `( expr | "otherwise" ) arrow ( expr | "missing" )`, the whole text.
  mutating func row() throws(Abort) -> TableRow {
    let first = current
    var condition: Expr?
    if isWord("otherwise"), kind(ahead: 1) == .arrow || kind(ahead: 1) == .end {
      advance()
    } else {
      condition = try expression()
    }
    try expect(.arrow, "`→` and the row's value")
    var value: Expr?
    if kind == .missing, kind(ahead: 1) == .end { advance() } else { value = try expression() }
    let help = kind == .arrow ? "a row has one `→`; join conditions with `and`" : nil
    guard kind == .end else { throw unexpected("the end of the row", help: help) }
    return TableRow(condition: condition, value: value, at: span(from: first))
  }

  /// `state arrow state { arrow state }`, the whole text.
  mutating func stateChain() throws(Abort) -> StateChain {
    let first = current
    var states = [try state()]
    repeat {
      try expect(.arrow, states.count == 1 ? "`→` and the next state" : "`→` or the end of the move")
      states.append(try state())
    } while kind != .end
    return StateChain(states, at: span(from: first))
  }

  private mutating func state() throws(Abort) -> Name {
    guard kind == .word, isName(current) else { throw unexpected("a state's name") }
    return name(advance())
  }

  /// `fact-type [ "as" name ]`, the whole text. `fact.` before the type means nothing.
  mutating func match() throws(Abort) -> FactMatch {
    let first = current
    guard kind == .word else { throw unexpected("a fact type") }
    if isWord("fact"), kind(ahead: 1) == .dot, kind(ahead: 3) == .dot {
      advance()
      advance()
    }
    var type = name(advance())
    while accept(.dot) {
      guard kind.isWord else { throw unexpected("a name behind the dot") }
      let word = name(advance())
      type = Name("\(type.text).\(word.text)", at: type.span.union(word.span))
    }
    guard type.text.utf8.contains(0x2E) else { throw fail(BadName.factType(type.text, at: type.span)) }
    var variable: Name?
    if acceptWord("as") { variable = try newName("a name for the fact") }
    guard kind == .end else { throw unexpected(variable == nil ? "`as` or the end of the entry" : "the end of the entry") }
    return FactMatch(type: type, variable: variable, at: span(from: first))
  }
}
