import TruthsEngine
import TruthsJSON
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The scenarios from which a comparison starts.
package struct DifferenceBases {
  /// Proposals of an intent, by its qualified name. Called only if the intent was not proven equal.
  package var ofIntent: (String) -> [ReceivedScenario]
  /// Proposals of all intents, used for their facts.
  package var all: () -> [ReceivedScenario]

  package init(all: @escaping () -> [ReceivedScenario], ofIntent: @escaping (String) -> [ReceivedScenario]) {
    self.all = all
    self.ofIntent = ofIntent
  }
}

/// Compares the decisions of two truth sets (answers §4).
///
/// Declarations with the same normal form are equal. For the others it searches for cases with different results; if it finds
/// none, the difference is undecided.
package struct SetComparison {
  /// Limits of scenarios for one intent and for all, and of work in steps for one question and for all.
  private static let (scenarios, allScenarios, work, allWork) = (4_000, 40_000, 20_000_000, 200_000_000)

  let old: ProbeSide
  let new: ProbeSide
  let bases: DifferenceBases
  private let tables: [TableDifference]

  private init(_ old: RunProcedure, _ new: RunProcedure, _ bases: DifferenceBases) {
    let forms = NormalForms()
    let (before, after) = (TypeForms(forms, old.program), TypeForms(forms, new.program))
    tables = TableDifference.all(before, old, after, new, work: Self.work)
    self.old = ProbeSide(old, before)
    self.new = ProbeSide(new, after)
    self.bases = bases
  }

  /// Returns all differences.
  ///
  /// - Complexity: O(size of both sets) and the runs of each intent that is not proven equal: at most 4,000 for one, and 40,000
  ///   for all, but at least 200 for each.
  package static func difference(from old: RunProcedure, to new: RunProcedure, bases: DifferenceBases) -> SetDifference {
    SetComparison(old, new, bases).run()
  }

  private func run() -> SetDifference {
    let declared = DeclaredDifferences(old, new)
    var result = SetDifference()
    let found = intents()
    result.intents = found.map(\.difference)
    result.tables = tables.filter { !$0.isFunction }.map(\.difference)
    result.functions = tables.filter(\.isFunction).map(\.difference)
    result.lifecycles = declared.lifecycles
    result.views = views()
    result.derivations = derivations()
    result.invariants = invariants(found)
    result.facts = declared.facts
    result.records = declared.records
    result.enums = declared.enums
    result.policies = declared.policies
    result.calendars = declared.calendars
    result.sources = declared.sources
    result.roles = declared.roles
    result.packs = PackDifference.all(old.program, new.program, result)
    return result
  }

  // MARK: Intents

  /// The comparison of an intent, with the forms of the parts that only one set has.
  struct IntentDifference {
    var difference: Difference
    var forms: Set<Int> = []
    /// Whether a field was removed; proposals with that field are refused, whatever else is found.
    var removesFields = false
    /// Whether its proposals have another `action`: those with the one of before are refused, whatever else is found.
    var isRenamed = false
    /// Whether the sensitivity of a field or the answered AuthZEN requests changed, even if all decisions are equal.
    var hasOtherEffects = false
    /// Whether an AuthZEN request is no longer answered, or is answered in another way.
    var answersLess = false
    let pack: String

    /// The difference with these effects applied, after decisions were compared.
    var settled: IntentDifference {
      guard hasOtherEffects || answersLess || isRenamed else { return self }
      var settled = self
      if isRenamed {
        (settled.difference.kind, settled.difference.packs) = (.both, difference.packs.union([pack]))
        settled.difference.mayBeStricter = true
        return settled
      }
      if answersLess { settled.difference.mayBeStricter = true }
      if difference.kind == .same { (settled.difference.kind, settled.difference.packs) = (.effects, [pack]) }
      return settled
    }
  }

  /// The pack and bare name of an intent.
  private struct IntentName: Hashable {
    let pack: String
    let bare: String

    /// Qualified name, as in proposals.
    var text: String { "\(pack).\(bare)" }
  }

  /// Returns the parts that only one set has.
  private static func alone(_ parts: [Part], besides others: [Part]) -> [Part] {
    let known = Set(others.map(\.form))
    var seen = Set<Int>()
    return parts.filter { !known.contains($0.form) && seen.insert($0.form).inserted }
  }

  private func intents() -> [IntentDifference] {
    func named(_ program: Program) -> [IntentName: Int] {
      Dictionary(
        first: program.intents.enumerated().map { (IntentName(pack: $0.element.pack, bare: $0.element.name), $0.offset) })
    }
    let (before, after) = (named(old.program), named(new.program))
    let names = Set(before.keys).union(after.keys).sorted { Text($0.text) < Text($1.text) }
    let sharers = Dictionary(grouping: names, by: \.bare)
    var open: [(place: Int, name: String, old: [Part], new: [Part])] = []
    var found: [IntentDifference] = []
    for name in names {
      var difference = Difference(name: sharers[name.bare]?.count == 1 ? name.bare : name.text, kind: .same)
      var (removesFields, isRenamed, hasOtherEffects, answersLess) = (false, false, false, false)
      switch (before[name], after[name]) {
      case (let one?, let other?):
        let (ours, theirs) = (old.parts.parts(ofIntent: one), new.parts.parts(ofIntent: other))
        let (removed, added) = (Self.alone(ours, besides: theirs), Self.alone(theirs, besides: ours))
        let isSame = removed.isEmpty && added.isEmpty
        if isSame, old.program.intents[one].isBuiltIn { continue }
        if !isSame { open.append((found.count, name.text, removed, added)) }
        let fields = FieldDifferences(
          old.program.intents[one].fields, old.writer.types, new.program.intents[other].fields, new.writer.types,
          areOptional: true)
        difference.notes = fields.notes
        (removesFields, hasOtherEffects) = (fields.removesFields, fields.changesSensitivity)
        let action = new.program.intents[other].jsonName
        isRenamed = Text(old.program.intents[one].jsonName) != Text(action)
        if isRenamed { difference.notes.append("it is called `\(action)` in JSON") }
        let access = (old.program.answeredAccess(of: one), new.program.answeredAccess(of: other))
        if access.0 != access.1 {
          (hasOtherEffects, answersLess) = (true, access.0 != nil)
          difference.notes.append(
            access.1.map { "it answers `\($0.action)` of `\($0.resource)` in AuthZEN" } ?? "it answers nothing in AuthZEN")
        }
        difference.packs = Set((removed + added).map(\.pack))
      case (_?, nil):
        (difference.kind, difference.packs) = (.removed, [name.pack])
      case (nil, _): (difference.kind, difference.packs) = (.added, [name.pack])
      }
      found.append(
        IntentDifference(
          difference: difference, removesFields: removesFields, isRenamed: isRenamed, hasOtherEffects: hasOtherEffects,
          answersLess: answersLess,
          pack: name.pack))
    }
    let count = max(1, open.count)
    let limits = (
      scenarios: min(Self.scenarios, max(200, Self.allScenarios / count)),
      work: min(Self.work, max(500_000, Self.allWork / count))
    )
    for (place, name, removed, added) in open {
      let runner = ProbeRunner(old, new, scenarios: limits.scenarios, work: limits.work)
      decide(&found[place], name, removed, added, runner)
    }
    return found.map { $0.settled }
  }

  private func decide(
    _ found: inout IntentDifference, _ name: String, _ removed: [Part], _ added: [Part], _ runner: ProbeRunner
  ) {
    let proof = ClauseProof(old, new, removed, added).answer(forIntent: name)
    if proof.isSame {
      found.difference.packs = []
      return
    }
    var search = IntentSearch(runner, old: removed, new: added)
    let given = bases.ofIntent(name)
    search.run(from: given + given.filter(\.hasAnswers).map(\.unanswered) + proof.scenarios)
    found.forms = Set((removed + added).map(\.form))
    found.difference.tried = runner.count
    found.difference.witnesses = DecisionShift.allCases.flatMap { shift in
      (search.found[shift] ?? []).map {
        DifferenceWitness(shift: shift, scenario: $0.scenario, old: $0.old, new: $0.new)
      }
    }
    let shifts = Set(search.found.keys)
    found.difference.kind = shifts.isEmpty ? .undecided : DifferenceKind(shifts)
    let isDerived = (removed + added).contains { $0.kind == .firing || $0.kind == .derivation }
    found.difference.mayBeStricter = isDerived || !proof.isNowhereStricter && added.contains { $0.kind.canRefuse }
    if found.removesFields, found.difference.kind != .both {
      found.difference.kind = found.difference.kind == .looser ? .both : .stricter
    }
  }

  // MARK: Views and truths on facts

  private func views() -> [Difference] {
    func views(_ program: Program) -> [Int] {
      // A built-in view counts if truths of the set derive it.
      let made = Set(program.truths.filter(\.isView).flatMap { $0.outputs.map(\.fact) })
      return program.facts.indices.filter { program.facts[$0].isDerived && (!program.facts[$0].isBuiltIn || made.contains($0)) }
    }
    return DeclaredDifferences.pairs(
      views(old.program).map { (old, $0) }, views(new.program).map { (new, $0) }, { $0.0.program.facts[$0.1].name },
      pack: { $0.0.program.facts[$0.1].pack }
    ) { _, _ in ([], []) }.map { difference in
      guard difference.kind == .same, let one = old.program.facts.firstIndex(where: { $0.name == difference.name }),
        let other = new.program.facts.firstIndex(where: { $0.name == difference.name })
      else { return difference }
      let (ours, theirs) = (old.parts.parts(ofView: one), new.parts.parts(ofView: other))
      let fields = FieldDifferences(
        old.program.facts[one].fields, old.writer.types, new.program.facts[other].fields, new.writer.types,
        areOptional: false)
      return derived(difference, .view(difference.name), ours, theirs, fields)
    }
  }

  private func derivations() -> [Difference] {
    func truths(_ program: Program) -> [Int] {
      program.truths.indices.filter { !program.truths[$0].matches.isEmpty && !program.truths[$0].isView }
    }
    func forms(_ side: ProbeSide) -> Set<Int> {
      Set(truths(side.program).flatMap { side.parts.parts(ofTruth: $0).map(\.form) })
    }
    let (before, after) = (forms(old), forms(new))
    return DeclaredDifferences.pairs(
      truths(old.program).map { (old, $0) }, truths(new.program).map { (new, $0) }, { $0.0.program.truths[$0.1].id },
      pack: { $0.0.program.truths[$0.1].pack }
    ) { _, _ in ([], []) }.compactMap { difference in
      let one = old.program.truths.firstIndex { $0.id == difference.name }
      let other = new.program.truths.firstIndex { $0.id == difference.name }
      let ours = one.map { old.parts.parts(ofTruth: $0) } ?? []
      let theirs = other.map { new.parts.parts(ofTruth: $0) } ?? []
      // A renamed truth counts as equal.
      if ours.allSatisfy({ after.contains($0.form) }), theirs.allSatisfy({ before.contains($0.form) }) {
        return one == nil || other == nil ? nil : difference
      }
      guard difference.kind == .same else {
        var alone = difference
        alone.mayBeStricter = other.map { !isHarmless(new.program.truths[$0]) } ?? true
        return alone
      }
      let made = [(old, one), (new, other)].flatMap { side, truth in
        truth.map { side.program.truths[$0].outputs.map { side.program.facts[$0.fact].name } } ?? []
      }
      return derived(difference, .closing(Set(made)), ours, theirs, nil)
    }
  }

  private func derived(
    _ difference: Difference, _ subject: DerivationSearch.Subject, _ ours: [Part], _ theirs: [Part],
    _ fields: FieldDifferences?
  ) -> Difference {
    var difference = difference
    let (removed, added) = (Self.alone(ours, besides: theirs), Self.alone(theirs, besides: ours))
    if removed.isEmpty, added.isEmpty {
      guard let fields, fields.changesSensitivity else { return difference }
      (difference.kind, difference.notes) = (.effects, fields.notes)
      return difference
    }
    let search = DerivationSearch(old: old, new: new, subject: subject, parts: (removed, added))
    let answer = search.compare(from: bases.all())
    difference.values = answer.witnesses
    difference.tried = answer.tried
    difference.notes = fields?.notes ?? []
    difference.packs = Set((removed + added).map(\.pack))
    let shifts = answer.shifts.union(fields?.shifts ?? [])
    difference.kind = shifts.isEmpty ? .undecided : DifferenceKind(shifts)
    difference.mayBeStricter = true
    return difference
  }

  /// Whether adding a truth on facts cannot stop a proposal.
  ///
  /// It must request nothing, and produce complete facts of types that nothing produced before.
  private func isHarmless(_ truth: CheckedTruth) -> Bool {
    guard truth.moves.isEmpty, (truth.invariants + truth.ensures).allSatisfy({ $0.kind == .advisory }) else { return false }
    let known = Set(old.program.facts.map(\.name))
    let lets = Dictionary(first: truth.lets.map { ($0.slot, $0.node) })
    func isThere(_ node: Node?, _ depth: Int = 0) -> Bool {
      switch node {
      case .constant(let value)?: !value.isMissing
      case .slot(let slot)?: depth < 16 && (lets[slot].map { isThere($0, depth + 1) } ?? false)
      case .field(.slot(let slot), let field)?:
        truth.matches.first { $0.slot == slot }.map { !new.program.facts[$0.fact].fields[field].isOptional } ?? false
      default: false
      }
    }
    return truth.outputs.allSatisfy { output in
      let type = new.program.facts[output.fact]
      let makers = new.program.truths.filter { $0.outputs.contains { $0.fact == output.fact } }
      return makers.count == 1 && !output.isCorrection && output.loop == nil && output.filter == nil && !known.contains(type.name)
        && zip(type.fields, output.fields).allSatisfy { $0.isOptional || isThere($1) }
    }
  }

  // MARK: Invariants

  /// Compares invariants. The effect of a changed one is taken from the intents to which it applies.
  private func invariants(_ intents: [IntentDifference]) -> [Difference] {
    func forms(_ side: ProbeSide, _ id: String) -> [Int] {
      side.program.invariants.firstIndex { $0.id == id }.map { side.parts.parts(ofInvariant: $0).map(\.form) } ?? []
    }
    return DeclaredDifferences.pairs(
      old.program.invariants, new.program.invariants, { $0.id }, pack: { $0.pack },
      { before, after in before.applies.words(old.program) == after.applies.words(new.program) ? ([], []) : ([.effects], []) }
    ).map { difference in
      var difference = difference
      let (ours, theirs) = (forms(old, difference.name), forms(new, difference.name))
      let alone = Set(ours).symmetricDifference(theirs)
      if alone.isEmpty, difference.kind == .same { return difference }
      let kinds = Set(intents.filter { !$0.forms.isDisjoint(with: alone) }.map(\.difference.kind))
      let added = new.program.invariants.first { $0.id == difference.name }
      difference.mayBeStricter = added.map { $0.clause.kind != .advisory } ?? false
      guard difference.kind == .same || difference.kind == .effects else { return difference }
      difference.kind =
        kinds.contains(.both) || kinds.isSuperset(of: [.stricter, .looser])
        ? .both : [.stricter, .looser, .effects].first(where: kinds.contains) ?? .undecided
      return difference
    }
  }
}

extension CheckedInvariant.Application {
  fileprivate func words(_ program: Program) -> [String] {
    switch self {
    case .all: ["all"]
    case .state: ["state"]
    case .intents(let intents): intents.map { "\(program.intents[$0].pack).\(program.intents[$0].name)" }
    }
  }
}

/// The AuthZEN requests that an intent answers, by the intent's names for them.
private struct AnsweredAccess: Equatable {
  let action, resource: String
  let id, subjects, resources: String?
}

extension Program {
  fileprivate func answeredAccess(of intent: Int) -> AnsweredAccess? {
    intents[intent].access.map { access in
      AnsweredAccess(
        action: access.action, resource: access.resource, id: access.id.map { intents[intent].fields[$0].jsonName },
        subjects: access.subjects.map { facts[$0].name }, resources: access.resources.map { facts[$0].name })
    }
  }
}
