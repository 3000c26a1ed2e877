import TruthsText

/// The replacement of a stretch of a file.
struct TextEdit: Hashable {
  var span: Span
  var text: String

  /// Some bytes with edits applied, none of which touches another.
  static func applied(_ edits: [TextEdit], to bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for edit in edits.sorted(by: { $0.span.start > $1.span.start }) {
      result.replaceSubrange(Int(edit.span.start)..<Int(edit.span.end), with: Array(edit.text.utf8))
    }
    return result
  }

  /// Where what stands in a file with edits applied stood before; what an edit wrote stands where its beginning stood.
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
