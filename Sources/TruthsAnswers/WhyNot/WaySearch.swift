import TruthsEngine
import TruthsJSON
import TruthsProgram
import TruthsRuntime
package import TruthsText

/// Finds the smallest changes that lead to an accepted decision, by trying them: every change alone, then those that mend the
/// first clause that is still in the way, from the states that are nearest. What is found is run again without each of its parts.
///
/// A beam search: it finds every way of one change among the candidates, and of several those that go clause by clause.
package struct WaySearch {
  /// Changes of one way, and states that are gone on from at each size.
  private static let (size, width) = (8, 4)
  /// Violations for which changes are worked out.
  private static let suggested = 4

  let runner: ScenarioRunner
  /// The scenario as it was.
  let base: ScenarioTrial
  let samples: FactSamples
  private var ways: [ChangeSet] = []
  /// What says whether a change makes another proposal of it.
  private(set) var identity = ProposalIdentity()
  /// Whether a limit ended the search for ways that keep the identity.
  private var isCut = false
  /// Where only whole numbers may stand.
  private var wholes: Set<ProposalPlace> = []
  /// Violations of the scenario as it was that some change alone mends.
  private var mended: Set<String> = []

  /// The changes that are tried alone.
  private(set) var candidates: [Change] = []
  /// What the changes that are tried do to the identity; `nil` for either.
  private(set) var effect: IdentityEffect?
  /// Of the state that is explored: changes that come of those that were tried, and the accepted ones.
  var roots = LinearRoots()
  private var reached: [Reached] = []

  /// What a change does to the identity of the proposal.
  enum IdentityEffect {
    case kept, changed
  }

  /// Last changes of one subject that lead to an accepted decision, with the same agreements.
  private struct Reached {
    var changes: [Change]
    var agreements: [Change]
  }

  private init(_ runner: ScenarioRunner, _ base: ScenarioTrial) {
    self.runner = runner
    self.base = base
    samples = FactSamples(of: base.context, runner.program)
  }

  /// - Parameters:
  ///   - limit: how many ways at most.
  ///   - isMeasured: whether to look for the margins of an accepted proposal.
  /// - Throws: where the run itself takes more work than it may.
  /// - Complexity: at most 20,000 runs, which together take no more work than one may; of an effort aside a tenth of that.
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

  /// The intent of the proposal.
  var intent: Int? { runner.basis.intent(of: base.scenario) }

  /// The candidates around the scenario as it was: what all clauses name that were read.
  private func namedValues(of intent: Int) -> Candidates {
    Candidates(
      base, ClauseReads(of: base.outcome, intent: intent, runner.program), intent: intent, in: runner.program, samples: samples,
      work: runner.meter.work)
  }

  private mutating func run(_ limit: Int) {
    guard let intent else { return tryNames() }
    let unknown = strays(runner.program.intents[intent])
    // One change takes one of them away, and the proposal is as malformed as before.
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

  /// Ways that make another proposal of it, as little as possible.
  ///
  /// - Parameter kept: states that keep its identity, by the number of their changes.
  private mutating func changeIdentity(from start: State, beside kept: [[State]], _ limit: Int) {
    var states = states(from: [(start, .changed)])
    for size in 2...Self.size where goesOn(to: size, limit) {
      let own = kept.indices.contains(size - 2) ? kept[size - 2] : []
      states = self.states(from: states.map { ($0, nil) } + own.map { ($0, .changed) })
    }
    let least = ways.map(\.identityChanges).min()
    ways.removeAll { $0.identityChanges != least }
  }

  /// The nearest states with one change more.
  ///
  /// - Parameter states: each with what further changes do to the identity.
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

  /// Whether ways of so many changes are looked for: such as are much larger than one that is known help nobody.
  private func goesOn(to size: Int, _ limit: Int) -> Bool {
    ways.count < limit && ways.map(\.changes.count).min().map { size <= $0 + 1 } ?? true
  }

  /// An action that nobody declares: the nearest that is.
  private mutating func tryNames() {
    let names = runner.program.intents.filter { !$0.isBuiltIn }.map(\.name)
    guard let name = runner.meter.work.nearestName(to: base.scenario.action, among: names) else { return }
    let change = Change.field(ProposalPlace(envelope: "action"), from: base.scenario.proposal["action"], to: .text(name))
    if trial([change])?.isAccepted == true { add([change]) }
  }

  /// Members that the intent does not have and may not have, taken away.
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

  /// The scenario with some changes, decided, with the agreements for which it waits; `nil` where a change cannot be made, or a
  /// limit is reached.
  func trial(_ changes: [Change]) -> ScenarioTrial? {
    guard let trial = runner.trial(of: base.scenario.with(changes)).map(runner.agreed) else { return nil }
    if trial.isAccepted { runner.meter.isHalved = false }
    return trial
  }

  /// Records which violations of the scenario as it was a change alone mends.
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

  /// Adds the ways that were reached from a state: of each subject the nearest value, without the changes that are not needed.
  private mutating func addReached(from state: State) {
    for group in reached {
      let whole = state.changes + [nearest(group.changes)]
      // What makes another proposal of it is left out first.
      let order = whole.filter(identity.isChanged) + whole.filter { !identity.isChanged(by: $0) }
      let (changes, agreements) = whole.reduced(group.agreements, leavingOut: order) { changes in
        trial(changes).flatMap { $0.isAccepted ? $0.agreements : nil }
      }
      if !isKnown(changes + agreements) { add(refined(changes, agreements)) }
    }
    reached = []
  }

  /// Adds a way, unless another one does with a part of it; those that do with more go.
  private mutating func add(_ changes: [Change]) {
    if isKnown(changes) { return }
    var way = ChangeSet(changes: changes)
    way.identityChanges = changes.count { identity.isChanged(by: $0) }
    if changes.count == 1 { way.side = side(of: changes[0]) }
    let subjects = way.subjects
    ways.removeAll { subjects.isStrictSubset(of: $0.subjects) }
    ways.append(way)
  }

  /// Whether another way does with a part of some changes.
  private func isKnown(_ changes: [Change]) -> Bool {
    let subjects = ChangeSet(changes: changes).subjects
    return ways.contains { $0.subjects.isSubset(of: subjects) }
  }

  /// Each number and day among changes that lead to an accepted decision as near to what was there as the others let it be; with
  /// the agreements that are needed besides.
  private func refined(_ changes: [Change], _ agreements: [Change]) -> [Change] {
    var refined = changes
    for place in changes.indices {
      let others = refined.enumerated().filter { $0.offset != place }.map(\.element)
      refined[place] = nearest(refined[place], beside: others, agreements)
    }
    return refined + agreements
  }

  /// Of changes of one subject the one that is nearest to what was there.
  private func nearest(_ changes: [Change]) -> Change {
    let distances = changes.compactMap { change in
      scales(of: change).map { (change: change, distance: $0.end.distance(to: $0.start)) }
    }
    return distances.min { $0.distance < $1.distance }?.change ?? changes[0]
  }

  /// A change of a number or day, moved by halves to what was there as far as the decision and the agreements stay; any other
  /// change as it is.
  private func nearest(_ change: Change, beside others: [Change], _ agreements: [Change]) -> Change {
    guard case .field(let place, let from, _) = change, let (start, end) = scales(of: change) else { return change }
    let border = end.border(to: start) { value in
      let trial = trial(others + [.field(place, from: from, to: value.json)])
      return trial?.isAccepted == true && trial?.agreements == agreements
    }
    return .field(place, from: from, to: (border?.last ?? end).json)
  }

  /// What was there and what comes there, where both are numbers or days.
  private func scales(of change: Change) -> (start: Scale, end: Scale)? {
    guard case .field(let place, let from?, let to?) = change else { return nil }
    let isWhole = wholes.contains(place)
    guard let start = Scale(from, isWhole: isWhole), let end = Scale(to, isWhole: isWhole), start.distance(to: end) != .max else {
      return nil
    }
    return (start, end)
  }

  /// On which side of a value the next one does too; `nil` where that one alone does.
  private func side(of change: Change) -> ChangeSet.Side? {
    guard case .field(let place, let from, _) = change, let (start, end) = scales(of: change),
      let next = end.next(awayFrom: start), let trial = trial([.field(place, from: from, to: next.json)]), trial.isAccepted,
      trial.agreements.isEmpty
    else { return nil }
    return end.isBelow(start) ? .atMost : .atLeast
  }
}
