import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
package import TruthsText

/// Finds the smallest change sets that lead to an accepted decision, by trying changes.
///
/// It tries every change alone, then changes that repair the first blocking clause of the nearest states. Each result is tried
/// again without each of its parts. As a beam search, it finds every single change among the candidates, and larger sets that can
/// be reached clause by clause.
package struct WaySearch {
  /// Maximum number of changes in a set, and of states to continue from at each size.
  private static let (size, width) = (8, 4)
  /// Maximum number of violations for which repairs are computed.
  private static let suggested = 4

  let runner: ScenarioRunner
  /// The unchanged scenario.
  let base: ScenarioTrial
  let samples: FactSamples
  private var ways: [ChangeSet] = []
  /// Decides whether a change makes another proposal.
  private(set) var identity = ProposalIdentity()
  /// Whether a limit ended the search for change sets that keep the identity.
  private var isCut = false
  /// Places where only whole numbers are valid.
  private var wholes: Set<ProposalPlace> = []
  /// Violations of the unchanged scenario that a single change repairs.
  private var mended: Set<String> = []

  /// Changes that are tried alone.
  private(set) var candidates: [Change] = []
  /// Required effect of the tried changes on the identity; `nil` for any.
  private(set) var effect: IdentityEffect?
  /// Predicted changes for the present state.
  var roots = LinearRoots()
  /// Accepted changes from the present state, by subject and agreements.
  private var reached: [Reached] = []

  /// The effect of a change on the proposal's identity.
  enum IdentityEffect {
    case kept, changed
  }

  /// Last changes of one subject that lead to an accepted decision with the same agreements.
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
  ///   - isMeasured: whether to measure the margins of an accepted proposal.
  /// - Throws: if the run itself exceeds the work limit.
  /// - Complexity: at most 20,000 runs, which together take at most the work of one; a tenth of that for ``Effort/aside``.
  package static func whyNot(
    _ scenario: ReceivedScenario, on basis: ScenarioBasis, limit: Int, _ effort: Effort, isMeasured: Bool
  ) throws(WorkExceeded) -> WhyNot {
    let request = RunRequest(
      proposal: LocatedJSON(unlocated: .object(scenario.proposal)), now: scenario.now, actor: scenario.actor,
      budget: basis.budget)
    let outcome = try basis.procedure.run(request, on: basis.context)
    let runner = ScenarioRunner(basis: basis, meter: effort.meter(for: scenario, on: basis), looksForNames: false)
    var search = WaySearch(runner, ScenarioTrial(scenario: scenario, context: basis.context, outcome: outcome))
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

  /// Returns the candidates for the unchanged scenario, from all clauses that were read.
  private func namedValues(of intent: Int) -> Candidates {
    Candidates(
      base, ClauseReads(of: base.outcome, intent: intent, runner.program), intent: intent, in: runner.program, samples: samples,
      work: runner.meter.work)
  }

  private mutating func run(_ limit: Int) {
    guard let intent else { return tryNames() }
    let unknown = strays(runner.program.intents[intent])
    // One change would remove only one of them, and the proposal would still be malformed.
    if unknown.count > 1, base.blocking.first?.truthID == BuiltInTruth.wellFormed.rawValue { return }
    if let trial = trial([]), trial.isAccepted { add(trial.agreements) }
    let source = namedValues(of: intent)
    wholes = Set(source.places.filter(\.isWhole).map(\.place))
    runner.meter.spendOnProposal()
    identity = ProposalIdentity(of: intent, runner.program)
    let suggested = SuggestedChanges(base, intent: intent, on: runner.basis, work: runner.meter.work)
    let worked = base.blocking.prefix(Self.suggested).flatMap { suggested?.changes(mending: $0) ?? [] }
    candidates = unknown + (source.changes(with: worked) + source.envelopeChanges(base.outcome) + source.factChanges).uniqued()
    runner.meter.isHalved = ways.isEmpty
    let start = State(changes: [], trial: base)
    var kept = [states(from: [(start, .kept)])]
    while let states = kept.last, !states.isEmpty, kept.count < Self.size, goesOn(to: kept.count + 1, limit) {
      kept.append(self.states(from: states.map { ($0, .kept) }))
    }
    isCut = runner.meter.isExhausted
    runner.meter.isHalved = false
    if ways.isEmpty { changeIdentity(from: start, beside: kept, limit) }
    ways.sort { left, right in
      left.changes.count != right.changes.count
        ? left.changes.count < right.changes.count
        : (left.changes.map(\.rank).max() ?? 0) < (right.changes.map(\.rank).max() ?? 0)
    }
  }

  /// Finds change sets that alter the identity, as little as possible.
  ///
  /// - Parameter kept: states that keep the identity, by the number of their changes.
  private mutating func changeIdentity(from start: State, beside kept: [[State]], _ limit: Int) {
    var states = states(from: [(start, .changed)])
    for size in 2...Self.size where goesOn(to: size, limit) {
      let own = kept.indices.contains(size - 2) ? kept[size - 2] : []
      states = self.states(from: states.map { ($0, nil) } + own.map { ($0, .changed) })
    }
    let least = ways.map(\.identityChanges).min()
    ways.removeAll { $0.identityChanges != least }
  }

  /// Returns the nearest states with one more change.
  ///
  /// - Parameter states: states with the required effect of further changes on the identity.
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

  /// Whether to search for sets of this size. Sets much larger than a known one are not useful.
  private func goesOn(to size: Int, _ limit: Int) -> Bool {
    ways.count < limit && ways.map(\.changes.count).min().map { size <= $0 + 1 } ?? true
  }

  /// Tries the JSON name of the intent that has an undeclared action as its own name; without one, the nearest JSON name.
  private mutating func tryNames() {
    let action = base.scenario.action
    let renamed = runner.program.intents.first { $0.name == action || "\($0.pack).\($0.name)" == action }?.jsonName
    let names = runner.program.intents.filter { !$0.isBuiltIn }.map(\.jsonName)
    guard let name = renamed ?? runner.meter.work.nearestName(to: action, among: names) else { return }
    let change = Change.field(ProposalPlace(envelope: "action"), from: base.scenario.proposal["action"], to: .text(name))
    if trial([change])?.isAccepted == true { add([change]) }
  }

  /// Returns removals of the members that the intent does not have.
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

  /// Decides the scenario with changes, with the agreements for which it waits; `nil` if a change is impossible, or at a limit.
  func trial(_ changes: [Change]) -> ScenarioTrial? {
    guard let trial = runner.trial(of: base.scenario.with(changes)).map(runner.agreed) else { return nil }
    if trial.isAccepted { runner.meter.isHalved = false }
    return trial
  }

  /// Records the violations of the unchanged scenario that a single change repairs.
  mutating func recordMended(by trial: ScenarioTrial) {
    let left = Set(trial.blocking.map(\.blockingKey))
    for violation in base.blocking where !left.contains(violation.blockingKey) { mended.insert(violation.blockingKey) }
  }

  private var unmendable: [Violation] {
    guard ways.isEmpty else { return [] }
    return base.blocking.filter { !mended.contains($0.blockingKey) }
  }

  // MARK: Ways

  /// Records a change that leads to an accepted decision.
  mutating func recordReached(by change: Change, _ agreements: [Change]) {
    let place = reached.firstIndex { $0.changes[0].subject == change.subject && $0.agreements == agreements }
    if let place {
      reached[place].changes.append(change)
    } else {
      reached.append(Reached(changes: [change], agreements: agreements))
    }
  }

  /// Adds the change sets reached from a state: for each subject the nearest value, without unnecessary changes.
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

  /// Adds a change set unless a known one is a subset of it, and removes known ones that contain it.
  private mutating func add(_ changes: [Change]) {
    if isKnown(changes) { return }
    var way = ChangeSet(changes: changes)
    way.identityChanges = changes.count { identity.isChanged(by: $0) }
    if changes.count == 1 { way.side = side(of: changes[0]) }
    let subjects = way.subjects
    ways.removeAll { subjects.isStrictSubset(of: $0.subjects) }
    ways.append(way)
  }

  /// Whether a known change set is a subset of some changes.
  private func isKnown(_ changes: [Change]) -> Bool {
    let subjects = ChangeSet(changes: changes).subjects
    return ways.contains { $0.subjects.isSubset(of: subjects) }
  }

  /// Moves each number and day as near to its old value as the other changes allow, and adds the agreements.
  private func refined(_ changes: [Change], _ agreements: [Change]) -> [Change] {
    var refined = changes
    for place in changes.indices {
      let others = refined.enumerated().filter { $0.offset != place }.map(\.element)
      refined[place] = nearest(refined[place], beside: others, agreements)
    }
    return refined + agreements
  }

  /// Returns the change of one subject that is nearest to the old value.
  private func nearest(_ changes: [Change]) -> Change {
    let distances = changes.compactMap { change in
      scales(of: change).map { (change: change, distance: $0.end.distance(to: $0.start)) }
    }
    return distances.min { $0.distance < $1.distance }?.change ?? changes[0]
  }

  /// Moves a change of a number or day by bisection towards the old value, as far as the decision and the agreements stay. Other
  /// changes are returned unchanged.
  private func nearest(_ change: Change, beside others: [Change], _ agreements: [Change]) -> Change {
    guard case .field(let place, let from, _) = change, let (start, end) = scales(of: change) else { return change }
    let border = end.border(to: start) { value in
      let trial = trial(others + [.field(place, from: from, to: value.json)])
      return trial?.isAccepted == true && trial?.agreements == agreements
    }
    return .field(place, from: from, to: (border?.last ?? end).json)
  }

  /// Returns the old and the new value as scales, if both are numbers or days.
  private func scales(of change: Change) -> (start: Scale, end: Scale)? {
    guard case .field(let place, let from?, let to?) = change else { return nil }
    let isWhole = wholes.contains(place)
    guard let start = Scale(from, isWhole: isWhole), let end = Scale(to, isWhole: isWhole), start.distance(to: end) != .max else {
      return nil
    }
    return (start, end)
  }

  /// Returns the side on which the next value is accepted too; `nil` if only this value is.
  private func side(of change: Change) -> ChangeSet.Side? {
    guard case .field(let place, let from, _) = change, let (start, end) = scales(of: change),
      let next = end.next(awayFrom: start), let trial = trial([.field(place, from: from, to: next.json)]), trial.isAccepted,
      trial.agreements.isEmpty
    else { return nil }
    return end.isBelow(start) ? .atMost : .atLeast
  }
}
