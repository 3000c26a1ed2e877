import Synchronization

/// Places that several threads work on, each on a share of its own: who comes first has all of them, and whoever has none takes
/// the second half of the largest share that is left.
///
/// So two threads mostly have the same halves each time, and find what they made of them before in the caches of their own cores.
final class WorkStealingRanges: Sendable {
  private let count: Int
  private let stride: Int
  /// What is left of each thread's share.
  private let left = Mutex<[Range<Int>]>([])

  /// All places from 0 up to a count.
  ///
  /// - Parameter stride: how many are handed out at a time.
  init(of count: Int, stride: Int) {
    self.count = count
    self.stride = stride
  }

  /// The next places of a thread, which nobody else gets; `nil` once all are handed out.
  ///
  /// - Parameter share: which one it has; it is given one where it has none yet, or nothing is left of it.
  /// - Complexity: O(1), and O(threads) where it is given one.
  func take(from share: inout Int?) -> Range<Int>? {
    left.withLock { left in
      let own = share ?? left.count
      if own == left.count || left[own].isEmpty {
        guard let given = give(from: &left) else { return nil }
        if own == left.count { left.append(given) } else { left[own] = given }
        share = own
      }
      let places = left[own].prefix(stride)
      left[own].removeFirst(places.count)
      return places
    }
  }

  private func give(from left: inout [Range<Int>]) -> Range<Int>? {
    guard let largest = left.indices.max(by: { left[$0].count < left[$1].count }) else { return 0..<count }
    let whole = left[largest]
    if whole.isEmpty { return nil }
    let middle = whole.count > stride ? whole.lowerBound + whole.count / 2 : whole.lowerBound
    left[largest] = whole.lowerBound..<middle
    return middle..<whole.upperBound
  }
}
