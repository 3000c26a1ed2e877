import Truths
import TruthsEngine
import TruthsEval
import TruthsProgram
import TruthsText

/// A case whose decision an editor shows: a fixture or the scratch proposal.
enum CaseID: Hashable {
  case fixture(String)
  case scratch

  /// The name of the case for people.
  var text: String {
    switch self {
    case .fixture(let id): id
    case .scratch: ScratchFiles.proposal
    }
  }
}

/// The results of a project's fixtures and of its scratch proposal under the current rules. Fixtures are decided a few at a
/// time, because an editor cannot wait for all of them.
final class ServedCases {
  /// Maximum number of fixtures that are decided before anything is shown. These are the ones that the last change may affect.
  static let urgent = 50
  /// The number of fixtures that are decided at a time after that.
  static let portion = 200

  private let decider: CaseDecider
  /// The position of each fixture in the suite.
  private let order: [String: Int]
  private(set) var results: [String: CaseResult] = [:]
  /// The fixtures that were decided, by the spans of the truths, `if`s and clauses that they read, in the order of their
  /// decisions.
  private var readers: [Span: [String]] = [:]
  /// The fixtures not decided yet; the next one is last.
  private var open: [String]
  private var stories: [CaseID: CaseStory?] = [:]
  /// Whether the results of clauses are computed for all decided cases that the open files show.
  private var isTold = false
  /// The decision of the scratch proposal, or the reason why it has none; `nil` where there is no scratch proposal.
  let scratch: Result<CaseStory, Findings>?
  private let trial: (proposal: SourceText, context: SourceText?)?

  /// - Parameters:
  ///   - first: the ids of fixtures to decide first, at most ``urgent`` of them.
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

  /// Returns the scratch proposal as a fixture; `nil` where a fixture cannot express it.
  func fixtureOfScratch(path: String) -> SourceText? {
    trial.flatMap { try? decider.fixture(ofProposal: $0.proposal, context: $0.context, path: path) }
  }

  var isDone: Bool { open.isEmpty && isTold }

  /// Requests the results of clauses for the cases of another file, which the user opened.
  func look() { isTold = false }

  /// Whether every fixture is decided.
  var isDecided: Bool { open.isEmpty }

  /// Computes the results of the clauses of some cases.
  ///
  /// - Parameter isInterrupted: whether a message waits; it is asked before each case.
  /// - Returns: whether a result was computed.
  func tell(_ ids: [CaseID], until isInterrupted: () -> Bool) -> Bool {
    var wanted = Array(ids.filter { stories[$0] == nil }.reversed())
    let count = wanted.count
    while !isInterrupted(), let id = wanted.popLast() { _ = story(of: id) }
    isTold = wanted.isEmpty
    return wanted.count < count
  }

  /// Returns the story of a case if it is computed already. Computing it can take long, so a request does not wait for it.
  func readyStory(of id: CaseID) -> CaseStory? { stories[id] ?? nil }

  /// The ids of all fixtures that can run.
  var ids: [String] { decider.ids }

  /// Decides some of the remaining fixtures.
  ///
  /// - Parameter isInterrupted: whether a message waits; it is asked before each fixture.
  /// - Returns: whether a fixture was decided.
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

  /// Returns the result of each clause of a case, computed on first use; `nil` for a scenario.
  func story(of id: CaseID) -> CaseStory? {
    if let known = stories[id] { return known }
    guard case .fixture(let name) = id else { return nil }
    let story = decider.story(ofFixture: name)
    stories[id] = .some(story)
    return story
  }

  // MARK: Readings

  /// Returns the decided fixtures that read one of some spans, in the order of the suite.
  func fixtures(reading places: [Span]) -> [String] {
    let found = Set(places.flatMap { readers[$0] ?? [] })
    return found.sorted { order[$0, default: 0] < order[$1, default: 0] }
  }

  /// Returns the number of fixtures with each result of a clause.
  func counts(ofClause place: Span) -> [EvaluatedClause.Result: Int] {
    var counts: [EvaluatedClause.Result: Int] = [:]
    for id in readers[place] ?? [] {
      for result in results[id]?.readings.clauses[place]?.keys ?? [:].keys { counts[result, default: 0] += 1 }
    }
    return counts
  }

  /// Returns the ids of the fixtures that fail.
  func failures(among ids: [String]) -> [String] { ids.filter { results[$0]?.outcome.isFailure ?? false } }

  /// Returns the cases whose decision can be shown beside a rule, the scratch proposal first.
  func shown(beside rule: ServedRule) -> [CaseID] {
    let isTried = (try? scratch?.get()).map { story in rule.clauses.contains { story.clauses[$0.span] != nil } } ?? false
    let fixtures = self.fixtures(reading: rule.places).filter { decider.isDecision($0) }
    return (isTried ? [.scratch] : []) + fixtures.map { .fixture($0) }
  }
}

extension CaseResult {
  /// The spans that the fixture read.
  fileprivate var places: Set<Span> { Set(readings.truths.keys).union(readings.conditions.keys).union(readings.clauses.keys) }
}

/// A truth or an invariant with the clauses beside which cases are shown.
struct ServedRule {
  let id: String
  /// The span of the rule's key.
  let span: Span
  let clauses: [CheckedClause]
  /// The spans by which a fixture reads the rule.
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

/// The files of the scratch proposal, which belongs to a project and not to its rule set.
enum ScratchFiles {
  static let proposal = ".truths/scratch.json"
  /// The context of the proposal: ledger entries or facts.
  static let context = ".truths/context.jsonl"
  static let all = [proposal, context]
}
