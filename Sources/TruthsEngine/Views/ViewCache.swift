import Synchronization
import TruthsProgram

/// The computed views of one store.
struct ViewState: Sendable {
  /// The store, including the facts of the views.
  var viewed: FactStore
  var faults: ViewFaults
  /// The number of facts of each type, by index of the type.
  var counts: [Int]
  /// The progress of the search for matches of each truth.
  var cursors: [Int: MatchCursor]
  /// The sequence of the next fact of a view.
  var nextSequence: Int
  /// Whether the computation stopped at the limits of views.
  var isCut = false
}

/// The facts of some views that were asked for.
struct PartialViews: Sendable {
  var state: ViewState
  /// The questions answered completely.
  var answered: Set<ViewQuestion> = []
  /// The cost of the answers, in facts.
  var cost = 0
}

/// The cached facts of the views of one store. Copies share it until one of them changes.
///
/// A changed store takes over the cache and computes only the effect of the new facts. The cache belongs to the first engine that
/// uses it. Another engine, such as that of a set with one rule fewer, makes different views from the same facts.
final class ViewCache: Sendable {
  /// The views that are wanted whole, and the views of which only a part is wanted.
  private struct Asked: Hashable {
    var wholeViews: Set<Int>
    var parts: Set<Int>
  }

  private struct Known {
    var states: [Set<Int>: ViewState] = [:]
    var parts: [Asked: PartialViews] = [:]
    /// The views of the previous store, which had fewer facts and the same policies.
    var before: [Set<Int>: ViewState] = [:]
    var owner: KnownViewPlans?

    mutating func views(_ wanted: Set<Int>, _ make: (_ before: ViewState?) -> (ViewState, isKnown: Bool)) -> ViewState {
      if let found = states[wanted] { return found }
      let (made, isKnown) = make(before[wanted])
      if isKnown { states[wanted] = made }
      return made
    }
  }

  private let cache: Mutex<Known>

  init() { cache = Mutex(Known()) }

  private init(before: [Set<Int>: ViewState], owner: KnownViewPlans?) { cache = Mutex(Known(before: before, owner: owner)) }

  /// Whether the cached views belong to an engine, which is identified by its plans. The first engine that asks gets the cache.
  func belongs(to plans: KnownViewPlans) -> Bool {
    cache.withLock {
      if $0.owner == nil { $0.owner = plans }
      return $0.owner === plans
    }
  }

  /// Whether no view of this store has been computed.
  var isEmpty: Bool { cache.withLock { $0.states.isEmpty && $0.parts.isEmpty } }

  /// Returns the cache for a store with more facts.
  func successor() -> ViewCache {
    cache.withLock { ViewCache(before: $0.states.isEmpty ? $0.before : $0.states, owner: $0.owner) }
  }

  /// Returns some views, computed on first use.
  ///
  /// - Parameter make: computes them, and says whether to cache them.
  func views(_ wanted: Set<Int>, _ make: (_ before: ViewState?) -> (ViewState, isKnown: Bool)) -> ViewState {
    cache.withLock { $0.views(wanted, make) }
  }

  /// Returns the demanded facts of views, perhaps with others that are cached.
  ///
  /// - Parameters:
  ///   - makesWhole: whether computing whole views is less work, given the cost of partial answers so far.
  ///   - make: computes whole views.
  ///   - answer: computes the demanded facts; `nil` where only whole views give the answer.
  func views(
    _ demand: ViewDemand, makesWhole: (_ cost: Int, _ before: ViewState?) -> Bool,
    make: (_ before: ViewState?) -> (ViewState, isKnown: Bool), answer: (PartialViews?) -> (PartialViews, isKnown: Bool)?
  ) -> ViewState {
    let wanted = demand.views
    let key = Asked(wholeViews: demand.wholeViews, parts: wanted.subtracting(demand.wholeViews))
    return cache.withLock { known in
      if let found = known.states[wanted], !found.isCut { return found }
      let partial = known.parts[key]
      if let partial, partial.answered.isSuperset(of: demand.questions) { return partial.state }
      if makesWhole(partial?.cost ?? 0, known.before[wanted]) {
        let all = known.views(wanted, make)
        if !all.isCut { return all }
      }
      guard let (answered, isKnown) = answer(partial) else { return known.views(wanted, make) }
      if isKnown { known.parts[key] = answered }
      return answered.state
    }
  }
}
