import TruthsText

/// The replacement of a part of a file.
struct TextEdit: Hashable {
  var span: Span
  var text: String

  /// Returns some bytes with edits applied. The edits must not overlap.
  static func applied(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      result.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.text.utf8))
    }
    return result
  }

  /// Returns the offset, before some edits, of an offset after them. An offset in a replacement becomes the start of the part
  /// that it replaced.
  static func before(_ offset: Int, _ edits: [TextEdit]) -> Int {
    var shift = 0
    for edit in edits.sorted(by: { $0.span.start < $1.span.start }) {
      let start = Int(edit.span.start) + shift
      if offset < start { break }
      let length = edit.text.utf8.count
      if offset < start + length { return Int(edit.span.start) }
      shift += length - Int(edit.span.end - edit.span.start)
    }
    return offset - shift
  }
}
