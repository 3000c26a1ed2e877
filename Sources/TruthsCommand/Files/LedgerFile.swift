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

  /// What is written.
  enum Change {
    /// Lines behind those that are there.
    case behind(String)
    /// All lines, those that were there among them.
    case whole(String)
  }

  private let shown: String
  private let path: String

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
  ///   - work: gives its result and what is written. When it throws, or appends nothing, the file stays as it is.
  func update<Result>(
    isToExist: Bool = false, timeout: Int, named name: (String) -> String, _ work: (Content) throws -> (Result, Change)
  ) throws -> Result {
    try AtomicFile.locked(directory: PathText.parent(path), shown: shown, timeout: timeout) {
      try FileSystem.refuseUnlessFile(path, shown: shown)
      let isThere = FileSystem.kind(of: path) != .missing
      if isToExist, !isThere { throw Failure("\(shown): \(FileSystem.reason(ENOENT))", .noInput) }
      return try Interruption.guarded {
        let read = isThere ? try FileReader.ledger(path, shown: shown, named: name(path)) : nil
        let text = read?.text ?? SourceText(path: name(path), bytes: [])
        let (result, change) = try work(Content(text: text, first: read?.first))
        switch change {
        case .behind(let lines) where !lines.isEmpty:
          try refuse(lines, behind: read?.committed ?? 0)
          try AppendedFile.append(Array(lines.utf8), to: path, behind: read?.committed ?? 0, of: read?.size ?? 0, shown: shown)
        case .whole(let lines) where !lines.isEmpty:
          try refuse(lines, behind: 0)
          // Of a list every line is another one.
          if read?.first == UInt8(ascii: "[") {
            try AtomicFile.replace(path, with: Array(lines.utf8), isLocked: true, shown: shown)
          } else {
            try AppendedFile.append(Array(lines.utf8), to: path, behind: 0, of: read?.size ?? 0, shown: shown)
          }
        default: break
        }
        return result
      }
    }
  }

  /// Refuses what could not be read again.
  private func refuse(_ lines: String, behind size: Int) throws {
    if size + lines.utf8.count >= FileReader.ledgerLimit {
      let limit = "\(FileReader.ledgerLimit >> 20) MiB"
      throw Failure("\(shown): with this it would have more than the \(limit) that are read of one; nothing is written", .badData)
    }
    if RunReport.areTooDeep(lines) {
      throw Failure("\(shown): with this it would be nested deeper than one is read; nothing is written", .badData)
    }
  }
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
