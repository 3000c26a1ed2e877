import Truths

/// A line that is edited: its characters and the place of the cursor among them.
struct LineBuffer: Equatable {
  private(set) var characters: [Character] = []
  /// From 0 to the number of characters.
  private(set) var cursor = 0

  /// Characters of a line at most.
  static let limit = 10_000

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }

  /// What stands before the cursor.
  var beforeCursor: String { String(characters[..<cursor]) }

  /// - Returns: whether there is room for it.
  mutating func insert(_ text: String) -> Bool {
    guard characters.count + text.count <= Self.limit else { return false }
    // What is typed may join the character before it: an accent, a part of an emoji.
    let before = characters[..<cursor].suffix(1)
    let joined = Array(String(before) + text)
    characters.replaceSubrange((cursor - before.count)..<cursor, with: joined)
    cursor += joined.count - before.count
    return true
  }

  /// Takes what stands before the cursor back by some characters, and puts a text in its place.
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

  /// Deletes blanks before the cursor, then what is none.
  mutating func deleteWord() {
    let start = characters[..<cursor].lastIndex { $0 != " " }.flatMap { characters[..<$0].lastIndex(of: " ") }.map { $0 + 1 } ?? 0
    characters.removeSubrange(start..<cursor)
    cursor = start
  }
}

extension LineBuffer {
  /// What a terminal shows of the line, and in which of its columns the cursor stands.
  ///
  /// - Parameter width: columns that there are for the line. A line that is wider shows its part around the cursor.
  func shown(width: Int) -> (text: String, column: Int) {
    let shown = characters.map { Tool.visible(String($0)) }
    let widths = shown.map { Tool.columns(of: $0) }
    // The cursor needs a column of its own behind the last character.
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
