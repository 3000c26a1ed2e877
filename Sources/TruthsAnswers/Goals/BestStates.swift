/// The states with the fewest clauses in the way, one for each set of subjects; of as many clauses those that came first. No
/// other is kept: a state holds what its run came to.
struct BestStates<State> {
  private let width: Int
  private var kept: [Kept] = []

  private struct Kept {
    var state: State
    var subjects: Set<Change.Subject>
    var inTheWay: Int
  }

  /// - Parameter width: how many are kept.
  init(_ width: Int) { self.width = width }

  /// In order.
  var all: [State] { kept.map(\.state) }

  /// - Parameters:
  ///   - subjects: what its changes are of.
  ///   - inTheWay: how many clauses are in the way.
  mutating func add(_ state: State, of subjects: Set<Change.Subject>, inTheWay: Int) {
    if kept.count == width, let last = kept.last, last.inTheWay <= inTheWay { return }
    if let known = kept.firstIndex(where: { $0.subjects == subjects }) {
      if kept[known].inTheWay <= inTheWay { return }
      kept.remove(at: known)
    }
    let place = kept.firstIndex { $0.inTheWay > inTheWay } ?? kept.count
    kept.insert(Kept(state: state, subjects: subjects, inTheWay: inTheWay), at: place)
    if kept.count > width { kept.removeLast() }
  }
}
