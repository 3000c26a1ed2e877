import TruthsDiagnostics
import TruthsSyntax
import TruthsText

extension CheckSession {
  /// How many bodies are handed out at a time where bodies are worked on side by side.
  static let stride = 16

  /// Lowers every truth and invariant into the program, sorted by id; those that were lowered before are taken as they are.
  func checkBodies() {
    let tables = tables
    let truths = withIDs(declared.truths) { $0.body.id }
    let oldTruths = kept.truths(truths)
    func truth(_ place: Int, _ session: CheckSession) -> TruthBody {
      session.lowered(truths[place].declared, id: truths[place].id)
    }
    truthBodies = Cores.map(truths.count, stride: Self.stride) { oldTruths[$0] ?? truth($0, CheckSession(tables)) }
    take(&truthBodies, \.body.session, again: truth)
    let invariants = withIDs(declared.invariants) { $0.body.id }
    let oldInvariants = kept.invariants(invariants)
    func invariant(_ place: Int, _ session: CheckSession) -> InvariantBody {
      session.lowered(invariants[place].declared, id: invariants[place].id)
    }
    invariantBodies = Cores.map(invariants.count, stride: Self.stride) {
      oldInvariants[$0] ?? invariant($0, CheckSession(tables))
    }
    take(&invariantBodies, \.body.session, again: invariant)
    setTruths()
    program.invariants = invariantBodies.map(\.checked)
  }

  /// Puts the truths into the program; those that stand there from an earlier check stay.
  private func setTruths() {
    guard kept.truths.count == truthBodies.count, program.truths.count == truthBodies.count else {
      program.truths = truthBodies.map(\.checked)
      return
    }
    for (place, truth) in truthBodies.enumerated() where kept.truths[place] !== truth { program.truths[place] = truth.checked }
  }

  /// Declarations with their ids, in order of id; of several with one id the first stays.
  private func withIDs<Declaration>(
    _ list: [Declared<Declaration>], _ explicit: (Declared<Declaration>) -> Name?
  ) -> [(id: String, declared: Declared<Declaration>)] {
    var result: [(id: String, declared: Declared<Declaration>)] = []
    for declared in list {
      checkName(declared.name)
      let written = explicit(declared)
      let id = truthID(explicit: written, name: declared.name.text, stem: declared.stem)
      if let written { checkID(written, pack: declared.pack) }
      if let first = idPlaces[id] {
        if Self.isBuiltIn(id) { continue }
        report(ConflictingID.declarations(id, at: (written ?? declared.name).span, first: first))
      } else {
        idPlaces[id] = (written ?? declared.name).span
        result.append((id, declared))
      }
    }
    return result.sorted { $0.id < $1.id }
  }

  // MARK: Truths

  /// Lowers one truth, as a part of the check.
  private func lowered(_ declared: Declared<TruthDeclaration>, id: String) -> TruthBody {
    let trigger = trigger(of: declared)
    let body = Body(
      session: self, scope: names.scope(declared.pack), isBuiltIn: declared.isBuiltIn, trigger: trigger,
      lets: declared.body.lets)
    for match in trigger.matches { body.references.insert(.fact(match.fact)) }
    for intent in trigger.intents { body.references.insert(.intent(intent)) }
    var truth = LoweredTruth()
    let condition = body.firingCondition(declared.body.when)
    truth.condition = condition?.test
    truth.requires = clauses(declared.body.requires, .requires, id, body)
    truth.invariants = clauses(declared.body.invariants, .invariants, id, body)
    truth.moves = declared.body.moves.enumerated().compactMap { body.move($0.element, position: $0.offset) }
    truth.ensures = clauses(declared.body.ensures, .ensures, id, body)
    var traces: [String] = []
    for (position, entry) in declared.body.produces.enumerated() {
      switch entry.kind {
      case .trace(let name): traces.append(name.text)
      case .fact(let output):
        if let typed = body.output(output, position: position, at: entry.span) { truth.outputs.append(typed) }
      case .proposal: report(MisplacedOutput.proposal(at: entry.span))
      }
    }
    body.finishLets()
    let isView = checkViews(of: truth, declared.body, trigger)
    let checked = CheckedTruth(
      id: id, pack: declared.pack, span: declared.keySpan, isBuiltIn: declared.isBuiltIn, intents: trigger.intents,
      matches: trigger.matches.map { CheckedMatch(fact: $0.fact, slot: $0.slot, variable: $0.syntax.variable?.text) },
      isView: isView, namesPack: namesPack(declared), condition: condition?.checked, inputs: body.trigger.inputs,
      lets: body.checkedLets, requires: truth.requires.map(\.checked), invariants: truth.invariants.map(\.checked),
      moves: truth.moves.map(\.checked), ensures: truth.ensures.map(\.checked), outputs: truth.outputs.map(\.checked),
      traces: traces, frameSize: body.frameSize)
    _ = body.requirementKnowledge(truth.requires)
    return TruthBody(declared: declared, body: body, lowered: truth, checked: checked)
  }

