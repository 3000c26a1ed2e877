import TruthsSyntax
import TruthsText

/// Another order than that of the definition.
struct Disorder {
  var chance: Chance
  /// Whether all matches of a round fire on the world at its start; otherwise one match fires at a time, each after the last
  /// one.
  var keepsRounds: Bool
}

/// A mistake made on purpose, to see that tests find it.
enum ClosingMistake: CaseIterable {
  /// Every stratum but the first is one too low.
  case lowStratum
  /// The later one of two contents of a fact wins.
  case lastMatchWins
  /// The content of the truth with the lesser name wins.
  case namesDecide
}

/// Fires the truths on facts by the definition of declarations §6: strata in order, each in rounds until nothing is left.
struct FixedPoint {
  private(set) var world: World
  /// Matches that fired, now or before.
  private(set) var fired: Set<Firing.Match>
  private(set) var findings: [Finding] = []
  /// The facts that were added, in order.
  private(set) var added: [Known] = []
  /// The firings of this run, in order.
  private(set) var firings: [Firing] = []
  /// The states of instances since closing began.
  private var journeys = Journeys()
  /// The members that corrections wrote since closing began.
  private var written = WrittenMembers()
  /// Facts that matches gave and that were there with another content.
  private var changes: [Draft] = []
  /// The world that `old` reads in `ensures`.
  private let before: World
  /// Changes the order in which truths fire; `nil` for the order of the definition.
  var disorder: Disorder?
  var mistake: ClosingMistake?

  /// - Parameter before: the world before the run; without one, the world that is begun with.
  init(_ world: World, fired: Set<Firing.Match>, before: World? = nil) {
    self.world = world
    self.fired = fired
    self.before = before ?? world
  }

  mutating func run() {
    var strata = world.vocab.strata()
    if mistake == .lowStratum { strata = strata.mapValues { max(1, $0 - 1) } }
    let truths = world.vocab.truthsOnFacts.filter { !world.vocab.isView($0) }
    for stratum in Set(strata.values).sorted() {
      while true {
        let hasFired = round(truths.filter { strata[$0.id] == stratum })
        // A mistake may prevent the end.
        if mistake != nil, firings.count > 200 { break }
        if !settle(truths), !hasFired { break }
      }
      let later = truths.filter { (strata[$0.id] ?? 1) > stratum }
      refuseChanges(madeLater: Set(later.flatMap { world.vocab.asserted(by: $0) }))
      // Contradicting facts are not a result, so there are no further findings.
      if !hasResult { continue }
      world.workOutViews()
      noteFaultsOfFirings { strata[$0.id] == stratum }
      // The context of later strata is unknown then.
      if hasDoubts(truths.filter { strata[$0.id] == stratum }) || !hasResult { return }
    }
    refuseChanges(madeLater: [])
    world.workOutViews()
    guard hasResult else { return }
    let result = result
    for firing in firings { readEnsures(firing, result) }
    for firing in firings {
      noteFaults(in: result, .ensures) { $0.read(firing.truth.body.ensures, firing.scope(result.vocab)) }
    }
  }

  /// The world with the one before it, for clauses about the result.
  var result: World {
    var (result, before) = (world, before)
    before.workOutViews()
    result.before = [before]
    return result
  }

  /// Whether there is a result, without contradicting or incomplete facts.
  var hasResult: Bool { !findings.contains { $0.place == .builtIn } }

  /// Whether anything fired: all of a round is read on the world at its beginning.
  private mutating func round(_ truths: [Vocab.Truth]) -> Bool {
    world.workOutViews()
    let snapshot = world
    var round = truths.flatMap { Firing.all($0, in: snapshot) }.filter {
      !fired.contains($0.match) && $0.fires(in: snapshot, journeys)
    }
    let corrected = round.filter(\.isCorrected)
    if !corrected.isEmpty { round = corrected }
    round.sort(by: Firing.precedes)
    if var disorder {
      disorder.chance.shuffle(&round)
      if !disorder.keepsRounds { round.removeLast(max(0, round.count - 1)) }
      self.disorder = disorder
    }
    for firing in round {
      fired.insert(firing.match)
      firings.append(firing)
      fire(firing, on: snapshot)
    }
    return !round.isEmpty
  }

