import Truths
import TruthsSystem

/// Reads a file or a pipe in pieces of complete lines, so that memory does not grow with its size.
struct PieceReader: ~Copyable {
  private let descriptor: Int32
  private let shown: String
  private let ownsDescriptor: Bool
  /// The contents of a pipe that was read to its end.
  private var spool: Spool?
  /// Offset where reading began; `nil` for input that cannot be read again.
  private let start: off_t?
  /// Number of bytes from `start` to the end of a file; `nil` for a pipe.
  let size: Int?
  /// Bytes that were read but not returned yet.
  private var pending: [UInt8] = []
  private var isAtEnd = false
  private var nextLine = 1
  /// Number of bytes returned.
  private(set) var taken = 0

  /// - Parameters:
  ///   - path: the file to open; `nil` for standard input.
  ///   - shown: the input's name in messages.
  /// - Throws: ``Failure`` with exit code 66 where there is nothing to read.
  init(_ path: String?, shown: String) throws {
    let opened = if let path { retrying { open(path, O_RDONLY | O_CLOEXEC) } } else { STDIN_FILENO }
    var status = stat()
    var failure: Failure?
    if opened < 0 || fstat(opened, &status) != 0 {
      failure = Failure("\(shown): \(FileSystem.reason())", .noInput)
    } else if status.st_mode & S_IFMT == S_IFDIR {
      failure = Failure("\(shown): it is a directory", .noInput)
    }
    if let failure {
      if opened >= 0, path != nil { close(opened) }
      throw failure
    }
    self.init(opened, owned: path != nil, shown: shown, status)
  }

  private init(_ descriptor: Int32, owned: Bool, shown: String, _ status: stat) {
    self.descriptor = descriptor
    self.shown = shown
    ownsDescriptor = owned
    let place = status.st_mode & S_IFMT == S_IFREG ? lseek(descriptor, 0, SEEK_CUR) : -1
    start = place >= 0 ? place : nil
    size = place >= 0 ? max(0, Int(status.st_size) - Int(place)) : nil
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  /// Whether the input can be read again from the beginning.
  var isFile: Bool { start != nil }

  /// Whether the next piece is available without waiting for a writer.
  var isReady: Bool {
    if isFile || isAtEnd { return true }
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) != 0
  }

  /// Reads a pipe to its end, so that its writer does not have to be waited for later.
  ///
  /// - Parameter directory: directory for a temporary file, where the input is large.
  mutating func takeAll(spoolingIn directory: String) throws {
    if isFile || isAtEnd { return }
    let spool = Spool(in: directory)
    while !isAtEnd {
      try readMore(Self.pieceSize)
      try spool.write(pending)
      pending = []
    }
    try spool.rewind()
    self.spool = spool
    isAtEnd = false
  }

  /// Starts again from the beginning.
  mutating func rewind() throws {
    guard let start, lseek(descriptor, start, SEEK_SET) == start else {
      throw Failure("\(shown): it cannot be read again", .noInput)
    }
    (pending, isAtEnd, nextLine, taken) = ([], false, 1, 0)
  }

  /// Asks a question about the beginning, with more and more bytes until it has an answer. Nothing is consumed.
  ///
  /// - Parameter question: gets the first bytes and whether they are everything; if they are, it must answer.
  mutating func peek(_ question: ([UInt8], _ isWhole: Bool) -> Bool?) throws -> Bool {
    while true {
      if let answer = question(pending, isAtEnd) { return answer }
      if isAtEnd { return false }
      try readMore(max(Self.pieceSize, pending.count))
    }
  }

  /// Returns everything that was not returned yet.
  ///
  /// - Throws: ``Failure`` with exit code 65 where it exceeds the limit.
  mutating func rest(limit: Int) throws -> [UInt8] {
    while !isAtEnd {
      guard pending.count <= limit else { throw Failure("\(shown): it has more than \(limit >> 20) MiB", .badData) }
      try readMore(max(Self.pieceSize, pending.count))
    }
    taken += pending.count
    let rest = pending
    pending = []
    return rest
  }

  /// Returns the next complete lines; `nil` at the end.
  ///
  /// - Throws: ``Failure`` with exit code 65 where one line is too long for memory.
  mutating func next() throws -> BatchPiece? {
    var searched = 0
    while true {
      if let end = pending[searched...].lastIndex(of: 0x0A) { return piece(upTo: end + 1) }
      searched = pending.count
      if isAtEnd { return pending.isEmpty ? nil : piece(upTo: pending.count) }
      guard pending.count <= FileReader.fileLimit else {
        throw Failure("\(shown): line \(nextLine) has more than \(FileReader.fileLimit >> 20) MiB", .badData)
      }
      try readMore(max(Self.pieceSize, pending.count))
    }
  }

  private mutating func piece(upTo end: Int) -> BatchPiece {
    let piece: BatchPiece
    if end == pending.count {
      piece = BatchPiece(bytes: pending, firstLine: nextLine)
      pending = []
    } else {
      piece = BatchPiece(bytes: Array(pending[..<end]), firstLine: nextLine)
      pending.removeFirst(end)
    }
    nextLine += lineBreaks(in: piece.bytes)
    taken += piece.bytes.count
    return piece
  }

  private mutating func readMore(_ wanted: Int) throws {
    let (descriptor, shown) = (descriptor, shown)
    let chunk =
      try spool?.next()
      ?? [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        count = retrying { read(descriptor, buffer.baseAddress, wanted) }
        if count < 0 {
          count = 0
          throw Failure("\(shown): \(FileSystem.reason())", .noInput)
        }
      }
    isAtEnd = chunk.isEmpty
    if pending.isEmpty { pending = chunk } else { pending += chunk }
  }

  private static let pieceSize = 1 << 16
}

private func lineBreaks(in bytes: [UInt8]) -> Int {
  bytes.withUnsafeBytes { bytes in
    guard var cursor = bytes.baseAddress else { return 0 }
    let end = cursor + bytes.count
    var count = 0
    while let found = memchr(cursor, 0x0A, end - cursor) {
      count += 1
      cursor = UnsafeRawPointer(found) + 1
    }
    return count
  }
}
