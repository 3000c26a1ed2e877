import Truths
import TruthsSystem

/// Reads whole files, with a limit to their size.
enum FileReader {
  /// The most bytes of a truth file, proposal or fixture that are read into memory at all; the languages' own limit is lower, and
  /// a file between the two is refused with a finding.
  static let fileLimit = 256 << 20

  /// The most bytes of a file whose content stands in the document of its folder: what a document may have.
  static let documentLimit = 16 << 20

  /// The most bytes of a ledger that cannot be mapped into memory, such as one that comes through a pipe.
  static let ledgerLimit = 1 << 30

  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - path: what to open.
  ///   - shown: how a message names it.
  /// - Throws: ``Failure`` with 66 when there is nothing to read, with 65 when there is too much.
  static func read(_ path: String, shown: String, limit: Int) throws -> [UInt8] {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw Failure("\(shown): \(FileSystem.reason())", .noInput) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure("\(shown): \(FileSystem.reason())", .noInput) }
    if status.st_mode & S_IFMT == S_IFDIR { throw Failure("\(shown): it is a directory", .noInput) }
    return try read(descriptor, shown: shown, limit: limit, expected: Int(status.st_size))
  }

  /// Whether a regular file is a bundle, by its name or by what is in it.
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

  /// A ledger as it was read.
  struct LedgerContent {
    /// What was committed.
    var text: SourceText
    /// How many bytes that is, and how many the file has; more only where an append was broken off.
    var committed: Int
    var size: Int
    /// Its first byte that is no white space.
    var first: UInt8?
  }

  /// A ledger, mapped into memory; what cannot be mapped, such as a pipe, is read. An append that was broken off is left out, and
  /// told.
  ///
  /// - Throws: as ``read(_:shown:limit:)``; with 65 where a zero byte stands that no append left.
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

  /// How many bytes of a ledger are committed: all, or those before an append that was broken off.
  private static func committed(
    of bytes: UnsafeRawBufferPointer, firstZero zero: Int?, record: [UInt8]?, shown: String
  ) throws -> Int {
    switch LedgerEnd(of: bytes, firstZero: zero, record: record) {
    case .committed: return bytes.count
    case .uncommitted(let start):
      Output.remark("\(shown): \(bytes.count - start) bytes at its end are of an append that did not end, and are left out")
      return start
    case .damaged(let zero):
      let place = BytePlace(of: zero, in: bytes)
      let advice =
        place.column > 1
        ? ""
        : """
        ; where it is known that nothing behind byte \(zero) was ever committed, as of an append by an older version that broke \
        off, cut it there: truncate -s \(zero) \(shown)
        """
      throw Failure(
        """
        \(shown):\(place.line):\(place.column): a zero byte, which no entry has, and which is not of an append that broke off: \
        the file was damaged; nothing of it is believed, and nothing is written. Put it back from a copy\(advice)
        """, .badData)
    }
  }

  private static func first(of bytes: Slice<UnsafeRawBufferPointer>) -> UInt8? {
    bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
  }

  /// The bytes of standard input.
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
      // What gave all that it said it has, and was asked for more, has no more.
      if bytes.isEmpty, part.count == expected { return part }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      guard bytes.count <= limit else { throw tooMuch }
      chunk = 1 << 16
    }
  }
}

/// Repeats a call of the system that a signal broke off.
func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result >= 0 || errno != EINTR { return result }
  }
}
