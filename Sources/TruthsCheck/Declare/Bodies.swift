import TruthsDiagnostics
import TruthsProgram
import TruthsSyntax
import TruthsText

/// Lowered parts of a truth, beside its checked form.
struct LoweredTruth {
  var condition: Typed?
  var requires: [TypedClause] = []
  var invariants: [TypedClause] = []
  var moves: [TypedMove] = []
  var ensures: [TypedClause] = []
  var outputs: [TypedOutput] = []
}

/// A truth with its lowered parts, for the passes after the first. A later check of a changed set can reuse it.
final class TruthBody {
  let declared: Declared<TruthDeclaration>
  let id: String
  let checker: ClauseTypeChecker
  /// The truth in executable form; its stratum is set when convergence is proved.
  var checked: CheckedTruth
  /// Canonical form; `nil` for the built-in pack.
  private(set) lazy var canonical =
    declared.isBuiltIn ? nil : checker.session.canonical(declared.body, sharing: checker.readShared)
  /// Clauses with ids of their own.
  let rules: [IdentifiedRule]
  private let lowered: LoweredTruth
  /// Cached findings about missing values.
  var missing: CachedGroupFindings?
  var decision: ClauseFindings?
  /// Whether ``decision`` was made while the truth's clauses contradict the clauses of another truth.
  var isDecidedContradictory = false

  init(
    declared: Declared<TruthDeclaration>, checker: ClauseTypeChecker, lowered: LoweredTruth, checked: CheckedTruth
  ) {
    self.declared = declared
    id = checked.id
    self.checker = checker
    self.lowered = lowered
    self.checked = checked
    rules =
      IdentifiedRule.rules(lowered.invariants, in: checker) + IdentifiedRule.rules(lowered.requires, in: checker)
      + IdentifiedRule.rules(lowered.ensures, in: checker)
  }

  var condition: Typed? { lowered.condition }
  var requires: [TypedClause] { lowered.requires }
  var invariants: [TypedClause] { lowered.invariants }
  var moves: [TypedMove] { lowered.moves }
  var ensures: [TypedClause] { lowered.ensures }
  var outputs: [TypedOutput] { lowered.outputs }

  var knowledge: Knowledge { checker.requirementKnowledge(requires) }

  /// Returns whether the other clauses establish everything that a certain clause establishes. If so, no further values may be
  /// missing once that clause is removed.
  ///
  /// - Parameters:
  ///   - others: names of the clauses that stay.
  ///   - name: name of a requirement or invariant.
  func isKnown(by others: Set<String>, without name: String) -> Bool {
    let logic = FlowNarrowing(lets: checker.letFacts, tables: checker.program.tables, flow: FlowState())
    var knowledge = Knowledge()
    for clause in requires where others.contains(clause.checked.name) { knowledge.add(logic.knowledge(of: clause)) }
    if let clause = requires.first(where: { $0.checked.name == name }) { return knowledge.covers(logic.knowledge(of: clause)) }
    guard let clause = invariants.first(where: { $0.checked.name == name }), clause.checked.kind == .structural else {
      return true
    }
    if let condition { knowledge.add(logic.established(condition, when: true)) }
    for clause in invariants where clause.checked.kind == .structural && others.contains(clause.checked.name) {
      knowledge.add(logic.knowledge(of: clause))
    }
    return knowledge.covers(logic.knowledge(of: clause))
  }
}

/// The `let`s of an intent, lowered once by themselves: here their findings are reported, and the uses of names in them are
/// noted. Each truth that reads one lowers it again, in its own frame.
struct IntentBody {
  let declared: Declared<IntentDeclaration>
  let checker: ClauseTypeChecker
}