  private mutating func fire(_ firing: Firing, on snapshot: World) {
    let evaluator = Evaluator(snapshot)
    let scope = firing.scope(snapshot.vocab)
    let reader = ClauseReader(evaluator: evaluator, owner: firing.truth.id, scope: scope)
    findings += reader.read(firing.truth.body.invariants, .invariants)
    var production = Production(evaluator, firing.truth, scope)
    production.journeys = journeys
    production.run()
    journeys = production.journeys ?? journeys
    findings += production.findings
    for draft in production.drafts {
      if draft.isCorrection, !written.take(draft, in: world) {
        findings.append(.builtIn("converge.fact.stale", .structural))
        continue
      }
      if !draft.isCorrection, let known = world.current(of: draft), known.fields != draft.fields,
        !draft.type.hasSuffix(".entered")
      {
        if mistake == .namesDecide, let other = known.truth, other < firing.truth.id { continue }
        if mistake == .lastMatchWins || mistake == .namesDecide {
          if let fact = world.replace(draft).added { added.append(fact) }
          continue
        }
        changes.append(draft)
        continue
      }
      let (fact, finding) = world.take(draft)
      if let fact { added.append(fact) }
      if let finding { findings.append(finding) }
    }
  }

  /// Reports a conflict for each change of a fact that no later truth makes, if the current fact differs. It comes before any
  /// correction.
  private mutating func refuseChanges(madeLater later: Set<String>) {
    for change in changes where !later.contains(change.type) && world.current(of: change)?.fields != change.fields {
      findings.append(.builtIn("converge.fact.conflict", .structural))
    }
    changes = changes.filter { later.contains($0.type) }
  }

  /// Applies the changes on which all current matches agree, one of them with a corrected fact.
  private mutating func settle(_ truths: [Vocab.Truth]) -> Bool {
    guard !changes.isEmpty else { return false }
    world.workOutViews()
    let snapshot = world
    let given = truths.flatMap { Firing.all($0, in: snapshot) }.filter { $0.fires(in: snapshot, journeys) }.flatMap { firing in
      var production = Production(Evaluator(snapshot), firing.truth, firing.scope(snapshot.vocab))
      production.journeys = journeys
      production.run()
      return production.drafts.filter { !$0.isCorrection }.map { (draft: $0, isCorrected: firing.isCorrected) }
    }
    var (isChanged, waiting) = (false, [Draft]())
    for change in changes {
      let same = given.filter {
        $0.draft.type == change.type
          && snapshot.identity(change.type, $0.draft.fields) == snapshot.identity(change.type, change.fields)
      }
      if !same.contains(where: { $0.draft.fields == change.fields }) { continue }
      guard same.allSatisfy({ $0.draft.fields == change.fields }), same.contains(where: \.isCorrected) else {
        waiting.append(change)
        continue
      }
      let (fact, finding) = world.replace(change)
      if let fact { added.append(fact) }
      if let finding { findings.append(finding) }
      if fact != nil { isChanged = true }
    }
    changes = waiting
    return isChanged
  }

  /// Records, at the end of a stratum, the view faults that unfired matches read, and the matches whose condition is unknown. It
  /// comes last, because an *or* may become true until then.
  ///
  /// - Returns: whether a match with an unknown condition remains.
  private mutating func hasDoubts(_ truths: [Vocab.Truth]) -> Bool {
    let snapshot = world
    var doubts: [Finding] = []
    for firing in truths.flatMap({ Firing.all($0, in: snapshot) }) where !fired.contains(firing.match) {
      guard firing.canMove(in: snapshot, journeys), !firing.isRuledOut(in: snapshot) else { continue }
      let scope = firing.scope(snapshot.vocab)
      noteFaults(in: snapshot, .firing) { reads in for expr in firing.truth.body.conditions { reads.read(expr, scope) } }
      if firing.applies(in: snapshot) == nil, snapshot.mistake != .entryFails { doubts.append(.incomplete) }
    }
    findings += doubts
    return !doubts.isEmpty
  }

  /// Records the faults of views that fired matches read, because a view may have become faulty after the firing.
  private mutating func noteFaultsOfFirings(_ isMeant: (Vocab.Truth) -> Bool) {
    for firing in firings where isMeant(firing.truth) {
      let scope = firing.scope(world.vocab)
      let body = firing.truth.body
      noteFaults(in: world, .firing) { reads in for expr in body.conditions { reads.read(expr, scope) } }
      noteFaults(in: world, .clause) { $0.read(body.invariants, scope) }
      noteFaults(in: world, .output) { $0.read(firing.truth, scope) }
    }
  }

  /// Records the faults of the views that an expression reads.
  private mutating func noteFaults(in world: World, _ place: ViewWay, _ read: (inout ViewReads) -> Void) {
    findings += ViewReads.findings(world, place, read)
  }

  private mutating func readEnsures(_ firing: Firing, _ result: World) {
    let reader = ClauseReader(
      evaluator: Evaluator(result), owner: firing.truth.id, scope: firing.scope(result.vocab), isPostcondition: true)
    findings += reader.read(firing.truth.body.ensures, .ensures)
  }
}
