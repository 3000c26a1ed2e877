import TruthsProgram
import TruthsSyntax
import TruthsText

/// Sections of truths and invariants.
extension HandbookMaker {
  func section(_ truth: CheckedTruth) -> Handbook.Section {
    let words = words(for: truth)
    var blocks: [Handbook.Block] = [.paragraph(fires(truth, words))]
    if !truth.lets.isEmpty { blocks += lets(bindings(of: truth), words) }
    var rows = (truth.requires + truth.invariants).map { row($0, of: truth.id, words, pack: truth.pack) }
    rows += truth.moves.map { row($0, of: truth, words) }
    rows += truth.ensures.map { row($0, of: truth.id, words, pack: truth.pack) }
    blocks += table(["Rule"], rows)
    let results = self.results(truth, words)
    if !results.isEmpty {
      blocks.append(.paragraph("\(strong: "Then")"))
      blocks.append(.list(results))
    }
    blocks += enforcing(truth.span, pack: truth.pack)
    blocks += exampleBlocks(examples.home[truth.id, default: []])
    blocks.append(.paragraph("Written at \(code: source(truth.span))."))
    return Handbook.Section(
      anchor: HeadingAnchor.id(truth.id), title: name(ofID: truth.id), id: truth.id, blocks: blocks)
  }

  /// Returns the expression writer for a truth, with the types of its fields, variables and `let`s.
  func words(for truth: CheckedTruth) -> PlainWords {
    var fields = truth.intents.flatMap { program.intents[$0].fields }
    for match in truth.matches where match.variable == nil { fields += program.facts[match.fact].fields }
    var result = words.within(truth.pack, fields)
    for match in truth.matches { result = match.variable.map { result.naming($0, .fact(match.fact)) } ?? result }
    return result.naming(bindings(of: truth))
  }

  /// Returns the `let`s of a truth, and the `let`s of its intent that the truth reads.
  private func bindings(of truth: CheckedTruth) -> [LetBinding] {
    guard let declaration = declarations[truth.span], case .truth(let body) = declaration.body else { return [] }
    let read = Set(truth.lets.map(\.name))
    return shared.lets(of: declaration, in: truth.pack).filter { read.contains($0.name.text) } + body.lets
  }

  private func fires(_ truth: CheckedTruth, _ words: PlainWords) -> Phrase {
    var occasions: [Phrase] = []
    if !truth.intents.isEmpty {
      occasions.append("someone proposes \(truth.intents.map { link(intent: $0) }.listed("or"))")
    }
    if !truth.matches.isEmpty {
      let facts = truth.matches.map { match -> Phrase in
        let article = PlainName.article(before: program.facts[match.fact].name)
        let called: Phrase = match.variable.map { " (called \(words.scope.words($0)))" } ?? ""
        return "\(plain: article) \(link(fact: match.fact))\(called)"
      }
      occasions.append("there is \(facts.listed())")
    }
    if truth.namesPack { occasions.append("the proposal names the pack \(link(pack: truth.pack)), or none") }
    for condition in conditions(truth) { occasions.append(words.condition(condition)) }
    let verb: Phrase = truth.isView ? "Worked out when" : "Applies when"
    return "\(strong: verb) \(occasions.joined(", and "))."
  }

  private func conditions(_ truth: CheckedTruth) -> [Expr] {
    guard case .truth(let body)? = declarations[truth.span]?.body else { return [] }
    return body.when.compactMap { entry in
      if case .condition(let expr) = entry { return expr }
      return nil
    }
  }

  /// Returns a table of `let`s with their values in words.
  func lets(_ bindings: [LetBinding], _ words: PlainWords) -> [Handbook.Block] {
    let rows = bindings.map { binding in
      Handbook.Table.Row(
        ["\(words.scope.words(binding.name.text))", words.value(binding.value)],
        formal: "\(binding.name.text): \(formatted(binding.value))")
    }
    return table(["Name", "What it means"], rows)
  }

  private func row(_ move: CheckedMove, of truth: CheckedTruth, _ words: PlainWords) -> Handbook.Table.Row {
    let lifecycle = program.lifecycles[move.key.lifecycle]
    let states = program.enums[lifecycle.states].values
    func state(_ ordinal: Int) -> Phrase { self.state(states[ordinal].string, isStart: ordinal == LifecycleType.start) }
    let from = move.from.sorted().map(state).listed("or")
    let path = move.path.map(state).joined(", then ")
    let name = Phrase.link(.term(PlainName.words(lifecycle.name)), to: HeadingAnchor.id(Self.id(of: lifecycle)))
    let written = entry(of: move, in: truth)
    let keys = (written?.keys ?? []).map { "\(term: PlainName.words($0.name.text)) is \(words.value($0.value))" as Phrase }
    let which: Phrase = keys.isEmpty ? "" : " whose \(keys.listed())"
    let otherwise: Phrase = truth.matches.isEmpty ? "halts when" : "does not fire when"
    let cell: Phrase = "\(strong: "Moves") the \(name)\(which) from \(from) to \(path); \(strong: otherwise) it is elsewhere."
    var (lines, formal) = ([cell], move.clause.text)
    if let reason = written?.reason {
      lines.append("Otherwise it says: " + words.text(reason))
      formal += " else \(formatted(reason))"
    }
    return Handbook.Table.Row([lines.lines], anchor: HeadingAnchor.clause(of: truth.id, move.clause.name), formal: formal)
  }

