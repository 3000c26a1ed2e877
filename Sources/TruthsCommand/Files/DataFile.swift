import Truths

extension Project {
  /// A proposal or context that the user named; `-` is standard input.
  func readData(_ path: String, limit: Int) throws -> SourceText {
    if path == "-" { return SourceText(path: "<stdin>", bytes: try FileReader.standardInput(limit: limit)) }
    let absolute = PathText.absolute(path, in: try FileSystem.workingDirectory())
    return SourceText(path: shown(absolute), bytes: try FileReader.read(absolute, shown: path, limit: limit))
  }
}

extension Output {
  /// Prints to standard output, or writes a file whole.
  func result(_ text: String, toFile file: String?) throws {
    guard let file else { return try result(text) }
    let path = PathText.absolute(file, in: try FileSystem.workingDirectory())
    if FileSystem.kind(of: path) == .directory { throw Failure("\(file): it is a directory", .noInput) }
    try AtomicFile.replace(FileSystem.resolved(path) ?? path, with: Array(text.utf8), shown: file)
  }
}
