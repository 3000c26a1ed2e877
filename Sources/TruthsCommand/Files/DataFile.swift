import Truths

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
    try AtomicFile.replace(FileSystem.resolved(path) ?? path, with: Array(text.utf8), shown: file)
  }
}
