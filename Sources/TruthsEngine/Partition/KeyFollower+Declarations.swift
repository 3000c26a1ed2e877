import TruthsProgram

/// The reads and writes of truths and invariants.
extension KeyFollower {
  /// Follows the key through a truth that fires on intents.
  ///
  /// - Parameter field: the field of the proposal by which proposals are partitioned.
  mutating func visit(proposalsOf truth: CheckedTruth, by field: String) {
    var scope = KeyScope(span: truth.span, lets: truth.lets)
    tag(truth.inputs, of: truth.intents, by: field, &scope)
    inFrame { follower in
      if let condition = truth.condition { follower.visit(condition.test, scope.at(condition.span, condition.text)) }
      follower.visit(truth.requires + truth.invariants, scope)
      follower.visitEffects(of: truth, scope)
    }
  }

  /// Tags the key field of proposals, or the request field of answers to requests.
  private func tag(_ inputs: [Input], of intents: some Collection<Int>, by field: String, _ scope: inout KeyScope) {
    let answers = intents.count { program.intents[$0].isBuiltIn }
    guard answers == 0 || answers == intents.count else { return }
    let (name, tag): (String, KeyTag) = answers == 0 ? (field, .field) : ("request", .request)
    if let slot = inputs.firstIndex(where: { $0.name == name }) { scope.slots[slot] = tag }
  }

  /// Follows the key through a truth that fires on facts and makes entries.
  mutating func visit(factsOf index: Int) {
    let truth = program.truths[index]
    var scope = KeyScope(span: truth.span, lets: truth.lets)
    if closure.timedTruths.contains(index) { add(.moment, scope.at(truth.condition?.span ?? truth.span)) }
    // A request is recorded while its run waits. Facts that follow from it are made when any later proposal closes the context.
    let requests = truth.matches.filter { program.facts[$0.fact].isRequest }
    if !requests.isEmpty, truth.hasConsequences { add(.requests, scope) }
    let keyed = truth.matches.first { written.contains($0.fact) && columns[$0.fact] != nil }
    if let match = keyed, let column = columns[match.fact] {
      scope.fields[KeyScope.SlotField(slot: match.slot, field: column.field)] = column.tag
    }
    inFrame { $0.visitBody(of: truth, joined: scope) }
  }

  /// Follows the key through the matches, reads and outputs of a truth on facts.
  ///
  /// - Parameter joined: its frame, with the tags of one of the matched facts.
  mutating func visitBody(of truth: CheckedTruth, joined known: KeyScope) {
    var scope = known
    join(truth, &scope)
    for match in truth.matches {
      scope.types[match.slot] = match.fact
      let fields = scope.fields.filter { $0.key.slot == match.slot }.map { ($0.key.field, $0.value) }
      let slotField = scope.at(truth.condition?.span ?? truth.span)
      read(match.fact, Dictionary(fields) { first, _ in first }, .match, slotField)
    }
    if let condition = truth.condition { visit(condition.test, scope.at(condition.span, condition.text)) }
    visit(truth.invariants, scope)
    visitEffects(of: truth, scope)
  }

  /// Copies tags between the matched facts of a truth: a field that a condition equates with a tagged field gets its tag.
  private func join(_ truth: CheckedTruth, _ scope: inout KeyScope) {
    let equalities = Conditions(of: truth).equalities(truth.matches, program)
    func slotField(_ position: Int, _ field: Int) -> KeyScope.SlotField {
      KeyScope.SlotField(slot: truth.matches[position].slot, field: field)
    }
    var isStable = false
    while !isStable {
      isStable = true
      for equality in equalities {
        let joined = slotField(equality.position, equality.field)
        guard case .field(let position, let field) = equality.value, let tag = scope.fields[slotField(position, field)],
          scope.fields[joined] == nil, !program.facts[truth.matches[equality.position].fact].fields[equality.field].isOptional
        else { continue }
        scope.fields[joined] = tag
        isStable = false
      }
    }
  }

  private mutating func visitEffects(of truth: CheckedTruth, _ scope: KeyScope) {
    for move in truth.moves {
      let slotField = scope.at(move.clause.span)
      visit([move.clause], scope)
      for key in move.key.keys { visit(key, slotField) }
      write(program.lifecycles[move.key.lifecycle].history, written(by: move.key.keys, slotField), slotField)
    }
    for output in truth.outputs { visit(output, scope.at(output.span, output.filterText)) }
    visit(truth.ensures, scope)
    // A `let` that no clause reads is evaluated too.
    for binding in truth.lets { visit(.slot(binding.slot), scope.at(truth.span)) }
  }