/// A standalone invariant with its lowered rule, and cached findings of later passes.
final class InvariantBody {
  let declared: Declared<InvariantDeclaration>
  let id: String
  let checker: ClauseTypeChecker
  let rule: TypedClause
  let checked: CheckedInvariant
  /// The rule, if it has an id of its own.
  let rules: [IdentifiedRule]
  /// Canonical form; `nil` for the built-in pack.
  private(set) lazy var canonical = declared.isBuiltIn ? nil : checker.session.canonical(declared.body)
  /// Cached findings about missing values.
  var missing: CachedGroupFindings?
  var decision: ClauseFindings?

  init(
    declared: Declared<InvariantDeclaration>, checker: ClauseTypeChecker, rule: TypedClause, checked: CheckedInvariant
  ) {
    self.declared = declared
    id = checked.id
    self.checker = checker
    self.rule = rule
    rules = IdentifiedRule.rules([rule], in: checker)
    self.checked = checked
  }
}

/// A table with its lowered rows, and cached findings of later passes.
final class TableBody {
  let declared: Declared<TableDeclaration>
  let checker: ClauseTypeChecker
  /// Condition and value of each row; `nil` for `otherwise`, or for `missing`.
  let rows: [(condition: Typed?, value: Typed?)]
  /// Text and place of each row.
  let syntax: [(text: String, span: Span)]
  /// Cached findings about missing values.
  var missing: CountedFindings?
  var decision: ClauseFindings?

  init(
    declared: Declared<TableDeclaration>, checker: ClauseTypeChecker, rows: [(condition: Typed?, value: Typed?)],
    syntax: [(text: String, span: Span)]
  ) {
    self.declared = declared
    self.checker = checker
    self.rows = rows
    self.syntax = syntax
  }

  /// The value of a function; `nil` for a table.
  var value: Typed? { declared.body.isFunction ? rows.first?.value : nil }
}

/// Cached findings with the inputs that they depend on: they are valid while the inputs are identical.
struct CachedFindings<Inputs> {
  var inputs: Inputs
  var findings: [Diagnostic]
}

/// Cached findings of a body with the groups that they depend on: they are valid while the groups are identical. It references
/// the groups weakly, because they own their bodies: strong references would be a cycle.
struct CachedGroupFindings {
  let findings: [Diagnostic]
  private let steps: Int
  private let groups: [Group]

  private struct Group {
    weak var group: IntentGroup?
  }

  init(for groups: [IntentGroup], _ counted: CountedFindings) {
    findings = counted.findings
    steps = counted.steps
    self.groups = groups.map { Group(group: $0) }
  }

  /// Returns the findings if they depend on these groups. A deallocated group equals none of them.
  func valid(for others: [IntentGroup]) -> CountedFindings? {
    guard groups.count == others.count, zip(groups, others).allSatisfy({ $0.group === $1 }) else { return nil }
    return CountedFindings(findings: findings, steps: steps)
  }
}

/// Lowered bodies of all declarations, for the later passes.
struct CheckedBodies {
  /// Intents that have `let`s, in the order of the declarations.
  var intents: [IntentBody] = []
  /// Tables by index in ``Program/tables``.
  var tables: [TableBody] = []
  /// Truths by index in ``Program/truths``, sorted by id.
  var truths: [TruthBody] = []
  /// Invariants by index in ``Program/invariants``, sorted by id.
  var invariants: [InvariantBody] = []
  /// Sources by index in ``Program/sources``.
  var sources: [SourceBody] = []
}

/// The pass after the vocabulary: lowers the bodies of tables, truths, invariants and sources into the program. It reuses
/// unchanged bodies of an earlier check.
struct BodyPass: CheckPass {
  let session: CheckSession
  let cache: BodyCache
  /// Place of each id of a truth or invariant.
  private var idPlaces: [String: Span] = [:]

  init(_ session: CheckSession, cache: BodyCache) {
    self.session = session
    self.cache = cache
  }

  mutating func run() -> CheckedBodies {
    var bodies = CheckedBodies()
    bodies.tables = tableBodies()
    bodies.intents = intentBodies()
    bodies.truths = truthBodies()
    bodies.invariants = invariantBodies()
    setTruths(bodies.truths)
    program.invariants = bodies.invariants.map(\.checked)
    bodies.sources = SourcePass(session: session).run()
    checkClauseIDs(bodies)
    return bodies
  }

