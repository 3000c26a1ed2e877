import Truths

/// Writing of batches in two phases, and recovery after failed writes.
extension Store {
  /// A disk operation that failed while a batch was written.
  private enum Stop: Error {
    /// A write failed, and the batch can still be removed.
    case write(DiskFault)
    /// A sync failed, so it is unknown what reached the disk.
    case sync(DiskFault)
  }

  /// Prepares the files for batches, and returns once all that was read from them is on the disk. Removes journal bytes that
  /// the session rejects, and the remains of an interrupted append to the ledger.
  ///
  /// The last bytes are written again. After a failed sync, the system may treat bytes as written although the disk lacks them,
  /// and the next sync would skip them.
  ///
  /// - Parameter validJournal: number of journal bytes that the session accepts, at most ``RecoveredFiles/journal``.
  /// - Throws: ``StoreFault/changed(_:)`` or ``StoreFault/broken(_:)``; the store then writes nothing.
  package mutating func begin(validJournal: Int) throws(StoreFault) {
    if case .ended(let fault) = phase { throw fault }
    guard case .opened = phase else { return }
    try refuseIfChanged()
    do {
      journalSize = min(max(0, validJournal), journalSize)
      disk.setRecord(mark.record)
      // An append may have been interrupted between the two parts of its second phase.
      if recovered.ledgerLeftOut > 0 { try hide(recovered.ledgerLeftOut) }
      for (file, size) in [(StoreFile.ledger, ledgerSize), (.journal, journalSize)] {
        try disk.truncate(file, to: size)
        let start = max(0, size - Self.rewritten)
        if start < size { try disk.write(try disk.read(start..<size, of: file), to: file, at: start) }
        try disk.sync(file, .attributes)
      }
      try disk.syncDirectory()
    } catch {
      throw end(.broken(error.reason))
    }
    try learnStatus()
    phase = .ready
  }

  /// Writes a batch, and returns once it is durable.
  ///
  /// Lines of the ledger must have at least 127 bytes, as any entry has. After a power loss, an incomplete mark could otherwise
  /// be mistaken for damage.
  ///
  /// - Throws: ``StoreFault/full(_:)`` and ``StoreFault/failed(_:)``, where the files are unchanged and the batch may be tried
  ///   again; ``StoreFault/changed(_:)`` and ``StoreFault/broken(_:)``, after which the store writes nothing more.
  package mutating func commit(_ batch: DurableBatch) throws(StoreFault) {
    switch phase {
    case .ended(let fault): throw fault
    case .opened: throw .failed("the store has not begun")
    case .ready: break
    }
    if batch.isEmpty { return }
    try refuseIfChanged()
    if batch.isWholeJournal { return try replaceJournal(with: batch.journal) }
    var lines = batch.ledger
    if !lines.isEmpty, let last = tail.last, last != UInt8(ascii: "\n") { lines.insert(UInt8(ascii: "\n"), at: 0) }
    let last = Array((tail + lines.suffix(AppendMark.window)).suffix(AppendMark.window))
    let next = lines.isEmpty ? mark : AppendMark(at: ledgerSize + lines.count, behind: last)
    var isShown = false
    do {
      try append(lines, journal: batch.journal)
      isShown = true
      if !lines.isEmpty { try show(lines, next: next) }
    } catch {
      throw takeBack(lines, isShown: isShown, after: error)
    }
    ledgerSize += lines.count
    journalSize += batch.journal.count
    (tail, mark) = (last, next)
    try learnStatus()
  }

  /// Replaces the lines of the journal. After a crash the journal has either the old or the new lines.
  private mutating func replaceJournal(with lines: [UInt8]) throws(StoreFault) {
    do {
      try disk.prepare(lines, for: .journal)
      try disk.replace(.journal)
    } catch {
      throw error.isFull ? .full(error.reason) : .failed(error.reason)
    }
    // Later appends go to the new file, so a crash must not bring back the old one.
    do { try disk.syncDirectory() } catch { throw end(.broken(error.reason)) }
    journalSize = lines.count
    statuses[.journal] = nil
    try learnStatus()
  }

  /// First phase: writes and syncs all lines, with the ledger's lines hidden by their mark.
  private func append(_ lines: [UInt8], journal: [UInt8]) throws(Stop) {
    var hidden = lines
    let cover = mark.cover.prefix(lines.count)
    hidden.replaceSubrange(..<cover.count, with: cover)
    if !journal.isEmpty { try write(journal, to: .journal, at: journalSize) }
    if !hidden.isEmpty { try write(hidden, to: .ledger, at: ledgerSize) }
    if !journal.isEmpty { try sync(.journal, .bytes) }
    if !hidden.isEmpty { try sync(.ledger, .bytes) }
  }

