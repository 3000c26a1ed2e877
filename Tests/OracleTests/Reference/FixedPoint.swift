import TruthsSyntax
import TruthsText

/// Another order than that of the definition.
struct Disorder {
  var chance: Chance
  /// Whether all of a round still fires on the world at its beginning; else one match fires at a time, each on what came before.
  var keepsRounds: Bool
}

/// Fires the truths on facts by the definition of language.md §6: strata in order, each in rounds until nothing is left.
struct FixedPoint {
  private(set) var world: World
  /// Matches that fired, now or before.
  private(set) var fired: Set<Firing.Match>
  private(set) var findings: [Finding] = []
  /// What was added, in order.
  private(set) var added: [Known] = []
  /// What fired now, in order.
  private(set) var firings: [Firing] = []
  /// Where instances have been since closing began.
  private var journeys = Journeys()
  /// Changes the order in which truths fire; `nil` for the order of the definition.
  var disorder: Disorder?

  init(_ world: World, fired: Set<Firing.Match>) {
    self.world = world
    self.fired = fired
  }

  mutating func run() {
    let strata = world.vocab.strata()
    let truths = world.vocab.truthsOnFacts.filter { !world.vocab.isView($0) }
    for stratum in Set(strata.values).sorted() {
      while round(truths.filter { strata[$0.id] == stratum }) {}
    }
    world.workOutViews()
    guard hasResult else { return }
    for firing in firings { readEnsures(firing) }
    findings += world.faults(of: world.vocab.viewsEnsured(firings.map(\.truth)))
  }

  /// Facts that contradict one another or lack something are no result, of which more could be said.
  var hasResult: Bool { !findings.contains { $0.place == .builtIn } }

  /// Whether anything fired: all of a round is read on the world at its beginning.
  private mutating func round(_ truths: [Vocab.Truth]) -> Bool {
    world.workOutViews()
    findings += world.faults(of: world.vocab.viewsFired(truths))
    let snapshot = world
    var round = truths.flatMap { Firing.all($0, in: snapshot) }.filter { !fired.contains($0.match) }
      .filter { $0.fires(in: snapshot, journeys) }
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
    for var draft in production.drafts {
      draft.round = snapshot
      draft.mayCorrect = firing.facts.contains { $0.corrects != nil }
      let (fact, finding) = world.take(draft)
      if let fact { added.append(fact) }
      if let finding { findings.append(finding) }
    }
  }

  private mutating func readEnsures(_ firing: Firing) {
    let reader = ClauseReader(
      evaluator: Evaluator(world), owner: firing.truth.id, scope: firing.scope(world.vocab), isPostcondition: true)
    findings += reader.read(firing.truth.body.ensures, .ensures)
  }
}
