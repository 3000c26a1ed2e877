import TruthsEngine
import TruthsRuntime
import TruthsText

/// The goal is an accepted decision. The distance of a state from the goal is the number of its blocking clauses.
extension ChangeSearch: SearchGoal {
  /// A set of changes that does not lead to acceptance yet, with its trial.
  struct State {
    var changes: [Change]
    var trial: ScenarioTrial

    fileprivate var places: [ProposalPlace] {
      changes.compactMap { if case .field(let place, _, _) = $0 { place } else { nil } }
    }
  }

  var isDone: Bool { runner.meter.isExhausted }

  func distance(of state: State) -> Int { state.trial.blocking.count }

  func key(of state: State) -> Set<Change.Subject> { Set(state.changes.map(\.subject)) }

  /// Returns the changes to try next. From the unchanged scenario, the search tries all candidates. From any other state, it
  /// tries only changes of data that the first blocking clause reads.
  mutating func steps(from state: State) -> [Change] {
    roots = LinearRoots()
    guard let first = state.trial.blocking.first, let intent else { return [] }
    let changes = state.changes.isEmpty ? candidates : changes(mending: first, state, intent)
    return changes.filter { effect == nil || identity.isChanged(by: $0) == (effect == .changed) }
  }

  mutating func take(_ change: Change, from state: State) -> State? {
    guard let trial = trial(state.changes + [change]) else { return nil }
    if state.changes.isEmpty { recordMended(by: trial) }
    if trial.isAccepted {
      recordReached(by: change, trial.agreements)
      return nil
    }
    let first = state.trial.blocking.first
    if let first, let still = trial.blocking.first(where: { $0.blockingKey == first.blockingKey }) {
      roots.note(change, still)
      // A required amount that got a value may still lack its currency.
      guard first.truthID == BuiltInTruth.complete.rawValue, still.reason != first.reason else { return nil }
    }
    return State(changes: state.changes + [change], trial: trial)
  }

  /// Returns changes whose subjects a state does not have yet. Repairs of a violation come first.
  private func changes(mending violation: Violation, _ state: State, _ intent: Int) -> [Change] {
    runner.meter.spendOnProposal()
    let reads = ClauseReads(of: violation, .truth, runner.program)
    let source = Candidates(
      state.trial, reads ?? ClauseReads(runner.program), intent: intent, in: runner.program, samples: samples,
      work: runner.meter.work)
    let suggested = SuggestedChanges(state.trial, intent: intent, on: runner.basis, work: runner.meter.work)
    let places = state.places
    let ofFields = source.changes(with: suggested?.changes(mending: violation) ?? []) { place in
      (reads?.fields.contains(place.root) ?? true) && !places.contains { $0.overlaps(place) }
    }
    let subjects = key(of: state)
    return (ofFields + source.envelopeChanges(state.trial.outcome) + source.factChanges).uniqued()
      .filter { !subjects.contains($0.subject) }
  }
}
