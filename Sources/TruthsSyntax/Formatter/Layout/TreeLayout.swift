import TruthsText

/// Lays out the tree of one chunk: two spaces a level, `key: value`, lists under their keys, comments where they stood.
///
/// It knows nothing of declarations but what their scalars are (``NodePath``). Keys, scalars and comments come out in the order
/// in which they were read.
struct TreeLayout {
  /// The longest line of a clause or text, in columns; a longer one is folded.
  static let lineLimit = 130
  /// How long a list in brackets, and a line of a folded text, may be.
  static let width = 100

  let chunk: Chunk
  let comments: [Comment]
  /// How many comments have been written.
  var written = 0
  var lines: [LayoutLine] = []
  /// Whether everything could be read.
  private(set) var isWhole = true
  /// How many comments stand beside lines, by their columns.
  private(set) var columns: [Int: Int] = [:]
  /// The dashes that the next line begins with.
  var pending = ""

  init(_ chunk: Chunk, _ root: YAMLNode) {
    self.chunk = chunk
    comments = CommentReader(chunk, root).comments
    for comment in comments where !comment.isOwnLine { columns[comment.column, default: 0] += 1 }
    self.root(root)
  }

  /// The comments that stand behind the chunk's last declaration and belong to what follows.
  var rest: ArraySlice<Comment> { comments[written...] }

  var text: String {
    var text = ""
    for line in lines { line.write(to: &text) }
    return text
  }

  /// A collection on its way out.
  struct Level {
    /// Spaces before its lines.
    var indentation: Int
    /// The least column at which a comment below its last entry still belongs to it.
    var column: Int
    /// Where the next entry outside of it begins.
    var limit: Int
  }

  private mutating func root(_ node: YAMLNode) {
    guard case .mapping(let entries, _) = node.kind, !entries.isEmpty else {
      isWhole = false
      return
    }
    for (index, entry) in entries.enumerated() {
      let start = Int(entry.key.span.start)
      if index > 0 { lines.append(.empty) }
      begin(start, Level(indentation: 0, column: 0, limit: start), isFirst: true)
      let limit = index + 1 < entries.count ? Int(entries[index + 1].key.span.start) : chunk.range.upperBound
      let path = NodePath(below: entry.key)
      guard let key = key(entry.key, at: .head) else { return }
      self.entry(key + ":", entry.value, path, Level(indentation: 0, column: 0, limit: limit))
    }
  }

  // MARK: Entries

  /// What begins with a key or a dash, the head, and the value behind it.
  mutating func entry(_ head: String, _ node: YAMLNode, _ path: NodePath, _ level: Level) {
    switch node.kind {
    case .scalar(let scalar): self.scalar(head, scalar, node, path, level)
    case .broken: isWhole = false
    case .sequence(let elements, let isFlow):
      if elements.isEmpty {
        beside(head, "[]", node.span, level)
      } else if isFlow, let text = flow(node, path, room: Self.width - level.indentation - head.unicodeScalars.count - 1) {
        beside(head, text, node.span, level)
      } else {
        block(head, node, path, level)
      }
    case .mapping(let entries, _):
      if entries.isEmpty { beside(head, "{}", node.span, level) } else { block(head, node, path, level) }
    }
  }

  /// A value on the line of its head, or under it where comments stand between.
  mutating func beside(_ head: String, _ text: String, _ span: Span, _ level: Level) {
    if hasComment(before: Int(span.start)) {
      self.head(head, before: Int(span.start), level)
      add(text, at: level.indentation + 2)
    } else {
      add(head + " " + text, at: level.indentation)
    }
    trailing(behind: Int(span.end))
  }

  /// A head alone on its line, and the comments between it and its value.
  mutating func head(_ head: String, before offset: Int, _ level: Level) {
    add(head, at: level.indentation)
    if written < comments.count, comments[written].range.lowerBound < offset, !comments[written].isOwnLine { attach() }
    flush(before: offset, at: level.indentation + 2, isFirst: true)
  }

