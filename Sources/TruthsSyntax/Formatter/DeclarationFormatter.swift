import TruthsText

/// Formats the declaration of one chunk, and proves that it means what it meant.
enum DeclarationFormatter {
  struct Outcome {
    let range: Range<Int>
    let kind: Kind

    enum Kind {
      /// The text with its last line break, and the comments behind it that belong to what follows.
      case formatted(String, rest: [Comment])
      /// To be left as it stands. It is refused where it could be read, and the formatter would have changed it.
      case original(isRefused: Bool)
    }
  }

  static func format(_ chunk: Chunk, nodesLeft: inout Int) -> Outcome {
    guard nodesLeft >= 0, let reading = DeclarationReading(chunk, nodesLeft: &nodesLeft) else {
      return Outcome(range: chunk.range, kind: .original(isRefused: false))
    }
    let layout = TreeLayout(reading.chunk, reading.root)
    guard layout.isWhole, isFaithful(layout, to: reading) else {
      return Outcome(range: chunk.range, kind: .original(isRefused: true))
    }
    return Outcome(range: chunk.range, kind: .formatted(layout.text, rest: Array(layout.rest)))
  }

  /// Whether the text is read as the same declarations, with the same comments at the same places.
  private static func isFaithful(_ layout: TreeLayout, to reading: DeclarationReading) -> Bool {
    let file = SourceFile(id: reading.chunk.file.id, path: reading.chunk.file.path, bytes: Array(layout.text.utf8))
    var splitter = FileSplitter(file)
    splitter.run()
    var declarations: [DeclarationText] = []
    var trail: [Trail.Mark] = []
    var nodesLeft = TreeBuilder.nodeLimit
    for range in splitter.chunks {
      guard let again = DeclarationReading(Chunk(file, range), nodesLeft: &nodesLeft) else { return false }
      declarations += again.declarations
      trail += Trail.marks(again.chunk, again.root)
    }
    let before = Trail.marks(reading.chunk, reading.root, comments: layout.comments.prefix(layout.written))
    return splitter.diagnostics.isEmpty && declarations == reading.declarations && trail == before
  }
}

/// A chunk that was read without a finding.
struct DeclarationReading {
  let chunk: Chunk
  let root: YAMLNode
  let declarations: [DeclarationText]

  /// - Returns: `nil` where anything is at fault.
  init?(_ chunk: Chunk, nodesLeft: inout Int) {
    var reader = ChunkReader(chunk)
    guard let root = reader.read(nodesLeft: &nodesLeft), reader.isWhole, reader.diagnostics.isEmpty else { return nil }
    guard case .mapping(let entries, _) = root.kind, let first = entries.first else { return nil }
    // Jobs are formatted wherever they stand; that they stand in a wrong file is said elsewhere.
    var declarations = DeclarationReader(reader, isJobFile: NodePath(below: first.key).kind == .jtbd)
    declarations.read(root)
    guard declarations.diagnostics.isEmpty, declarations.unread.isEmpty, !declarations.declarations.isEmpty else { return nil }
    self.chunk = reader.chunk
    self.root = root
    self.declarations = declarations.declarations.map { DeclarationText($0) }
  }
}