  private func clauses(_ entries: [ClauseEntry], _ place: ClausePlace, _ id: String, _ body: Body) -> [TypedClause] {
    entries.enumerated().map { position, entry in
      if let written = entry.id { checkID(written, pack: body.scope.name) }
      return body.clause(entry, at: Body.ClauseSite(place: place, position: position, ownerID: id))
    }
  }

  /// The intents of a list of names, ascending, each reported when nothing has it.
  ///
  /// - Parameter words: what else may stand in their place.
  func intents(_ list: [Name], from pack: String, or words: [String] = []) -> [Int] {
    let scope = names.scope(pack)
    var seen: [Int: Span] = [:]
    for name in list {
      let parts = name.text.segments
      guard let index = intent(named: parts.last ?? name.text),
        parts.count == 1 || (parts.count == 2 && program.intents[index].pack == parts[0])
      else {
        if names.isUnread(name.text) { continue }
        report(UnknownIntent.found(name, among: candidates(words + program.intents.filter { scope.sees($0.pack) }.map(\.name))))
        continue
      }
      if !scope.sees(program.intents[index].pack) {
        report(UnusedPack.name(name.text, at: name.span, pack: program.intents[index].pack, scope: pack))
      } else if let first = seen[index] {
        report(DuplicateName.member(name, kind: "intent", of: "when", first: first))
      } else {
        seen[index] = name.span
      }
    }
    return seen.keys.sorted()
  }

  /// Whether `when` names the truth's own pack; another pack's name there would make it fire never or always, so it is reported.
  private func namesPack(_ declared: Declared<TruthDeclaration>) -> Bool {
    var found = false
    for case .pack(let name) in declared.body.when {
      if name.text == declared.pack {
        found = true
      } else if names.isPack(name.text) {
        report(ForeignPackInWhen.found(name, pack: declared.pack))
      } else {
        report(UnknownPack.found(name, among: [declared.pack]))
      }
    }
    return found
  }

  // MARK: Invariants

  /// Lowers one invariant, as a part of the check.
  private func lowered(_ declared: Declared<InvariantDeclaration>, id: String) -> InvariantBody {
    let applies: CheckedInvariant.Application
    var indices: [Int] = []
    var wanted = 0
    switch declared.body.appliesTo {
    case .all: applies = .all
    case .state: applies = .state
    case .intents(let list):
      if list.isEmpty, declared.isWhole { report(NeverFires.invariant(at: declared.keySpan)) }
      indices = intents(list, from: declared.pack, or: list.count == 1 ? ["all", "state"] : [])
      wanted = list.count
      applies = .intents(indices)
    }
    let body = Body(
      session: self, scope: names.scope(declared.pack), isBuiltIn: declared.isBuiltIn,
      trigger: Trigger(
        intents: indices, isFaulty: indices.count < wanted || indices.contains { !self.declared.intents[$0].isWhole },
        in: tables))
    for intent in indices { body.references.insert(.intent(intent)) }
    let rule = body.clause(
      declared.body.rule, id: id, at: Body.ClauseSite(place: .rule, position: 0, ownerID: id))
    let checked = CheckedInvariant(
      id: id, pack: declared.pack, span: declared.keySpan, applies: applies, inputs: body.trigger.inputs, clause: rule.checked,
      frameSize: body.frameSize)
    return InvariantBody(declared: declared, body: body, rule: rule, checked: checked)
  }
}
