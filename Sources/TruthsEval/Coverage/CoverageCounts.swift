import Synchronization
import TruthsCheck
package import TruthsEngine
import TruthsJSON
import TruthsLedger
package import TruthsProgram
import TruthsRuntime
import TruthsSyntax
import TruthsText

/// A maker of the items of a coverage map, from declarations and the record of what fixtures exercised.
struct CoverageCounts {
  let record: CoverageRecord

  init(_ record: CoverageRecord) { self.record = record }

  // MARK: Truths

  func items(of truth: CheckedTruth) -> [CoverageItem] {
    let fired = record.readings.truths[truth.span] ?? 0
    var outcomes = [CoverageItem.Tally(.fired, fired)]
    if let condition = truth.condition {
      let answers = record.readings.conditions[condition.span] ?? [:]
      outcomes.append(CoverageItem.Tally(.didNotFire, answers[false] ?? 0, isExpected: false))
      outcomes.append(CoverageItem.Tally(.unknown, answers[nil] ?? 0, isExpected: false))
    }
    var item = CoverageItem(
      kind: .truth, pack: truth.pack, owner: truth.id, name: "fires", text: truth.condition?.text ?? "", span: truth.span,
      outcomes: outcomes)
    let clauses = truth.coveredClauses.map { clause in
      var item = self.item(clause, owner: truth.id, pack: truth.pack)
      item.isOutOfReach = fired == 0
      return item
    }
    item.clauses = clauses.count
    return [item] + clauses
  }

  func item(_ clause: CheckedClause, owner: String, pack: String) -> CoverageItem {
    let results = record.readings.clauses[clause.span] ?? [:]
    var outcomes = clause.expectedOutcomes.map { CoverageItem.Tally($0.outcome, results[$0.result] ?? 0) }
    outcomes.append(CoverageItem.Tally(.unknown, results[.unknown] ?? 0, isExpected: false))
    return CoverageItem(
      kind: .clause(clause), pack: pack, owner: owner, name: clause.name, text: clause.text, span: clause.span, outcomes: outcomes
    )
  }

  // MARK: Tables

  func items(of table: CheckedTable) -> [CoverageItem] {
    if table.isFunction { return [] }
    return table.rows.enumerated().map { position, row in
      CoverageItem(
        kind: .row, pack: table.pack, owner: table.qualifiedName, name: "rows[\(position)]", text: row.text, span: row.span,
        outcomes: [CoverageItem.Tally(.chosen, record.readings.rows[row.span] ?? 0)])
    }
  }
}

extension CheckedTruth {
  /// The clauses that coverage counts. A truth that starts from facts contributes no moves, because it does not fire if a move
  /// is impossible.
  package var coveredClauses: [CheckedClause] {
    requires + invariants + (matches.isEmpty ? moves.map(\.clause) : []) + ensures
  }
}

extension CheckedClause {
  /// The outcomes that fixtures are expected to show, each with the evaluation result that shows it.
  package var expectedOutcomes: [(outcome: CoverageOutcome, result: EvaluatedClause.Result)] {
    (hasEffect ? [] : [(.held, .holds)]) + [(.violated, .violated)] + (hasArrow ? [(.notApplicable, .notApplicable)] : [])
  }

  /// Whether the clause has the form `A → reject(…)`. Such a clause is violated if A holds, so the only other outcome is "not
  /// applicable".
  var hasEffect: Bool { violatedWhen }

  /// Whether the clause has an arrow, so that "not applicable" is a possible outcome.
  var hasArrow: Bool {
    if case .implies = test { return true }
    return hasEffect && !isUnconditional
  }
}

extension CoverageCounts {
  /// Returns the items of a lifecycle: the transitions as written, the one into the initial state first, then the states.
  ///
  /// - Parameter names: the names of the states; the index is a state's ordinal.
  func items(of lifecycle: LifecycleType, names: [Text], _ declaration: LifecycleDeclaration) -> [CoverageItem] {
    var spans: [String: Span] = [declaration.initial.text: declaration.initial.span]
    var steps: [(from: String, to: String, span: Span)] = [("start", declaration.initial.text, declaration.initial.span)]
    var seen: Set<[String]> = [["start", declaration.initial.text]]
    for chain in declaration.transitions {
      for state in chain.states where spans[state.text] == nil { spans[state.text] = state.span }
      for (from, to) in zip(chain.states, chain.states.dropFirst())
      where seen.insert([from.text, to.text]).inserted {
        steps.append((from.text, to.text, from.span.union(to.span)))
      }
    }
    let owner = "\(lifecycle.pack).\(lifecycle.name)"
    let transitions = steps.map { step in
      let count = sources(of: step.from, lifecycle, names).reduce(0) { sum, from in
        let made = LifecycleVisits.Transition(lifecycle: lifecycle.span, from: from, to: Text(step.to))
        return sum + (record.visits.transitions[made] ?? 0)
      }
      return CoverageItem(
        kind: .transition, pack: lifecycle.pack, owner: owner, name: "\(step.from) → \(step.to)",
        text: "\(step.from) → \(step.to)", span: step.span, outcomes: [CoverageItem.Tally(.made, count)])
    }
    let states = names.dropFirst().map { name in
      let count = record.visits.states[LifecycleVisits.State(lifecycle: lifecycle.span, state: name)] ?? 0
      return CoverageItem(
        kind: .state, pack: lifecycle.pack, owner: owner, name: name.string, text: name.string,
        span: spans[name.string] ?? declaration.initial.span, outcomes: [CoverageItem.Tally(.entered, count)])
    }
    return transitions + states
  }