  /// A collection under its head; the first entry of one behind a dash stands beside it.
  private mutating func block(_ head: String, _ node: YAMLNode, _ path: NodePath, _ level: Level) {
    let start = firstOffset(node)
    if head == "-", !hasComment(before: start) {
      pending += "- "
    } else {
      self.head(head, before: start, level)
    }
    var inner = Level(indentation: level.indentation + 2, column: level.column + 1, limit: level.limit)
    switch node.kind {
    case .sequence(let elements, let isFlow):
      if !isFlow { inner.column = max(inner.column, column(start)) }
      sequence(elements, node, isFlow, path, inner)
    case .mapping(let entries, let isFlow):
      if !isFlow { inner.column = max(inner.column, column(start)) }
      mapping(entries, node, isFlow, path, inner)
    default: break
    }
  }

  private mutating func mapping(_ entries: [YAMLEntry], _ node: YAMLNode, _ isFlow: Bool, _ path: NodePath, _ level: Level) {
    for (index, entry) in entries.enumerated() {
      let start = Int(entry.key.span.start)
      begin(start, level, isFirst: index == 0)
      guard let key = key(entry.key, at: path.keyPlace) else { return }
      var inside = level
      if index + 1 < entries.count { inside.limit = Int(entries[index + 1].key.span.start) }
      self.entry(key + ":", entry.value, path.appending(entry.key.scalar?.string ?? ""), inside)
    }
    close(node, isFlow, level)
  }

  private mutating func sequence(
    _ elements: [YAMLNode], _ node: YAMLNode, _ isFlow: Bool, _ path: NodePath, _ level: Level
  ) {
    var starts: [Int] = []
    var end = Int(node.span.start)
    for element in elements {
      starts.append(isFlow ? Int(element.span.start) : dash(from: end, before: Int(element.span.start)))
      end = Int(element.span.end)
    }
    for (index, element) in elements.enumerated() {
      begin(starts[index], level, isFirst: index == 0)
      var inside = level
      if index + 1 < elements.count { inside.limit = starts[index + 1] }
      entry("-", element, path.appending(NodePath.element), inside)
    }
    close(node, isFlow, level)
  }

  /// What stands above an entry: comments, and an empty line where there is one.
  private mutating func begin(_ start: Int, _ level: Level, isFirst: Bool) {
    let before = written
    flush(before: start, at: level.indentation, isFirst: isFirst)
    if !isFirst || written > before { separate(start) }
  }

  /// The comments at the end of a collection.
  private mutating func close(_ node: YAMLNode, _ isFlow: Bool, _ level: Level) {
    if isFlow {
      flush(before: Int(node.span.end), at: level.indentation, isFirst: false)
      trailing(behind: Int(node.span.end))
    } else {
      while written < comments.count, comments[written].range.lowerBound < level.limit, comments[written].isOwnLine,
        comments[written].column >= level.column
      {
        ownLine(at: level.indentation, isFirst: false)
      }
    }
  }

  mutating func fail() { isWhole = false }

  // MARK: Places

  private func column(_ offset: Int) -> Int {
    var start = offset
    while start > chunk.range.lowerBound, chunk.bytes[start - 1] != 0x0A, chunk.bytes[start - 1] != 0x0D { start -= 1 }
    return offset - start
  }

  /// Where the first entry of a collection begins, its dash included.
  private func firstOffset(_ node: YAMLNode) -> Int {
    switch node.kind {
    case .sequence(let elements, isFlow: true): Int(elements.first?.span.start ?? node.span.start)
    case .mapping(let entries, _): Int(entries.first?.key.span.start ?? node.span.start)
    default: Int(node.span.start)
    }
  }

  /// The dash before an element, behind comments.
  private func dash(from start: Int, before end: Int) -> Int {
    var offset = start
    while offset < end, chunk.bytes[offset] != 0x2D {
      if chunk.bytes[offset] == 0x23 {
        while offset < end, chunk.bytes[offset] != 0x0A, chunk.bytes[offset] != 0x0D { offset += 1 }
      } else {
        offset += 1
      }
    }
    return offset
  }
}
