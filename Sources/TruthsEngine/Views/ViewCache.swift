import Synchronization
import TruthsCheck

/// Views that were worked out of one store.
struct ViewState: Sendable {
  /// The store with the facts of the views in it.
  var viewed: FactStore
  /// What is wrong with them.
  var faults: ViewFaults
  /// By index of a fact type, how many facts there were.
  var counts: [Int]
  /// How far the search for matches of each truth has come.
  var cursors: [Int: MatchCursor]
  /// The sequence that the next fact of a view has.
  var nextSequence: Int
}

/// The facts of the views of one store. Copies of the store share it until one of them changes. The changed store takes it over
/// and computes only what new facts add.
final class ViewCache: Sendable {
  private struct Known {
    var states: [Set<Int>: ViewState] = [:]
    /// Of the store that this one comes of, with fewer facts and the same policies.
    var before: [Set<Int>: ViewState] = [:]
  }

  private let known: Mutex<Known>

  init() { known = Mutex(Known()) }

  private init(before: [Set<Int>: ViewState]) { known = Mutex(Known(before: before)) }

  /// Whether nothing was worked out of this very store.
  var isEmpty: Bool { known.withLock { $0.states.isEmpty } }

  /// For a store with more facts.
  func successor() -> ViewCache { ViewCache(before: known.withLock { $0.states.isEmpty ? $0.before : $0.states }) }

  /// Some views, worked out when first asked for.
  ///
  /// - Parameter make: works them out, and says whether they are to be known from now on.
  func views(_ wanted: Set<Int>, _ make: (_ before: ViewState?) -> (ViewState, isKnown: Bool)) -> ViewState {
    known.withLock { known in
      if let found = known.states[wanted] { return found }
      let (made, isKnown) = make(known.before[wanted])
      if isKnown { known.states[wanted] = made }
      return made
    }
  }
}
