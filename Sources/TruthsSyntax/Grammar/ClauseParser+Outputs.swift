import TruthsDiagnostics
import TruthsText

extension ClauseParser {
  /// `( "fact" | "correction" ) "." fact-type [ "for" name "in" source ] [ "where" expr ] | "trace" { "." word }`, the whole
  /// text.
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
      let help = self.kind == .for ? "`for` stands before `where`" : nil
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

  /// `proposal.` and an intent, of a source (language.md §10).
  private mutating func proposalOutput() throws(Abort) -> FactOutput {
    let prefix = advance()
    let intent = try words(emptyAt: span(prefix).atEnd)
    let loop = accept(.for) ? try self.loop() : nil
    return FactOutput(isCorrection: false, type: intent, loop: loop, filter: try self.filter(), fields: [])
  }

  /// `{ "." word }` as one dotted name.
  private mutating func words(emptyAt place: Span) throws(Abort) -> Name {
    var result: Name?
    while accept(.dot) {
      guard kind.isWord else { throw unexpected("a name behind the dot") }
      let word = name(advance())
      result = result.map { Name("\($0.text).\(word.text)", at: $0.span.union(word.span)) } ?? word
    }
    return result ?? Name("", at: place)
  }

  /// A dotted name of two segments or more is a fact type; a fact without its prefix is mended.
  private mutating func missingPrefix() -> Abort {
    guard kind == .word, kind(ahead: 1) == .dot else { return unexpected("`fact.…`, `correction.…` or `trace.…`") }
    var last = index
    while last + 2 < tokens.count, tokens[last + 1].kind == .dot, tokens[last + 2].kind.isWord { last += 2 }
    let range = Int(current.start)..<Int(tokens[last].end)
    return fail(UnexpectedSyntax.output(text.string(range), at: text.span(range.lowerBound, range.upperBound)))
  }

  /// Fact types have two segments or more (language.md §2, "Names").
  private mutating func requireTwoSegments(_ type: Name) throws(Abort) {
    guard !type.text.utf8.contains(0x2E) else { return }
    throw fail(BadName.factType(type.text, at: type.span))
  }
}

extension ClauseParser {
  /// A job's artifact: a word or fact type, or a chain of them with arrows between, the whole text.
  mutating func artifact() throws(Abort) -> [Name] {
    var chain: [Name] = []
    repeat {
      guard kind.isWord else { throw unexpected("an artifact's name") }
      var name = name(advance())
      while accept(.dot) {
        guard kind.isWord else { throw unexpected("a name behind the dot") }
        let word = self.name(advance())
        name = Name("\(name.text).\(word.text)", at: name.span.union(word.span))
      }
      chain.append(name)
    } while accept(.arrow)
    guard kind == .end else { throw unexpected("`→` or the end of the artifact") }
    return chain
  }
}