  private mutating func visit(_ output: CheckedOutput, _ scope: KeyScope) {
    var inner = scope
    if let loop = output.loop {
      if let list = loop.source.list { visit(list, scope) }
      inner = enter(loop, AccessPath(loop, filter: output.filter), scope)
    }
    for node in output.innerNodes { visit(node, inner) }
    if !program.facts[output.fact].isDerived { write(output.fact, written(by: output.fields, inner), inner) }
  }

  private func written(by fields: [Node?], _ scope: KeyScope) -> [Int: KeyTag] {
    fields.enumerated().reduce(into: [:]) { tags, field in tags[field.offset] = field.element.flatMap { scope.tag(of: $0) } }
  }

  mutating func visit(_ clauses: [CheckedClause], _ scope: KeyScope) {
    for clause in clauses {
      let slotField = scope.at(clause.span, clause.text)
      for node in clause.nodes { visit(node, slotField) }
      if clause.asksForApproval, !closure.entries(ofView: authority).isDisjoint(with: written) { add(.authorities, slotField) }
    }
  }

  // MARK: Invariants

  /// Follows the key through a standalone invariant.
  mutating func visit(_ invariant: CheckedInvariant, by field: String) {
    var scope = KeyScope(span: invariant.span)
    switch invariant.applies {
    case .all: break
    case .state: return visit(state: invariant, scope)
    case .intents(let intents): tag(invariant.inputs, of: intents, by: field, &scope)
    }
    inFrame { $0.visit([invariant.clause], scope) }
  }

  /// Follows the key through an invariant over the state.
  ///
  /// The invariant can be checked in each partition alone if it only makes statements about single facts: then a proposal can
  /// break it only for facts with the proposal's own key.
  private mutating func visit(state invariant: CheckedInvariant, _ frame: KeyScope) {
    let clause = invariant.clause
    var scope = frame.at(clause.span, clause.text)
    var reads = NodeReads(program)
    reads.add([clause])
    let bases = closure.entries(of: reads)
    if bases.isDisjoint(with: written) {
      touch(bases)
      return
    }
    scope.isOfState = true
    // A broken invariant that does not halt stays broken, and is reported for proposals of other keys too.
    if clause.kind != .structural { add(.lasting, scope) }
    guard let parts = StateCheck.parts(of: overFacts(clause.test), when: !clause.violatedWhen) else {
      touch(bases)
      return add(.together, scope)
    }
    for part in parts { visit(part, scope) }
    scope.elements = Set(parts.map(\.slot))
    if let reason = clause.reason { visit(reason, scope) }
    for person in clause.people { visit(person.node, scope) }
  }

  private mutating func visit(_ loop: StateCheck.Part, _ scope: KeyScope) {
    let type = program.facts[loop.type]
    let candidates: [KeyColumn]
    if type.isDerived {
      candidates = type.key.filter { isRooted(loop.type, in: [$0]) }.map { KeyColumn(field: $0, tag: .field) }
    } else {
      candidates = written.contains(loop.type) ? [columns[loop.type]].compactMap(\.self) : []
    }
    var best: KeyFollower?
    for column in candidates {
      var trial = self
      trial.visit(loop, keyedBy: column, scope)
      if trial.reaches.count < best?.reaches.count ?? .max { best = trial }
    }
    if let best { self = best } else { visit(loop, keyedBy: nil, scope) }
  }

  private mutating func visit(_ loop: StateCheck.Part, keyedBy column: KeyColumn?, _ scope: KeyScope) {
    var inner = scope
    inner.types[loop.slot] = loop.type
    if let column { inner.fields[KeyScope.SlotField(slot: loop.slot, field: column.field)] = column.tag }
    inFrame { follower in
      follower.read(loop.type, column.map { [$0.field: $0.tag] } ?? [:], .loop(scope.text), scope)
      for node in [loop.filter, loop.body].compactMap(\.self) { follower.visit(node, inner) }
    }
  }
}

extension CheckedTruth {
  /// Whether the truth makes more than a trace.
  fileprivate var hasConsequences: Bool { !outputs.isEmpty || !moves.isEmpty || !invariants.isEmpty || !ensures.isEmpty }
}

extension FactType {
  fileprivate var isRequest: Bool { isBuiltIn && name == "approval.requested" }
}
