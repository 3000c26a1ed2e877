import TruthsSyntax
import TruthsText

extension MutationFinder {
  /// The mutations of a declaration. Jobs, blueprints, packs and enums decide nothing by themselves.
  mutating func find(in declaration: Declaration) {
    switch declaration.body {
    case .truth(let truth): find(in: truth)
    case .invariant(let invariant):
      part = "rule"
      add(
        .dropClause, declaration.span, nil,
        advice: "no fixture needs `\(text(invariant.rule.span))`: write one that this invariant alone stops or holds up")
      clause(invariant.rule, hasEffects: true)
    case .table(let table): find(in: table)
    case .lifecycle(let lifecycle): find(in: lifecycle)
    case .source(let source):
      lets(source.lets)
      outputs(source.produces)
    case .policy(let policy):
      part = "default"
      if let initial = policy.initial { value(initial, of: vocabulary.policies[declaration.keySpan]) }
    case .intent(let intent):
      defaults(intent.fields, of: declaration)
      if let consent = intent.consent { self.consent(consent) }
    case .record(let record): defaults(record.fields, of: declaration)
    case .fact(let fact): defaults(fact.fields, of: declaration)
    case .pack, .enumeration, .job, .blueprint: return
    }
  }

  private mutating func find(in truth: TruthDeclaration) {
    part = "if"
    for case .condition(let expr) in truth.when {
      add(
        .condition, expr.span, "true",
        advice: "no fixture has a case in which `\(text(expr.span))` is false and the truth would do something: write one")
      condition(expr, isWhole: true)
    }
    lets(truth.lets)
    clauses(truth.requires, "requires")
    clauses(truth.invariants, "invariants")
    moves(truth.moves)
    outputs(truth.produces)
    clauses(truth.ensures, "ensures")
  }

  private mutating func lets(_ bindings: [LetBinding]) {
    for binding in bindings {
      part = "let \(binding.name.text)"
      value(binding.value)
    }
  }

  private mutating func moves(_ entries: [MoveEntry]) {
    for (position, entry) in entries.enumerated() {
      part = "moves[\(position)]"
      guard let place = self.entry(around: entry.span) else { continue }
      drop(
        .dropMove, place, position, of: entries.count, "moves",
        advice:
          "no fixture notices that `\(text(entry.span))` is not made: write one that expects the state, or begins in another")
      move(entry)
    }
  }

  /// The last state of a move becomes another one that the lifecycle allows there.
  private mutating func move(_ entry: MoveEntry) {
    guard let last = entry.chain.states.last, let before = entry.chain.states.dropLast().last else { return }
    let name = entry.lifecycle.text
    let steps = vocabulary.steps[name] ?? vocabulary.steps["\(owner.pack).\(name)"]
    guard let other = steps?[before.text]?.first(where: { $0 != last.text }) else { return }
    add(
      .move, last.span, other,
      advice: "no fixture tells `\(last.text)` from `\(other)` behind this move: expect the state that it enters")
  }

  /// What is produced, but for traces, since every truth that fires leaves one whatever stands here, and for proposals, which no
  /// fixture can expect.
  private mutating func outputs(_ entries: [OutputEntry]) {
    for (position, entry) in entries.enumerated() {
      part = "produces[\(position)]"
      guard case .fact(let output) = entry.kind else { continue }
      if let place = self.entry(around: entry.span) {
        drop(
          .dropFact, place, position, of: entries.count, "produces",
          advice: "no fixture notices that `\(head(entry))` is not produced: expect it among the `facts` of one")
      }
      if let loop = output.loop { value(loop.source) }
      if let filter = output.filter { self.filter(filter) }
      let values = vocabulary.facts[output.type.text]
      for field in output.fields { value(field.value, of: values?[field.name.text]) }
    }
  }

  /// The first line of an entry.
  private func head(_ entry: OutputEntry) -> String {
    let line = file.text(entry.span).prefix { $0 != "\n" && $0 != "\r\n" }
    return line.hasSuffix(":") ? String(line.dropLast()) : String(line)
  }

  // MARK: Tables and lifecycles

  private mutating func find(in table: TableDeclaration) {
    for (position, row) in table.rows.enumerated() {
      part = "rows[\(position)]"
      if let place = entry(around: row.span) {
        drop(
          .dropRow, place, position, of: table.rows.count, "rows",
          advice: "no fixture needs the row `\(text(row.span))`: write one on which it turns")
      }
      if let condition = row.condition { self.condition(condition) }
      guard let value = row.value else { continue }
      self.value(of: row, value, table.rows, position)
    }
  }

  private mutating func value(of row: TableRow, _ value: Expr, _ rows: [TableRow], _ position: Int) {
    switch value.kind {
    case .name, .text, .member:
      let old = text(value.span)
      let others = rows[(position + 1)...] + rows[..<position]
      let new = others.compactMap { $0.value.map { text($0.span) } }.first { $0 != old } ?? "missing"
      add(
        .rowValue, value.span, new,
        advice: "no fixture expects what the row `\(text(row.span))` gives: write one that would be otherwise with `\(new)`")
    case .boolean, .number: self.value(value)
    default: condition(value)
    }
  }

  private mutating func find(in lifecycle: LifecycleDeclaration) {
    for (position, chain) in lifecycle.transitions.enumerated() {
      part = "transitions[\(position)]"
      guard lifecycle.transitions.count > 1, let place = entry(around: chain.span) else { continue }
      add(
        .dropTransition, place, nil,
        advice: "no fixture needs the transition `\(text(chain.span))`: write one in which it is made")
    }
  }

  // MARK: Vocabulary

  private mutating func defaults(_ fields: [FieldDeclaration], of declaration: Declaration) {
    for field in fields {
      part = "fields.\(field.name.text)"
      if let initial = field.initial { value(initial, of: vocabulary.fields[declaration.keySpan]?[field.name.text]) }
    }
  }

  private mutating func consent(_ consent: ConsentSyntax) {
    part = "consent"
    add(
      .consent, consent.span, consent.level == .explicit ? "implicit" : "explicit",
      advice: "no fixture shows that this consent is wanted: write one that proposes without it")
  }
}