  /// Second phase: writes and syncs the bytes that the mark covers, and stores the mark of the next append.
  private func show(_ lines: [UInt8], next: AppendMark) throws(Stop) {
    let covered = Array(lines.prefix(mark.cover.count))
    let before = blockBefore(covered.count)
    if before > 0 {
      try write(Array(covered[..<before]), to: .ledger, at: mark.start)
      try sync(.ledger, .bytes)
    }
    if before < covered.count { try write(Array(covered[before...]), to: .ledger, at: mark.start + before) }
    disk.setRecord(next.record)
    try sync(.ledger, .attributes)
  }

  /// Returns the number of covered bytes that lie in the disk block before the mark's block. The disk may write one block
  /// without the other, so these bytes go first and the mark's block second.
  private func blockBefore(_ covered: Int) -> Int {
    let isOneBlock = mark.start / Self.block == mark.place / Self.block
    return isOneBlock ? 0 : min(mark.place - mark.start, covered)
  }

  /// Covers ledger lines again, in the opposite order, and stores their mark. A power loss while they are then cut leaves what
  /// looks like an interrupted append.
  ///
  /// - Parameter count: number of bytes after the committed ones.
  private func hide(_ count: Int) throws(DiskFault) {
    let cover = Array(mark.cover.prefix(count))
    let before = blockBefore(cover.count)
    if before < cover.count { try disk.write(Array(cover[before...]), to: .ledger, at: mark.start + before) }
    disk.setRecord(mark.record)
    try disk.sync(.ledger, .attributes)
    if before == 0 { return }
    try disk.write(Array(cover[..<before]), to: .ledger, at: mark.start)
    try disk.sync(.ledger, .bytes)
  }

  /// Removes the written part of a failed batch.
  ///
  /// It is removed even after a failed sync. Otherwise a process that opens the files next would read the batch from the
  /// system's cache and treat it as durable.
  ///
  /// - Parameters:
  ///   - lines: the ledger's lines of the batch.
  ///   - isShown: whether the ledger may show these lines. They are then covered before they are cut. The journal keeps its
  ///     lines until they are certainly gone, so that it is never behind the ledger.
  private mutating func takeBack(_ lines: [UInt8], isShown: Bool, after stop: Stop) -> StoreFault {
    let isHidden = !isShown || (try? hide(lines.count)) != nil
    let isGone = isHidden && (try? cut(.ledger, to: ledgerSize)) != nil
    let isJournalGone = (isGone || !isShown) && (try? cut(.journal, to: journalSize)) != nil
    switch stop {
    case .sync(let fault): return end(.broken(fault.reason))
    case .write(let fault):
      guard isGone, isJournalGone else { return end(.broken(fault.reason)) }
      do { try learnStatus() } catch { return error }
      return fault.isFull ? .full(fault.reason) : .failed(fault.reason)
    }
  }

  private func cut(_ file: StoreFile, to size: Int) throws(DiskFault) {
    try disk.truncate(file, to: size)
    try disk.sync(file, .bytes)
  }

  private func write(_ bytes: [UInt8], to file: StoreFile, at place: Int) throws(Stop) {
    do { try disk.write(bytes, to: file, at: place) } catch { throw .write(error) }
  }

  private func sync(_ file: StoreFile, _ extent: SyncExtent) throws(Stop) {
    do { try disk.sync(file, extent) } catch { throw .sync(error) }
  }

  /// Number of bytes at the end of each file that are written again at start. It exceeds the size of a batch, except a batch of
  /// one large part.
  private static var rewritten: Int { 8 << 20 }

  /// Bytes that a disk writes atomically.
  private static var block: Int { 512 }

  /// Ends the store where another program has changed a file since the last write.
  private mutating func refuseIfChanged() throws(StoreFault) {
    for file in StoreFile.allCases {
      let status: FileStatus?
      do { status = try disk.status(of: file) } catch { throw .failed(error.reason) }
      if status == nil || status != statuses[file] { throw end(.changed(file)) }
    }
  }

  /// Records the status of the files after our own write. A file with another inode counts as changed by another program.
  private mutating func learnStatus() throws(StoreFault) {
    for (file, size) in [(StoreFile.ledger, ledgerSize), (.journal, journalSize)] {
      let status: FileStatus?
      do { status = try disk.status(of: file) } catch { throw end(.broken(error.reason)) }
      guard let status, status.size == size else { throw end(.changed(file)) }
      if let before = statuses[file], (status.device, status.number) != (before.device, before.number) {
        throw end(.changed(file))
      }
      statuses[file] = status
    }
  }

  /// Ends the store, which then writes nothing more.
  private mutating func end(_ fault: StoreFault) -> StoreFault {
    phase = .ended(fault)
    return fault
  }
}
