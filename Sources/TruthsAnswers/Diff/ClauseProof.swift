import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Proves with the clause solver whether the clauses that differ between two sets change any decision.
///
/// If they may change a decision, the solver gives proposals that show it.
struct ClauseProof {
  private let old: ProbeSide
  private let new: ProbeSide
  private let parts: (old: [Part], new: [Part])

  struct Answer {
    /// Whether both sets are proven to make the same decisions.
    var isSame = false
    /// Whether the new set is proven to accept everything that the old set accepts.
    var isNowhereStricter = false
    /// Whether the old set is proven to let pass everything that the new one does.
    var isNowhereLooser = false
    var scenarios: [ReceivedScenario] = []
  }

  init(_ old: ProbeSide, _ new: ProbeSide, _ removed: [Part], _ added: [Part]) {
    (self.old, self.new, parts) = (old, new, (removed, added))
  }

  /// The maximum number of packs for which proposals are compared, and of policies with a changed default. Beyond it nothing is
  /// proven.
  private static let (packs, policies) = (6, 2)

  /// Compares the clauses of an intent under the old and the new rules.
  ///
  /// - Parameter name: the qualified name of the intent.
  func answer(forIntent name: String) -> Answer {
    guard old.program.isIndexed(like: new.program),
      let intent = new.program.intents.firstIndex(where: { "\($0.pack).\($0.name)" == name })
    else { return Answer() }
    let (before, isWhole) = alone(parts.old, old.program)
    let (after, areWhole) = alone(parts.new, new.program)
    guard !before.isEmpty || !after.isEmpty else { return Answer() }
    let demands = (old.writer.demands(), new.writer.demands())
    let names = [old, new].flatMap { side in
      side.program.truths.filter { $0.namesPack && $0.intents.contains(intent) }.map(\.pack)
    }
    let named = names.isEmpty ? [] : Set(names + [new.program.intents[intent].pack]).sorted()
    let changed = old.program.policies.indices.filter { old.program.policies[$0].initial != new.program.policies[$0].initial }
    guard named.count <= Self.packs, changed.count <= Self.policies else { return Answer() }
    // A proposal without a required field is refused before any clause is read. Clauses of which a broken one would halt it, or
    // warn of it, then do not.
    let isInOrder = !asks(before) && !asks(after) || !hasEarlierEffects(intent)
    var answer = Answer(
      isSame: isWhole && areWhole && isInOrder, isNowhereStricter: areWhole, isNowhereLooser: isWhole)
    var program = new.program
    program.intents[intent] = program.intents[intent].requiringNothing
    // A truth with `pack:` fires for proposals of its pack and for those without one, so each case is a question of its own.
    // Each choice of unset policies, which have their defaults, is one too. A proposal names the intent's own pack, or a pack
    // that a truth on the intent names (runs §2.4).
    for pack in [.none] + named.map(ProposedPack.one) {
      for choice in 0..<(1 << changed.count) {
        let unset = changed.enumerated().filter { choice >> $0.offset & 1 == 0 }.map(\.element)
        let comparison = ClauseComparison.compare(
          program, intent: intent, old: side(old.program, intent, before, demands.0, pack, unset),
          new: side(new.program, intent, after, demands.1, pack, unset))
        if !comparison.isNowhereStricter { answer.isNowhereStricter = false }
        if !comparison.isNowhereLooser { answer.isNowhereLooser = false }
        if !comparison.isNowhereStricter || !comparison.isNowhereLooser { answer.isSame = false }
        answer.scenarios += comparison.witnesses.map { scenario(of: $0, pack) }
      }
    }
    return answer
  }

  private func asks(_ alone: Set<String>) -> Bool { alone.contains { $0.hasPrefix("\(RequiredFields.id)|") } }

  /// Whether a clause about an intent halts a proposal or warns of it, in either set.
  private func hasEarlierEffects(_ intent: Int) -> Bool {
    [old, new].contains { side in
      let (truths, invariants) = (side.program.truths, side.program.invariants)
      let clauses = truths.filter { $0.intents.contains(intent) }.flatMap(\.clauses) + invariants.map(\.clause)
      return clauses.contains { $0.kind == .structural || $0.kind == .advisory }
    }
  }

  /// The pack that a proposal names.
  private enum ProposedPack {
    case none
    case one(String)

    func fires(_ truth: CheckedTruth) -> Bool {
      guard truth.namesPack else { return true }
      return switch self {
      case .none: true
      case .one(let pack): truth.pack == pack
      }
    }
  }

  /// Returns the clauses among parts, by the declaring id and the clause's name, and whether all parts are such clauses.
  private func alone(_ parts: [Part], _ program: Program) -> (Set<String>, Bool) {
    var (names, isWhole) = (Set<String>(), true)
    for part in parts {
      switch (part.kind, part.place) {
      case (.requirement, .clause(let clause, let truth)), (.structural, .clause(let clause, let truth)),
        (.agreement, .clause(let clause, let truth)), (.warning, .clause(let clause, let truth)):
        if clause.place == .ensures || !program.truths[truth].matches.isEmpty {
          isWhole = false
        } else {
          names.insert("\(program.truths[truth].id)|\(clause.name)")
        }
      case (.requirement, .invariant(let index)), (.structural, .invariant(let index)), (.agreement, .invariant(let index)),
        (.warning, .invariant(let index)):
        let invariant = program.invariants[index]
        if invariant.applies == .state { isWhole = false } else { names.insert("\(invariant.id)|rule") }
      case (_, .required(let field, let intent)):
        for place in program.intents[intent].needed(for: field) { names.insert(RequiredFields.name(of: place)) }
      default: isWhole = false
      }
    }
    return (names, isWhole)
  }

