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
    return Handbook.Section(anchor: HeadingAnchor.id(truth.id), title: .code(truth.id), blocks: blocks)
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
    let name = Phrase.link(.code(lifecycle.name), to: HeadingAnchor.id(Self.id(of: lifecycle)))
    let cell: Phrase = "\(strong: "Moves") the \(name) from \(from) to \(path); halts when it stands elsewhere"
    return Handbook.Table.Row([cell, .code(move.clause.text)], anchor: HeadingAnchor.clause(of: owner, move.clause.name))
  }

  /// The facts that it produces, with the truths that fire on them.
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
    if row.anchor == HeadingAnchor.id(invariant.id) { row.anchor = nil }
    let blocks =
      summaryBlock(invariant.span) + [.paragraph(scope), .table(Handbook.Table(head: ["In words", "In code"], rows: [row]))]
      + enforcing(invariant.span, pack: invariant.pack)
      + examples.home[invariant.id, default: []].map { .example($0.example(self)) }
    return Handbook.Section(anchor: HeadingAnchor.id(invariant.id), title: .code(invariant.id), blocks: blocks)
  }

  /// The guardrails that a declaration enforces.
  private func enforcing(_ span: Span, pack: String) -> [Handbook.Block] {
    let names = enforces(span)
    if names.isEmpty { return [] }
    let links = names.map { name -> Phrase in
      guard let (job, number) = guardrail(name, from: pack) else { return .code(name) }
      let owner = program.jobs[job]
      return .link(.code(name), to: HeadingAnchor.declaration("jtbd", "\(owner.pack).\(owner.name).\(number + 1)"))
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

extension HandbookMaker {
  /// A clause as a row: a sentence with its reason and examples, and the clause itself.
  func row(_ clause: CheckedClause, of owner: String, pack: String) -> Handbook.Table.Row {
    var cell = sentence(clause, pack: pack)
    if let reason = reason(clause) { cell = [cell, "Reason: \(words.text(reason))"].lines }
    if clause.hasOwnID { cell = [cell, "Id: \(code: clause.id)"].lines }
    let shown = clause.hasOwnID ? examples.mentioning(clause.id) : []
    if !shown.isEmpty { cell = [cell, "Shown by \(links(shown))"].lines }
    let code = clauses[clause.span].map { formatted($0) } ?? clause.text
    return Handbook.Table.Row([cell, .code(code)], anchor: anchor(clause, of: owner))
  }

  /// The first clause with an id has the anchor of the id; others have anchors made from their places.
  func anchor(_ clause: CheckedClause, of owner: String) -> String {
    clause.hasOwnID ? HeadingAnchor.id(clause.id) : HeadingAnchor.clause(of: owner, clause.name)
  }

  /// `Halts when there is a period.closed for this period_id`
  func sentence(_ clause: CheckedClause, pack: String) -> Phrase {
    let test = condition(clause)
    let after: Phrase = clause.place == .ensures ? "afterwards " : ""
    let when: Phrase = after + (clause.violatedWhen ? "when" : "unless")
    switch clause.kind {
    case .requirement: return "\(strong: "Needs"): \(test)"
    case .structural: return "\(strong: "Halts \(when)") \(test)"
    case .acceptance(let approval):
      return "\(strong: "Needs the approval of") \(approvers(approval, pack: pack)) \(strong: when) \(test)"
    case .consent:
      return "\(strong: "Needs the consent of") who proposes it, or whom it is for, \(strong: when) \(test)"
    case .advisory: return "\(strong: "Warns \(when)") \(test)"
    }
  }

  private func condition(_ clause: CheckedClause) -> Phrase {
    guard let written = clauses[clause.span] else { return .code(clause.text) }
    return words.clause(written)
  }

  private func reason(_ clause: CheckedClause) -> TextLiteral? {
    guard let written = clauses[clause.span] else { return nil }
    if case .reason(let text) = written.otherwise { return text }
    if case .effect(let effect) = written.otherwise { return effect.text }
    if case .effect(let effect) = written.consequence { return effect.text }
    return nil
  }

  /// The role that must approve, with the policy that defines it if the clause does not.
  func role(_ role: String?, pack: String) -> Phrase {
    let resolved = resolvedRole(role, pack: pack)
    let link: Phrase = .link(.code("@" + resolved.name), to: HeadingAnchor.declaration("role", resolved.name))
    guard let policy = resolved.policy else { return link }
    return "\(link) (policy \(Phrase.link(.code(policy), to: HeadingAnchor.declaration("policy", policy))))"
  }

  /// The clause's role, else the policy `approver_role` of its pack, else of trust, else `manager`.
  func resolvedRole(_ role: String?, pack: String) -> (name: String, policy: String?) {
    if let role { return (role, nil) }
    for owner in [pack, "trust"] {
      guard let policy = program.policies.first(where: { $0.pack == owner && $0.name == "approver_role" }) else { continue }
      if case .text(let text) = policy.initial { return (text.string, policy.qualifiedName) }
    }
    return ("manager", nil)
  }
}

extension HandbookMaker {
  /// The jobs to be done.
  func jobs() -> Handbook.Section? {
    if program.jobs.isEmpty { return nil }
    let enforcers = enforcers()
    let sections = program.jobs.enumerated().map { section($0.element, enforcers[$0.offset, default: [:]]) }
    return Handbook.Section(anchor: "jobs", title: "Jobs and their guardrails", blocks: [], sections: sections)
  }

  private func section(_ job: JobInfo, _ enforcers: [Int: [String]]) -> Handbook.Section {
    let name = "\(job.pack).\(job.name)"
    var blocks = summaryBlock(job.span)
    let declared = job.declaration
    let what = [declared.verb, declared.object].compactMap { $0?.text }.joined(separator: " ")
    if let outcome = declared.outcome { blocks.append(.paragraph("\(strong: "So that"): \(plain: outcome.text)")) }
    if !declared.triggers.isEmpty {
      blocks.append(.paragraph("\(strong: "Begins with") \(declared.triggers.map { trigger($0.text) }.listed("or"))."))
    }
    if !declared.artifacts.isEmpty {
      let chains = declared.artifacts.map { $0.map { Phrase.code($0.text) }.joined(" → ") }
      blocks.append(.paragraph("\(strong: "Makes") \(chains.joined(", "))."))
    }
    let rows = declared.guardrails.enumerated().map { index, guardrail in
      row(guardrail, number: index + 1, of: name, enforcers[index, default: []])
    }
    blocks += table(["Must not", "Enforced by", "Shown by"], rows)
    let title: Phrase = what.isEmpty ? "Job \(code: name)" : "\(plain: what) (job \(code: name))"
    return Handbook.Section(anchor: HeadingAnchor.declaration("jtbd", name), title: title, blocks: blocks)
  }

  private func row(_ guardrail: Guardrail, number: Int, of job: String, _ enforcers: [String]) -> Handbook.Table.Row {
    var ids = guardrail.enforcedBy.map { [$0.text] } ?? []
    ids += enforcers.filter { !ids.contains($0) }
    var known = Set<String>()
    let shown = ids.flatMap { examples.refusing($0) }.filter { known.insert($0.id).inserted }
    let enforced: Phrase = ids.isEmpty ? "nothing" : ids.map { link(id: $0) }.lines
    return Handbook.Table.Row(
      [.plain(guardrail.mustNot.text), enforced, shown.isEmpty ? "–" : links(shown)],
      anchor: HeadingAnchor.declaration("jtbd", "\(job).\(number)"))
  }

  /// By job and guardrail, the truths and invariants that declare to enforce it.
  private func enforcers() -> [Int: [Int: [String]]] {
    var result: [Int: [Int: [String]]] = [:]
    let owners =
      program.truths.map { (id: $0.id, pack: $0.pack, span: $0.span) }
      + program.invariants.map { (id: $0.id, pack: $0.pack, span: $0.span) }
    for owner in owners {
      for name in enforces(owner.span) {
        guard let (job, number) = guardrail(name, from: owner.pack) else { continue }
        result[job, default: [:]][number, default: []].append(owner.id)
      }
    }
    return result
  }

  /// `send_invoice.1`, or `money.send_invoice.1`: an index in ``Program/jobs``, and the guardrail from 0.
  func guardrail(_ text: String, from pack: String) -> (job: Int, number: Int)? {
    let parts = text.split(separator: ".").map(String.init)
    guard parts.count == 2 || parts.count == 3, let number = parts.last.flatMap({ Int($0) }), number >= 1 else { return nil }
    let name = parts[parts.count - 2]
    let wanted = parts.count == 3 ? parts[0] : pack
    let candidates = program.jobs.indices.filter { program.jobs[$0].name == name }
    let job =
      candidates.first { program.jobs[$0].pack == wanted } ?? (parts.count == 2 && candidates.count == 1 ? candidates[0] : nil)
    return job.map { ($0, number - 1) }
  }

  /// `work_completed` is the fact type `work.completed`, or an intent.
  private func trigger(_ name: String) -> Phrase {
    let plain = name.replacing(".", with: "_")
    if let fact = program.facts.first(where: { $0.name.replacing(".", with: "_") == plain }) { return link(fact: fact) }
    return link(intent: name)
  }

  /// Blueprints: flows of work through several packs.
  func blueprints() -> Handbook.Section? {
    if program.blueprints.isEmpty { return nil }
    let sections = program.blueprints.map { blueprint -> Handbook.Section in
      var blocks = summaryBlock(blueprint.span)
      if case .blueprint(let body)? = declarations[blueprint.span]?.body, let outcome = body.outcome {
        blocks.append(.paragraph("\(strong: "So that"): \(plain: outcome.text)"))
      }
      if !blueprint.packs.isEmpty { blocks.append(.paragraph("Packs: \(blueprint.packs.map { link(pack: $0) }.listed()).")) }
      blocks.append(.steps(blueprint.steps.map { step($0) }))
      return Handbook.Section(
        anchor: HeadingAnchor.declaration("blueprint", "\(blueprint.pack).\(blueprint.name)"),
        title: .code(blueprint.name), blocks: blocks)
    }
    return Handbook.Section(anchor: "blueprints", title: "Blueprints", blocks: [], sections: sections)
  }

  private func step(_ name: String) -> Phrase {
    let last = name.split(separator: ".").last.map(String.init) ?? name
    guard let index = program.intents.firstIndex(where: { $0.name == last }) else { return .code(name) }
    let about: Phrase = summary(program.intents[index].span).map { " – \($0)" } ?? ""
    return "\(link(intent: last))\(about)"
  }
}
