import Truths
import TruthsSystem

/// Appends lines to a file in place. A crash leaves all of them or none, however many they are.
///
/// The first bytes of the lines are written last, once all others have reached the disk. Until then a mark replaces them
/// (``AppendMark``). Readers ignore everything after a mark, and the next append overwrites it.
///
/// After each append, the mark that the next append will have is stored as an attribute of the file. It reaches the disk
/// together with the appended bytes, and so before the next append. It identifies an append whose own mark was lost.
struct AppendedFile {
  private let path: String
  private let shown: String
  /// Number of committed bytes; later bytes belong to an interrupted append.
  private let committed: Int
  /// Size of the file in bytes when it was read.
  private let size: Int
  /// Descriptor of the file, once something is written; otherwise -1.
  private var descriptor: Int32 = -1
  /// The path of a file that was created here.
  private var createdPath: String?
  /// Lines that are not written yet.
  private var buffer: [UInt8] = []
  /// The mark in place of the bytes that are written last.
  private var mark: AppendMark?
  /// The bytes that are written last; empty until something is written.
  private var covered: [UInt8] = []
  /// Offset where the next line is written.
  private var end: Int

  /// - Parameters:
  ///   - path: a file that no other process writes to.
  ///   - committed: number of committed bytes; later bytes belong to an interrupted append.
  ///   - size: size of the file in bytes when it was read.
  init(_ path: String, behind committed: Int, of size: Int, shown: String) {
    self.path = path
    self.committed = committed
    self.size = size
    self.shown = shown
    end = committed
  }

  /// Number of bytes of lines held in memory before they are written.
  private static let most = 4 << 20

  /// Adds lines.
  ///
  /// - Returns: offset of the written lines, which are all lines so far; `nil` where they are held for now.
  /// - Throws: ``Failure`` with exit code 3; the file then has its committed bytes only.
  mutating func append(_ lines: [UInt8]) throws -> Int? {
    if buffer.isEmpty { buffer = lines } else { buffer += lines }
    return buffer.count < Self.most ? nil : try write()
  }

  /// Writes all lines to the disk and commits them. Creates a file that does not exist.
  ///
  /// - Throws: the errors of ``append(_:)``; the message says where lines are committed that may not have reached the disk.
  mutating func commit() throws {
    if !buffer.isEmpty { _ = try write() }
    guard let mark, !covered.isEmpty else { return }
    do {
      try reachDisk()
      // The disk may write one block without the other, so the mark's block, the second one, is written last.
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
      if createdPath != nil { try AtomicFile.reachDisk(PathText.parent(path), shown: shown) }
    } catch {
      throw failure()
    }
    leave()
  }

  /// Removes the lines that were written.
  mutating func cancel() {
    if descriptor >= 0 { _ = failure() }
  }

  /// Returns the written bytes from an offset on.
  ///
  /// - Returns: the text that contains them, and their offset in it.
  /// - Throws: ``Failure`` with exit code 3 where they cannot be mapped into memory.
  func written(from place: Int, named name: String) throws -> (text: SourceText, place: Int) {
    guard let written = MappedFile.text(descriptor, place..<end, named: name) else {
      throw Failure("\(shown): \(FileSystem.reason())", .fault)
    }
    return written
  }

  /// Writes the lines that were appended but not written yet.
  ///
  /// - Returns: offset of the first of them.
  private mutating func write() throws -> Int {
    if descriptor < 0 { try begin() }
    var start = end
    do {
      if covered.isEmpty, let mark {
        if committed > 0, try !Self.endsLine(descriptor, committed) {
          buffer.insert(UInt8(ascii: "\n"), at: 0)
          start += 1
        }
        covered = Array(buffer.prefix(mark.cover.count))
        buffer.replaceSubrange(..<covered.count, with: mark.cover.prefix(covered.count))
      }
      try Self.write(buffer, to: descriptor, at: end)
    } catch {
      throw failure()
    }
    end += buffer.count
    buffer = []
    return start
  }

  private mutating func begin() throws {
    let isThere = FileSystem.kind(of: path) != .missing
    let createdPath = isThere ? nil : path
    self.createdPath = createdPath
    descriptor = Interruption.held {
      let descriptor = retrying { open(path, O_RDWR | O_CLOEXEC | (isThere ? 0 : O_CREAT), 0o666) }
      if descriptor >= 0 { Interruption.begin(made: createdPath) }
      return descriptor
    }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .fault) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == size else {
      Interruption.end(isDone: false)
      leave()
      throw Failure("\(shown): another program changed it in the meantime; nothing is written", .fault)
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

  /// The attribute of a ledger's file that stores the mark of the next append.
  static let record = FileAttribute("user.truths.append")

  /// Number of bytes that a disk writes atomically.
  private static let block = 512

  /// Returns the mark of an append after the given number of bytes of a file.
  private static func mark(at end: Int, of descriptor: Int32) throws -> AppendMark {
    var last = [UInt8](repeating: 0, count: min(end, AppendMark.window))
    let start = end - last.count
    let count = last.withUnsafeMutableBytes { bytes in
      retrying { pread(descriptor, bytes.baseAddress, bytes.count, off_t(start)) }
    }
    guard count == last.count else { throw Broken() }
    return AppendMark(at: end, behind: last)
  }

  private func reachDisk() throws {
    guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
  }

  private mutating func leave() {
    close(descriptor)
    descriptor = -1
  }

  /// Removes the written bytes, so that the file has its committed bytes only.
  ///
  /// - Returns: why the last system call failed.
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
  /// - Returns: whether all of them were removed.
  private func takeBack() -> Bool {
    if let createdPath, unlink(createdPath) == 0 { return true }
    guard retrying({ ftruncate(descriptor, off_t(committed)) }) == 0 else { return false }
    // Some of the written bytes may have reached the disk.
    _ = retrying { fsync(descriptor) }
    return true
  }

  /// Returns the offset of the first zero byte of a file.
  ///
  /// - Parameter unload: called with ranges of scanned bytes.
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
