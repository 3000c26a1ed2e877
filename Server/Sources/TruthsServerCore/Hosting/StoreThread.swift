import Dispatch

/// Writes batches to a store on a thread of its own, one after another, so that no task waits for the disk but who wants to.
package final class StoreThread<D: Disk & SendableMetatype>: @unchecked Sendable {
  /// Touched on the queue alone.
  private var store: Store<D>
  private let queue = DispatchQueue(label: "truths.store")

  /// - Parameter store: one that has begun.
  package init(_ store: Store<D>) { self.store = store }

  /// Has a batch reach the disk.
  ///
  /// - Returns: What prevented it; `nil` where it is there.
  package func write(_ batch: DurableBatch) async -> StoreFault? {
    await withCheckedContinuation { continuation in
      queue.async {
        do throws(StoreFault) {
          try self.store.commit(batch)
          continuation.resume(returning: nil)
        } catch {
          continuation.resume(returning: error)
        }
      }
    }
  }
}