  private func side(
    _ program: Program, _ intent: Int, _ alone: Set<String>, _ demands: [String: Int], _ pack: ProposedPack,
    _ unset: [Int]
  ) -> ClauseComparison.Side {
    let invariants = program.invariants.filter { invariant in
      switch invariant.applies {
      case .all: true
      case .state: false
      case .intents(let intents): intents.contains(intent)
      }
    }
    let governing = program.truths.filter { $0.intents.contains(intent) }
    let silent = Set(governing.filter { !pack.fires($0) }.map(\.id))
    return ClauseComparison.Side(
      truths: [RequiredFields.truth(of: intent, in: program)] + governing.filter { !silent.contains($0.id) },
      invariants: invariants,
      alone: alone.filter { name in !silent.contains(String(name.prefix { $0 != "|" })) }, demands: demands,
      policies: Dictionary(uniqueKeysWithValues: unset.map { ($0, program.policies[$0].initial) }))
  }

  // MARK: Witnesses

  /// Returns a witness of the solver as a proposal with its facts.
  private func scenario(of witness: Witness, _ pack: ProposedPack) -> ReceivedScenario {
    var scenario = witness.scenario
    if case .one(let pack) = pack { scenario.envelope[.proposalPack] = .text(Text(pack)) }
    return scenario.received(in: new.program)
  }
}

extension Program {
  /// Whether an index in an expression refers to the same type or declaration in both programs.
  ///
  /// Calendars must be the same, too, because the solver treats results of calendar functions as free values.
  fileprivate func isIndexed(like other: Program) -> Bool {
    // Texts are compared by their scalars, because Swift's strings are equal if they only look alike.
    func same<Item>(_ list: KeyPath<Program, [Item]>, _ key: (Item) -> [String]) -> Bool {
      self[keyPath: list].map { key($0).map { Text($0) } } == other[keyPath: list].map { key($0).map { Text($0) } }
    }
    func fields(_ fields: [Field]) -> [String] {
      fields.flatMap { field in
        [
          field.name, field.jsonName, "\(field.type) \(field.isOptional)", "\(field.initial as Any)", field.currency ?? "",
          field.range?.text ?? "",
        ]
      }
    }
    return same(\.facts) { ["\($0.pack).\($0.name) \($0.key) \($0.isDerived)"] + fields($0.fields) }
      && same(\.records) { ["\($0.pack).\($0.name)"] + fields($0.fields) }
      && same(\.intents) { ["\($0.pack).\($0.name)", $0.jsonName] + fields($0.fields) }
      && same(\.enums) { ["\($0.pack).\($0.name) \($0.isOrdered)"] + ($0.values + $0.jsonNames).map(\.string) }
      && same(\.policies) { [$0.qualifiedName, "\($0.type)"] }
      && same(\.lifecycles) { ["\($0.pack).\($0.name)", "\($0.states) \($0.history)"] + fields($0.key) }
      && same(\.tables) { ["\($0.kind) \($0.qualifiedName)"] }
      && same(\.calendars) { ["\($0.qualifiedName) \($0.weekend) \($0.dates) \($0.yearly) \($0.policies)"] }
  }
}

/// The fields that an intent requires, as a truth that asks for each of them.
private enum RequiredFields {
  static let id = BuiltInTruth.complete.rawValue

  /// Returns the name of a field's clause among those of the intent.
  static func name(of field: Int) -> String { "\(id)|\(ClausePlace.requires.rawValue)[\(field)]" }

  static func truth(of index: Int, in program: Program) -> CheckedTruth {
    let intent = program.intents[index]
    let clauses = intent.present.map { field in
      CheckedClause(
        id: id, place: .requires, position: field, kind: .requirement, test: .exists(.slot(field)), violatedWhen: false,
        reason: nil, text: "\(intent.fields[field].name) exists", terms: [], span: intent.span)
    }
    return CheckedTruth(
      id: id, pack: intent.pack, span: intent.span, isBuiltIn: true, intents: [index], matches: [], isView: false,
      namesPack: false, condition: nil,
      inputs: intent.fields.map { Input(name: $0.name, jsonName: $0.jsonName, type: $0.type) }, lets: [], requires: clauses,
      invariants: [], moves: [], ensures: [], outputs: [], traces: [], frameSize: intent.fields.count)
  }
}

extension IntentType {
  /// The intent, where any field may be left out.
  fileprivate var requiringNothing: IntentType {
    var intent = IntentType(
      name: name, jsonName: jsonName, pack: pack, consent: consent, consentBy: consentBy, isOpen: isOpen, fields: fields,
      isBuiltIn: isBuiltIn, span: span)
    intent.access = access
    return intent
  }

  /// Returns a required field, and the currency without which its amount has no value.
  fileprivate func needed(for field: Int) -> [Int] {
    [field] + fields.indices.filter { fields[$0].name == fields[field].currency }
  }
}
