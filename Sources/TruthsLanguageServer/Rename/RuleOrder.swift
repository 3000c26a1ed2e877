import TruthsProgram
import TruthsText

/// The order of truths and invariants by their ids. It decides which of two corrections counts (declarations §5.8), and which of
/// several violations gives a decision its reason (runs §3.5, §9.1).
struct RuleOrder {
  /// Two rules whose order new ids change, with what depends on it.
  struct Change {
    enum Effect {
      /// One of the two corrects facts of a type that the other makes or corrects.
      case correction(fact: Int)
      /// Both may stop a run.
      case reason
      /// Both make facts of a proposal, and a fact that cannot be made stops the run.
      case fault
      /// Both declare an invariant of one id, which is reported for the first of them.
      case sharedClause(id: String)
      /// Both make facts, and a clause reads the sequences of entries.
      case sequence
    }

    var renamed: String
    var beside: String
    /// The declaration of the second rule.
    var span: Span
    var effect: Effect
  }

  private let program: Program
  /// The truths that make facts of a type, by its place in ``Program/facts``.
  private var makers: [Int: [Int]] = [:]

  init(_ program: Program) {
    self.program = program
    for (index, truth) in program.truths.enumerated() {
      for fact in factsMade(by: truth) { makers[fact, default: []].append(index) }
    }
  }

  /// Returns the first two rules, in the order of the old ids, whose order new ids change although something depends on it.
  ///
  /// - Parameter ids: the new ids, by the old ones.
  func change(renaming ids: [String: String]) -> Change? {
    change(among: program.truths, ids, \.id, \.span, effect) ?? change(among: program.invariants, ids, \.id, \.span, effect)
  }

  private func change<Rule>(
    among rules: [Rule], _ ids: [String: String], _ id: (Rule) -> String, _ span: (Rule) -> Span,
    _ effect: (Rule, Rule) -> Change.Effect?
  ) -> Change? {
    let old = rules.map { Array(id($0).utf8) }
    let new = rules.map { Array((ids[id($0)] ?? id($0)).utf8) }
    for index in rules.indices where ids[id(rules[index])] != nil {
      for second in rules.indices
      where old[index].lexicographicallyPrecedes(old[second]) != new[index].lexicographicallyPrecedes(new[second]) {
        guard let effect = effect(rules[index], rules[second]) else { continue }
        return Change(renamed: id(rules[index]), beside: id(rules[second]), span: span(rules[second]), effect: effect)
      }
    }
    return nil
  }

  // MARK: Truths

  /// Returns what depends on the order of two truths; `nil` if nothing does.
  private func effect(_ first: CheckedTruth, _ second: CheckedTruth) -> Change.Effect? {
    guard mayRunTogether(first, second) else { return nil }
    // Corrections of truths on facts have one result in whatever order (declarations §6).
    if first.matches.isEmpty, second.matches.isEmpty {
      let corrected = [first, second].map { truth in Set(truth.outputs.lazy.filter(\.isCorrection).map(\.fact)) }
      let shared = corrected[0].intersection(factsMade(by: second)).union(corrected[1].intersection(factsMade(by: first)))
      if let fact = shared.min() { return .correction(fact: fact) }
      if !factsMade(by: first).isEmpty, !factsMade(by: second).isEmpty { return .fault }
    }
    if !stops(of: first).isDisjoint(with: stops(of: second)) { return .reason }
    let ids = Set(first.clauses.lazy.filter(\.hasOwnID).map(\.id))
    if let shared = second.clauses.first(where: { $0.hasOwnID && ids.contains($0.id) }) { return .sharedClause(id: shared.id) }
    let makesFacts = [first, second].allSatisfy { !factsMade(by: $0).isEmpty }
    return makesFacts && readsSequences ? .sequence : nil
  }

  private func factsMade(by truth: CheckedTruth) -> Set<Int> {
    Set(truth.outputs.map(\.fact) + truth.moves.map { program.lifecycles[$0.key.lifecycle].history })
  }

