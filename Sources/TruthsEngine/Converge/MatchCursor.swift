import TruthsCheck

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

  /// The same for a run that goes on from the facts that this one has made.
  var resumed: MatchCursor {
    var cursor = self
    cursor.facts = 0
    return cursor
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
