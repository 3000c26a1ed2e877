import Truths
import TruthsSystem

/// Reads a file or a pipe in pieces of whole lines, so that memory does not grow with it.
struct PieceReader: ~Copyable {
  private let descriptor: Int32
  private let shown: String
  private let ownsDescriptor: Bool
  /// What a pipe gave, where it was read to its end.
  private var spool: Spool?
  /// Where a file was when reading began; `nil` for what cannot be read again.
  private let start: off_t?
  /// Bytes from there to the end of the file, where it is one.
  let size: Int?
  /// What was read and not handed out yet.
  private var held: [UInt8] = []
  private var isAtEnd = false
  private var nextLine = 1
  /// Bytes handed out.
  private(set) var taken = 0

  /// - Parameters:
  ///   - path: what to open; standard input where there is none.
  ///   - shown: how a message names it.
  /// - Throws: ``Failure`` with 66 when there is nothing to read.
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

  /// Whether it can be read from the beginning again.
  var isFile: Bool { start != nil }

  /// Whether the next piece can be had without waiting for somebody to write it.
  var isReady: Bool {
    if isFile || isAtEnd { return true }
    var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, 0) != 0
  }

  /// Reads a pipe to its end, so that nobody has to be waited for any more.
  ///
  /// - Parameter directory: where a file is made of what is much.
  mutating func takeAll(spoolingIn directory: String) throws {
    if isFile || isAtEnd { return }
    let spool = Spool(in: directory)
    while !isAtEnd {
      try readMore(Self.pieceSize)
      try spool.write(held)
      held = []
    }
    try spool.rewind()
    self.spool = spool
    isAtEnd = false
  }

  /// Begins anew.
  mutating func rewind() throws {
    guard let start, lseek(descriptor, start, SEEK_SET) == start else {
      throw Failure("\(shown): it cannot be read again", .noInput)
    }
    (held, isAtEnd, nextLine, taken) = ([], false, 1, 0)
  }

  /// Asks about the beginning, with more and more of it, until there is an answer; nothing is handed out.
  ///
  /// - Parameter question: given the first bytes and whether they are all there is; then it must have an answer.
  mutating func peek(_ question: ([UInt8], _ isWhole: Bool) -> Bool?) throws -> Bool {
    while true {
      if let answer = question(held, isAtEnd) { return answer }
      if isAtEnd { return false }
      try readMore(max(Self.pieceSize, held.count))
    }
  }

  /// All that was not handed out.
  ///
  /// - Throws: ``Failure`` with 65 when there is too much.
  mutating func rest(limit: Int) throws -> [UInt8] {
    while !isAtEnd {
      guard held.count <= limit else { throw Failure("\(shown): it has more than \(limit >> 20) MiB", .badData) }
      try readMore(max(Self.pieceSize, held.count))
    }
    taken += held.count
    let rest = held
    held = []
    return rest
  }

  /// The next whole lines; `nil` at the end.
  ///
  /// - Throws: ``Failure`` with 65 when one line is too long to be held.
  mutating func next() throws -> BatchPiece? {
    var searched = 0
    while true {
      if let end = held[searched...].lastIndex(of: 0x0A) { return piece(upTo: end + 1) }
      searched = held.count
      if isAtEnd { return held.isEmpty ? nil : piece(upTo: held.count) }
      guard held.count <= FileReader.fileLimit else {
        throw Failure("\(shown): line \(nextLine) has more than \(FileReader.fileLimit >> 20) MiB", .badData)
      }
      try readMore(max(Self.pieceSize, held.count))
    }
  }

  private mutating func piece(upTo end: Int) -> BatchPiece {
    let piece: BatchPiece
    if end == held.count {
      piece = BatchPiece(bytes: held, firstLine: nextLine)
      held = []
    } else {
      piece = BatchPiece(bytes: Array(held[..<end]), firstLine: nextLine)
      held.removeFirst(end)
    }
    nextLine += lineBreaks(in: piece.bytes)
    taken += piece.bytes.count
    return piece
  }

  private mutating func readMore(_ wanted: Int) throws {
    let (descriptor, shown) = (descriptor, shown)
    let part =
      try spool?.next()
      ?? [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        count = retrying { read(descriptor, buffer.baseAddress, wanted) }
        if count < 0 {
          count = 0
          throw Failure("\(shown): \(FileSystem.reason())", .noInput)
        }
      }
    isAtEnd = part.isEmpty
    if held.isEmpty { held = part } else { held += part }
  }

  private static let pieceSize = 1 << 16
}

/// How many lines end in some bytes.
private func lineBreaks(in bytes: [UInt8]) -> Int {
  bytes.withUnsafeBytes { bytes in
    guard var place = bytes.baseAddress else { return 0 }
    let end = place + bytes.count
    var count = 0
    while let found = memchr(place, 0x0A, end - place) {
      count += 1
      place = UnsafeRawPointer(found) + 1
    }
    return count
  }
}
