import Truths
import TruthsSystem

/// Appends lines to a file in place. Only the lines are written, and a crash leaves all of them or none, however many they are.
///
/// Bytes at their beginning are written last, once all others have reached the disk; until then a mark stands in their place
/// (``AppendMark``). Readers leave out what is behind a mark, and the next append writes over it.
///
/// The mark that the next append will have is kept beside the file's bytes, as an attribute, from each append on. It reaches the
/// disk with the bytes that it is about, and so before what is appended behind them. With it an append is told whose own mark was
/// lost.
struct AppendedFile {
  private let path: String
  private let shown: String
  /// How many of its bytes are committed; the rest is of an append that was interrupted.
  private let committed: Int
  /// How many it had when it was read.
  private let size: Int
  /// The file, once something is written.
  private var descriptor: Int32 = -1
  /// Its path, where it was not there before.
  private var made: String?
  /// Lines that are not written yet.
  private var held: [UInt8] = []
  /// The mark in place of the bytes that are written last.
  private var mark: AppendMark?
  /// These bytes; none: nothing was written yet.
  private var covered: [UInt8] = []
  /// Where the next line is written.
  private var end: Int

  /// - Parameters:
  ///   - path: of a file that nobody else writes to.
  ///   - committed: how many of its bytes are committed; the rest is of an append that was interrupted.
  ///   - size: how many it had when it was read.
  init(_ path: String, behind committed: Int, of size: Int, shown: String) {
    self.path = path
    self.committed = committed
    self.size = size
    self.shown = shown
    end = committed
  }

  /// How many bytes of lines are held in memory before they are written.
  private static let most = 4 << 20

  /// Takes lines.
  ///
  /// - Returns: where those stand that were written, which are all so far; `nil` where they are held for now.
  /// - Throws: ``Failure`` with 3; the file then has its committed bytes only.
  mutating func append(_ lines: [UInt8]) throws -> Int? {
    if held.isEmpty { held = lines } else { held += lines }
    return held.count < Self.most ? nil : try write()
  }

  /// Has all lines reach the disk, and commits them. Creates a file that does not exist.
  ///
  /// - Throws: as ``append(_:)``; what was committed already and may not reach the disk is told.
  mutating func commit() throws {
    if !held.isEmpty { _ = try write() }
    guard let mark, !covered.isEmpty else { return }
    do {
      try reachDisk()
      // The disk may write one block and not the other: the mark goes with the second.
      let before = mark.start / Self.block == mark.place / Self.block ? 0 : min(mark.place - mark.start, covered.count)
      if before > 0 {
        try Self.write(Array(covered[..<before]), to: descriptor, at: committed)
        try reachDisk()
      }
      try Interruption.held {
        try Self.write(Array(covered[before...]), to: descriptor, at: committed + before)
        Interruption.end(isDone: true)
      }
      _ = Self.record.set(try Self.mark(at: end, of: descriptor).record, on: descriptor)
      try reachDisk()
      if made != nil { try AtomicFile.reachDisk(PathText.parent(path), shown: shown) }
    } catch {
      throw failure()
    }
    leave()
  }

  /// Removes what was written.
  mutating func cancel() {
    if descriptor >= 0 { _ = failure() }
  }

  /// What was written from a place on.
  ///
  /// - Returns: the text that holds it, and where it begins there.
  /// - Throws: ``Failure`` with 3 where it cannot be mapped into memory.
  func written(from place: Int, named name: String) throws -> (text: SourceText, place: Int) {
    guard let written = MappedFile.text(descriptor, place..<end, named: name) else {
      throw Failure("\(shown): \(FileSystem.reason())", .fault)
    }
    return written
  }

  /// Writes the lines that are held.
  ///
  /// - Returns: where the first of them stands.
  private mutating func write() throws -> Int {
    if descriptor < 0 { try begin() }
    var start = end
    do {
      if covered.isEmpty, let mark {
        if committed > 0, try !Self.endsLine(descriptor, committed) {
          held.insert(UInt8(ascii: "\n"), at: 0)
          start += 1
        }
        covered = Array(held.prefix(mark.cover.count))
        held.replaceSubrange(..<covered.count, with: mark.cover.prefix(covered.count))
      }
      try Self.write(held, to: descriptor, at: end)
    } catch {
      throw failure()
    }
    end += held.count
    held = []
    return start
  }

