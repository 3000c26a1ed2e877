import Synchronization

/// Which invariants over the state are known to hold of one store. Copies of the store share it until one of them changes.
final class StateKnowledge: Sendable {
  private struct Known {
    /// By index of the invariant, whether it holds of this very store.
    var answers: [Int: Bool] = [:]
    /// By index of the invariant: how many facts of each type a store had of which this one comes, and of which it held.
    var before: [Int: [Int]] = [:]
    /// The invariants that were asked for, here or before.
    var asked: Set<Int> = []
  }

  private let known: Mutex<Known>

  init() { known = Mutex(Known()) }

  private init(_ known: sending Known) { self.known = Mutex(known) }

  var isEmpty: Bool { known.withLock { $0.answers.isEmpty && $0.asked.isEmpty } }

  /// For a store with more facts.
  ///
  /// - Parameter counts: how many facts of each type this one has.
  func successor(_ counts: @autoclosure () -> [Int]) -> StateKnowledge {
    let (answers, before, asked) = known.withLock { ($0.answers, $0.before, $0.asked) }
    var next = Known(before: before, asked: asked)
    let holding = answers.filter(\.value).keys
    if !holding.isEmpty {
      let counts = counts()
      for invariant in holding { next.before[invariant] = counts }
    }
    for invariant in answers.keys where answers[invariant] == false {
      // It is broken, and will be for a while.
      next.before[invariant] = nil
      next.asked.remove(invariant)
    }
    return StateKnowledge(next)
  }

  /// Whether an invariant holds of this store.
  ///
  /// - Parameter ask: works it out, given the facts of a store of which it held; it is not called the first time that nothing is
  ///   known, since most stores are asked once.
  /// - Returns: `nil` where nobody knows.
  func holds(_ invariant: Int, _ ask: (_ before: [Int]?) -> Bool?) -> Bool? {
    known.withLock { known in
      if let answer = known.answers[invariant] { return answer }
      let before = known.before[invariant]
      if before == nil, known.asked.insert(invariant).inserted { return nil }
      let answer = ask(before)
      known.answers[invariant] = answer
      return answer
    }
  }
}
