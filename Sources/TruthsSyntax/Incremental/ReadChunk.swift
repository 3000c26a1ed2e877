import TruthsDiagnostics
import TruthsText

/// Reading of one chunk of a file. It depends only on the chunk's bytes, so it is also valid for the same bytes elsewhere in
/// the file.
struct ReadChunk: Sendable {
  var start: Int
  var bytes: ArraySlice<UInt8>
  var declarations: [Declaration]
  var unread: [Name]
  var diagnostics: [Diagnostic]
  /// Places that comments can be above; `nil` if the file had no ignore comments.
  var places: IgnoreReader.Places?
  /// Number of YAML nodes, which count towards the limit of the file.
  var nodes: Int
  var isCut: Bool

  /// Reads a chunk.
  ///
  /// - Parameter hasIgnores: whether the file may contain comments that hide findings.
  init(_ file: SourceFile, _ range: Range<Int>, isJobFile: Bool, hasIgnores: Bool, nodesLeft: inout Int) {
    let before = nodesLeft
    var reader = ChunkReader(Chunk(file, range))
    let root = reader.read(nodesLeft: &nodesLeft)
    var declarations = DeclarationReader(reader, isJobFile: isJobFile)
    declarations.read(root)
    start = range.lowerBound
    bytes = file.bytes[range]
    self.declarations = declarations.declarations
    unread = declarations.unread
    diagnostics = declarations.diagnostics + reader.remarks
    if hasIgnores {
      var places = IgnoreReader.Places()
      if let root { places.collect(root) }
      self.places = places
    }
    nodes = before - nodesLeft
    isCut = reader.isCut
  }

  /// Returns the reading for the same bytes at another place; `nil` if they must be read again.
  func moved(to range: Range<Int>, of file: SourceFile) -> ReadChunk? {
    let distance = Int32(truncatingIfNeeded: range.lowerBound - start)
    var result = self
    result.start = range.lowerBound
    result.bytes = file.bytes[range]
    if distance == 0 { return result }
    result.declarations = declarations.compactMap { $0.moved(by: distance) }
    if result.declarations.count < declarations.count { return nil }
    result.unread = unread.moved(by: distance)
    result.diagnostics = diagnostics.moved(by: distance)
    result.places = places.moved(by: distance)
    return result
  }
}

/// Chunks of an earlier reading of a file, from which a reading of the changed file reuses those before and after the change.
struct EarlierChunks {
  private let chunks: [ReadChunk]
  private let unchangedPrefix: Int
  private let shift: Int

  /// Compares the chunks with those of the changed file.
  ///
  /// - Parameter ranges: the chunks of the changed file.
  init(_ chunks: [ReadChunk], _ ranges: [Range<Int>], in file: SourceFile) {
    self.chunks = chunks
    let common = min(chunks.count, ranges.count)
    var first = 0
    while first < common, chunks[first].bytes == file.bytes[ranges[first]] { first += 1 }
    var last = 0
    while last < common - first, chunks[chunks.count - 1 - last].bytes == file.bytes[ranges[ranges.count - 1 - last]] {
      last += 1
    }
    unchangedPrefix = first
    shift = ranges.count - chunks.count
    behind = ranges.count - last
  }

  private let behind: Int

  /// Returns the earlier reading of a chunk, by its index in the changed file, if it is still valid.
  ///
  /// - Parameter nodesLeft: nodes that the file may still have; near that limit everything is read again.
  func chunk(_ place: Int, _ range: Range<Int>, of file: SourceFile, nodesLeft: Int) -> ReadChunk? {
    guard place < unchangedPrefix || place >= behind, nodesLeft > range.count else { return nil }
    let old = chunks[place < unchangedPrefix ? place : place - shift]
    return old.isCut ? nil : old.moved(to: range, of: file)
  }
}
