package import Truths
package import TruthsServerCore

/// A disk in memory that loses what a real one may.
///
/// Writes go to a cache, which reads see. A file's blocks of 512 bytes reach the disk one by one: after a loss of power each
/// block is any of those that it was since the last sync, and so are size, record and name, each for itself. That covers writes
/// that are lost, torn and reordered. A sync that fails leaves such a mixture on the disk and keeps the cache, and the next sync
/// passes over it, as Linux does.
package final class SimulatedDisk: Disk {
  /// A fault at a call.
  package enum Event: Hashable, Sendable {
    /// The process ends within it.
    case crash
    /// The call fails; a write has written some of its bytes.
    case fault(isFull: Bool)
  }

  private struct File {
    var cache: [UInt8] = []
    /// The content after a sync of all blocks.
    var target: [UInt8] = []
    /// The contents since the last sync; the last one is ``target``.
    var versions: [[UInt8]] = [[]]
    var records: [[UInt8]?] = [nil]
    var isThere = false
    var isNamed = false
    var changed = 0
    var number: UInt64 = 0
    /// The prepared file that will replace this one.
    var prepared: [UInt8]?
    /// The replaced file, at most one, while the disk may still have its name.
    var replaced: [File] = []

    var withoutOlder: File {
      var file = self
      file.replaced = []
      return file
    }
  }

  private var files: [StoreFile: File] = [.ledger: File(), .journal: File()]
  private var numbers: SeededNumbers
  private var clock = 0
  private let keepsRecords: Bool
  /// Events by the number of the call, from 1, since the process began.
  package var script: [Int: Event] = [:]
  /// The most bytes of both files together.
  package var capacity = Int.max
  /// The number of calls of the process.
  package private(set) var calls = 0
  /// Whether the process has ended.
  package private(set) var isDead = false

  /// - Parameters:
  ///   - ledger: the content of the ledger's file on disk; `nil` where the file does not exist.
  ///   - keepsRecords: whether files have attributes.
  package init(seed: UInt64, ledger: [UInt8]? = nil, journal: [UInt8]? = nil, keepsRecords: Bool = true) {
    numbers = SeededNumbers(seed)
    self.keepsRecords = keepsRecords
    for (file, bytes) in [(StoreFile.ledger, ledger), (.journal, journal)] {
      if let bytes { put(bytes, in: file) }
    }
  }

  /// Returns the content of a file as readers see it.
  package func bytes(of file: StoreFile) -> [UInt8] { files[file, default: File()].cache }

  /// Another program puts bytes in place of a file, or writes into it.
  package func put(_ bytes: [UInt8], in file: StoreFile, asNewFile isNew: Bool = false) {
    clock += 1
    let old = files[file, default: File()]
    files[file] = File(
      cache: bytes, target: bytes, versions: [bytes], records: isNew ? [nil] : old.records, isThere: true, isNamed: true,
      changed: clock, number: isNew ? UInt64(clock) : old.number)
  }

  /// A new process begins, after a loss of power or only after the end of the one before.
  package func restart(afterPowerLoss: Bool) {
    if afterPowerLoss {
      for file in StoreFile.allCases {
        change(file) { state in
          while let before = state.replaced.last { state = numbers.percent(50) ? before : state.withoutOlder }
          state.target = mixture(of: state.versions)
          state.records = [state.records[numbers.below(state.records.count)]]
          state.isThere = state.isNamed || state.isThere && numbers.percent(50)
          if !state.isThere { state = File() }
          state.isNamed = state.isThere
          (state.cache, state.versions) = (state.target, [state.target])
        }
      }
    }
    for file in StoreFile.allCases { change(file) { $0.prepared = nil } }
    (calls, isDead, script) = (0, false, [:])
  }

  /// Returns the content of a file after a loss of power.
  private func mixture(of versions: [[UInt8]]) -> [UInt8] {
    if versions.count == 1 { return versions[0] }
    // All of it, nothing, or each block for itself.
    let kind = numbers.below(4)
    if kind == 0 { return versions[0] }
    if kind == 1 { return versions[versions.count - 1] }
    let size = versions[numbers.below(versions.count)].count
    var left: [UInt8] = []
    left.reserveCapacity(size)
    while left.count < size {
      let end = min(left.count + Self.block, size)
      let version = versions[numbers.below(versions.count)]
      left += version[min(left.count, version.count)..<min(end, version.count)]
      left += Array(repeating: 0, count: end - left.count)
    }
    return left
  }

  private static let block = 512

  private func change(_ file: StoreFile, _ work: (inout File) -> Void) {
    var state = files.removeValue(forKey: file) ?? File()
    work(&state)
    files[file] = state
  }

  /// Counts a call.
  ///
  /// - Returns: the fault at the call; `nil` where it succeeds.
  private func event() throws(DiskFault) -> Event? {
    if isDead { throw Self.dead }
    calls += 1
    let event = script[calls]
    if event == .crash { isDead = true }
    return event
  }

  private static let dead = DiskFault(isFull: false, reason: "the process has ended")

  private static func fault(_ event: Event) -> DiskFault {
    switch event {
    case .crash: dead
    case .fault(let isFull): DiskFault(isFull: isFull, reason: isFull ? "no room" : "input or output error")
    }
  }

  private func refuse() throws(DiskFault) {
    if let event = try event() { throw Self.fault(event) }
  }

  // The calls of a disk.

  package func open(_ file: StoreFile) throws(DiskFault) {
    try refuse()
    change(file) { $0.isThere = true }
  }

  package func status(of file: StoreFile) throws(DiskFault) -> FileStatus? {
    try refuse()
    return files[file].map { FileStatus(size: $0.cache.count, device: 0, number: $0.number, changed: $0.changed) }
  }

  package func withBytes<Result>(
    of file: StoreFile, _ look: (_ bytes: UnsafeRawBufferPointer, _ zero: Int?) -> Result
  ) throws(DiskFault) -> Result {
    try refuse()
    let bytes = bytes(of: file)
    return bytes.withUnsafeBytes { look($0, bytes.firstIndex(of: 0)) }
  }

  package func read(_ range: Range<Int>, of file: StoreFile) throws(DiskFault) -> [UInt8] {
    try refuse()
    return Array(bytes(of: file)[range])
  }

  package func text(of file: StoreFile, _ range: Range<Int>) throws(DiskFault) -> SourceText {
    SourceText(path: "\(file)", bytes: try read(range, of: file))
  }

  package func write(_ bytes: [UInt8], to file: StoreFile, at place: Int) throws(DiskFault) {
    let event = try event()
    let used = StoreFile.allCases.reduce(0) { $0 + self.bytes(of: $1).count }
    let growth = max(0, place + bytes.count - self.bytes(of: file).count)
    let room = max(0, min(growth, capacity - used))
    // A write that ends early ends where a block does.
    var count = bytes.count
    if event != nil { count = part(of: bytes.count, at: place) }
    if growth > room { count = min(count, part(upTo: bytes.count - growth + room, at: place)) }
    if count > 0 { put(bytes[..<count], to: file, at: place) }
    if let event { throw Self.fault(event) }
    if growth > room { throw Self.fault(.fault(isFull: true)) }
  }

  private func part(of count: Int, at place: Int) -> Int {
    numbers.percent(30) ? count : part(upTo: numbers.below(count), at: place)
  }

  private func part(upTo count: Int, at place: Int) -> Int { max(0, (place + count) / Self.block * Self.block - place) }

  private func put(_ bytes: ArraySlice<UInt8>, to file: StoreFile, at place: Int) {
    clock += 1
    change(file) { state in
      let end = place + bytes.count
      if state.cache.count < end { state.cache += Array(repeating: 0, count: end - state.cache.count) }
      state.cache.replaceSubrange(place..<end, with: bytes)
      if state.target.count < state.cache.count {
        state.target += Array(repeating: 0, count: state.cache.count - state.target.count)
      }
      // Blocks are written back whole.
      let blocks = place / Self.block * Self.block..<min(state.cache.count, (end + Self.block - 1) / Self.block * Self.block)
      state.target.replaceSubrange(blocks, with: state.cache[blocks])
      state.versions.append(state.target)
      state.changed = clock
    }
  }

  package func prepare(_ bytes: [UInt8], for file: StoreFile) throws(DiskFault) {
    try refuse()
    let used = StoreFile.allCases.reduce(0) { $0 + self.bytes(of: $1).count }
    if used + bytes.count > capacity { throw Self.fault(.fault(isFull: true)) }
    change(file) { $0.prepared = bytes }
  }

  package func replace(_ file: StoreFile) throws(DiskFault) {
    let event = try event()
    if event == nil || event == .crash && numbers.percent(50) {
      clock += 1
      change(file) { state in
        guard let bytes = state.prepared else { return }
        state.prepared = nil
        state = File(
          cache: bytes, target: bytes, versions: [bytes], isThere: true, isNamed: true, changed: clock, number: UInt64(clock),
          replaced: [state])
      }
    }
    if let event { throw Self.fault(event) }
  }

  package func truncate(_ file: StoreFile, to size: Int) throws(DiskFault) {
    let event = try event()
    if case .fault(let isFull) = event { throw Self.fault(.fault(isFull: isFull)) }
    if event == nil || numbers.percent(50) {
      clock += 1
      change(file) { state in
        state.cache = Array(state.cache.prefix(size))
        state.target = Array(state.target.prefix(size))
        state.target += Array(repeating: 0, count: state.cache.count - state.target.count)
        state.versions.append(state.target)
        state.changed = clock
      }
    }
    if let event { throw Self.fault(event) }
  }

  package func sync(_ file: StoreFile, _ extent: SyncExtent) throws(DiskFault) {
    let event = try event()
    change(file) { state in
      if event == nil {
        state.versions = [state.target]
        if extent == .attributes { state.records = [state.records.last ?? nil] }
      } else if event != .crash {
        state.target = mixture(of: state.versions)
        state.versions = [state.target]
      }
    }
    if let event { throw Self.fault(event) }
  }

  package func syncDirectory() throws(DiskFault) {
    try refuse()
    for file in StoreFile.allCases {
      change(file) { state in
        state.isNamed = state.isThere
        state.replaced = []
      }
    }
  }

  package func record() throws(DiskFault) -> [UInt8]? {
    try refuse()
    return files[.ledger]?.records.last ?? nil
  }

  package func setRecord(_ record: [UInt8]) {
    // The caller does not learn whether it was kept. A file system without attributes refuses them from the start.
    _ = try? event()
    if keepsRecords, !isDead { change(.ledger) { $0.records.append(record) } }
  }
}
