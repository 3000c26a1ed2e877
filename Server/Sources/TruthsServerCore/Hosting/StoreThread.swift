import Dispatch
package import Truths

/// Writes batches to a store one after another on a thread of its own, so that other tasks need not wait for the disk.
package final class StoreThread<D: Disk & SendableMetatype>: @unchecked Sendable {
  /// Accessed on the queue only.
  private var store: Store<D>
  private let queue = DispatchQueue(label: "truths.store")

  /// - Parameter store: a store on which ``Store/begin(validJournal:)`` has succeeded.
  package init(_ store: Store<D>) { self.store = store }

  /// Returns the ledger lines written since the last call; `nil` where they cannot be read.
  package func newLines() async -> SourceText? {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: try? self.store.newLines()) }
    }
  }

  /// Writes a batch to the disk.
  ///
  /// - Returns: the fault that prevented it; `nil` where the batch is durable.
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
