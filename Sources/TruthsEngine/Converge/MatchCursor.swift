import TruthsCheck

/// How far the search for matches of a truth has come.
struct MatchCursor {
  /// By position of a match, the place of the first fact of its type that has not been gone through.
  private(set) var places: [Int]
  /// How many facts of each type were there that decide whether a match fires, in the order of ``EngineReads/Watch/types``.
  private var watched: [Int]
  /// How many facts the run had made; `nil` before its first search.
  private var facts: Int?
  /// Whether nothing is known of what was gone through.
  private var isUnknown = false

  /// After a search of everything that is there.
  init(_ plan: MatchPlan, _ store: FactStore, facts: Int) {
    self.facts = facts
    places = plan.types.map { store.count($0) }
    watched = plan.watch?.types.map { store.count($0) } ?? []
  }

  /// Before the first search in a context of which everything up to a sequence has been gone through.
  init(closedAt: Int, _ plan: MatchPlan, _ store: FactStore) {
    isUnknown = closedAt == 0
    places = isUnknown ? [] : plan.types.map { store.firstPlace($0, after: closedAt) }
    watched = isUnknown ? [] : plan.watch?.types.map { store.firstPlace($0, after: closedAt) } ?? []
  }

  /// The same for a run that goes on from the facts that this one has made.
  var resumed: MatchCursor {
    var cursor = self
    cursor.facts = 0
    return cursor
  }

  /// Whether old facts may match now that did not before: something else that decides about it has changed.
  func mustBeginAnew(_ plan: MatchPlan, _ store: FactStore, facts: Int) -> Bool {
    if isUnknown { return true }
    guard let watch = plan.watch else { return false }
    if self.facts == nil, watch.hasEnvironment || watch.hasViews { return true }
    if watch.hasViews, self.facts != facts { return true }
    return watch.types.indices.contains { store.count(watch.types[$0]) != watched[$0] }
  }
}
