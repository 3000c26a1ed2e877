import TruthsSystem

/// Appends lines to a file in place. Only the lines are written, and a crash leaves all of them or none.
///
/// They are written with a zero byte in place of their first byte. That byte is written after the others have reached the disk.
/// JSON has no zero byte, so a line that begins with one was never committed: readers ignore it, and the next append overwrites
/// it.
enum AppendedFile {
  /// Appends lines and syncs them to the disk. Creates a file that does not exist.
  ///
  /// - Parameters:
  ///   - path: of a file that nobody else writes to.
  ///   - committed: how many of its bytes are committed; the rest is of an append that was interrupted.
  ///   - size: how many it had when it was read.
  /// - Throws: ``Failure`` with 3; the file then has its committed bytes only.
  static func append(_ lines: [UInt8], to path: String, behind committed: Int, of size: Int, shown: String) throws {
    guard let first = lines.first else { return }
    let isThere = FileSystem.kind(of: path) != .missing
    let made = isThere ? nil : path
    let descriptor = Interruption.held {
      let descriptor = retrying { open(path, O_RDWR | O_CLOEXEC | (isThere ? 0 : O_CREAT), 0o666) }
      if descriptor >= 0 { Interruption.begin(made: made) }
      return descriptor
    }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .fault) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == size else {
      Interruption.end(isDone: false)
      throw Failure("\(shown): somebody changed it meanwhile; nothing is written", .fault)
    }
    do {
      Interruption.begin(descriptor, committed: committed)
      guard retrying({ ftruncate(descriptor, off_t(committed)) }) == 0 else { throw Broken() }
      var start = committed
      if committed > 0, try !endsLine(descriptor, committed) {
        try write([UInt8(ascii: "\n")], to: descriptor, at: committed)
        // Otherwise a loss of power could leave zeros in the middle of a line.
        guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
        start += 1
      }
      try write([0] + lines.dropFirst(), to: descriptor, at: start)
      guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
      try Interruption.held {
        try write([first], to: descriptor, at: start)
        Interruption.end(isDone: true)
      }
      guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
      if !isThere { try AtomicFile.reachDisk(PathText.parent(path), shown: shown) }
    } catch {
      let reason = FileSystem.reason()
      Interruption.held {
        let isGone = takeBack(descriptor, committed: committed, made: made)
        Interruption.end(isDone: Interruption.isDone && !isGone)
      }
      throw Failure("\(shown): \(reason)\(Interruption.isDone ? AtomicFile.isThere : "")", .fault)
    }
  }

  /// Removes the bytes that were written, or the file that was created for them.
  ///
  /// - Returns: whether they are all removed.
  private static func takeBack(_ descriptor: Int32, committed: Int, made: String?) -> Bool {
    if let made, unlink(made) == 0 { return true }
    guard retrying({ ftruncate(descriptor, off_t(committed)) }) == 0 else { return false }
    // Written bytes may have reached the disk.
    _ = retrying { fsync(descriptor) }
    return true
  }

  /// How many bytes of a ledger are committed: all, or those before an append that was interrupted. Zeros at the end are not:
  /// some file systems leave them after a loss of power.
  ///
  /// - Complexity: O(size).
  static func committed(of bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var place = base
    let end = base + bytes.count
    while let zero = memchr(place, 0, end - place) {
      let found = UnsafeRawPointer(zero)
      if found == base || found.load(fromByteOffset: -1, as: UInt8.self) == UInt8(ascii: "\n") { return found - base }
      place = found + 1
    }
    var committed = bytes.count
    while committed > 0, bytes[committed - 1] == 0 { committed -= 1 }
    return committed
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
