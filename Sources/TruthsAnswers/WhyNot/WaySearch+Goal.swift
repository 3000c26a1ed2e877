import TruthsEngine
import TruthsRuntime
import TruthsText

/// The goal is an accepted decision; the distance of a state is its number of blocking clauses.
extension WaySearch: SearchGoal {
  /// Changes that are not sufficient yet.
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

  /// Returns all candidates for the unchanged scenario; for another state, changes for the reads of its first blocking clause.
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
    let first = state.trial.blocking.first?.blockingKey
    if let still = trial.blocking.first(where: { $0.blockingKey == first }) {
      roots.note(change, still)
      return nil
    }
    return State(changes: state.changes + [change], trial: trial)
  }

  /// Returns changes of other subjects than a state already has; repairs of a violation come first.
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