  private func entry(of move: CheckedMove, in truth: CheckedTruth) -> MoveEntry? {
    guard case .truth(let body)? = declarations[truth.span]?.body, body.moves.indices.contains(move.clause.position) else {
      return nil
    }
    return body.moves[move.clause.position]
  }

  /// Returns the facts that a truth produces, each with the truths that fire on it.
  private func results(_ truth: CheckedTruth, _ words: PlainWords) -> [Phrase] {
    guard case .truth(let body)? = declarations[truth.span]?.body else { return [] }
    return truth.outputs.map { output -> Phrase in
      var phrase: Phrase = "\(link(fact: output.fact)) is \(plain: output.isCorrection ? "corrected" : "recorded")"
      if truth.isView { phrase = "\(link(fact: output.fact)) is shown" }
      if body.produces.indices.contains(output.position), case .fact(let written) = body.produces[output.position].kind {
        var words = words
        if let loop = written.loop {
          phrase = "\(phrase) for each \(words.loop(loop.source, loop.variable.text).bare)"
          words = words.naming(loop.variable.text, words.scope.element(of: loop.source))
        }
        if let filter = written.filter { phrase = "\(phrase), where \(words.condition(filter))" }
        let known = program.facts[output.fact].fields
        let fields = written.fields.map { field -> Phrase in
          let type = known.first { $0.name == field.name.text }?.type
          return "\(words.scope.words(field.name.text)): \(words.value(field.value, as: type))"
        }
        if !fields.isEmpty { phrase = "\(phrase), with \(fields.joined("; "))" }
      }
      let next = uses.following[output.fact, default: []]
      let most = 4
      let links = next.prefix(most).map { link(id: $0) } + (next.count > most ? ["and \(next.count - most) more"] : [])
      let follows: Phrase = links.isEmpty ? "." : ". From it follows: \(links.joined("; "))."
      return phrase + follows
    }
  }

  func section(_ invariant: CheckedInvariant) -> Handbook.Section {
    let scope: Phrase
    switch invariant.applies {
    case .all: scope = "\(strong: "Applies to") every proposal."
    case .state: scope = "\(strong: "Applies after") every run, to its result."
    case .intents(let intents):
      scope = "\(strong: "Applies when") someone proposes \(intents.map { link(intent: $0) }.listed("or"))."
    }
    var row = row(invariant.clause, of: invariant.id, words(for: invariant), pack: invariant.pack)
    if row.anchor == HeadingAnchor.id(invariant.id) { row.anchor = nil }
    let blocks =
      [.paragraph(scope)] + table(["Rule"], [row]) + enforcing(invariant.span, pack: invariant.pack)
      + exampleBlocks(examples.home[invariant.id, default: []])
      + [.paragraph("Written at \(code: source(invariant.span)).")]
    return Handbook.Section(
      anchor: HeadingAnchor.id(invariant.id), title: name(ofID: invariant.id), id: invariant.id, blocks: blocks)
  }

  /// Returns the expression writer for an invariant.
  func words(for invariant: CheckedInvariant) -> PlainWords {
    guard case .intents(let intents) = invariant.applies else { return words.within(invariant.pack, []) }
    return words.within(invariant.pack, intents.flatMap { program.intents[$0].fields })
  }

  /// Returns a paragraph about the guardrails that a declaration enforces.
  private func enforcing(_ span: Span, pack: String) -> [Handbook.Block] {
    let names = enforces(span)
    if names.isEmpty { return [] }
    let links = names.map { name -> Phrase in
      guard let (job, number) = guardrail(name, from: pack) else { return .code(name) }
      let owner = program.jobs[job]
      let guardrails = owner.declaration.guardrails
      let words = guardrails.indices.contains(number) ? "must not " + guardrails[number].mustNot.text : name
      return .link(.plain(words), to: HeadingAnchor.declaration("jtbd", "\(owner.pack).\(owner.name).\(number + 1)"))
    }
    return [.paragraph("\(strong: links.count == 1 ? "Guardrail" : "Guardrails"): \(links.joined("; ")).")]
  }

