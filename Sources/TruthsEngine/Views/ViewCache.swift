import Synchronization
import TruthsProgram

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
  /// Whether they were not worked out to the end, since they are larger than a view may be.
  var isCut = false
}

/// Those facts of some views that were asked for.
struct PartialViews: Sendable {
  var state: ViewState
  /// What it was asked, and answers whole.
  var answered: Set<ViewQuestion> = []
  /// What it took to answer, in facts.
  var cost = 0
}

/// The facts of the views of one store. Copies of the store share it until one of them changes. The changed store takes it over
/// and computes only what new facts add.
final class ViewCache: Sendable {
  /// The views that are wanted whole, and those of which a part is.
  private struct Asked: Hashable {
    var whole: Set<Int>
    var parts: Set<Int>
  }

  private struct Known {
    var states: [Set<Int>: ViewState] = [:]
    var parts: [Asked: PartialViews] = [:]
    /// Of the store that this one comes of, with fewer facts and the same policies.
    var before: [Set<Int>: ViewState] = [:]

    mutating func views(_ wanted: Set<Int>, _ make: (_ before: ViewState?) -> (ViewState, isKnown: Bool)) -> ViewState {
      if let found = states[wanted] { return found }
      let (made, isKnown) = make(before[wanted])
      if isKnown { states[wanted] = made }
      return made
    }
  }

  private let known: Mutex<Known>

  init() { known = Mutex(Known()) }

  private init(before: [Set<Int>: ViewState]) { known = Mutex(Known(before: before)) }

  /// Whether nothing was worked out of this very store.
  var isEmpty: Bool { known.withLock { $0.states.isEmpty && $0.parts.isEmpty } }

  /// For a store with more facts.
  func successor() -> ViewCache { ViewCache(before: known.withLock { $0.states.isEmpty ? $0.before : $0.states }) }

  /// Some views, worked out when first asked for.
  ///
  /// - Parameter make: works them out, and says whether they are to be known from now on.
  func views(_ wanted: Set<Int>, _ make: (_ before: ViewState?) -> (ViewState, isKnown: Bool)) -> ViewState {
    known.withLock { $0.views(wanted, make) }
  }

  /// What is demanded of views, and what else is known by now.
  ///
  /// - Parameters:
  ///   - makesWhole: whether it is less work to make all of the views, given what parts of them took so far.
  ///   - make: works all of them out.
  ///   - answer: answers what is demanded; `nil` where only all of the views tell it.
  func views(
    _ demand: ViewDemand, makesWhole: (_ cost: Int, _ before: ViewState?) -> Bool,
    make: (_ before: ViewState?) -> (ViewState, isKnown: Bool), answer: (PartialViews?) -> (PartialViews, isKnown: Bool)?
  ) -> ViewState {
    let wanted = demand.views
    let asked = Asked(whole: demand.whole, parts: wanted.subtracting(demand.whole))
    return known.withLock { known in
      if let found = known.states[wanted], !found.isCut { return found }
      let part = known.parts[asked]
      if let part, part.answered.isSuperset(of: demand.questions) { return part.state }
      if makesWhole(part?.cost ?? 0, known.before[wanted]) {
        let all = known.views(wanted, make)
        if !all.isCut { return all }
      }
      guard let (answered, isKnown) = answer(part) else { return known.views(wanted, make) }
      if isKnown { known.parts[asked] = answered }
      return answered.state
    }
  }
}