  /// The things that a run begins with.
  private enum Beginning: Hashable {
    case intent(Int)
    /// A fact from outside.
    case fact(Int)
  }

  private func mayRunTogether(_ first: CheckedTruth, _ second: CheckedTruth) -> Bool {
    !beginnings(of: first).isDisjoint(with: beginnings(of: second))
  }

  /// Returns the beginnings of runs in which a truth can fire. They are its own intents, and all that leads to the facts that it
  /// fires on, also through other truths on facts.
  private func beginnings(of truth: CheckedTruth) -> Set<Beginning> {
    var beginnings = Set(truth.intents.map(Beginning.intent))
    var open = truth.matches.map(\.fact)
    var seen = Set(open)
    while let fact = open.popLast() {
      if program.facts[fact].isExternal { beginnings.insert(.fact(fact)) }
      for maker in makers[fact] ?? [] {
        beginnings.formUnion(program.truths[maker].intents.map(Beginning.intent))
        open += program.truths[maker].matches.map(\.fact).filter { seen.insert($0).inserted }
      }
    }
    return beginnings
  }

  /// Whether a clause or an expression reads the sequence of an entry.
  private var readsSequences: Bool {
    NamedBody.all(of: program).contains { body in
      body.nodes.contains { node in
        var isRead = false
        node.forEachNode { if case .entry(_, .sequence) = $0 { isRead = true } }
        return isRead
      }
    }
  }

  // MARK: Violations

  /// The kinds of violations that stop a run, of which the first of each kind decides.
  private enum Stop: Hashable {
    case structural, unknown, postcondition, requirement, acceptance
  }

  private func stops(of truth: CheckedTruth) -> Set<Stop> {
    var stops = truth.clauses.reduce(into: Set<Stop>()) { $0.formUnion(self.stops(of: $1, isOnResult: $1.place == .ensures)) }
    // An unknown `if` of a truth on an intent is an unmet requirement.
    if truth.condition != nil, truth.matches.isEmpty { stops.insert(.requirement) }
    return stops
  }

  private func stops(of clause: CheckedClause, isOnResult: Bool) -> Set<Stop> {
    switch clause.kind {
    case .requirement: [.requirement]
    case .structural: [isOnResult ? .postcondition : .structural, .unknown]
    case .acceptance, .consent: [.acceptance, .unknown]
    case .advisory: []
    }
  }

  /// Returns what depends on the order of two invariants; `nil` if nothing does. Those on all intents and on the state meet in
  /// every run.
  private func effect(_ first: CheckedInvariant, _ second: CheckedInvariant) -> Change.Effect? {
    if case .intents(let intents) = first.applies, case .intents(let others) = second.applies,
      Set(intents).isDisjoint(with: others)
    {
      return nil
    }
    let stops = [first, second].map { self.stops(of: $0.clause, isOnResult: $0.applies == .state) }
    return stops[0].isDisjoint(with: stops[1]) ? nil : .reason
  }
}

extension RuleOrder.Change {
  /// Returns the refusal of new ids, with the place of the other rule.
  ///
  /// - Parameter ids: the new ids, by the old ones.
  func refusal(_ ids: [String: String], in project: ServedProject) -> Renaming.Refusal {
    let declared = project.place(of: span).map { "\($0): " } ?? ""
    let name = ids[beside] ?? beside
    let cause =
      switch effect {
      case .correction(let fact):
        "corrections of `\(project.program.facts[fact].name)` by `\(renamed)` and `\(name)` are made in the order of these ids"
      case .reason: "if `\(renamed)` and `\(name)` both stop a run, the first by id gives the reason"
      case .fault: "if facts of both `\(renamed)` and `\(name)` cannot be made, the first by id gives the reason"
      case .sharedClause(let id): "`\(id)` is reported for the first of `\(renamed)` and `\(name)` by id"
      case .sequence: "facts of `\(renamed)` and `\(name)` have sequences in the order of these ids, and a clause reads them"
      }
    return Renaming.Refusal(
      message: "\(declared)\(cause), which `\(ids[renamed] ?? renamed)` would change: choose a name that keeps the order")
  }
}