  private func intentBodies() -> [IntentBody] {
    let places = declared.intents.indices.filter { !declared.intents[$0].body.lets.isEmpty }
    if places.isEmpty { return [] }
    let tables = tables
    func intent(_ number: Int, _ session: CheckSession) -> IntentBody {
      RuleLowering(session: session).lowered(letsOf: places[number])
    }
    let pool = CheckSession.candidatePool()
    var bodies = Parallel.map(places.count, stride: CheckSession.stride) { intent($0, CheckSession(tables, sharing: pool)) }
    session.take(&bodies, \.checker.session, again: intent)
    return bodies
  }

  private mutating func truthBodies() -> [TruthBody] {
    let tables = tables
    let truths = withIDs(declared.truths) { $0.body.id }
    let oldTruths = cache.truths(truths)
    func truth(_ place: Int, _ session: CheckSession) -> TruthBody {
      RuleLowering(session: session).lowered(truths[place].declared, id: truths[place].id)
    }
    let pool = CheckSession.candidatePool()
    var bodies = Parallel.map(truths.count, stride: CheckSession.stride) {
      oldTruths[$0] ?? truth($0, CheckSession(tables, sharing: pool))
    }
    session.take(&bodies, \.checker.session, again: truth)
    return bodies
  }

  private mutating func invariantBodies() -> [InvariantBody] {
    let tables = tables
    let invariants = withIDs(declared.invariants) { $0.body.id }
    let oldInvariants = cache.invariants(invariants)
    func invariant(_ place: Int, _ session: CheckSession) -> InvariantBody {
      RuleLowering(session: session).lowered(invariants[place].declared, id: invariants[place].id)
    }
    let pool = CheckSession.candidatePool()
    var bodies = Parallel.map(invariants.count, stride: CheckSession.stride) {
      oldInvariants[$0] ?? invariant($0, CheckSession(tables, sharing: pool))
    }
    session.take(&bodies, \.checker.session, again: invariant)
    return bodies
  }

  /// Puts the truths into the program, and keeps those that are unchanged since an earlier check.
  private func setTruths(_ truths: [TruthBody]) {
    guard cache.truths.count == truths.count, program.truths.count == truths.count else {
      program.truths = truths.map(\.checked)
      return
    }
    for (place, truth) in truths.enumerated() where cache.truths[place] !== truth { program.truths[place] = truth.checked }
  }

  /// Returns declarations with their ids, sorted by id. If several have the same id, only the first stays.
  private mutating func withIDs<Declaration>(
    _ list: [Declared<Declaration>], _ explicit: (Declared<Declaration>) -> Name?
  ) -> [(id: String, declared: Declared<Declaration>)] {
    var result: [(id: String, declared: Declared<Declaration>)] = []
    for declared in list {
      NameRules(session: session).checkName(declared.name)
      let written = explicit(declared)
      let id = truthID(explicit: written, name: declared.name.text, stem: declared.stem)
      if let written { NameRules(session: session).checkID(written, pack: declared.pack) }
      if let first = idPlaces[id] {
        if NameRules.isBuiltIn(id) { continue }
        report(ConflictingID.declarations(id, at: (written ?? declared.name).span, first: first))
      } else {
        idPlaces[id] = (written ?? declared.name).span
        result.append((id, declared))
      }
    }
    return result.sorted { $0.id < $1.id }
  }

