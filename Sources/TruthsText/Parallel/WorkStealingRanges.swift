import Synchronization

/// Distributes places over threads by work stealing. The first thread gets all places; a thread without work takes the second
/// half of the largest remaining share.
///
/// So two threads mostly get the same halves each time, and find their earlier results in the caches of their own cores.
final class WorkStealingRanges: Sendable {
  private let count: Int
  private let stride: Int
  /// The remaining places of each thread's share.
  private let left = Mutex<[Range<Int>]>([])

  /// Distributes the places from 0 up to a count.
  ///
  /// - Parameter stride: the number of places handed out at a time.
  init(of count: Int, stride: Int) {
    self.count = count
    self.stride = stride
  }

  /// Returns the next places for a thread, each place once; `nil` when all are handed out.
  ///
  /// - Parameter share: the index of the thread's share; it is set when the thread has none yet, or when its share is
  ///   empty.
  /// - Complexity: O(1); O(threads) when a share is set.
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
