import TruthsEngine
import TruthsJSON
import TruthsProgram
package import TruthsRuntime
import TruthsText

/// The scenarios from which a comparison starts.
package struct DifferenceBases {
  /// Returns proposals of an intent, given by its qualified name. It is called only if the intent is not proven equal.
  package var ofIntent: (String) -> [ReceivedScenario]
  /// Returns proposals of all intents; only their facts are used.
  package var all: () -> [ReceivedScenario]

  package init(all: @escaping () -> [ReceivedScenario], ofIntent: @escaping (String) -> [ReceivedScenario]) {
    self.all = all
    self.ofIntent = ofIntent
  }
}

/// Compares the decisions of two truth sets (answers §4).
///
/// Declarations with the same normal form are equal. For other declarations, it searches for cases with different results. If
/// no such case is found, the difference is undecided.
package struct SetComparison {
  /// The maximum number of scenarios for one intent and for all intents, and the maximum work in steps for one question and for
  /// all.
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
  /// - Complexity: O(size of both sets), plus the runs for each intent that is not proven equal. These are at most 4,000 for
  ///   one intent and 40,000 for all intents, but at least 200 for each.
  package static func difference(from old: RunProcedure, to new: RunProcedure, bases: DifferenceBases) -> SetDifference {
    SetComparison(old, new, bases).run()
  }

  private func run() -> SetDifference {
    let declared = DeclaredDifferences(old, new)
    var result = SetDifference()
    let intentDifferences = intents()
    result.intents = intentDifferences.map(\.difference)
    result.tables = tables.filter { !$0.isFunction }.map(\.difference)
    result.functions = tables.filter(\.isFunction).map(\.difference)
    result.lifecycles = declared.lifecycles
    result.views = views()
    result.derivations = derivations()
    result.invariants = invariants(intentDifferences)
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

  /// The comparison of an intent. `forms` are the normal forms of the parts that only one of the two sets has.
  struct IntentDifference {
    var difference: Difference
    var forms: Set<Int> = []
    /// Whether a field was removed. If so, proposals with that field are refused, whatever else differs.
    var removesFields = false
    /// Whether the intent's `action` changed. If so, proposals with the old `action` are refused, whatever else differs.
    var isRenamed = false
    /// Whether the sensitivity of a field, or the AuthZEN requests that the intent answers, changed. That affects no decision.
    var hasOtherEffects = false
    /// Whether an AuthZEN request is no longer answered, or is answered differently.
    var answersLess = false
    let pack: String

    /// The difference after these effects are added to the comparison of decisions.
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

  /// Returns the parts that `others` does not contain, each once.
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
    var differences: [IntentDifference] = []
    for name in names {
      var difference = Difference(name: sharers[name.bare]?.count == 1 ? name.bare : name.text, kind: .same)
      var (removesFields, isRenamed, hasOtherEffects, answersLess) = (false, false, false, false)
      switch (before[name], after[name]) {
      case (let oldIntent?, let newIntent?):
        let (ours, theirs) = (old.parts.parts(ofIntent: oldIntent), new.parts.parts(ofIntent: newIntent))
        let (removed, added) = (Self.alone(ours, besides: theirs), Self.alone(theirs, besides: ours))
        let isSame = removed.isEmpty && added.isEmpty
        if isSame, old.program.intents[oldIntent].isBuiltIn { continue }
        if !isSame { open.append((differences.count, name.text, removed, added)) }
        let fields = FieldDifferences(
          old.program.intents[oldIntent].fields, old.writer.types, new.program.intents[newIntent].fields, new.writer.types,
          required: (old.program.intents[oldIntent].required, new.program.intents[newIntent].required))
        difference.notes = fields.notes
        (removesFields, hasOtherEffects) = (fields.removesFields, fields.changesSensitivity)
        let (earlier, action) = (old.program.intents[oldIntent].jsonName, new.program.intents[newIntent].jsonName)
        isRenamed = Text(earlier) != Text(action)
        if isRenamed {
          difference.notes.append("it is called `\(action)` in JSON")
          let heir = new.program.intents.first { $0.isProposed(by: earlier) }
          if let heir { difference.notes.append("`\(earlier)` is now `\(heir.name)`") }
        }
        let access = (old.program.answeredAccess(of: oldIntent), new.program.answeredAccess(of: newIntent))
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
      differences.append(
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
      decide(&differences[place], name, removed, added, runner)
    }
    return differences.map { $0.settled }
  }

  private func decide(
    _ intentDifference: inout IntentDifference, _ name: String, _ removed: [Part], _ added: [Part], _ runner: ProbeRunner
  ) {
    let proof = ClauseProof(old, new, removed, added).answer(forIntent: name)
    if proof.isSame {
      intentDifference.difference.packs = []
      return
    }
    var search = IntentSearch(runner, old: removed, new: added)
    let given = bases.ofIntent(name)
    search.run(from: given + given.filter(\.hasAnswers).map(\.unanswered) + proof.scenarios)
    intentDifference.forms = Set((removed + added).map(\.form))
    intentDifference.difference.tried = runner.count
    intentDifference.difference.witnesses = DecisionShift.allCases.flatMap { shift in
      (search.witnesses[shift] ?? []).map {
        DifferenceWitness(shift: shift, scenario: $0.scenario, old: $0.old, new: $0.new)
      }
    }
    let shifts = Set(search.witnesses.keys)
    let isAlike = proof.isNowhereStricter && proof.isNowhereLooser
    intentDifference.difference.kind = shifts.isEmpty ? (isAlike ? .effects : .undecided) : DifferenceKind(shifts)
    let isDerived = (removed + added).contains { $0.kind == .firing || $0.kind == .derivation }
    intentDifference.difference.mayBeStricter = isDerived || !proof.isNowhereStricter && added.contains { $0.kind.canRefuse }
    if intentDifference.removesFields, intentDifference.difference.kind != .both {
      intentDifference.difference.kind = intentDifference.difference.kind == .looser ? .both : .stricter
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
      guard difference.kind == .same, let oldView = old.program.facts.firstIndex(where: { $0.name == difference.name }),
        let newView = new.program.facts.firstIndex(where: { $0.name == difference.name })
      else { return difference }
      let (ours, theirs) = (old.parts.parts(ofView: oldView), new.parts.parts(ofView: newView))
      let fields = FieldDifferences(
        old.program.facts[oldView].fields, old.writer.types, new.program.facts[newView].fields, new.writer.types)
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
      let oldTruth = old.program.truths.firstIndex { $0.id == difference.name }
      let newTruth = new.program.truths.firstIndex { $0.id == difference.name }
      let ours = oldTruth.map { old.parts.parts(ofTruth: $0) } ?? []
      let theirs = newTruth.map { new.parts.parts(ofTruth: $0) } ?? []
      // A renamed truth counts as equal.
      if ours.allSatisfy({ after.contains($0.form) }), theirs.allSatisfy({ before.contains($0.form) }) {
        return oldTruth == nil || newTruth == nil ? nil : difference
      }
      guard difference.kind == .same else {
        var alone = difference
        alone.mayBeStricter = newTruth.map { !isHarmless(new.program.truths[$0]) } ?? true
        return alone
      }
      let made = [(old, oldTruth), (new, newTruth)].flatMap { side, truth in
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

  /// Returns whether a new truth that starts from facts cannot stop any proposal.
  ///
  /// The truth must request nothing. It must produce complete facts, of types that nothing produced before.
  private func isHarmless(_ truth: CheckedTruth) -> Bool {
    guard truth.moves.isEmpty, (truth.invariants + truth.ensures).allSatisfy({ $0.kind == .advisory }) else { return false }
    let oldFactNames = Set(old.program.facts.map(\.name))
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
      return makers.count == 1 && !output.isCorrection && output.loop == nil && output.filter == nil
        && !oldFactNames.contains(type.name)
        && zip(type.fields, output.fields).allSatisfy { $0.isOptional || isThere($1) }
    }
  }

  // MARK: Invariants

  /// Compares invariants. A changed invariant gets its kind of difference from the intents to which the invariant applies.
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

/// The AuthZEN requests that an intent answers, in the terms that the intent declares for them.
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
