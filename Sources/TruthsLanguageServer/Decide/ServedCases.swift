import Truths
import TruthsEngine
import TruthsEval
import TruthsProgram
import TruthsText

/// A fixture, or the proposal that somebody tries.
enum CaseID: Hashable {
  case fixture(String)
  case scratch

  /// As people are told.
  var text: String {
    switch self {
    case .fixture(let id): id
    case .scratch: ScratchFiles.proposal
    }
  }
}

/// What the fixtures of a project, and the proposal that somebody tries, come to as its rules stand. Fixtures are decided a few
/// at a time, since an editor that waits for all of them waits too long.
final class ServedCases {
  /// How many fixtures are decided before anything is told: those that read what was changed.
  static let urgent = 50
  /// How many are decided in one go after that.
  static let portion = 200

  private let decider: CaseDecider
  /// The place of each fixture among all.
  private let order: [String: Int]
  private(set) var results: [String: CaseResult] = [:]
  /// The fixtures that were decided, by the place of each truth, `if` and clause that they read, in order.
  private var readers: [Span: [String]] = [:]
  /// Those that were not decided yet, the first last.
  private var open: [String]
  private var stories: [CaseID: CaseStory?] = [:]
  /// Whether the stories that somebody looks at were made, as far as fixtures are decided.
  private var isTold = false
  /// What the scratch proposal comes to; `nil` where there is none.
  let scratch: Result<CaseStory, Findings>?
  private let trial: (proposal: SourceText, context: SourceText?)?

  /// - Parameters:
  ///   - first: ids that come before others, at most ``urgent`` of them.
  ///   - trial: the scratch proposal with its context.
  init(_ decider: CaseDecider, first: [String], trial: (proposal: SourceText, context: SourceText?)?) {
    self.decider = decider
    self.trial = trial
    order = Dictionary(first: decider.ids.enumerated().map { ($0.element, $0.offset) })
    let urgent = Set(first.prefix(Self.urgent))
    open = (decider.ids.filter { urgent.contains($0) } + decider.ids.filter { !urgent.contains($0) }).reversed()
    do throws(Findings) {
      scratch = try trial.flatMap { trial throws(Findings) in
        try decider.story(ofProposal: trial.proposal, context: trial.context)
      }.map { .success($0) }
    } catch {
      scratch = .failure(error)
    }
    stories[.scratch] = .some(try? scratch?.get())
  }

  /// The scratch proposal as a fixture; `nil` where a fixture cannot say it.
  func fixtureOfScratch(path: String) -> SourceText? {
    trial.flatMap { try? decider.fixture(ofProposal: $0.proposal, context: $0.context, path: path) }
  }

  var isDone: Bool { open.isEmpty && isTold }

  /// Somebody looks at another file: what stands in it is told next.
  func look() { isTold = false }

  /// Whether each fixture was decided.
  var isDecided: Bool { open.isEmpty }

  /// Tells what the clauses of some cases come to.
  ///
  /// - Parameter isInterrupted: whether somebody waits for something else; it is asked before each.
  /// - Returns: whether any was told.
  func tell(_ ids: [CaseID], until isInterrupted: () -> Bool) -> Bool {
    var wanted = Array(ids.filter { stories[$0] == nil }.reversed())
    let count = wanted.count
    while !isInterrupted(), let id = wanted.popLast() { _ = story(of: id) }
    isTold = wanted.isEmpty
    return wanted.count < count
  }

  /// The story of a case where it was made; one that takes long is not made while somebody waits for an answer.
  func readyStory(of id: CaseID) -> CaseStory? { stories[id] ?? nil }

  /// The ids of all fixtures that can run.
  var ids: [String] { decider.ids }

  /// Decides some of the fixtures that are left.
  ///
  /// - Parameter isInterrupted: whether somebody waits for something else; it is asked before each fixture.
  /// - Returns: whether any was decided.
  func decide(atMost count: Int, until isInterrupted: () -> Bool) -> Bool {
    var decided = 0
    isTold = isTold && open.isEmpty
    while decided < count, !isInterrupted(), let id = open.popLast() {
      decided += 1
      guard let result = decider.result(ofFixture: id) else { continue }
      results[id] = result
      for place in result.places { readers[place, default: []].append(id) }
    }
    return decided > 0
  }

  /// What each clause of a case comes to; `nil` of a scenario.
  func story(of id: CaseID) -> CaseStory? {
    if let known = stories[id] { return known }
    guard case .fixture(let name) = id else { return nil }
    let story = decider.story(ofFixture: name)
    stories[id] = .some(story)
    return story
  }

  // MARK: What is read

  /// The fixtures among those decided that read one of some places, in order.
  func fixtures(reading places: [Span]) -> [String] {
    let found = Set(places.flatMap { readers[$0] ?? [] })
    return found.sorted { order[$0, default: 0] < order[$1, default: 0] }
  }

  /// Of the fixtures that read a clause, how many see it hold, violated, and so on.
  func counts(ofClause place: Span) -> [EvaluatedClause.Result: Int] {
    var counts: [EvaluatedClause.Result: Int] = [:]
    for id in readers[place] ?? [] {
      for result in results[id]?.readings.clauses[place]?.keys ?? [:].keys { counts[result, default: 0] += 1 }
    }
    return counts
  }

  /// How many of some fixtures do not come out as they expect.
  func failures(among ids: [String]) -> [String] { ids.filter { results[$0]?.outcome.isFailure ?? false } }

  /// The cases whose decision can be shown beside a rule, the scratch proposal first.
  func shown(beside rule: ServedRule) -> [CaseID] {
    let isTried = (try? scratch?.get()).map { story in rule.clauses.contains { story.clauses[$0.span] != nil } } ?? false
    let fixtures = self.fixtures(reading: rule.places).filter { decider.isDecision($0) }
    return (isTried ? [.scratch] : []) + fixtures.map { .fixture($0) }
  }
}

extension CaseResult {
  /// The places that it read.
  fileprivate var places: Set<Span> { Set(readings.truths.keys).union(readings.conditions.keys).union(readings.clauses.keys) }
}

/// A truth or an invariant, as far as cases are shown beside it.
struct ServedRule {
  let id: String
  /// Of its key.
  let span: Span
  let clauses: [CheckedClause]
  /// What a fixture reads of it.
  let places: [Span]

  init(_ truth: CheckedTruth) {
    id = truth.id
    span = truth.span
    clauses = truth.coveredClauses
    places = [truth.span] + (truth.condition.map { [$0.span] } ?? [])
  }

  init(_ invariant: CheckedInvariant) {
    id = invariant.id
    span = invariant.span
    clauses = [invariant.clause]
    places = [invariant.clause.span]
  }
}

/// The files of a proposal that somebody tries, beside the set and no part of it.
enum ScratchFiles {
  static let proposal = ".truths/scratch.json"
  /// What is known when it is decided: entries or facts.
  static let context = ".truths/context.jsonl"
  static let all = [proposal, context]
}
