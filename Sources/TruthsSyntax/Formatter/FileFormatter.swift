package import TruthsText

/// The canonical layout of `.truths` and `.jtbd` files (language.md §2): a pure function from text to text.
///
/// - The declarations mean the same before and after, and so the truths hash is the same; comments stand where they stood.
/// - Formatting what is formatted changes nothing.
/// - A declaration that cannot be read without a finding is left byte for byte as it stands, and so is a file that is no list of
///   declarations at all.
package enum FileFormatter {
  /// Formats a file.
  ///
  /// - Complexity: O(n) in the size of the file.
  package static func format(_ file: SourceFile) -> FormattedFile {
    var splitter = FileSplitter(file)
    splitter.run()
    guard splitter.diagnostics.isEmpty else { return FormattedFile(bytes: file.bytes) }
    var layout = FileLayout(file)
    var nodesLeft = TreeBuilder.nodeLimit
    var offset = splitter.textStart
    for range in splitter.chunks {
      layout.addComments(offset..<range.lowerBound)
      layout.add(DeclarationFormatter.format(Chunk(file, range), nodesLeft: &nodesLeft))
      offset = range.upperBound
    }
    layout.addComments(offset..<file.bytes.count)
    return layout.result
  }
}

/// What became of a file.
package struct FormattedFile: Sendable {
  package internal(set) var bytes: [UInt8]
  /// Declarations that could be read, but that the formatter would have changed. They are left as they stand; there should be
  /// none, and a test sees to it.
  package internal(set) var refused: [Span] = []
}
