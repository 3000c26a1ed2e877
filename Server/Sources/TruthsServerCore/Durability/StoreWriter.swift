/// Collects batches while one is being written, and merges all that came meanwhile into one: many answers to one sync. A whole
/// journal is written by itself.
///
/// A pure queue without a thread. A thread, or a loop that hands work to one, drives it under a lock of its own:
///
///     while let batch = writer.next() {
///       do { try store.commit(batch); release(answersUpTo: writer.finish()) } catch { writer.fail(error) }
///     }
package struct StoreWriter: Sendable {
  /// Batches that are not written yet, those of a merged one first.
  private var waiting: [DurableBatch] = []
  private var first = 0
  /// The batch that is being written, or that failed and waits to be tried again, and the number of its last part.
  private var current: (batch: DurableBatch, last: Int)?
  private var isWriting = false
  /// How many batches were given.
  private var given = 0
  /// How many bytes a merged batch has at most; one that is larger by itself is written alone.
  private let mostBytes: Int

  /// The number of the last batch that is durable, and all before it; 0: none is.
  package private(set) var durable = 0
  /// How many bytes are not durable yet: what a server bounds.
  package private(set) var pendingBytes = 0
  /// Why nothing is written at the moment; `nil` where nothing failed.
  package private(set) var fault: StoreFault?

  package init(mostBytes: Int = 4 << 20) { self.mostBytes = mostBytes }

  /// Takes a batch.
  ///
  /// - Returns: its number, from 1 on: it is durable once ``durable`` is at least that.
  package mutating func append(_ batch: DurableBatch) -> Int {
    waiting.append(batch)
    pendingBytes += batch.count
    given += 1
    return given
  }

  /// The batch to write now, which is the caller's until ``finish()`` or ``fail(_:)``; `nil` where there is none, where one is
  /// being written, and after a fault.
  package mutating func next() -> DurableBatch? {
    if isWriting || fault != nil { return nil }
    if current == nil { merge() }
    isWriting = current != nil
    return current?.batch
  }

  /// The batch that is being written is durable.
  ///
  /// - Returns: the number of the last batch that is durable.
  package mutating func finish() -> Int {
    guard isWriting, let done = current else { return durable }
    pendingBytes -= done.batch.count
    durable = done.last
    (current, isWriting) = (nil, false)
    return durable
  }

  /// The batch that is being written is not durable. It is kept, and so are those behind it.
  package mutating func fail(_ fault: StoreFault) {
    guard isWriting else { return }
    isWriting = false
    if self.fault?.isPassing != false { self.fault = fault }
  }

  /// Nothing more is written, for a reason that is none of the disk's.
  package mutating func stop(_ fault: StoreFault) { self.fault = fault }

  /// Lets the batch that failed be the next one again; nothing happens after a fault that does not pass.
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
    current = (batch, given - (waiting.count - first))
  }
}
