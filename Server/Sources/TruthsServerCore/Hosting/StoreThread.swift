import Dispatch
package import Truths

/// Writes batches to a store on a thread of its own, one after another, so that no task waits for the disk but who wants to.
package final class StoreThread<D: Disk & SendableMetatype>: @unchecked Sendable {
  /// Touched on the queue alone.
  private var store: Store<D>
  private let queue = DispatchQueue(label: "truths.store")

  /// - Parameter store: one that has begun.
  package init(_ store: Store<D>) { self.store = store }

  /// The lines of the ledger that were written since they were last asked for; `nil` where they cannot be read.
  package func newLines() async -> SourceText? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: try? self.store.newLines()) }
    }
  }

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