  private mutating func begin() throws {
    let isThere = FileSystem.kind(of: path) != .missing
    let made = isThere ? nil : path
    self.made = made
    descriptor = Interruption.held {
      let descriptor = retrying { open(path, O_RDWR | O_CLOEXEC | (isThere ? 0 : O_CREAT), 0o666) }
      if descriptor >= 0 { Interruption.begin(made: made) }
      return descriptor
    }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .fault) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == size else {
      Interruption.end(isDone: false)
      leave()
      throw Failure("\(shown): somebody changed it meanwhile; nothing is written", .fault)
    }
    Interruption.begin(descriptor, committed: committed)
    do {
      let mark = try Self.mark(at: committed, of: descriptor)
      let record = Self.record.value(of: descriptor, most: AppendMark.size)
      if record != mark.record, Self.record.set(mark.record, on: descriptor) {
        try reachDisk()
      }
      guard retrying({ ftruncate(descriptor, off_t(committed)) }) == 0 else { throw Broken() }
      self.mark = mark
    } catch {
      throw failure()
    }
  }

  /// The attribute of a ledger's file that tells the mark of the next append.
  static let record = FileAttribute("user.truths.append")

  /// How many bytes a disk writes as a whole.
  private static let block = 512

  /// The mark of an append behind some bytes of a file.
  private static func mark(at place: Int, of descriptor: Int32) throws -> AppendMark {
    var last = [UInt8](repeating: 0, count: min(place, AppendMark.window))
    let start = place - last.count
    let count = last.withUnsafeMutableBytes { bytes in
      retrying { pread(descriptor, bytes.baseAddress, bytes.count, off_t(start)) }
    }
    guard count == last.count else { throw Broken() }
    return AppendMark(at: place, behind: last)
  }

  private func reachDisk() throws {
    guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
  }

  private mutating func leave() {
    close(descriptor)
    descriptor = -1
  }

  /// Takes back what was written, so that the file has its committed bytes only.
  ///
  /// - Returns: why the last call of the system failed.
  private mutating func failure() -> Failure {
    let reason = FileSystem.reason()
    Interruption.held {
      let isGone = takeBack()
      Interruption.end(isDone: Interruption.isDone && !isGone)
    }
    leave()
    return Failure("\(shown): \(reason)\(Interruption.isDone ? AtomicFile.isThere : "")", .fault)
  }

  /// Removes the bytes that were written, or the file that was created for them.
  ///
  /// - Returns: whether they are all removed.
  private func takeBack() -> Bool {
    if let made, unlink(made) == 0 { return true }
    guard retrying({ ftruncate(descriptor, off_t(committed)) }) == 0 else { return false }
    // Written bytes may have reached the disk.
    _ = retrying { fsync(descriptor) }
    return true
  }

  /// Where the first zero byte of a file stands.
  ///
  /// - Parameter unload: called with bytes that were looked at.
  /// - Complexity: O(size).
  static func firstZero(of bytes: UnsafeRawBufferPointer, unload: (Range<Int>) -> Void = { _ in }) -> Int? {
    guard let base = bytes.baseAddress else { return nil }
    for start in stride(from: 0, to: bytes.count, by: MappedFile.window) {
      let end = min(start + MappedFile.window, bytes.count)
      if let zero = memchr(base + start, 0, end - start) { return base.distance(to: UnsafeRawPointer(zero)) }
      unload(start..<end)
    }
    return nil
  }

  private struct Broken: Error {}

  private static func endsLine(_ descriptor: Int32, _ size: Int) throws -> Bool {
    var last: UInt8 = 0
    guard retrying({ pread(descriptor, &last, 1, off_t(size - 1)) }) == 1 else { throw Broken() }
    return last == UInt8(ascii: "\n")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32, at start: Int) throws {
    try bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset < bytes.count {
        let count = retrying {
          pwrite(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset, off_t(start + offset))
        }
        guard count > 0 else { throw Broken() }
        offset += count
      }
    }
  }
}
