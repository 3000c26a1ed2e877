import TruthsText

/// Lays out the tree of one chunk: two spaces a level, `key: value`, lists under their keys, comments at their positions.
///
/// Of declarations it uses only the kinds of their scalars (``NodePath``). Keys, scalars and comments keep their order.
struct TreeLayout {
  /// Longest line of a clause or text, in columns; a longer one is folded.
  static let lineLimit = 130
  /// Longest list in brackets, and line of a folded text, in columns.
  static let width = 100

  let chunk: Chunk
  let comments: [Comment]
  /// Number of comments already written.
  var written = 0
  var lines: [LayoutLine] = []
  private(set) var isWhole = true
  /// Number of comments at the end of lines, by column.
  private(set) var columns: [Int: Int] = [:]
  /// Dashes with which the next line begins.
  var pending = ""

  init(_ chunk: Chunk, _ root: YAMLNode) {
    self.chunk = chunk
    comments = CommentReader(chunk, root).comments
    for comment in comments where !comment.isOwnLine { columns[comment.column, default: 0] += 1 }
    self.root(root)
  }

  /// The comments after the chunk's last declaration, which belong to the next chunk.
  var rest: ArraySlice<Comment> { comments[written...] }

  var text: String {
    var text = ""
    for line in lines { line.write(to: &text) }
    return text
  }

  /// A collection that is being written.
  struct Level {
    /// The number of spaces before each line of the collection.
    var indentation: Int
    /// The least column at which a comment below its last entry still belongs to it.
    var column: Int
    /// The offset at which the next entry outside of the collection begins.
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

  /// Writes a head, which is a key or a dash, and the value after it.
  mutating func entry(_ head: String, _ node: YAMLNode, _ path: NodePath, _ level: Level) {
    switch node.kind {
    case .scalar(let scalar): self.scalar(head, scalar, node, path, level)
    case .broken: isWhole = false
    case .sequence(let elements, let isFlow):
      if elements.isEmpty {
        empty(head, "[]", node, level)
      } else if isFlow, let text = flow(node, path, room: Self.width - level.indentation - head.unicodeScalars.count - 1) {
        beside(head, text, node.span, level)
      } else {
        block(head, node, path, level)
      }
    case .mapping(let entries, _):
      if entries.isEmpty { empty(head, "{}", node, level) } else { block(head, node, path, level) }
    }
  }

  /// Writes a value on the line of its key. If comments are between the key and the value, the value goes to the next line.
  mutating func beside(_ head: String, _ text: String, _ span: Span, _ level: Level) {
    if hasComment(before: Int(span.start)) {
      self.head(head, before: Int(span.start), level)
      add(text, at: level.indentation + 2)
    } else {
      add(head + " " + text, at: level.indentation)
    }
    trailing(behind: Int(span.end))
  }

  /// Writes an empty collection. Comments inside its brackets go before it, so that they do not join the next entry.
  private mutating func empty(_ head: String, _ text: String, _ node: YAMLNode, _ level: Level) {
    let end = Int(node.span.end)
    guard hasComment(before: end) else { return beside(head, text, node.span, level) }
    self.head(head, before: end, level)
    add(text, at: level.indentation + 2)
    trailing(behind: end)
  }

  /// Writes a head on its own line, and the comments between it and its value.
  mutating func head(_ head: String, before offset: Int, _ level: Level) {
    add(head, at: level.indentation)
    if written < comments.count, comments[written].range.lowerBound < offset, !comments[written].isOwnLine { attach() }
    flush(before: offset, at: level.indentation + 2, isFirst: true)
  }

  /// Writes a collection under its head; after a dash, the first entry is on the same line.
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

  /// Writes the comments above an entry, and the empty line before it, if the source has one.
  private mutating func begin(_ start: Int, _ level: Level, isFirst: Bool) {
    let before = written
    flush(before: start, at: level.indentation, isFirst: isFirst)
    if !isFirst || written > before { separate(start) }
  }

  /// Writes the comments at the end of a collection.
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

  /// Returns the offset of the first entry of a collection, including its dash.
  private func firstOffset(_ node: YAMLNode) -> Int {
    switch node.kind {
    case .sequence(let elements, isFlow: true): Int(elements.first?.span.start ?? node.span.start)
    case .mapping(let entries, _): Int(entries.first?.key.span.start ?? node.span.start)
    default: Int(node.span.start)
    }
  }

  /// Returns the offset of the dash before an element, after any comments.
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

extension TreeLayout {
  /// Returns a key as it is written, without its colon.
  mutating func key(_ node: YAMLNode, at place: ScalarPlace) -> String? {
    guard let scalar = node.scalar, !scalar.isNothing, let written = ScalarReader.written(scalar, at: place) else {
      fail()
      return nil
    }
    return written.inline(.block)
  }