  /// Reports ids of clauses with different rules, and ids that belong to another truth. The same canonical rule in several
  /// truths is one invariant (files §4).
  private func checkClauseIDs(_ bodies: CheckedBodies) {
    var first: [String: IdentifiedRule] = [:]
    // Lazy, because hardly any clause has the id of a declaration.
    lazy var truthIDs = Set(bodies.truths.filter { !$0.declared.isBuiltIn }.map(\.id))
    func check(_ rules: [IdentifiedRule], of owner: String) {
      for rule in rules {
        if rule.id != owner, let truth = idPlaces[rule.id], truthIDs.contains(rule.id) {
          report(ConflictingID.truth(rule.id, at: rule.span, first: truth))
          continue
        }
        guard let known = first[rule.id] else {
          first[rule.id] = rule
          continue
        }
        if known.text != rule.text { report(ConflictingID.rules(rule.id, at: rule.span, first: known.span)) }
      }
    }
    for truth in bodies.truths { check(truth.rules, of: truth.id) }
    for invariant in bodies.invariants { check(invariant.rules, of: invariant.id) }
  }
}

/// Lowers one truth or invariant, as a part of the check.
private struct RuleLowering: CheckPass {
  let session: CheckSession

  // MARK: Intents

  /// Lowers the `let`s of an intent.
  ///
  /// - Parameter place: index in ``Program/intents``.
  func lowered(letsOf place: Int) -> IntentBody {
    let intent = declared.intents[place]
    let checker = ClauseTypeChecker(
      session: session, scope: names.scope(intent.pack), isBuiltIn: intent.isBuiltIn,
      trigger: Trigger(intents: [place], isFaulty: !intent.isWhole, in: tables), lets: intent.body.lets)
    checker.finishLets()
    return IntentBody(declared: intent, checker: checker)
  }

  // MARK: Truths

  /// Returns the `let`s of the intent that a truth shares: the truth is of the intent's pack and names no other intent, so that
  /// each name in them means the same for both.
  private func shared(_ truth: Declared<TruthDeclaration>, _ trigger: Trigger) -> [LetBinding] {
    guard truth.body.soleIntent != nil, let place = trigger.intents.first, declared.intents[place].pack == truth.pack else {
      return []
    }
    return declared.intents[place].body.lets
  }

  func lowered(_ declared: Declared<TruthDeclaration>, id: String) -> TruthBody {
    let trigger = TriggerResolver(session: session).trigger(of: declared)
    let checker = ClauseTypeChecker(
      session: session, scope: names.scope(declared.pack), isBuiltIn: declared.isBuiltIn, trigger: trigger,
      lets: declared.body.lets, shared: shared(declared, trigger))
    for match in trigger.matches { checker.references.insert(.fact(match.fact)) }
    for intent in trigger.intents { checker.references.insert(.intent(intent)) }
    var truth = LoweredTruth()
    let condition = checker.firingCondition(declared.body.when)
    truth.condition = condition?.test
    truth.requires = clauses(declared.body.requires, .requires, id, checker)
    truth.invariants = clauses(declared.body.invariants, .invariants, id, checker)
    truth.moves = declared.body.moves.enumerated().compactMap { checker.move($0.element, position: $0.offset) }
    truth.ensures = clauses(declared.body.ensures, .ensures, id, checker)
    var traces: [String] = []
    for (position, entry) in declared.body.produces.enumerated() {
      switch entry.kind {
      case .trace(let name): traces.append(name.text)
      case .fact(let output):
        if let typed = checker.output(output, position: position, at: entry.span) { truth.outputs.append(typed) }
      case .proposal: report(MisplacedOutput.proposal(at: entry.span))
      }
    }
    checker.finishLets()
    CostLint(checker: checker).checkJoins(truth.condition)
    let isView = session.checkViews(of: truth, declared.body, trigger)
    let checked = CheckedTruth(
      id: id, pack: declared.pack, span: declared.keySpan, isBuiltIn: declared.isBuiltIn, intents: trigger.intents,
      matches: trigger.matches.map { CheckedMatch(fact: $0.fact, slot: $0.slot, variable: $0.syntax.variable?.text) },
      isView: isView, namesPack: namesPack(declared), condition: condition?.checked, inputs: checker.trigger.inputs,
      lets: checker.checkedLets, requires: truth.requires.map(\.checked), invariants: truth.invariants.map(\.checked),
      moves: truth.moves.map(\.checked), ensures: truth.ensures.map(\.checked), outputs: truth.outputs.map(\.checked),
      traces: traces, frameSize: checker.frameSize)
    _ = checker.requirementKnowledge(truth.requires)
    return TruthBody(declared: declared, checker: checker, lowered: truth, checked: checked)
  }

