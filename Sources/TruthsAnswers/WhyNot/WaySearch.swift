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

  private let trials: Trials
  private var ways: [ChangeSet] = []
  private var base: RunOutcome
  /// What says whether a change makes another proposal of it.
  private var identity = ProposalIdentity()
  /// Whether a limit ended the search for ways that keep the identity.
  private var isCut = false
  /// Where only whole numbers may stand.
  private var wholes: Set<ProposalPlace> = []
  /// What stands in the way in the run as it was.
  private let blocking: [Violation]
  /// Violations of the run as it was that some change alone mends.
  private var mended: Set<String> = []
  private let samples: FactSamples

  private init(_ trials: Trials, _ base: RunOutcome) {
    self.trials = trials
    self.base = base
    blocking = base.blocking
    samples = FactSamples(of: trials.situation.context, trials.situation.procedure.program)
  }

  /// - Parameters:
  ///   - limit: how many ways at most.
  ///   - isMeasured: whether to look for the margins of an accepted proposal.
  /// - Throws: where the run itself takes more work than it may.
  /// - Complexity: at most 20,000 runs, which together take no more work than one may; of an effort aside a tenth of that.
  package static func whyNot(
    _ situation: Situation, limit: Int, _ effort: Effort, isMeasured: Bool
  ) throws(WorkExceeded) -> WhyNot {
    let request = RunRequest(
      proposal: LocatedJSON(unlocated: .object(situation.proposal)), now: situation.now, actor: situation.actor,
      budget: situation.budget)
    let outcome = try situation.procedure.run(request, on: situation.context)
    let trials = Trials(situation, effort)
    var search = WaySearch(trials, outcome)
    if !outcome.isAccepted { search.run(limit) }
    var answer = WhyNot(
      outcome: outcome, ways: Array(search.ways.prefix(limit)), unmendable: search.unmendable, isExhausted: false)
    if isMeasured, outcome.isAccepted, let intent = search.intent {
      let reads = ClauseReads(of: outcome, intent: intent, situation.procedure.program)
      let candidates = Candidates(
        situation, reads, intent: intent, outcome: outcome, samples: search.samples, work: trials.meter)
      answer.margins = MarginSearch(trials, candidates).margins
    }
    answer.isExhausted = search.isCut || trials.isExhausted
    return answer
  }

  private var situation: Situation { trials.situation }

  private mutating func run(_ limit: Int) {
    let program = situation.procedure.program
    guard let intent else { return tryNames(of: program, situation.proposal["action"]?.stringValue ?? "") }
    let unknown = strays(program.intents[intent])
    // One change takes one of them away, and the proposal is as malformed as before.
    if unknown.count > 1, blocking.first?.truthID == BuiltInTruth.wellFormed.rawValue { return }
    if let verdict = trials.verdict([]), verdict.isAccepted { add(verdict.agreements) }
    let reads = ClauseReads(of: base, intent: intent, program)
    let source = Candidates(situation, reads, intent: intent, outcome: base, samples: samples, work: trials.meter)
    wholes = Set(source.places.filter(\.isWhole).map(\.place))
    trials.spendOnProposal()
    identity = ProposalIdentity(of: intent, program)
    let suggested = SuggestedChanges(situation, intent: intent, base, work: trials.meter)
    let worked = blocking.prefix(Self.suggested).flatMap { suggested?.changes(mending: $0) ?? [] }
    let all = unknown + (source.changes(with: worked) + source.envelopeChanges(base) + source.factChanges).uniqued()
    let (own, others) = all.reduce(into: ([Change](), [Change]())) { parts, change in
      if identity.isChanged(by: change) { parts.1.append(change) } else { parts.0.append(change) }
    }
    trials.isHalved = ways.isEmpty
    var kept = [tryAlone(own)]
    while let states = kept.last, !states.isEmpty, kept.count < Self.size, goesOn(to: kept.count + 1, limit) {
      kept.append(goOn(from: states.map { ($0, .kept) }, intent, program))
    }
    isCut = trials.isExhausted
    trials.isHalved = false
    if ways.isEmpty { changeIdentity(others, beside: kept, limit, intent) }
    ways.sort { left, right in
      left.changes.count != right.changes.count
        ? left.changes.count < right.changes.count
        : (left.changes.map(\.rank).max() ?? 0) < (right.changes.map(\.rank).max() ?? 0)
    }
  }

  /// Ways that make another proposal of it, as little as possible.
  ///
  /// - Parameter kept: states that keep its identity, by the number of their changes.
  private mutating func changeIdentity(_ candidates: [Change], beside kept: [[State]], _ limit: Int, _ intent: Int) {
    var states = tryAlone(candidates)
    for size in 2...Self.size where goesOn(to: size, limit) {
      let own = kept.indices.contains(size - 2) ? kept[size - 2] : []
      states = goOn(from: states.map { ($0, nil) } + own.map { ($0, .changed) }, intent, situation.procedure.program)
    }
    let least = ways.map(\.identityChanges).min()
    ways.removeAll { $0.identityChanges != least }
  }

  /// Whether ways of so many changes are looked for: such as are much larger than one that is known help nobody.
  private func goesOn(to size: Int, _ limit: Int) -> Bool {
    ways.count < limit && ways.map(\.changes.count).min().map { size <= $0 + 1 } ?? true
  }

  /// An action that nobody declares: the nearest that is.
  private mutating func tryNames(of program: Program, _ action: String) {
    let names = program.intents.filter { !$0.isBuiltIn }.map(\.name)
    guard let name = trials.meter.nearestName(to: action, among: names) else { return }
    let change = Change.field(ProposalPlace(envelope: "action"), from: situation.proposal["action"], to: .text(name))
    if trials.verdict([change])?.isAccepted == true { add([change]) }
  }

  /// Members that the intent does not have and may not have, taken away.
  private func strays(_ intent: IntentType) -> [Change] {
    let isPayload = situation.proposal["payload"]?.objectValue != nil
    if intent.isOpen, isPayload { return [] }
    let members = (isPayload ? situation.proposal["payload"]?.objectValue : situation.proposal)?.members ?? []
    let known = Set(intent.fields.map(\.jsonName))
    return members.filter { member in
      !known.contains(member.name.string) && (isPayload || !ProposalEnvelope.has(member.name.string))
    }.map { .field(ProposalPlace(field: $0.name.string), from: $0.value, to: nil) }
  }

  // MARK: States

  /// What a further change does to the identity of the proposal.
  private enum IdentityEffect {
    case kept, changed
  }

  /// Changes that do not suffice yet.
  private struct State {
    var changes: [Change]
    var verdict: TrialVerdict

    var subjects: [ProposalPlace] {
      changes.compactMap { if case .field(let place, _, _) = $0 { place } else { nil } }
    }
  }

  private static func add(_ changes: [Change], _ verdict: TrialVerdict, to states: inout BestStates<State>) {
    states.add(
      State(changes: changes, verdict: verdict), of: Set(changes.map(\.subject)), inTheWay: verdict.blocking.count)
  }

  /// Tries every change alone.
  private mutating func tryAlone(_ candidates: [Change]) -> [State] {
    guard let first = blocking.first else { return [] }
    var states = BestStates<State>(Self.width)
    var accepted: [(subject: Change.Subject, changes: [Change], agreements: [Change])] = []
    var roots = LinearRoots()
    var open = candidates[...]
    while let change = open.popFirst() ?? roots.next() {
      guard let verdict = trials.verdict([change]) else { continue }
      note(verdict)
      if verdict.isAccepted {
        let place = accepted.firstIndex { $0.subject == change.subject && $0.agreements == verdict.agreements }
        if let place {
          accepted[place].changes.append(change)
        } else {
          accepted.append((change.subject, [change], verdict.agreements))
        }
      } else if let still = verdict.blocking.first(where: { $0.blockingKey == first.blockingKey }) {
        roots.note(change, still)
      } else {
        Self.add([change], verdict, to: &states)
      }
    }
    for group in accepted {
      add([nearest(group.changes, group.agreements)] + group.agreements, isBisected: group.agreements.isEmpty)
    }
    return states.all
  }

  /// Tries what the first clause that is in the way reads.
  ///
  /// - Parameter states: each with what further changes do to the identity; `nil` for either.
  private mutating func goOn(from states: [(State, IdentityEffect?)], _ intent: Int, _ program: Program) -> [State] {
    var next = BestStates<State>(Self.width)
    for (state, effect) in states where !trials.isExhausted {
      guard let first = state.verdict.blocking.first else { continue }
      trials.spendOnProposal()
      let reads = ClauseReads(of: first, .truth, program)
      guard let situation = trials.situation(with: state.changes) else { continue }
      let source = Candidates(
        situation, reads ?? ClauseReads(program), intent: intent, outcome: state.verdict.outcome, samples: samples,
        work: trials.meter)
      let suggested = SuggestedChanges(situation, intent: intent, state.verdict.outcome, work: trials.meter)
      let ofFields = source.changes(with: suggested?.changes(mending: first) ?? []) { place in
        (reads?.fields.contains(place.root) ?? true) && !state.subjects.contains { $0.overlaps(place) }
      }
      let all = (ofFields + source.envelopeChanges(state.verdict.outcome) + source.factChanges).uniqued()
      let changes = all.filter { effect == nil || identity.isChanged(by: $0) == (effect == .changed) }
      var roots = LinearRoots()
      var open = changes.filter { change in !state.changes.contains { $0.subject == change.subject } }[...]
      while let change = open.popFirst() ?? roots.next() {
        guard let verdict = trials.verdict(state.changes + [change]) else { continue }
        if verdict.isAccepted {
          let (kept, agreements) = minimal(state.changes + [change], verdict.agreements)
          if !isKnown(kept) { add(refined(kept, agreements)) }
        } else if let still = verdict.blocking.first(where: { $0.blockingKey == first.blockingKey }) {
          roots.note(change, still)
        } else {
          Self.add(state.changes + [change], verdict, to: &next)
        }
      }
    }
    return next.all
  }

  /// The intent of the proposal.
  private var intent: Int? { situation.proposal["action"]?.stringValue.flatMap { situation.procedure.intent(named: $0) } }

  // MARK: Ways

  private mutating func note(_ verdict: TrialVerdict) {
    let left = Set(verdict.blocking.map(\.blockingKey))
    for violation in blocking where !left.contains(violation.blockingKey) { mended.insert(violation.blockingKey) }
  }

  private var unmendable: [Violation] {
    guard ways.isEmpty else { return [] }
    return blocking.filter { !mended.contains($0.blockingKey) }
  }

  /// Adds a way, unless another one does with a part of it; those that do with more go.
  private mutating func add(_ changes: [Change], isBisected: Bool = false) {
    var way = ChangeSet(changes: changes)
    way.identityChanges = changes.count { identity.isChanged(by: $0) }
    if isBisected, changes.count == 1 { way.side = side(of: changes[0]) }
    let subjects = way.subjects
    if isKnown(changes) { return }
    ways.removeAll { subjects.isStrictSubset(of: $0.subjects) }
    ways.append(way)
  }

  /// Whether another way does with a part of some changes.
  private func isKnown(_ changes: [Change]) -> Bool {
    let subjects = ChangeSet(changes: changes).subjects
    return ways.contains { $0.subjects.isSubset(of: subjects) }
  }

  /// The changes without those that are not needed, and the agreements that they want.
  ///
  /// - Parameter agreements: those that all of them want.
  private func minimal(_ changes: [Change], _ agreements: [Change]) -> (changes: [Change], agreements: [Change]) {
    var (kept, wanted) = (changes, agreements)
    // What makes another proposal of it goes first.
    for change in changes.filter(identity.isChanged) + changes.filter({ !identity.isChanged(by: $0) }) where kept.count > 1 {
      let without = kept.filter { $0 != change }
      if let verdict = trials.verdict(without), verdict.isAccepted { (kept, wanted) = (without, verdict.agreements) }
    }
    return (kept, wanted)
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

  /// Of changes of one subject the one that is nearest to what was there: of numbers and days up to the last value that does.
  ///
  /// - Parameter agreements: those that they want besides.
  private func nearest(_ changes: [Change], _ agreements: [Change]) -> Change {
    guard let start = scales(of: changes[0])?.start else { return changes[0] }
    let distances = changes.compactMap { change in scales(of: change).map { (change, $0.end.distance(to: start)) } }
    let near = distances.min { $0.1 < $1.1 }?.0 ?? changes[0]
    return nearest(near, beside: [], agreements)
  }

  /// A change of a number or day, moved by halves to what was there as far as the decision and the agreements stay; any other
  /// change as it is.
  private func nearest(_ change: Change, beside others: [Change], _ agreements: [Change]) -> Change {
    guard case .field(let place, let from, _) = change, let (start, end) = scales(of: change) else { return change }
    var (bad, good) = (start, end)
    while let middle = bad.middle(to: good) {
      let verdict = trials.verdict(others + [.field(place, from: from, to: middle.json)])
      if verdict?.isAccepted == true, verdict?.agreements == agreements { good = middle } else { bad = middle }
    }
    return .field(place, from: from, to: good.json)
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
      let next = end.next(awayFrom: start),
      let verdict = trials.verdict([.field(place, from: from, to: next.json)]), verdict.isAccepted, verdict.agreements.isEmpty
    else { return nil }
    return end.isBelow(start) ? .atMost : .atLeast
  }
}
