/// The identity of a source file, which is its index in the `SourceMap`.
package struct FileID: Hashable, Comparable, Sendable {
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }

  package static func < (left: FileID, right: FileID) -> Bool { left.index < right.index }
}

/// A range of bytes in one source file, without its upper bound. An empty span marks a position between two characters.
package struct Span: Hashable, Comparable, Sendable {
  package var file: FileID
  /// The offset of the first byte.
  package var start: Int32
  /// The offset after the last byte; never below `start`.
  package var end: Int32

  package init(file: FileID, start: Int, end: Int) {
    self.file = file
    self.start = Int32(truncatingIfNeeded: start)
    self.end = Int32(truncatingIfNeeded: max(start, end))
  }

  /// Returns the smallest span that covers this span and another one. If the two are in different files, returns this span.
  package func union(_ other: Span) -> Span {
    guard file == other.file else { return self }
    return Span(file: file, start: Int(min(start, other.start)), end: Int(max(end, other.end)))
  }

  /// The empty span at the beginning of this span.
  package var atStart: Span { Span(file: file, start: Int(start), end: Int(start)) }

  /// The empty span at the end of this span.
  package var atEnd: Span { Span(file: file, start: Int(end), end: Int(end)) }

  /// Orders spans by file, then start, then end. Findings are printed in this order.
  package static func < (left: Span, right: Span) -> Bool {
    (left.file.index, left.start, left.end) < (right.file.index, right.start, right.end)
  }
}