  private func clauses(_ entries: [ClauseEntry], _ place: ClausePlace, _ id: String, _ checker: ClauseTypeChecker)
    -> [TypedClause]
  {
    entries.enumerated().map { position, entry in
      if let written = entry.id { NameRules(session: session).checkID(written, pack: checker.scope.name) }
      return checker.clause(entry, at: ClauseTypeChecker.ClauseSite(place: place, position: position, ownerID: id))
    }
  }

  /// Whether `when` names the truth's own pack. The name of another pack would make the truth fire never or always, so the name
  /// is reported.
  private func namesPack(_ declared: Declared<TruthDeclaration>) -> Bool {
    var namesOwnPack = false
    for case .pack(let name) in declared.body.when {
      if names.isPack(name.text) { session.note(.pack(name.text), at: name.span) }
      if name.text == declared.pack {
        namesOwnPack = true
      } else if names.isPack(name.text) {
        report(ForeignPackInWhen.finding(name, pack: declared.pack))
      } else {
        report(UnknownPack.finding(name, among: [declared.pack]))
      }
    }
    return namesOwnPack
  }

  // MARK: Invariants

  func lowered(_ declared: Declared<InvariantDeclaration>, id: String) -> InvariantBody {
    let applies: CheckedInvariant.Application
    var indices: [Int] = []
    var wanted = 0
    switch declared.body.appliesTo {
    case .all: applies = .all
    case .state: applies = .state
    case .intents(let list):
      if list.isEmpty, declared.isWhole { report(NeverFires.invariant(at: declared.keySpan)) }
      indices = TriggerResolver(session: session).intents(list, from: declared.pack, or: list.count == 1 ? ["all", "state"] : [])
      wanted = list.count
      applies = .intents(indices)
    }
    let checker = ClauseTypeChecker(
      session: session, scope: names.scope(declared.pack), isBuiltIn: declared.isBuiltIn,
      trigger: Trigger(
        intents: indices, isFaulty: indices.count < wanted || indices.contains { !self.declared.intents[$0].isWhole },
        in: tables))
    for intent in indices { checker.references.insert(.intent(intent)) }
    let rule = checker.clause(
      declared.body.rule, id: id, at: ClauseTypeChecker.ClauseSite(place: .rule, position: 0, ownerID: id))
    if rule.checked.isUnconditional, applies == .all || applies == .state {
      report(AlwaysTrue.asksAlways(rule.checked.text, at: rule.checked.span))
    }
    let checked = CheckedInvariant(
      id: id, pack: declared.pack, span: declared.keySpan, applies: applies, inputs: checker.trigger.inputs, clause: rule.checked,
      frameSize: checker.frameSize)
    return InvariantBody(declared: declared, checker: checker, rule: rule, checked: checked)
  }
}

/// A clause with an id of its own, in the form that ids compare.
struct IdentifiedRule {
  var id: String
  /// The canonical rule, with every `let` replaced.
  var text: String
  var span: Span
}

extension IdentifiedRule {
  /// Returns the rules of the clauses that have ids of their own.
  fileprivate static func rules(_ clauses: [TypedClause], in checker: ClauseTypeChecker) -> [IdentifiedRule] {
    clauses.filter(\.checked.hasOwnID).map { clause in
      IdentifiedRule(
        id: clause.checked.id, text: formatted(ClauseCanonicalizer(checker: checker).canonical(clause.syntax)),
        span: clause.checked.span)
    }
  }
}
