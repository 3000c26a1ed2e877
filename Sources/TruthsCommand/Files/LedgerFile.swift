import Truths
import TruthsSystem

/// A ledger on disk that a run reads and appends to.
struct LedgerFile {
  /// What stands in it.
  struct Content {
    /// What was committed; an append that was broken off is left out.
    var text: SourceText
    /// Its first byte that is no white space.
    var first: UInt8?

    /// Whether nothing was committed.
    var isEmpty: Bool { first == nil }

    /// Whether it is one JSON list instead of JSON Lines.
    var isList: Bool { first == UInt8(ascii: "[") }
  }

  private let shown: String
  private let path: String

  /// Where it stands.
  var directory: String { PathText.parent(path) }

  /// - Parameter shown: the path as the user gave it; there need be no file yet.
  init(_ shown: String) throws {
    self.shown = shown
    let absolute = try FileSystem.absolute(shown)
    path = FileSystem.resolved(absolute) ?? absolute
  }

  /// Reads the ledger and appends to it, while no other process of ours does: all of it, or nothing.
  ///
  /// What is no regular file is refused before it is read: reading a pipe waits for a writer, and a device has no end.
  ///
  /// - Parameters:
  ///   - name: how findings name its path.
  ///   - timeout: how many seconds it waits for its turn.
  ///   - isToExist: whether a missing file is an error instead of an empty ledger.
  ///   - work: appends lines, to an empty ledger and to a list all of them. When it throws, or appends nothing, the file stays as
  ///     it is.
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

/// The lines that are appended to a ledger. Those of a ledger that is one JSON list take its place: of a list every line is
/// another one, and nothing can be appended to it.
struct LedgerLines {
  private var file: AppendedFile
  private let path: String
  private let shown: String
  /// All lines, where they take the place of a list.
  private var instead: [UInt8]?

  fileprivate init(_ file: AppendedFile, isList: Bool, path: String, shown: String) {
    self.file = file
    self.path = path
    self.shown = shown
    instead = isList ? [] : nil
  }

  /// Appends lines.
  ///
  /// - Returns: where in the file those stand that were written, which are all so far; `nil` where they are held for now.
  /// - Throws: ``Failure`` with 65 for what could not be read again.
  mutating func append(_ lines: [UInt8]) throws -> Int? {
    if lines.isEmpty { return nil }
    if RunReport.areTooDeep(lines) {
      throw Failure("\(shown): with this it would be nested deeper than one is read; nothing is written", .badData)
    }
    if instead == nil { return try file.append(lines) }
    instead? += lines
    return nil
  }

  /// What was written from a place on; see ``AppendedFile/written(from:named:)``.
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
  /// A context that the user named; `-` is standard input.
  func readLedger(_ path: String) throws -> SourceText {
    if path == "-" { return try readData(path, limit: FileReader.ledgerLimit) }
    let absolute = try FileSystem.absolute(path)
    return try FileReader.ledger(absolute, shown: path, named: shown(absolute)).text
  }

  /// A proposal or context that the user named; `-` is standard input.
  func readData(_ path: String, limit: Int) throws -> SourceText {
    if path == "-" { return SourceText(path: "<stdin>", bytes: try FileReader.standardInput(limit: limit)) }
    let absolute = try FileSystem.absolute(path)
    return SourceText(path: shown(absolute), bytes: try FileReader.read(absolute, shown: path, limit: limit))
  }
}

extension Project {
  /// A batch of proposals that the user named, or a proposal, read piece by piece; `-` is standard input.
  func pieces(of path: String) throws -> DataPieces {
    if path == "-" { return DataPieces(path: "<stdin>", reader: try PieceReader(nil, shown: "standard input")) }
    let absolute = try FileSystem.absolute(path)
    return DataPieces(path: shown(absolute), reader: try PieceReader(absolute, shown: path))
  }
}

/// Data that is read piece by piece.
struct DataPieces: ~Copyable {
  /// How findings name it.
  let path: String
  var reader: PieceReader
}

extension Output {
  /// Prints to standard output, or writes a file whole. What is there and no file, such as a device or a named pipe, stays there
  /// and is written to.
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
}
