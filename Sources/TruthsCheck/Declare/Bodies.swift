import TruthsDiagnostics
import TruthsSyntax
import TruthsText

/// A truth with what its lowering found, for the passes behind the first.
final class TruthBody {
  let declared: Declared<TruthDeclaration>
  let id: String
  let body: Body
  var condition: Typed?
  var requires: [TypedClause] = []
  var invariants: [TypedClause] = []
  var moves: [TypedMove] = []
  var ensures: [TypedClause] = []
  var outputs: [TypedOutput] = []

  init(declared: Declared<TruthDeclaration>, id: String, body: Body) {
    self.declared = declared
    self.id = id
    self.body = body
  }
}

/// An invariant of its own with what its lowering found.
struct InvariantBody {
  var declared: Declared<InvariantDeclaration>
  var id: String
  var body: Body
  var rule: TypedClause
}

extension CheckSession {
  /// Lowers every truth and invariant into the program, sorted by id.
  func checkBodies() {
    checkTables()
    for (id, truth) in withIDs(declared.truths, \.id) { add(truth, id: id) }
    for (id, invariant) in withIDs(declared.invariants, \.id) { add(invariant, id: id) }
    checkSources()
    checkClauseIDs()
    addJobs()
    addBlueprints()
  }

  /// Declarations with their ids, in order of id; of several with one id the first stays.
  private func withIDs<Declaration>(
    _ list: [Declared<Declaration>], _ explicit: KeyPath<Declaration, Name?>
  ) -> [(id: String, declared: Declared<Declaration>)] {
    var result: [(id: String, declared: Declared<Declaration>)] = []
    for declared in list {
      checkName(declared.name)
      let written = declared.body[keyPath: explicit]
      let id = truthID(explicit: written, name: declared.name.text, stem: declared.stem)
      if let written { checkID(written, pack: declared.pack) }
      if let first = idPlaces[id] {
        report(ConflictingID.declarations(id, at: (written ?? declared.name).span, first: first))
      } else {
        idPlaces[id] = (written ?? declared.name).span
        result.append((id, declared))
      }
    }
    return result.sorted { $0.id < $1.id }
  }

  // MARK: Truths

  private func add(_ declared: Declared<TruthDeclaration>, id: String) {
    let trigger = trigger(of: declared)
    let body = Body(
      session: self, scope: names.scope(declared.pack), isBuiltIn: declared.isBuiltIn, trigger: trigger,
      lets: declared.body.lets)
    for match in trigger.matches { body.references.insert(program.declarationKey(ofFact: match.fact)) }
    for intent in trigger.intents {
      body.references.insert("intent \(program.intents[intent].pack).\(program.intents[intent].name)")
    }
    let truth = TruthBody(declared: declared, id: id, body: body)
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
      }
    }
    body.finishLets()
    let isView = checkViews(of: truth)
    truthBodies.append(truth)
    program.truths.append(
      CheckedTruth(
        id: id, pack: declared.pack, span: declared.keySpan, isBuiltIn: declared.isBuiltIn, intents: trigger.intents,
        matches: trigger.matches.map { CheckedMatch(fact: $0.fact, slot: $0.slot, variable: $0.syntax.variable?.text) },
        isView: isView, namesPack: namesPack(declared), condition: condition?.checked, inputs: body.trigger.inputs,
        lets: body.checkedLets,
        requires: truth.requires.map(\.checked), invariants: truth.invariants.map(\.checked),
        moves: truth.moves.map(\.checked), ensures: truth.ensures.map(\.checked), outputs: truth.outputs.map(\.checked),
        traces: traces, frameSize: body.frameSize))
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
      let parts = name.text.split(separator: ".").map(String.init)
      guard let index = names.intents[parts.last ?? name.text],
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

  private func add(_ declared: Declared<InvariantDeclaration>, id: String) {
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
        program: program))
    for intent in indices { body.references.insert("intent \(program.intents[intent].pack).\(program.intents[intent].name)") }
    let rule = body.clause(
      declared.body.rule, id: id, at: Body.ClauseSite(place: .rule, position: 0, ownerID: id))
    invariantBodies.append(InvariantBody(declared: declared, id: id, body: body, rule: rule))
    program.invariants.append(
      CheckedInvariant(
        id: id, pack: declared.pack, span: declared.keySpan, applies: applies, inputs: body.trigger.inputs, clause: rule.checked,
        frameSize: body.frameSize))
  }
}
