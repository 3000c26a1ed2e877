import Synchronization

/// A distribution of indices over threads by work stealing. The first thread gets all indices. A thread without work takes the
/// second half of the largest remaining share.
///
/// So two threads mostly get the same halves each time, and find their earlier results in the caches of their own cores.
final class WorkStealingRanges: Sendable {
  private let count: Int
  private let stride: Int
  /// The indices that remain in each thread's share.
  private let remaining = Mutex<[Range<Int>]>([])

  /// Distributes the indices from 0 up to a count.
  ///
  /// - Parameter stride: how many indices a thread takes at a time.
  init(of count: Int, stride: Int) {
    self.count = count
    self.stride = stride
  }

  /// Returns the next indices for a thread; `nil` if all are taken. Each index is returned once.
  ///
  /// - Parameter share: the index of the thread's share; `nil` at first. It is set if the thread has no share yet, or if the
  ///   share is empty.
  /// - Complexity: O(1); O(threads) if a share is set.
  func take(from share: inout Int?) -> Range<Int>? {
    remaining.withLock { shares in
      let own = share ?? shares.count
      if own == shares.count || shares[own].isEmpty {
        guard let given = give(from: &shares) else { return nil }
        if own == shares.count { shares.append(given) } else { shares[own] = given }
        share = own
      }
      let places = shares[own].prefix(stride)
      shares[own].removeFirst(places.count)
      return places
    }
  }

  private func give(from shares: inout [Range<Int>]) -> Range<Int>? {
    guard let largest = shares.indices.max(by: { shares[$0].count < shares[$1].count }) else { return 0..<count }
    let whole = shares[largest]
    if whole.isEmpty { return nil }
    let middle = whole.count > stride ? whole.lowerBound + whole.count / 2 : whole.lowerBound
    shares[largest] = whole.lowerBound..<middle
    return middle..<whole.upperBound
  }
}
