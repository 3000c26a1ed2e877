import Truths
import TruthsSystem

/// Appends lines to a file in place. Only the lines are written, and a crash leaves all of them or none, however many they are.
///
/// They are written with a zero byte in place of their first byte. That byte is written after the others have reached the disk.
/// JSON has no zero byte, so a line that begins with one was never committed: readers ignore it, and the next append overwrites
/// it.
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
  /// The byte that is written last, and where it stands.
  private var first: (byte: UInt8, place: Int)?
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
    guard let first else { return }
    do {
      guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
      try Interruption.held {
        try Self.write([first.byte], to: descriptor, at: first.place)
        Interruption.end(isDone: true)
      }
      guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
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
    do {
      if first == nil {
        if committed > 0, try !Self.endsLine(descriptor, committed) {
          try Self.write([UInt8(ascii: "\n")], to: descriptor, at: committed)
          // Otherwise a loss of power could leave zeros in the middle of a line.
          guard retrying({ fsync(descriptor) }) == 0 else { throw Broken() }
          end += 1
        }
        first = (held[0], end)
        held[0] = 0
      }
      try Self.write(held, to: descriptor, at: end)
    } catch {
      throw failure()
    }
    let start = end
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
    guard retrying({ ftruncate(descriptor, off_t(committed)) }) == 0 else { throw failure() }
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

  /// How many bytes of a ledger are committed: all, or those before an append that was interrupted. Zeros at the end are not:
  /// some file systems leave them after a loss of power.
  ///
  /// - Parameter unload: called with bytes that were looked at.
  /// - Complexity: O(size).
  static func committed(of bytes: UnsafeRawBufferPointer, unload: (Range<Int>) -> Void = { _ in }) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    var place = 0
    var window = 0
    while place < bytes.count {
      let end = min(window + MappedFile.window, bytes.count)
      guard let zero = memchr(base + place, 0, end - place) else {
        unload(window..<end)
        (window, place) = (end, end)
        continue
      }
      let found = base.distance(to: UnsafeRawPointer(zero))
      if found == 0 || bytes[found - 1] == UInt8(ascii: "\n") { return found }
      place = found + 1
      if place == end { window = end }
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
