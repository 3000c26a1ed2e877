import Truths
import TruthsSystem

/// A ledger file that a run reads and appends to.
struct LedgerFile {
  /// The contents of the ledger.
  struct Content {
    /// The committed entries, without an interrupted append.
    var text: SourceText
    /// The first byte that is not white space.
    var first: UInt8?

    /// Whether no entry is committed.
    var isEmpty: Bool { first == nil }

    /// Whether the file is one JSON list instead of JSON Lines.
    var isList: Bool { first == UInt8(ascii: "[") }
  }

  private let shown: String
  private let path: String

  var directory: String { PathText.parent(path) }

  /// - Parameter shown: the path as the user gave it; the file need not exist.
  init(_ shown: String) throws {
    self.shown = shown
    let absolute = try FileSystem.absolute(shown)
    path = FileSystem.resolved(absolute) ?? absolute
  }

  /// Reads the ledger and appends to it under the lock: everything, or nothing.
  ///
  /// Other files than regular ones are refused before reading: reading a pipe waits for a writer, and a device has no end.
  ///
  /// - Parameters:
  ///   - name: returns the path's name in findings.
  ///   - timeout: maximum wait for the lock, in seconds.
  ///   - isToExist: whether a missing file is an error instead of an empty ledger.
  ///   - work: appends lines; to an empty ledger and to a list, all lines. If it throws or appends nothing, the file stays
  ///     unchanged.
  func update<Result: ~Copyable>(
    isToExist: Bool = false, timeout: Int, named name: (String) -> String,
    _ work: (Content, inout LedgerLines) throws -> Result
  ) throws -> Result {
    try AtomicFile.locked(directory: directory, shown: shown, timeout: timeout) {
      try FileSystem.refuseUnlessFile(path, shown: shown)
      let isThere = FileSystem.kind(of: path) != .missing
      if isToExist, !isThere { throw Failure("\(shown): \(FileSystem.reason(ENOENT))", .noInput) }
      return try Interruption.guarded {
        let read = isThere ? try FileReader.ledger(path, shown: shown, named: name(path)) : nil
        let content = Content(text: read?.text ?? SourceText(path: name(path), bytes: []), first: read?.first)
        let committed = content.isEmpty ? 0 : read?.committed ?? 0
        let file = AppendedFile(path, behind: committed, of: read?.size ?? 0, shown: shown)
        var lines = LedgerLines(file, isList: content.isList, path: path, shown: shown)
        do {
          let result = try work(content, &lines)
          try lines.commit()
          return result
        } catch {
          lines.cancel()
          throw error
        }
      }
    }
  }
}

/// The lines to append to a ledger. For a ledger that is one JSON list, they replace the whole file, because every line of a
/// list changes and nothing can be appended to it.
struct LedgerLines {
  private var file: AppendedFile
  private let path: String
  private let shown: String
  /// All lines, if the ledger is a list that they replace; otherwise `nil`.
  private var instead: [UInt8]?

  fileprivate init(_ file: AppendedFile, isList: Bool, path: String, shown: String) {
    self.file = file
    self.path = path
    self.shown = shown
    instead = isList ? [] : nil
  }

  /// Appends lines.
  ///
  /// - Returns: offset in the file of the written lines, which are all lines so far; `nil` where they are held for now.
  /// - Throws: ``Failure`` with exit code 65 for lines that could not be read again.
  mutating func append(_ lines: [UInt8]) throws -> Int? {
    if lines.isEmpty { return nil }
    if RunReport.areTooDeep(lines) {
      throw Failure("\(shown): the new lines are nested too deeply to be read again; nothing is written", .badData)
    }
    if instead == nil { return try file.append(lines) }
    instead? += lines
    return nil
  }

  /// Returns the written bytes from an offset on; see ``AppendedFile/written(from:named:)``.
  func written(from place: Int, named name: String) throws -> (text: SourceText, place: Int) {
    try file.written(from: place, named: name)
  }

  fileprivate mutating func commit() throws {
    guard let instead else { return try file.commit() }
    if !instead.isEmpty { try AtomicFile.replace(path, with: instead, isLocked: true, shown: shown) }
  }

  fileprivate mutating func cancel() { file.cancel() }
}

extension Project {
  /// Reads a context from a path that the user gave; `-` is standard input.
  func readLedger(_ path: String) throws -> SourceText {
    if path == "-" { return try readData(path, limit: FileReader.ledgerLimit) }
    let absolute = try FileSystem.absolute(path)
    return try FileReader.ledger(absolute, shown: path, named: shown(absolute)).text
  }

  /// Reads a proposal or context from a path that the user gave; `-` is standard input.
  func readData(_ path: String, limit: Int) throws -> SourceText {
    if path == "-" { return SourceText(path: "<stdin>", bytes: try FileReader.standardInput(limit: limit)) }
    let absolute = try FileSystem.absolute(path)
    return SourceText(path: shown(absolute), bytes: try FileReader.read(absolute, shown: path, limit: limit))
  }
}

extension Project {
  /// Opens a proposal, or a batch of them, for reading in pieces; `-` is standard input.
  func pieces(of path: String) throws -> DataPieces {
    if path == "-" { return DataPieces(path: "<stdin>", reader: try PieceReader(nil, shown: "standard input")) }
    let absolute = try FileSystem.absolute(path)
    return DataPieces(path: shown(absolute), reader: try PieceReader(absolute, shown: path))
  }
}

/// Data that is read in pieces.
struct DataPieces: ~Copyable {
  /// Name of the data in findings.
  let path: String
  var reader: PieceReader
}

extension Output {
  /// Prints to standard output, or replaces a file as a whole. A device or a named pipe is written to instead of replaced.
  func result(_ text: String, toFile file: String?) throws {
    guard let file else { return try result(text) }
    let path = try FileSystem.absolute(file)
    switch FileSystem.kind(of: path) {
    case .directory: throw Failure("\(file): it is a directory, and cannot be written as a file", .usage)
    case .other: return try FileSystem.write(Array(text.utf8), into: path, shown: file)
    case .file, .missing: break
    }
    try AtomicFile.replace(FileSystem.resolved(path) ?? path, with: Array(text.utf8), isLocked: false, shown: file)
  }

  /// Writes files into a directory and prints their paths. A missing directory is created; files with the same names are
  /// replaced.
  func result(_ files: [SourceText], toDirectory directory: String) throws {
    let (root, here) = try (FileSystem.absolute(directory), FileSystem.workingDirectory())
    try FileSystem.makeDirectories(root)
    for file in files {
      let path = PathText.join(root, file.path)
      let shown = PathText.shown(path, from: here)
      try AtomicFile.replace(FileSystem.resolved(path) ?? path, with: file.bytes, isLocked: false, shown: shown)
      try result("\(shown)\n")
    }
  }
}
