import TruthsCheck
import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
import TruthsText

/// Asks the clause solver whether the clauses that differ between two sets change any decision.
///
/// If they may, it returns proposals that show it.
struct ClauseProof {
  private let old: ProbeSide
  private let new: ProbeSide
  private let parts: (old: [Part], new: [Part])

  struct Answer {
    /// Whether the two sets are proven to decide alike.
    var isSame = false
    /// Whether the new set is proven to let pass everything that the old one does.
    var isNowhereStricter = false
    var scenarios: [ReceivedScenario] = []
  }

  init(_ old: ProbeSide, _ new: ProbeSide, _ removed: [Part], _ added: [Part]) {
    (self.old, self.new, parts) = (old, new, (removed, added))
  }

  /// Limits for the number of packs in whose name a proposal is compared, and of policies with a changed default.
  private static let (packs, policies) = (6, 2)

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
    var answer = Answer(isSame: isWhole && areWhole, isNowhereStricter: areWhole)
    // A truth with `pack:` fires for proposals of its pack and for those without one, so each case is a question of its own.
    // Each choice of unset policies, which have their defaults, is one too. A proposal names the intent's own pack, or a pack
    // that a truth on the intent names (runs §2.4).
    for pack in [.none] + named.map(ProposedPack.one) {
      for choice in 0..<(1 << changed.count) {
        let unset = changed.enumerated().filter { choice >> $0.offset & 1 == 0 }.map(\.element)
        let found = ClauseComparison.compare(
          new.program, intent: intent, old: side(old.program, intent, before, demands.0, pack, unset),
          new: side(new.program, intent, after, demands.1, pack, unset))
        if !found.isNowhereStricter { answer.isNowhereStricter = false }
        if !found.isNowhereStricter || !found.isNowhereLooser { answer.isSame = false }
        answer.scenarios += found.witnesses.map { scenario(of: $0, pack) }
      }
    }
    return answer
  }

  /// The pack in whose name a proposal is made.
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

  /// Returns the clauses among parts, by declaring id and name, and whether all parts are such clauses.
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
      truths: governing.filter { !silent.contains($0.id) }, invariants: invariants,
      alone: alone.filter { name in !silent.contains(String(name.prefix { $0 != "|" })) }, demands: demands,
      policies: Dictionary(uniqueKeysWithValues: unset.map { ($0, program.policies[$0].initial) }))
  }

  // MARK: Witnesses

  /// Returns a solver's witness as a proposal with its facts.
  private func scenario(of witness: Witness, _ pack: ProposedPack) -> ReceivedScenario {
    var scenario = witness.scenario
    if case .one(let pack) = pack { scenario.envelope[.proposalPack] = .text(Text(pack)) }
    return scenario.received(in: new.program)
  }
}

extension Program {
  /// Whether indices in expressions mean the same types and declarations in both programs.
  ///
  /// Calendars must agree too, because the solver treats calendar functions as free values.
  fileprivate func isIndexed(like other: Program) -> Bool {
    // Texts are compared by their scalars, because Swift's strings are equal if they only look alike.
    func same<Item>(_ list: KeyPath<Program, [Item]>, _ key: (Item) -> [String]) -> Bool {
      self[keyPath: list].map { key($0).map { Text($0) } } == other[keyPath: list].map { key($0).map { Text($0) } }
    }
    func fields(_ fields: [Field]) -> [String] {
      fields.flatMap { field in
        [field.name, field.jsonName, "\(field.type) \(field.isOptional)", "\(field.initial as Any)", field.currency ?? ""]
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