  /// Returns the source states that a word in a transition means. `any` means every state that can be entered and is not
  /// terminal (declarations §12).
  private func sources(of word: String, _ lifecycle: LifecycleType, _ names: [Text]) -> [Text] {
    guard word == "any" else { return [Text(word)] }
    return names.indices.filter { $0 != LifecycleType.start && !lifecycle.terminal.contains($0) }.map { names[$0] }
  }
}

extension LoadedSet {
  /// The lifecycle declarations, keyed by the span of the declaration's key, which is also the span of the lifecycle's type.
  var lifecycleDeclarations: [Span: LifecycleDeclaration] {
    var found: [Span: LifecycleDeclaration] = [:]
    for declaration in units.flatMap(\.declarations) {
      if case .lifecycle(let lifecycle) = declaration.body { found[declaration.keySpan] = lifecycle }
    }
    return found
  }
}

/// Counts of the states that were entered and the transitions that were made while fixtures ran.
///
/// States are identified by name and lifecycles by span, so that visits in runs with different packs can be added.
package struct LifecycleVisits: Hashable, Sendable {
  struct Transition: Hashable, Sendable {
    /// The lifecycle, identified by ``LifecycleType/span``.
    var lifecycle: Span
    var from: Text
    var to: Text
  }

  struct State: Hashable, Sendable {
    var lifecycle: Span
    var state: Text
  }

  private(set) var transitions: [Transition: Int] = [:]
  private(set) var states: [State: Int] = [:]

  init() {}

  /// Counts the steps of all instances of lifecycles in a context.
  ///
  /// - Parameter initialSize: the number of entries of the initial context. Their states count as entered. Their transitions
  ///   count only if the states of the lifecycle arrive from outside.
  init(_ procedure: RunProcedure, _ context: Context, initialSize: Int) {
    let program = procedure.program
    for lifecycle in program.lifecycles where lifecycle.pack != ConvergePack.name {
      let names = program.enums[lifecycle.states].values
      let history = context.store.ordered(lifecycle.history, in: program)
      let instances = Dictionary(grouping: history) { Array($0.fields.prefix(lifecycle.key.count)) }
      for steps in instances.values {
        var from = names[LifecycleType.start]
        for step in steps.sorted(by: { Self.number(of: $0) < Self.number(of: $1) }) {
          guard let state = Self.state(of: step, lifecycle) else { continue }
          states[State(lifecycle: lifecycle.span, state: state), default: 0] += 1
          if lifecycle.isExternal || step.entry.sequence > initialSize {
            transitions[Transition(lifecycle: lifecycle.span, from: from, to: state), default: 0] += 1
          }
          from = state
        }
      }
    }
  }

  private static func state(of step: FactRecord, _ lifecycle: LifecycleType) -> Text? {
    guard step.fields.count == lifecycle.key.count + 2, case .enumeration(let state) = step.fields[lifecycle.key.count] else {
      return nil
    }
    return state.name
  }

  private static func number(of step: FactRecord) -> Int {
    if case .number(let number)? = step.fields.last { return number.intValue ?? 0 }
    return 0
  }

  /// Adds the counts of other visits; the order of additions does not matter.
  mutating func add(_ other: LifecycleVisits) {
    transitions.merge(other.transitions, uniquingKeysWith: +)
    states.merge(other.states, uniquingKeysWith: +)
  }
}

/// A collector of what fixtures exercise. Records are added up, so the order in which fixtures end does not matter.
package final class CoverageRecorder: Sendable {
  private let gathered = Mutex(CoverageRecord())

  package init() {}

  package var record: CoverageRecord { gathered.withLock { $0 } }

  /// Returns the context with an observer, and the observer, which records all decisions on the context.
  func observe(_ context: Context) -> (context: Context, observer: ReadingObserver) {
    let observer = ReadingObserver()
    var context = context
    context.observe(with: observer)
    return (context, observer)
  }

  /// Adds the record of one fixture.
  ///
  /// - Parameters:
  ///   - observer: the observer of the fixture's context.
  ///   - context: the context after the fixture.
  ///   - initialSize: the number of entries of the initial context.
  func take(_ observer: ReadingObserver, _ procedure: RunProcedure, _ context: Context, initialSize: Int) {
    let readings = observer.readings
    let visits = LifecycleVisits(procedure, context, initialSize: initialSize)
    let facts = context.ledger.entries.lazy.compactMap(\.factType)
    gathered.withLock { record in
      record.readings.add(readings)
      record.visits.add(visits)
      record.facts.formUnion(facts)
    }
  }
}

/// A record of what fixtures exercised.
package struct CoverageRecord: Hashable, Sendable {
  package internal(set) var readings = Readings()
  var visits = LifecycleVisits()
  /// The fact types in the ledgers after the fixtures.
  var facts: Set<String> = []

  package init() {}
}
