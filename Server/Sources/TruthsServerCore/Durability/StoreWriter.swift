/// Queues batches while one is being written, and merges those that arrive meanwhile, so that one sync serves many answers. A
/// batch that replaces the whole journal is written alone.
///
/// It is a pure queue without a thread. The caller drives it under a lock of its own:
///
///     while let batch = writer.next() {
///       do { try store.commit(batch); release(answersUpTo: writer.finish()) } catch { writer.fail(error) }
///     }
package struct StoreWriter: Sendable {
  /// Batches that are not written yet, from index `first` on.
  private var waiting: [DurableBatch] = []
  private var first = 0
  /// The batch that is being written, or that failed and waits for a retry, with the number of its last part.
  private var current: (batch: DurableBatch, last: Int)?
  private var isWriting = false
  /// Number of batches appended so far.
  private var appended = 0
  /// Maximum size of a merged batch in bytes. A single larger batch is written alone.
  private let mostBytes: Int

  /// Number of the last durable batch; all earlier ones are durable too. 0 for none.
  package private(set) var durable = 0
  /// Number of bytes that are not durable yet. A server limits it.
  package private(set) var pendingBytes = 0
  /// Why writing is suspended; `nil` where nothing failed.
  package private(set) var fault: StoreFault?

  package init(mostBytes: Int = 4 << 20) { self.mostBytes = mostBytes }

  /// Adds a batch to the queue.
  ///
  /// - Returns: the batch's number, counted from 1. The batch is durable once ``durable`` is at least this number.
  package mutating func append(_ batch: DurableBatch) -> Int {
    waiting.append(batch)
    pendingBytes += batch.count
    appended += 1
    return appended
  }

  /// Returns the batch to write now, which the caller reports with ``finish()`` or ``fail(_:)``. It is `nil` where none waits,
  /// while one is being written, and after a fault.
  package mutating func next() -> DurableBatch? {
    if isWriting || fault != nil { return nil }
    if current == nil { merge() }
    isWriting = current != nil
    return current?.batch
  }

  /// Records that the current batch is durable.
  ///
  /// - Returns: the number of the last durable batch.
  package mutating func finish() -> Int {
    guard isWriting, let done = current else { return durable }
    pendingBytes -= done.batch.count
    durable = done.last
    (current, isWriting) = (nil, false)
    return durable
  }

  /// Records that writing the current batch failed. This batch and the waiting batches are kept.
  package mutating func fail(_ fault: StoreFault) {
    guard isWriting else { return }
    isWriting = false
    if self.fault?.isPassing != false { self.fault = fault }
  }

  /// Stops writing, for a reason other than the disk.
  package mutating func stop(_ fault: StoreFault) { self.fault = fault }

  /// Makes the failed batch the next one again. Has no effect after a permanent fault.
  package mutating func retry() {
    if fault?.isPassing == true { fault = nil }
  }

  private mutating func merge() {
    guard first < waiting.count else { return }
    var batch = waiting[first]
    first += 1
    while first < waiting.count, !batch.isWholeJournal, !waiting[first].isWholeJournal,
      batch.count + waiting[first].count <= mostBytes
    {
      batch.append(waiting[first])
      first += 1
    }
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
    }
    current = (batch, appended - (waiting.count - first))
  }
}
