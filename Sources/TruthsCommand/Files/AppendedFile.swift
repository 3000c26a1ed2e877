import TruthsSystem

/// Adds lines to a file in place: only they are written, and whatever ends the process leaves all of them or none.
///
/// They are written with a zero byte in the place of their first, and once they are on the disk that byte is written. JSON holds
/// no zero byte, so what begins with one at the beginning of a line was never kept: readers leave it out, and the next append
/// takes its place.
enum AppendedFile {
  /// Writes lines behind what is there, and has them reach the disk.
  ///
  /// - Parameters:
  ///   - path: of a file that is there, and is locked.
  ///   - kept: how many of its bytes were kept; what stands behind them was broken off.
  ///   - size: how many it had when it was read.
  /// - Throws: ``Failure`` with 3; the file has what was kept then, and nothing more.
  static func append(_ lines: [UInt8], to path: String, behind kept: Int, of size: Int, shown: String) throws {
    guard let first = lines.first else { return }
    let descriptor = retrying { open(path, O_RDWR | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .fault) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, Int(status.st_size) == size else {
      throw Failure("\(shown): somebody changed it meanwhile; nothing is written", .fault)
    }
    do {
      Interruption.begin(descriptor, kept: kept)
      guard ftruncate(descriptor, off_t(kept)) == 0 else { throw Broken() }
      var start = kept
      if kept > 0, try !endsLine(descriptor, kept) {
        try write([UInt8(ascii: "\n")], to: descriptor, at: kept)
        start += 1
      }
      try write([0] + lines.dropFirst(), to: descriptor, at: start)
      guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
      Interruption.end()
      try write([first], to: descriptor, at: start)
      Interruption.isAppended = true
      guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
    } catch {
      let reason = FileSystem.reason()
      Interruption.end()
      ftruncate(descriptor, off_t(kept))
      throw Failure("\(shown): \(reason)", .fault)
    }
  }

  /// How many bytes of a ledger were kept: all of them, or those before an append that was broken off.
  ///
  /// - Complexity: O(size).
  static func kept(of bytes: UnsafeRawBufferPointer) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var place = base
    let end = base + bytes.count
    while let zero = memchr(place, 0, end - place) {
      let found = UnsafeRawPointer(zero)
      if found == base || found.load(fromByteOffset: -1, as: UInt8.self) == UInt8(ascii: "\n") { return found - base }
      place = found + 1
    }
    return bytes.count
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

/// What a signal finds that ends the process while a ledger is open.
enum Interruption {
  /// The file that is being appended to; below 0 there is none.
  nonisolated(unsafe) private static var descriptor: Int32 = -1
  /// How many bytes it had before.
  nonisolated(unsafe) private static var kept: off_t = 0
  /// Whether what was to be appended is there.
  nonisolated(unsafe) static var isAppended = false

  /// From now on a signal takes away what was written behind some bytes.
  static func begin(_ descriptor: Int32, kept: Int) {
    self.kept = off_t(kept)
    self.descriptor = descriptor
  }

  /// From now on it leaves the file as it is.
  static func end() { descriptor = -1 }

  /// Works on a ledger: what would end the process by a signal ends it with 3 instead, and leaves nothing half written.
  static func guarded<Result>(_ work: () throws -> Result) rethrows -> Result {
    (descriptor, kept, isAppended) = (-1, 0, false)
    let signals = [SIGTERM, SIGINT, SIGHUP]
    let before = signals.map { signal($0, handler) }
    defer { for (number, old) in zip(signals, before) { signal(number, old) } }
    return try work()
  }

  private static let handler: @convention(c) (Int32) -> Void = { _ in
    if descriptor >= 0 { ftruncate(descriptor, kept) }
    let told: StaticString =
      isAppended
      ? "truths: a signal ended it; what it appended is kept\n" : "truths: a signal ended it; nothing was appended\n"
    _ = write(STDERR_FILENO, told.utf8Start, told.utf8CodeUnitCount)
    _exit(3)
  }
}
