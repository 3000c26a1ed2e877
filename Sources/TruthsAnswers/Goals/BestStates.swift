/// The nearest states of a search, at most one for each key. Other states are dropped, because each state holds the outcome of
/// a run.
struct BestStates<State, Key: Hashable> {
  private let width: Int
  private let prefersLast: Bool
  private var best: [RankedState] = []

  private struct RankedState {
    var state: State
    var key: Key
    var distance: Int
  }

  /// - Parameters:
  ///   - width: the maximum number of states.
  ///   - prefersLast: whether the last added of several equally near states comes first.
  init(_ width: Int, prefersLast: Bool = false) {
    self.width = width
    self.prefersLast = prefersLast
  }

  /// The states, nearest first.
  var all: [State] { best.map(\.state) }

  mutating func add(_ state: State, of key: Key, distance: Int) {
    func isBehind(_ other: RankedState) -> Bool { prefersLast ? other.distance >= distance : other.distance > distance }
    if best.count == width, let last = best.last, !isBehind(last) { return }
    if let known = best.firstIndex(where: { $0.key == key }) {
      if !isBehind(best[known]) { return }
      best.remove(at: known)
    }
    let place = best.firstIndex(where: isBehind) ?? best.count
    best.insert(RankedState(state: state, key: key, distance: distance), at: place)
    if best.count > width { best.removeLast() }
  }

  /// Removes and returns the nearest state; `nil` if there are no states.
  mutating func takeFirst() -> State? { best.isEmpty ? nil : best.removeFirst().state }
}
