import TruthsText

/// Lines, and the comments above, beside and below them.
extension TreeLayout {
  mutating func add(_ text: String, at indentation: Int) {
    lines.append(LayoutLine(indentation: indentation - pending.utf8.count, text: pending + text))
    pending = ""
  }

  /// Adds a line with the lines of a block scalar under it.
  mutating func add(_ text: String, _ block: [String], at indentation: Int, blockAt blockIndentation: Int) {
    add(text, at: indentation)
    lines[lines.count - 1].block = block
    lines[lines.count - 1].blockIndentation = blockIndentation
  }

  func hasComment(before offset: Int) -> Bool { written < comments.count && comments[written].range.lowerBound < offset }

  /// Writes the comments before an offset on lines of their own.
  mutating func flush(before offset: Int, at indentation: Int, isFirst: Bool) {
    var isFirst = isFirst
    while hasComment(before: offset) {
      ownLine(at: indentation, isFirst: isFirst)
      isFirst = false
    }
  }

  mutating func ownLine(at indentation: Int, isFirst: Bool) {
    let comment = comments[written]
    if !isFirst { separate(comment.range.lowerBound) }
    add(string(comment), at: indentation)
    lines[lines.count - 1].isComment = true
    written += 1
  }

  /// Writes a comment beside the line written last, where one stands beside the end of what that line holds.
  mutating func trailing(behind end: Int) {
    guard written < comments.count, comments[written].range.lowerBound >= end else { return }
    let between = chunk.bytes[end..<comments[written].range.lowerBound]
    guard between.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x2C || $0 == 0x5D || $0 == 0x7D }) else { return }
    attach()
  }

  /// Writes the next comment beside the line written last, or under it where one stands there already.
  mutating func attach() {
    guard let last = lines.last, !last.isComment, last.comment == nil else {
      return ownLine(at: lines.last?.indentation ?? 0, isFirst: true)
    }
    let comment = comments[written]
    lines[lines.count - 1].comment = .init(
      text: string(comment), gap: max(1, comment.gap), column: comment.gap > 1 && hasPeer(comment) ? comment.column : nil)
    written += 1
  }

  /// Whether another comment stands beside a line at the same column.
  private func hasPeer(_ comment: Comment) -> Bool { columns[comment.column, default: 0] > 1 }

  private func string(_ comment: Comment) -> String { String(decoding: chunk.bytes[comment.range], as: UTF8.self) }

  /// Keeps one of the empty lines above what begins at an offset, where it is the first on its line.
  mutating func separate(_ offset: Int) {
    guard let last = lines.last, !last.isEmpty, pending.isEmpty, BlankLines.isAbove(offset, in: chunk.bytes) else { return }
    lines.append(.empty)
  }
}
