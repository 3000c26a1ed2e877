import Truths
import TruthsSystem

/// Reads complete files, up to a size limit.
enum FileReader {
  /// Maximum size in bytes of a truth file, proposal or fixture that is read into memory. The languages' own limit is lower; a
  /// file between the two is refused with a finding.
  static let fileLimit = 256 << 20

  /// Maximum size in bytes of a file that a folder's document includes, equal to that of a document.
  static let documentLimit = 16 << 20

  /// Maximum size in bytes of a ledger that cannot be mapped into memory, such as one from a pipe.
  static let ledgerLimit = 1 << 30

  /// Returns the bytes of a file.
  ///
  /// - Parameters:
  ///   - path: the file to open.
  ///   - shown: the file's name in messages.
  /// - Throws: ``Failure`` with exit code 66 where there is nothing to read, with 65 where it exceeds the limit.
  static func read(_ path: String, shown: String, limit: Int) throws -> [UInt8] {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .noInput) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure("\(shown): \(FileSystem.reason())", .noInput) }
    if status.st_mode & S_IFMT == S_IFDIR { throw Failure("\(shown): it is a directory", .noInput) }
    return try read(descriptor, shown: shown, limit: limit, expected: Int(status.st_size))
  }

  /// Returns whether a regular file is a bundle, by its name or by its contents.
  static func isBundle(_ path: String) -> Bool {
    if TruthPack.isPath(path) { return true }
    guard FileSystem.kind(of: path) == .file else { return false }
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: TruthPack.beginningLength) { buffer, count in
      count = max(0, retrying { TruthsSystem.read(descriptor, buffer.baseAddress, buffer.count) })
    }
    return TruthPack.isBundle(beginning: bytes)
  }

  /// The contents of a ledger file.
  struct LedgerContent {
    /// The committed entries.
    var text: SourceText
    /// Number of committed bytes, and size of the file. The size is larger only after an interrupted append.
    var committed: Int
    var size: Int
    /// The first byte that is not white space.
    var first: UInt8?
  }

  /// Maps a ledger into memory, or reads it where it cannot be mapped, such as a pipe. The remains of an interrupted append are
  /// left out, with a message.
  ///
  /// - Throws: the errors of ``read(_:shown:limit:)``; exit code 65 where a zero byte is found that no append left.
  static func ledger(_ path: String, shown: String, named name: String) throws -> LedgerContent {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .noInput) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let all = MappedFile.map(descriptor, size: Int(status.st_size))
    else {
      let bytes = try read(path, shown: shown, limit: ledgerLimit)
      return try bytes.withUnsafeBytes { all in
        let committed = try self.committed(of: all, firstZero: AppendedFile.firstZero(of: all), record: nil, shown: shown)
        return LedgerContent(
          text: SourceText(path: name, bytes: committed == bytes.count ? bytes : Array(bytes[..<committed])),
          committed: committed, size: bytes.count,
          first: first(of: all.prefix(committed)))
      }
    }
    let zero = AppendedFile.firstZero(of: all) { MappedFile.unload($0, of: all) }
    let record = AppendedFile.record.value(of: descriptor, most: AppendMark.size)
    let committed: Int
    do {
      committed = try self.committed(of: all, firstZero: zero, record: record, shown: shown)
    } catch {
      MappedFile.unmap(all)
      throw error
    }
    return LedgerContent(
      text: MappedFile.text(all, count: committed, named: name), committed: committed, size: all.count,
      first: first(of: all.prefix(committed)))
  }

  /// Returns the number of committed bytes of a ledger: all bytes, or the bytes before an interrupted append.
  private static func committed(
    of bytes: UnsafeRawBufferPointer, firstZero zero: Int?, record: [UInt8]?, shown: String
  ) throws -> Int {
    switch LedgerEnd(of: bytes, firstZero: zero, record: record) {
    case .committed: return bytes.count
    case .uncommitted(let start):
      Output.remark("\(shown): \(bytes.count - start) bytes at its end belong to an append that did not finish, and are ignored")
      return start
    case .damaged(let zero):
      let damage = BytePlace(of: zero, in: bytes)
      let advice =
        damage.column > 1
        ? ""
        : """
        ; if you know that nothing after byte \(zero) was ever committed, as after an unfinished append by an older version, \
        cut the file there: truncate -s \(zero) \(shown)
        """
      throw Failure(
        """
        \(shown):\(damage.line):\(damage.column): a zero byte, which no entry and no unfinished append has: the file is \
        damaged, so it is not read, and nothing is written. Restore it from a copy\(advice)
        """, .badData)
    }
  }

  private static func first(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  static func standardInput(limit: Int) throws -> [UInt8] {
    try read(STDIN_FILENO, shown: "standard input", limit: limit, expected: 0)
  }

  private static func read(_ descriptor: Int32, shown: String, limit: Int, expected: Int) throws -> [UInt8] {
    let tooMuch = Failure("\(shown): it has more than \(limit >> 20) MiB", .badData)
    guard expected <= limit else { throw tooMuch }
    var bytes: [UInt8] = []
    var chunk = max(1, expected + 1)
    if expected == 0 { chunk = 1 << 16 }
    while true {
      let size = chunk
      let part = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = retrying { TruthsSystem.read(descriptor, buffer.baseAddress, size) }
        if count < 0 {
          count = 0
          throw Failure("\(shown): \(FileSystem.reason())", .noInput)
        }
      }
      if part.isEmpty { return bytes }
      // The file gave exactly its expected size, and then nothing more.
      if bytes.isEmpty, part.count == expected { return part }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      guard bytes.count <= limit else { throw tooMuch }
      chunk = 1 << 16
    }
  }
}

/// Repeats a system call that a signal interrupted.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