  /// Writes a scalar after its head: on the same line, or as a block under it if it is too long for one line.
  mutating func scalar(_ head: String, _ scalar: YAMLScalar, _ node: YAMLNode, _ path: NodePath, _ level: Level) {
    if scalar.isNothing {
      add(head, at: level.indentation)
      return trailing(behind: Int(node.span.end))
    }
    guard let text = ScalarReader.written(scalar, at: path.scalarPlace) else { return fail() }
    let start = Int(node.span.start)
    let room = Self.lineLimit - level.indentation - head.unicodeScalars.count - 1
    let block = text.block(room: (line: room, block: Self.width - level.indentation - 2))
    let first = block?.header ?? text.inline(.block)
    let inner = level.indentation + 2
    if hasComment(before: start) {
      self.head(head, before: start, level)
      add(first, block?.lines ?? [], at: inner, blockAt: inner)
    } else {
      add(head + " " + first, block?.lines ?? [], at: level.indentation, blockAt: inner)
    }
    // A comment after the header of a block is before the block's end.
    if hasComment(before: Int(node.span.end)) { attach() } else { trailing(behind: Int(node.span.end)) }
  }

  /// Returns a list in brackets on one line; `nil` if it is too long, or contains comments or mappings.
  func flow(_ node: YAMLNode, _ path: NodePath, room: Int) -> String? {
    guard case .sequence(let elements, _) = node.kind else { return nil }
    let holdsComment = comments[written...].first { $0.range.lowerBound > node.span.start }
    if let holdsComment, holdsComment.range.lowerBound < node.span.end { return nil }
    var texts: [String] = []
    var length = 2
    for element in elements {
      guard let text = flowText(element, path.appending(NodePath.element), room: room) else { return nil }
      texts.append(text)
      length += text.unicodeScalars.count + (texts.count > 1 ? 2 : 0)
      if length > room { return nil }
    }
    return "[" + texts.joined(separator: ", ") + "]"
  }

  private func flowText(_ node: YAMLNode, _ path: NodePath, room: Int) -> String? {
    switch node.kind {
    case .scalar(let scalar): scalar.isNothing ? nil : ScalarReader.written(scalar, at: path.scalarPlace)?.inline(.flow)
    case .sequence: flow(node, path, room: room)
    case .mapping, .broken: nil
    }
  }
}

/// Writing of lines, and of the comments above, beside and below them.
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

  private func hasComment(before offset: Int) -> Bool { written < comments.count && comments[written].range.lowerBound < offset }

  /// Writes the comments before an offset on lines of their own.
  mutating func flush(before offset: Int, at indentation: Int, isFirst: Bool) {
    var isFirst = isFirst
    while hasComment(before: offset) {
      ownLine(at: indentation, isFirst: isFirst)
      isFirst = false
    }
  }

  private mutating func ownLine(at indentation: Int, isFirst: Bool) {
    let comment = comments[written]
    if !isFirst { separate(comment.range.lowerBound) }
    add(string(comment), at: indentation)
    lines[lines.count - 1].isComment = true
    written += 1
  }

  /// Writes a comment at the end of the last line, if it directly follows the content of that line.
  mutating func trailing(behind end: Int) {
    guard written < comments.count, comments[written].range.lowerBound >= end else { return }
    let between = chunk.bytes[end..<comments[written].range.lowerBound]
    guard between.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x2C || $0 == 0x5D || $0 == 0x7D }) else { return }
    attach()
  }

  /// Writes the next comment at the end of the last line, or under it if the line has one already.
  private mutating func attach() {
    guard let last = lines.last, !last.isComment, last.comment == nil else {
      return ownLine(at: lines.last?.indentation ?? 0, isFirst: true)
    }
    let comment = comments[written]
    lines[lines.count - 1].comment = .init(
      text: string(comment), gap: max(1, comment.gap), column: comment.gap > 1 && hasPeer(comment) ? comment.column : nil)
    written += 1
  }

  /// Whether another comment at the end of a line has the same column.
  private func hasPeer(_ comment: Comment) -> Bool { columns[comment.column, default: 0] > 1 }

  private func string(_ comment: Comment) -> String { String(decoding: chunk.bytes[comment.range], as: UTF8.self) }

  /// Keeps one of the empty lines above an offset, if the offset begins its line.
  mutating func separate(_ offset: Int) {
    guard let last = lines.last, !last.isEmpty, pending.isEmpty, BlankLines.isAbove(offset, in: chunk.bytes) else { return }
    lines.append(.empty)
  }
}
