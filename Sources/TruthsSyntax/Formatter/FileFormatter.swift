package import TruthsText

/// The canonical layout of `.truths` and `.jtbd` files (files §7): a pure function from text to text.
///
/// - The declarations have the same meaning before and after, and so the same truths hash; comments keep their positions.
/// - Formatting a formatted file changes nothing. Lines end as the first nonempty line does, and a byte order mark stays.
/// - A declaration that cannot be read without a finding stays byte for byte, and so does a file that is no list of
///   declarations at all.
package enum FileFormatter {
  /// Formats a file.
  ///
  /// - Complexity: O(n) in the size of the file.
  package static func format(_ file: SourceFile) -> FormattedFile {
    var splitter = FileSplitter(file)
    splitter.run()
    guard splitter.diagnostics.isEmpty else { return FormattedFile(bytes: file.bytes) }
    var layout = FileLayout(file, LineEnd(of: file.bytes))
    var nodesLeft = TreeBuilder.nodeLimit
    var offset = splitter.textStart
    for range in splitter.chunks {
      layout.addComments(offset..<range.lowerBound)
      layout.add(DeclarationFormatter.format(Chunk(file, range), nodesLeft: &nodesLeft))
      offset = range.upperBound
    }
    layout.addComments(offset..<file.bytes.count)
    var result = layout.result
    // A byte order mark after removed blank lines would become one of the file, and be removed by the next formatting.
    while result.bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      result.bytes.removeFirst(3)
      // The line of the mark is blank now, and blank lines do not begin a file.
      result.bytes.removeFirst(result.bytes.prefix { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.count)
    }
    result.bytes.insert(contentsOf: file.bytes[..<splitter.textStart], at: 0)
    return result
  }
}

/// Result of formatting a file.
package struct FormattedFile: Sendable {
  package internal(set) var bytes: [UInt8]
  /// Declarations that could be read, but whose meaning the formatter would have changed. They stay unchanged. There should be
  /// none; a test checks that.
  package internal(set) var refused: [Span] = []
}

/// Formats the declaration of one chunk, and verifies that its meaning is unchanged.
enum DeclarationFormatter {
  struct Outcome {
    let range: Range<Int>
    let kind: Kind

    enum Kind {
      /// The text including its last line break, and the comments after it that belong to the next declaration.
      case formatted(String, rest: [Comment])
      /// The declaration stays unchanged. `isRefused` is true if it could be read, but formatting would have changed its meaning.
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

  /// Whether the text is read as the same declarations, with the same comments at the same positions.
  private static func isFaithful(_ layout: TreeLayout, to reading: DeclarationReading) -> Bool {
    let file = SourceFile(id: reading.chunk.file.id, path: reading.chunk.file.path, bytes: Array(layout.text.utf8))
    var splitter = FileSplitter(file)
    splitter.run()
    var declarations: [DeclarationText] = []
    var marks: [CommentFingerprint.Mark] = []
    var nodesLeft = TreeBuilder.nodeLimit
    for range in splitter.chunks {
      guard let again = DeclarationReading(Chunk(file, range), nodesLeft: &nodesLeft) else { return false }
      declarations += again.declarations
      marks += CommentFingerprint.marks(again.chunk, again.root)
    }
    let before = CommentFingerprint.marks(reading.chunk, reading.root, comments: layout.comments.prefix(layout.written))
    return splitter.diagnostics.isEmpty && declarations == reading.declarations && marks == before
  }
}

/// A chunk that was read without a finding.
struct DeclarationReading {
  let chunk: Chunk
  let root: YAMLNode
  let declarations: [DeclarationText]

  /// Reads a chunk.
  ///
  /// - Returns: `nil` if it has any error.
  init?(_ chunk: Chunk, nodesLeft: inout Int) {
    var reader = ChunkReader(chunk)
    guard let root = reader.read(nodesLeft: &nodesLeft), reader.isWhole, reader.diagnostics.isEmpty else { return nil }
    guard case .mapping(let entries, _) = root.kind, let first = entries.first else { return nil }
    // Jobs are formatted in any file; another finding reports a wrong file.
    var declarations = DeclarationReader(reader, isJobFile: NodePath(below: first.key).kind == .jtbd)
    declarations.read(root)
    guard declarations.diagnostics.isEmpty, declarations.unread.isEmpty, !declarations.declarations.isEmpty else { return nil }
    self.chunk = reader.chunk
    self.root = root
    self.declarations = declarations.declarations.map { DeclarationText($0) }
  }
}
