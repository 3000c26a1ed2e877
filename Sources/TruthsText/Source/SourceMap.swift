/// All files of one session, in the order in which they were added.
///
/// Truth sets add their files sorted by path, so that findings, which are ordered by ``Span``, come out sorted by path.
package struct SourceMap: Sendable {
  package private(set) var files: [SourceFile] = []

  package init() {}

  /// Adds a file and gives it its identity.
  @discardableResult
  package mutating func add(path: String, bytes: [UInt8]) -> SourceFile {
    let file = SourceFile(id: FileID(files.count), path: path, bytes: bytes)
    files.append(file)
    return file
  }

  /// Adds files in their order.
  package mutating func add(_ more: [(path: String, bytes: [UInt8])]) {
    let count = files.count
    files += Cores.map(more.count, stride: 16) { place in
      SourceFile(id: FileID(count + place), path: more[place].path, bytes: more[place].bytes)
    }
  }

  /// Puts other bytes into a file; its identity and path stay.
  package mutating func replace(_ id: FileID, bytes: [UInt8]) -> SourceFile {
    let file = SourceFile(id: id, path: file(id)?.path ?? "", bytes: bytes)
    if files.indices.contains(Int(id.index)) { files[Int(id.index)] = file }
    return file
  }

  /// The file with an identity that this map gave out.
  package func file(_ id: FileID) -> SourceFile? {
    files.indices.contains(Int(id.index)) ? files[Int(id.index)] : nil
  }

  /// The line and column at which a span begins.
  package func start(of span: Span) -> Position { file(span.file)?.position(at: Int(span.start)) ?? Position(line: 1, column: 1) }

  /// The line and column behind a span's last character.
  package func end(of span: Span) -> Position { file(span.file)?.position(at: Int(span.end)) ?? Position(line: 1, column: 1) }
}
