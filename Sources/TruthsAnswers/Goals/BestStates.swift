/// Keeps the nearest states of a search, at most one for each key. Others are dropped, because a state holds its run's outcome.
struct BestStates<State, Key: Hashable> {
  private let width: Int
  private let prefersLast: Bool
  private var kept: [Kept] = []

  private struct Kept {
    var state: State
    var key: Key
    var distance: Int
  }

  /// - Parameters:
  ///   - width: the maximum number of states.
  ///   - prefersLast: whether the last of equally near states comes first.
  init(_ width: Int, prefersLast: Bool = false) {
    self.width = width
    self.prefersLast = prefersLast
  }

  /// The states, nearest first.
  var all: [State] { kept.map(\.state) }

  mutating func add(_ state: State, of key: Key, distance: Int) {
    func isBehind(_ other: Kept) -> Bool { prefersLast ? other.distance >= distance : other.distance > distance }
    if kept.count == width, let last = kept.last, !isBehind(last) { return }
    if let known = kept.firstIndex(where: { $0.key == key }) {
      if !isBehind(kept[known]) { return }
      kept.remove(at: known)
    }
    let place = kept.firstIndex(where: isBehind) ?? kept.count
    kept.insert(Kept(state: state, key: key, distance: distance), at: place)
    if kept.count > width { kept.removeLast() }
  }

  /// Removes and returns the nearest state.
  mutating func takeFirst() -> State? { kept.isEmpty ? nil : kept.removeFirst().state }
}