  func enforces(_ span: Span) -> [String] {
    switch declarations[span]?.body {
    case .truth(let truth)?: truth.enforces.map(\.text)
    case .invariant(let invariant)?: invariant.enforces.map(\.text)
    default: []
    }
  }
}

extension HandbookMaker {
  /// Returns a clause as a row: a sentence with its reason and examples, and the clause as written.
  func row(_ clause: CheckedClause, of owner: String, _ words: PlainWords, pack: String) -> Handbook.Table.Row {
    var lines = [sentence(clause, words, pack: pack) + "."]
    if let reason = reason(clause) {
      let says: Phrase = clause.violatedWhen ? "It then says: " : "Otherwise it says: "
      lines.append(says + words.text(reason))
    }
    if clause.hasOwnID, clause.id != owner { lines.append("Id: \(code: clause.id)") }
    let shown = clause.hasOwnID && clause.id != owner ? examples.mentioning(clause.id) : []
    if !shown.isEmpty { lines.append("Examples: \(links(shown))") }
    let code = clauses[clause.span].map { formatted($0) } ?? clause.text
    return Handbook.Table.Row([lines.lines], anchor: anchor(clause, of: owner), formal: code)
  }

  /// Returns the anchor of a clause: the anchor of its own id, or else an anchor made from its position in the owner.
  func anchor(_ clause: CheckedClause, of owner: String) -> String {
    clause.hasOwnID ? HeadingAnchor.id(clause.id) : HeadingAnchor.clause(of: owner, clause.name)
  }

  /// Returns a clause as a sentence: `Halts when there is a period closed for this period id`.
  ///
  /// - Parameter most: the maximum number of approvers to name.
  func sentence(_ clause: CheckedClause, _ words: PlainWords, pack: String, most: Int = .max) -> Phrase {
    let test = clauses[clause.span].map { words.clause($0) } ?? .code(clause.text)
    let after: Phrase = clause.place == .ensures ? "afterwards " : ""
    let when: Phrase = after + (clause.violatedWhen ? "when" : "unless")
    switch clause.kind {
    case .requirement: return "\(strong: "Needs"): \(test)"
    case .structural: return "\(strong: "Halts \(when)") \(test)"
    case .acceptance(let approval):
      let people = approvers(approval, spec(of: clause), words, pack: pack, most: most)
      let asked: Phrase = "\(strong: "Needs the approval of") \(people)"
      return clause.isUnconditional ? asked : "\(asked) \(strong: when) \(test)"
    case .consent:
      let asked: Phrase = "\(strong: "Needs the consent of") who proposes it, or whom it is for"
      return clause.isUnconditional ? asked : "\(asked), \(strong: when) \(test)"
    case .advisory: return "\(strong: "Warns \(when)") \(test)"
    }
  }

  private func spec(of clause: CheckedClause) -> ApprovalSpec? {
    guard let written = clauses[clause.span] else { return nil }
    if case .effect(let effect) = written.consequence, case .requiresApproval(let spec) = effect.kind { return spec }
    if case .effect(let effect) = written.otherwise, case .requiresApproval(let spec) = effect.kind { return spec }
    return nil
  }

  private func reason(_ clause: CheckedClause) -> TextLiteral? {
    guard let written = clauses[clause.span] else { return nil }
    if case .reason(let text) = written.otherwise { return text }
    if case .effect(let effect) = written.otherwise { return effect.text }
    if case .effect(let effect) = written.consequence { return effect.text }
    return nil
  }

  /// Returns the role that must approve, with the policy that defines it if the clause does not.
  func role(_ role: String?, pack: String) -> Phrase {
    let resolved = resolvedRole(role, pack: pack)
    let anchor = HeadingAnchor.declaration("role", resolved.name)
    let link: Phrase = .link("the role \(term: PlainName.words(resolved.name))", to: anchor)
    guard let policy = resolved.policy else { return link }
    let words = PlainName.words(policy.split(separator: ".").last.map(String.init) ?? policy)
    return "\(link) (the policy \(Phrase.link(.term(words), to: HeadingAnchor.declaration("policy", policy))) says who)"
  }

  /// Returns the clause's role, else the policy `approver_role` of its pack, else that of pack `trust`, else `manager`.
  func resolvedRole(_ role: String?, pack: String) -> (name: String, policy: String?) {
    if let role { return (role, nil) }
    for owner in [pack, "trust"] {
      guard let policy = program.policies.first(where: { $0.pack == owner && $0.name == "approver_role" }) else { continue }
      if case .text(let text) = policy.initial { return (text.string, policy.qualifiedName) }
    }
    return ("manager", nil)
  }
}
