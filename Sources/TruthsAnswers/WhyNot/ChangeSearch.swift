import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
package import TruthsText

/// Finds the smallest change sets that lead to an accepted decision, by trying changes.
///
/// It tries every change alone, and then changes that repair the first blocking clause of the nearest states. Each change set
/// that is found is tried again without each of its changes. The search is a beam search: it finds every single change among
/// the candidates, and those larger sets that it can reach by repairing one clause after another.
package struct ChangeSearch {
  /// The maximum number of changes in a set, and of states of each size from which the search continues.
  private static let (size, width) = (8, 4)
  /// The maximum number of violations for which repairs are computed.
  private static let suggested = 4

  let runner: ScenarioRunner
  /// The unchanged scenario.
  let base: ScenarioTrial
  let samples: FactSamples
  private var ways: [ChangeSet] = []
  /// The identity of the proposal, which shows whether a change makes a different proposal.
  private(set) var identity = ProposalIdentity()
  /// Whether a limit ended the search for change sets that keep the identity.
  private var isCut = false
  /// The positions in the proposal at which only whole numbers are valid.
  private var wholes: Set<ProposalPlace> = []
  /// The keys of the unchanged scenario's violations that a single change repairs.
  private var mended: Set<String> = []

  /// The changes that are tried alone.
  private(set) var candidates: [Change] = []
  /// The effect on the identity that tried changes must have; `nil` for any effect.
  private(set) var effect: IdentityEffect?
  /// The predicted changes for the current state.
  var roots = LinearRoots()
  /// The changes that lead from the current state to acceptance, grouped by subject and agreements.
  private var reached: [Reached] = []

  /// Whether a change keeps or alters the proposal's identity.
  enum IdentityEffect {
    case kept, changed
  }

  /// Changes of one subject that each lead to acceptance, with the same agreements.
  private struct Reached {
    var changes: [Change]
    var agreements: [Change]
  }

  private init(_ runner: ScenarioRunner, _ base: ScenarioTrial) {
    self.runner = runner
    self.base = base
    samples = FactSamples(of: base.context, runner.program)
  }

  /// Returns the answer for a scenario.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of change sets.
  ///   - isMeasured: whether the margins of an accepted proposal are computed.
  /// - Throws: an error if the run of the unchanged scenario exceeds the work limit.
  /// - Complexity: at most 20,000 runs, which together take at most the work limit of a single run. For ``Effort/aside``, a
  ///   tenth of both.
  package static func whyNot(
    _ scenario: ReceivedScenario, on basis: ScenarioBasis, limit: Int, _ effort: Effort, isMeasured: Bool
  ) throws(WorkExceeded) -> WhyNot {
    let outcome = try basis.procedure.run(scenario.request(within: basis.budget), on: basis.context)
    let runner = ScenarioRunner(basis: basis, meter: effort.meter(for: scenario, on: basis), looksForNames: false)
    var search = ChangeSearch(runner, ScenarioTrial(scenario: scenario, context: basis.context, outcome: outcome))
    if !outcome.isAccepted { search.run(limit) }
    var answer = WhyNot(
      outcome: outcome, ways: Array(search.ways.prefix(limit)), unmendable: search.unmendable, isExhausted: false)
    if isMeasured, outcome.isAccepted, let intent = search.intent {
      answer.margins = MarginSearch(runner: runner, candidates: search.namedValues(of: intent)).margins
    }
    answer.isExhausted = search.isCut || runner.meter.isExhausted
    return answer
  }

  var intent: Int? { runner.basis.intent(of: base.scenario) }

  /// Returns the candidates for the unchanged scenario, from all clauses that were evaluated.
  private func namedValues(of intent: Int) -> Candidates {
    Candidates(
      base, ClauseReads(of: base.outcome, intent: intent, runner.program), intent: intent, in: runner.program, samples: samples,
      work: runner.meter.work)
  }

  private mutating func run(_ limit: Int) {
    guard let intent else { return tryNames() }
    let unknown = strays(runner.program.intents[intent])
    // One change would remove only one of them, and the proposal would still be malformed. So all are removed before any other
    // change.
    var start = State(changes: [], trial: base)
    if unknown.count > 1, base.blocking.first?.truthID == BuiltInTruth.wellFormed.rawValue {
      guard unknown.count <= Self.size, let trial = trial(unknown) else { return }
      recordMended(by: trial)
      if trial.isAccepted { return add(unknown + trial.agreements) }
      start = State(changes: unknown, trial: trial)
    }
    if let trial = trial([]), trial.isAccepted { add(trial.agreements) }
    let source = namedValues(of: intent)
    wholes = Set(source.places.filter(\.isWhole).map(\.place))
    runner.meter.spendOnProposal()
    identity = ProposalIdentity(of: intent, runner.program)
    let suggested = SuggestedChanges(base, intent: intent, on: runner.basis, work: runner.meter.work)
    let worked = base.blocking.prefix(Self.suggested).flatMap { suggested?.changes(mending: $0) ?? [] }
    candidates = unknown + (source.changes(with: worked) + source.envelopeChanges(base.outcome) + source.factChanges).uniqued()
    runner.meter.isHalved = ways.isEmpty
    var levels = [states(from: [(start, .kept)])]
    while let states = levels.last, !states.isEmpty, levels.count < Self.size, goesOn(to: levels.count + 1, limit) {
      levels.append(self.states(from: states.map { ($0, .kept) }))
    }
    isCut = runner.meter.isExhausted
    runner.meter.isHalved = false
    if ways.isEmpty { changeIdentity(from: start, beside: levels, limit) }
    ways.sort { left, right in
      left.changes.count != right.changes.count
        ? left.changes.count < right.changes.count
        : (left.changes.map(\.rank).max() ?? 0) < (right.changes.map(\.rank).max() ?? 0)
    }
  }

  /// Finds change sets that alter the identity, with as few such changes as possible.
  ///
  /// - Parameter kept: the states that keep the identity. The index is the number of their changes, minus one.
  private mutating func changeIdentity(from start: State, beside kept: [[State]], _ limit: Int) {
    var states = states(from: [(start, .changed)])
    for size in 2...Self.size where goesOn(to: size, limit) {
      let own = kept.indices.contains(size - 2) ? kept[size - 2] : []
      states = self.states(from: states.map { ($0, nil) } + own.map { ($0, .changed) })
    }
    let least = ways.map(\.identityChanges).min()
    ways.removeAll { $0.identityChanges != least }
  }

  /// Returns the nearest states that have one more change.
  ///
  /// - Parameter states: the states to continue from, each with the effect on the identity that its next change must have.
  private mutating func states(from states: [(State, IdentityEffect?)]) -> [State] {
    var best = BestStates<State, Set<Change.Subject>>(Self.width)
    for (state, effect) in states where !isDone {
      self.effect = effect
      explore(state, into: &best)
      while !isDone, let change = roots.next() {
        if let made = take(change, from: state) { add(made, to: &best) }
      }
      addReached(from: state)
    }
    return best.all
  }

  /// Returns whether to search for change sets of a size. Sets that are much larger than a known one are not useful.
  private func goesOn(to size: Int, _ limit: Int) -> Bool {
    ways.count < limit && ways.map(\.changes.count).min().map { size <= $0 + 1 } ?? true
  }

  /// Tries a known name instead of an undeclared `action`: the JSON name of an intent that is called so in the rules, or else
  /// the nearest JSON name.
  private mutating func tryNames() {
    let action = base.scenario.action
    let renamed = runner.program.intents.first { $0.isCalled(action) }?.jsonName
    let names = runner.program.intents.filter { !$0.isBuiltIn }.map(\.jsonName)
    guard let name = renamed ?? runner.meter.work.nearestName(to: action, among: names) else { return }
    let change = Change.field(ProposalPlace(envelope: "action"), from: base.scenario.proposal["action"], to: .text(name))
    if trial([change])?.isAccepted == true { add([change]) }
  }

  /// Returns changes that remove the members which the intent does not declare.
  private func strays(_ intent: IntentType) -> [Change] {
    let proposal = base.scenario.proposal
    let isPayload = proposal["payload"]?.objectValue != nil
    if intent.isOpen, isPayload { return [] }
    let members = (isPayload ? proposal["payload"]?.objectValue : proposal)?.members ?? []
    let known = Set(intent.fields.map(\.jsonName))
    return members.filter { member in
      !known.contains(member.name.string) && (isPayload || !ProposalEnvelope.has(member.name.string))
    }.map { .field(ProposalPlace(field: $0.name.string), from: $0.value, to: nil) }
  }

  // MARK: Trials

  /// Decides the scenario after changes, with the agreements for which it waits. `nil` if a change is impossible, or a limit is
  /// reached.
  func trial(_ changes: [Change]) -> ScenarioTrial? {
    guard let trial = runner.trial(of: base.scenario.with(changes)).map(runner.agreed) else { return nil }
    if trial.isAccepted { runner.meter.isHalved = false }
    return trial
  }

  /// Records the violations of the unchanged scenario that a trial no longer has.
  mutating func recordMended(by trial: ScenarioTrial) {
    let left = Set(trial.blocking.map(\.blockingKey))
    for violation in base.blocking where !left.contains(violation.blockingKey) { mended.insert(violation.blockingKey) }
  }

  private var unmendable: [Violation] {
    guard ways.isEmpty else { return [] }
    return base.blocking.filter { !mended.contains($0.blockingKey) }
  }

  // MARK: Ways

  /// Records a change that leads from the current state to acceptance.
  mutating func recordReached(by change: Change, _ agreements: [Change]) {
    let place = reached.firstIndex { $0.changes[0].subject == change.subject && $0.agreements == agreements }
    if let place {
      reached[place].changes.append(change)
    } else {
      reached.append(Reached(changes: [change], agreements: agreements))
    }
  }

  /// Adds the change sets that were reached from a state. Each contains the nearest value for one subject, and no unnecessary
  /// changes.
  private mutating func addReached(from state: State) {
    for group in reached {
      let whole = state.changes + [nearest(group.changes)]
      // Changes of the identity are left out first.
      let order = whole.filter(identity.isChanged) + whole.filter { !identity.isChanged(by: $0) }
      let (changes, agreements) = whole.reduced(group.agreements, leavingOut: order) { changes in
        trial(changes).flatMap { $0.isAccepted ? $0.agreements : nil }
      }
      if !isKnown(changes + agreements) { add(refined(changes, agreements)) }
    }
    reached = []
  }

  /// Adds a change set, unless it contains a known one. Known change sets that contain the new one are removed.
  private mutating func add(_ changes: [Change]) {
    if isKnown(changes) { return }
    var changeSet = ChangeSet(changes: changes)
    changeSet.identityChanges = changes.count { identity.isChanged(by: $0) }
    if changes.count == 1 { changeSet.side = side(of: changes[0]) }
    let subjects = changeSet.subjects
    ways.removeAll { subjects.isStrictSubset(of: $0.subjects) }
    ways.append(changeSet)
  }

  /// Returns whether some changes contain a known change set.
  private func isKnown(_ changes: [Change]) -> Bool {
    let subjects = ChangeSet(changes: changes).subjects
    return ways.contains { $0.subjects.isSubset(of: subjects) }
  }

  /// Moves each number and day as near to its old value as the other changes allow. The agreements are added unchanged.
  private func refined(_ changes: [Change], _ agreements: [Change]) -> [Change] {
    var refined = changes
    for place in changes.indices {
      let others = refined.enumerated().filter { $0.offset != place }.map(\.element)
      refined[place] = nearest(refined[place], beside: others, agreements)
    }
    return refined + agreements
  }

  /// Returns the change with the value nearest to the old one, from several changes of one subject.
  private func nearest(_ changes: [Change]) -> Change {
    let distances = changes.compactMap { change in
      scales(of: change).map { (change: change, distance: $0.end.distance(to: $0.start)) }
    }
    return distances.min { $0.distance < $1.distance }?.change ?? changes[0]
  }

  /// Moves a change of a number or day towards the old value by bisection, as far as acceptance and the agreements stay the
  /// same. Any other change is returned unchanged.
  private func nearest(_ change: Change, beside others: [Change], _ agreements: [Change]) -> Change {
    guard case .field(let position, let from, _) = change, let (start, end) = scales(of: change) else { return change }
    let border = end.border(to: start) { value in
      let trial = trial(others + [.field(position, from: from, to: value.json)])
      return trial?.isAccepted == true && trial?.agreements == agreements
    }
    return .field(position, from: from, to: (border?.last ?? end).json)
  }

  /// Returns the old and the new value in a form for bisection; `nil` unless both are numbers, or both are days.
  private func scales(of change: Change) -> (start: Scale, end: Scale)? {
    guard case .field(let place, let from?, let to?) = change else { return nil }
    let isWhole = wholes.contains(place)
    guard let start = Scale(from, isWhole: isWhole), let end = Scale(to, isWhole: isWhole), start.distance(to: end) != .max else {
      return nil
    }
    return (start, end)
  }

  /// Returns the side on which the next value is accepted, too; `nil` if the next value is not accepted.
  private func side(of change: Change) -> ChangeSet.Side? {
    guard case .field(let place, let from, _) = change, let (start, end) = scales(of: change),
      let next = end.next(awayFrom: start), let trial = trial([.field(place, from: from, to: next.json)]), trial.isAccepted,
      trial.agreements.isEmpty
    else { return nil }
    return end.isBelow(start) ? .atMost : .atLeast
  }
}
