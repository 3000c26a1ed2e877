import Truths

extension Store {
  /// A call that failed while a batch was written.
  private enum Stop: Error {
    /// What was written can be taken back.
    case write(DiskFault)
    /// Nobody knows what of it is on the disk.
    case sync(DiskFault)
  }

  /// Makes the files ready for batches: what the session does not take of the journal is cut, and so is what an append to the
  /// ledger left that broke off. Once it returns, all that was read from the files is on the disk.
  ///
  /// The last bytes are written again. Where a sync failed, the system may take them for written although the disk lacks them,
  /// and the next sync would pass over them.
  ///
  /// - Parameter validJournal: how many bytes of the journal the session takes, at most ``RecoveredFiles/journal``.
  /// - Throws: ``StoreFault/changed(_:)`` or ``StoreFault/broken(_:)``; then the store writes nothing.
  package mutating func begin(validJournal: Int) throws(StoreFault) {
    if case .ended(let fault) = phase { throw fault }
    guard case .opened = phase else { return }
    try refuseIfChanged()
    do {
      journalSize = min(max(0, validJournal), journalSize)
      disk.setRecord(mark.record)
      // An append may have broken off between the two parts that show it.
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

  /// Writes a batch. It is durable once this returns.
  ///
  /// The lines of the ledger have at least 127 bytes, as any entry has: a mark that is not whole could be taken for damage after
  /// a loss of power.
  ///
  /// - Throws: ``StoreFault/full(_:)`` and ``StoreFault/failed(_:)``: the files are as they were, and the same batch may be tried
  ///   again; ``StoreFault/changed(_:)`` and ``StoreFault/broken(_:)``: the store writes nothing more.
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

  /// Puts other lines in the place of the journal's. After a crash it has these or those.
  private mutating func replaceJournal(with lines: [UInt8]) throws(StoreFault) {
    do {
      try disk.prepare(lines, for: .journal)
      try disk.replace(.journal)
    } catch {
      throw error.isFull ? .full(error.reason) : .failed(error.reason)
    }
    // What is appended now stands in a file that a crash must not exchange for the old one.
    do { try disk.syncDirectory() } catch { throw end(.broken(error.reason)) }
    journalSize = lines.count
    known[.journal] = nil
    try learnStatus()
  }

  /// The first phase: all lines are on the disk, those of the ledger under their mark.
  private func append(_ lines: [UInt8], journal: [UInt8]) throws(Stop) {
    var hidden = lines
    let cover = mark.cover.prefix(lines.count)
    hidden.replaceSubrange(..<cover.count, with: cover)
    if !journal.isEmpty { try write(journal, to: .journal, at: journalSize) }
    if !hidden.isEmpty { try write(hidden, to: .ledger, at: ledgerSize) }
    if !journal.isEmpty { try sync(.journal, .bytes) }
    if !hidden.isEmpty { try sync(.ledger, .bytes) }
  }

  /// The second phase: the bytes under the mark are on the disk, and the mark of the next append is kept beside them.
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

  /// How many of the covered bytes stand in a block before that of the mark. The disk may write one block and not the other: the
  /// mark goes with the second.
  private func blockBefore(_ covered: Int) -> Int {
    let isOneBlock = mark.start / Self.block == mark.place / Self.block
    return isOneBlock ? 0 : min(mark.place - mark.start, covered)
  }

  /// Covers lines again that may be shown, in the opposite order, and keeps their mark beside them: whatever a loss of power
  /// leaves while they are cut is an append that broke off then.
  ///
  /// - Parameter count: how many bytes stand behind what was committed.
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

  /// Removes what was written of a batch.
  ///
  /// It is removed also where a sync failed: else a process that reads the files next would find the batch in the memory of the
  /// system, and take for durable what the disk does not have.
  ///
  /// - Parameters:
  ///   - lines: those of the ledger.
  ///   - isShown: whether the ledger may show them. Then they are not cut but under their mark, and the journal keeps its own
  ///     until they are gone for certain, so that it is never behind.
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

  /// How many bytes at the end of each file a process writes again when it begins: more than a batch has, unless it is a single
  /// one.
  private static var rewritten: Int { 8 << 20 }

  /// How many bytes a disk writes as a whole.
  private static var block: Int { 512 }

  /// Notices what another program did to the files since they were last written.
  private mutating func refuseIfChanged() throws(StoreFault) {
    for file in StoreFile.allCases {
      let status: FileStatus?
      do { status = try disk.status(of: file) } catch { throw .failed(error.reason) }
      if status == nil || status != known[file] { throw end(.changed(file)) }
    }
  }

  /// Keeps what is known of the files behind a write of our own. One that was replaced is another one.
  private mutating func learnStatus() throws(StoreFault) {
    for (file, size) in [(StoreFile.ledger, ledgerSize), (.journal, journalSize)] {
      let status: FileStatus?
      do { status = try disk.status(of: file) } catch { throw end(.broken(error.reason)) }
      guard let status, status.size == size else { throw end(.changed(file)) }
      if let before = known[file], (status.device, status.number) != (before.device, before.number) { throw end(.changed(file)) }
      known[file] = status
    }
  }

  /// Ends the store: it writes nothing more.
  private mutating func end(_ fault: StoreFault) -> StoreFault {
    phase = .ended(fault)
    return fault
  }
}
