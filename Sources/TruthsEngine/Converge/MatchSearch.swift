import TruthsCheck
import TruthsText

/// Goes through the matches of one truth that hold at least one new fact.
struct MatchSearch {
  let plan: MatchPlan
  let truth: CheckedTruth
  let store: FactStore
  /// The place of the first new fact of each type; none means that all are new.
  let low: [Int: Int]
  var evaluator: Evaluator
  /// How many matches are gone through before it gives up.
  let limit: Int
  private var facts: [FactRecord?]
  private var count = 0

  init(plan: MatchPlan, truth: CheckedTruth, store: FactStore, low: [Int: Int], evaluator: Evaluator, limit: Int) {
    self.plan = plan
    self.truth = truth
    self.store = store
    self.low = low
    self.evaluator = evaluator
    self.limit = limit
    facts = Array(repeating: nil, count: truth.matches.count)
  }

  /// - Parameter body: the facts of a match in the order of `when`, and an evaluator with them in its slots.
  mutating func run(_ body: ([FactRecord], inout Evaluator) -> Void) {
    for first in truth.matches.indices {
      if low.isEmpty, first > 0 { return }
      extend(plan.orders[first], 0, first: first, body)
    }
  }

  /// The places that may stand at a position: new facts at the first position, old ones before it, all behind it, so that no
  /// match is met twice.
  private func range(_ step: MatchPlan.Step, first: Int) -> Range<Int> {
    let end = store.count(step.type)
    let begin = low[step.type] ?? 0
    if step.position == first { return min(begin, end)..<end }
    return step.position < first ? 0..<min(begin, end) : 0..<end
  }

  private mutating func extend(
    _ order: [MatchPlan.Step], _ depth: Int, first: Int, _ body: ([FactRecord], inout Evaluator) -> Void
  ) {
    guard depth < order.count else { return body(facts.compactMap(\.self), &evaluator) }
    let step = order[depth]
    let range = range(step, first: first)
    if range.isEmpty { return }
    guard let join = step.join else {
      for place in range { bind(place, order, depth, first: first, body) }
      return
    }
    let values = join.values.map { evaluator.value($0) }
    guard !values.contains(where: \.isMissing) else { return }
    for place in store.places(step.type, fields: join.fields, values: values) where range.contains(place) {
      bind(place, order, depth, first: first, body)
    }
  }

  private mutating func bind(
    _ place: Int, _ order: [MatchPlan.Step], _ depth: Int, first: Int, _ body: ([FactRecord], inout Evaluator) -> Void
  ) {
    let step = order[depth]
    guard count < limit || depth + 1 < order.count, let fact = store.currentFact(step.type, at: place) else { return }
    facts[step.position] = fact
    evaluator.set(truth.matches[step.position].slot, to: .fact(step.type, at: place))
    extend(order, depth + 1, first: first, body)
  }
}

/// How far the search for matches of a truth has come.
struct MatchCursor {
  /// The place of the first fact of each matched type that has not been gone through.
  private(set) var places: [Int: Int] = [:]
  /// How many facts of each type were there that decide whether a match fires.
  private var watched: [Int: Int] = [:]
  /// How many facts the run had made.
  private var facts: Int?
  /// Whether nothing is known of what was gone through.
  private var isUnknown = false

  /// After a search of everything that is there.
  init(_ plan: MatchPlan, _ engine: Engine, _ store: FactStore, facts: Int) {
    self.facts = facts
    for match in engine.program.truths[plan.truth].matches { places[match.fact] = store.count(match.fact) }
    for type in engine.reads.watched[plan.truth]?.types ?? [] { watched[type] = store.count(type) }
  }

  /// Before the first search in a context of which everything up to a sequence has been gone through.
  init(closedAt: Int, _ plan: MatchPlan, _ engine: Engine, _ store: FactStore) {
    isUnknown = closedAt == 0
    if isUnknown { return }
    for match in engine.program.truths[plan.truth].matches {
      places[match.fact] = store.firstPlace(match.fact, after: closedAt)
    }
    for type in engine.reads.watched[plan.truth]?.types ?? [] {
      watched[type] = store.firstPlace(type, after: closedAt)
    }
  }

  /// Whether old facts may match now that did not before: something else that decides about it has changed.
  func mustBeginAnew(_ plan: MatchPlan, _ engine: Engine, _ store: FactStore, facts: Int) -> Bool {
    if isUnknown { return true }
    guard let watch = engine.reads.watched[plan.truth] else { return false }
    if self.facts == nil, watch.hasEnvironment || watch.hasViews { return true }
    if watch.hasViews, self.facts != facts { return true }
    return watched.contains { store.count($0.key) != $0.value }
  }
}
