/// The index of a source file in its `SourceMap`.
package struct FileID: Hashable, Comparable, Sendable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  package static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

/// A half-open range of bytes in one source file. An empty span marks a place between two characters.
package struct Span: Hashable, Comparable, Sendable {
  package var file: FileID
  /// Byte offset of the first byte.
  package var start: Int32
  /// Byte offset after the last byte; never below `start`.
  package var end: Int32

  package init(file: FileID, start: Int, end: Int) {
    self.file = file
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: max(start, end))
  }

  /// Returns the smallest span that covers both; for spans of two files, this one.
  package func union(_ other: Span) -> Span {
    guard file == other.file else { return self }
    return Span(file: file, start: Int(min(start, other.start)), end: Int(max(end, other.end)))
  }

  /// The empty span at this one's beginning.
  package var atStart: Span { Span(file: file, start: Int(start), end: Int(start)) }

  /// The empty span at this one's end.
  package var atEnd: Span { Span(file: file, start: Int(end), end: Int(end)) }

  /// Orders by file, then start, then end: the order in which findings are printed.
  package static func < (left: Span, right: Span) -> Bool {
    (left.file.index, left.start, left.end) < (right.file.index, right.start, right.end)
  }
}
