import Truths

/// A line being edited: its characters and the position of the cursor.
struct LineBuffer: Equatable {
  private(set) var characters: [Character] = []
  /// The cursor's position, from 0 to the number of characters.
  private(set) var cursor = 0

  /// Maximum number of characters of a line.
  static let limit = 10_000

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }

  var beforeCursor: String { String(characters[..<cursor]) }

  /// - Returns: whether there was room for it.
  mutating func insert(_ text: String) -> Bool {
    guard characters.count + text.count <= Self.limit else { return false }
    // A typed accent or a part of an emoji may combine with the character before it.
    let before = characters[..<cursor].suffix(1)
    let joined = Array(String(before) + text)
    characters.replaceSubrange((cursor - before.count)..<cursor, with: joined)
    cursor += joined.count - before.count
    return true
  }

  /// Replaces the last characters before the cursor by a text.
  mutating func replace(last count: Int, with text: String) -> Bool {
    let start = max(0, cursor - count)
    characters.removeSubrange(start..<cursor)
    cursor = start
    return insert(text)
  }

  mutating func move(by step: Int) { cursor = min(max(0, cursor + step), characters.count) }

  mutating func moveToStart() { cursor = 0 }

  mutating func moveToEnd() { cursor = characters.count }

  mutating func deleteBack() {
    guard cursor > 0 else { return }
    cursor -= 1
    characters.remove(at: cursor)
  }

  mutating func deleteForward() { if cursor < characters.count { characters.remove(at: cursor) } }

  mutating func deleteToEnd() { characters.removeSubrange(cursor...) }

  mutating func deleteToStart() {
    characters.removeSubrange(..<cursor)
    cursor = 0
  }

  /// Deletes spaces before the cursor, then the word before them.
  mutating func deleteWord() {
    let start = characters[..<cursor].lastIndex { $0 != " " }.flatMap { characters[..<$0].lastIndex(of: " ") }.map { $0 + 1 } ?? 0
    characters.removeSubrange(start..<cursor)
    cursor = start
  }
}

extension LineBuffer {
  /// Returns the visible part of the line, and the column of the cursor.
  ///
  /// - Parameter width: columns available for the line. Of a wider line, the part around the cursor is shown.
  func shown(width: Int) -> (text: String, column: Int) {
    let shown = characters.map { Tool.visible(String($0)) }
    let widths = shown.map { Tool.columns(of: $0) }
    // The cursor needs a column after the last character.
    let room = max(1, width - 1)
    var (start, column) = (cursor, 0)
    while start > 0, column + widths[start - 1] <= room {
      start -= 1
      column += widths[start]
    }
    var (end, columns) = (cursor, column)
    while end < shown.count, columns + widths[end] <= room {
      columns += widths[end]
      end += 1
    }
    return (shown[start..<end].joined(), column)
  }
}
