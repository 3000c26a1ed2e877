import TruthsCheck
import TruthsSyntax
import TruthsText

extension HandbookMaker {
  func section(_ truth: CheckedTruth) -> Handbook.Section {
    var blocks = summaryBlock(truth.span)
    blocks.append(.paragraph(fires(truth)))
    if !truth.lets.isEmpty { blocks += lets(truth) }
    var rows = (truth.requires + truth.invariants).map { row($0, of: truth.id, pack: truth.pack) }
    rows += truth.moves.map { row($0, of: truth.id) }
    rows += truth.ensures.map { row($0, of: truth.id, pack: truth.pack) }
    if !rows.isEmpty { blocks.append(.table(Handbook.Table(head: ["In words", "In code"], rows: rows))) }
    let results = self.results(truth)
    if !results.isEmpty {
      blocks.append(.paragraph("\(strong: "Then")"))
      blocks.append(.list(results))
    }
    blocks += enforcing(truth.span, pack: truth.pack)
    blocks += examples.home[truth.id, default: []].map { .example($0.example(self)) }
    blocks.append(.paragraph("Stands at \(code: source(truth.span))."))
    return Handbook.Section(anchor: Anchor.id(truth.id), title: .code(truth.id), blocks: blocks)
  }

  private func fires(_ truth: CheckedTruth) -> Phrase {
    var parts: [Phrase] = []
    if !truth.intents.isEmpty {
      parts.append("someone proposes \(truth.intents.map { link(intent: $0) }.listed("or"))")
    }
    if !truth.matches.isEmpty {
      let facts = truth.matches.map { match -> Phrase in
        match.variable.map { "\(link(fact: match.fact)) as \(code: $0)" } ?? link(fact: match.fact)
      }
      parts.append("there is \(facts.listed())")
    }
    if truth.namesPack { parts.append("the proposal is for pack \(link(pack: truth.pack)), or names none") }
    for condition in conditions(truth) { parts.append(words.condition(condition)) }
    let verb: Phrase = truth.isView ? "Is worked out when" : "Fires when"
    return "\(strong: verb) \(parts.joined(", and "))."
  }

  private func conditions(_ truth: CheckedTruth) -> [Expr] {
    guard case .truth(let body)? = declarations[truth.span]?.body else { return [] }
    return body.when.compactMap { entry in
      if case .condition(let expr) = entry { return expr }
      return nil
    }
  }

  private func lets(_ truth: CheckedTruth) -> [Handbook.Block] {
    guard case .truth(let body)? = declarations[truth.span]?.body else { return [] }
    return [.list(body.lets.map { "\(code: $0.name.text) stands for \(code: formatted($0.value))" })]
  }

  private func row(_ move: CheckedMove, of owner: String) -> Handbook.Table.Row {
    let lifecycle = program.lifecycles[move.key.lifecycle]
    let states = program.enums[lifecycle.states].values
    let from = move.from.sorted().map { Phrase.code(states[$0].string) }.listed("or")
    let path = move.path.map { Phrase.code(states[$0].string) }.joined(", then ")
    let name = Phrase.link(.code(lifecycle.name), to: Anchor.id(Self.id(of: lifecycle)))
    let cell: Phrase = "\(strong: "Moves") the \(name) from \(from) to \(path); halts when it stands elsewhere"
    return Handbook.Table.Row([cell, .code(move.clause.text)], anchor: Anchor.clause(of: owner, move.clause.name))
  }

  /// What comes of it: facts, and what follows from them.
  private func results(_ truth: CheckedTruth) -> [Phrase] {
    guard case .truth(let body)? = declarations[truth.span]?.body else { return [] }
    return truth.outputs.map { output -> Phrase in
      var phrase: Phrase = "\(link(fact: output.fact)) is \(plain: output.isCorrection ? "corrected" : "recorded")"
      if truth.isView { phrase = "\(link(fact: output.fact)) is shown" }
      if body.produces.indices.contains(output.position), case .fact(let written) = body.produces[output.position].kind {
        if let loop = written.loop { phrase = "\(phrase), for each \(code: loop.variable.text) in \(words.value(loop.source))" }
        if let filter = written.filter { phrase = "\(phrase), where \(words.condition(filter))" }
        let fields = written.fields.map { field -> Phrase in "\(code: field.name.text) = \(code: formatted(field.value))" }
        if !fields.isEmpty { phrase = "\(phrase), with \(fields.listed())" }
      }
      let next = uses.following[output.fact, default: []]
      if !next.isEmpty { phrase = "\(phrase); from it follows \(next.map { link(id: $0) }.listed())" }
      return phrase
    }
  }

  func section(_ invariant: CheckedInvariant) -> Handbook.Section {
    let scope: Phrase
    switch invariant.applies {
    case .all: scope = "Is held to for every proposal."
    case .state: scope = "Is held to after every run, on what came of it."
    case .intents(let intents): scope = "Is held to when someone proposes \(intents.map { link(intent: $0) }.listed("or"))."
    }
    var row = row(invariant.clause, of: invariant.id, pack: invariant.pack)
    if row.anchor == Anchor.id(invariant.id) { row.anchor = nil }
    let blocks =
      summaryBlock(invariant.span) + [.paragraph(scope), .table(Handbook.Table(head: ["In words", "In code"], rows: [row]))]
      + enforcing(invariant.span, pack: invariant.pack)
      + examples.home[invariant.id, default: []].map { .example($0.example(self)) }
    return Handbook.Section(anchor: Anchor.id(invariant.id), title: .code(invariant.id), blocks: blocks)
  }

  /// Which guardrails a declaration says that it enforces.
  private func enforcing(_ span: Span, pack: String) -> [Handbook.Block] {
    let names = enforces(span)
    if names.isEmpty { return [] }
    let links = names.map { name -> Phrase in
      guard let (job, number) = guardrail(name, from: pack) else { return .code(name) }
      let owner = program.jobs[job]
      return .link(.code(name), to: Anchor.declaration("jtbd", "\(owner.pack).\(owner.name).\(number + 1)"))
    }
    return [.paragraph("Enforces the guardrails \(links.listed()).")]
  }

  func enforces(_ span: Span) -> [String] {
    switch declarations[span]?.body {
    case .truth(let truth)?: truth.enforces.map(\.text)
    case .invariant(let invariant)?: invariant.enforces.map(\.text)
    default: []
    }
  }
}
