import Synchronization

/// The invariants over the state that are known to hold for one store. Copies share it until one of them changes.
final class StateKnowledge: Sendable {
  private struct Known {
    /// The results for this store, by index of the invariant.
    var answers: [Int: Bool] = [:]
    /// The fact counts of an earlier store for which an invariant held, by index of the invariant.
    var before: [Int: [Int]] = [:]
    /// The invariants that were asked about for this store or an earlier one.
    var requested: Set<Int> = []
  }

  private let cache: Mutex<Known>

  init() { cache = Mutex(Known()) }

  private init(_ known: sending Known) { self.cache = Mutex(known) }

  var isEmpty: Bool { cache.withLock { $0.answers.isEmpty && $0.requested.isEmpty } }

  /// Returns the knowledge for a store with more facts.
  ///
  /// - Parameter counts: the number of facts of each type in the present store.
  func successor(_ counts: @autoclosure () -> [Int]) -> StateKnowledge {
    let (answers, before, requested) = cache.withLock { ($0.answers, $0.before, $0.requested) }
    var next = Known(before: before, requested: requested)
    let holding = answers.filter(\.value).keys
    if !holding.isEmpty {
      let counts = counts()
      for invariant in holding { next.before[invariant] = counts }
    }
    for invariant in answers.keys where answers[invariant] == false {
      // A broken invariant usually stays broken for a while.
      next.before[invariant] = nil
      next.requested.remove(invariant)
    }
    return StateKnowledge(next)
  }

  /// Returns whether an invariant holds for this store.
  ///
  /// - Parameter ask: computes the result, given the fact counts of an earlier store for which it held. It is not called the
  ///   first time that nothing is known, since most stores are asked once.
  /// - Returns: `nil` where it is unknown.
  func holds(_ invariant: Int, _ ask: (_ before: [Int]?) -> Bool?) -> Bool? {
    cache.withLock { known in
      if let answer = known.answers[invariant] { return answer }
      let before = known.before[invariant]
      if before == nil, known.requested.insert(invariant).inserted { return nil }
      let answer = ask(before)
      known.answers[invariant] = answer
      return answer
    }
  }
}
