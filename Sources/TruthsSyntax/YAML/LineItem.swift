import TruthsText

/// The entry of a list or mapping that a line belongs to, found in the text alone, because libyaml could not read it.
struct LineItem {
  /// The keys above the entry, from the root, and its own key if it has one.
  let path: [Substring]
  /// Whether the entry is one of a list.
  let isElement: Bool
  /// The content after the `- ` and the key, including continuation lines, without white space around it.
  let content: Range<Int>
  /// Columns before the `- ` of an element.
  private let indentation: Int

  /// The noun for the entry in a message; `nil` if its place takes neither clause, value nor text.
  var noun: String? {
    guard let last = path.last else { return nil }
    if isClause { return "clause" }
    if isElement, last == "produces" { return "clause" }
    if last == "default" || path.contains("let") || path.contains("produces") { return "value" }
    if isMove { return "move" }
    if isRow { return "row" }
    if isField { return "field" }
    return isWord || Self.proseKeys.contains(last) ? "text" : nil
  }

  /// Whether the entry is a clause, alone or after `rule:` or `if:`.
  var isClause: Bool {
    guard let last = path.last else { return false }
    if isElement, Self.clauseKeys.contains(last) { return true }
    return last == "rule" || last == "if"
  }

  /// Whether the entry is the states of a move, which may end with a reason.
  var isMove: Bool { path.count > 1 && path[path.count - 2] == "moves" }

  /// Whether the entry is a row of a table.
  var isRow: Bool { isElement && path.last == "rows" }

  /// Whether the entry is the type of a field, which may end with a default.
  var isField: Bool { !isElement && path.count > 1 && Self.fieldKeys.contains(path[path.count - 2]) }

  /// Whether the entry is a single word, in which a `: ` is never meant.
  var isWord: Bool { !isField && path.last.map(Self.wordKeys.contains) ?? false }

  /// Whether an expression is read here, so that an indicator of YAML at its beginning is part of the language.
  var isExpression: Bool { noun != nil && noun != "text" && !isMove && !isRow && !isField }

  static let clauseKeys: [Substring] = ["requires", "invariants", "ensures"]

  private static let proseKeys: [Substring] = ["summary", "outcome", "verb", "object", "must_not"]

  private static let wordKeys: [Substring] = ["enforced_by", "version"]

  private static let fieldKeys: [Substring] = ["fields", "inputs", "outputs"]
}

extension LineItem {
  /// Finds the item of the line that contains an offset.
  ///
  /// - Parameter last: a place that belongs to the item although it looks like another entry: inside the braces that begin it.
  /// - Complexity: O(lines above it in the chunk); callers limit the number of calls.
  init?(_ chunk: Chunk, holding offset: Int, through last: Int? = nil) {
    var line = chunk.lineStart(offset)
    var marks = LineMarks(chunk, line)
    while !marks.isEntry, line > chunk.range.lowerBound {
      line = chunk.lineStart(line - 1)
      let above = LineMarks(chunk, line)
      if above.isBlank || above.indentation >= marks.indentation && !above.isEntry { continue }
      marks = above
    }
    guard marks.isEntry else { return nil }
    let content = Self.content(chunk, line, marks, through: last ?? offset)
    let isElement = marks.key == nil && marks.isElement
    let path = Self.path(chunk, line, marks)
    indentation = marks.elementIndentation
    if isElement, path.last == "moves", let start = Self.states(chunk, content) {
      // The lifecycle of a move with its key in brackets.
      self.content = start..<content.upperBound
      self.path = path + ["()"]
      self.isElement = false
    } else {
      (self.content, self.path, self.isElement) = (content, path, isElement)
    }
  }

  /// Returns the offset of the states behind `lifecycle(key = value): `.
  private static func states(_ chunk: Chunk, _ content: Range<Int>) -> Int? {
    let close = content.dropLast(2).first { chunk.bytes[$0..<$0 + 3].elementsEqual("): ".utf8) }
    return close.flatMap { content[($0 + 3)...].first { chunk.bytes[$0] != 0x20 } }
  }

  /// Returns the content of an entry that begins with a line.
  ///
  /// - Parameter last: a place that belongs to the entry although it looks like another one.
  private static func content(_ chunk: Chunk, _ line: Int, _ marks: LineMarks, through last: Int) -> Range<Int> {
    var end = chunk.lineEnd(line)
    if let head = Self.headEnd(chunk, marks, end) {
      end = head
    } else {
      while end < chunk.range.upperBound {
        let next = LineMarks(chunk, end + 1)
        guard !next.isBlank, next.indentation > marks.indentation, end + 1 <= last || !next.isEntry else { break }
        end = chunk.lineEnd(end + 1)
      }
    }
    return marks.content..<max(marks.content, chunk.clauseEnd(marks.content, end))
  }

  private init(content: Range<Int>, after item: LineItem) {
    self.content = content
    isElement = true
    indentation = item.indentation
    path = item.path
  }

  /// Returns the next element of the list of this one; `nil` at the end of the list, and in a mapping.
  func following(in chunk: Chunk) -> LineItem? {
    var end = chunk.lineEnd(content.upperBound)
    while end < chunk.range.upperBound {
      let marks = LineMarks(chunk, end + 1)
      if !marks.isBlank {
        guard marks.isElement, marks.key == nil, marks.indentation == indentation else { return nil }
        return LineItem(content: Self.content(chunk, end + 1, marks, through: end + 1), after: self)
      }
      end = chunk.lineEnd(end + 1)
    }
    return nil
  }

  /// Returns the end of the content of a line that ends with a `:` and has lines under it, which makes it a key.
  private static func headEnd(_ chunk: Chunk, _ marks: LineMarks, _ end: Int) -> Int? {
    let stop = chunk.trimmedEnd(marks.content, end)
    guard stop > marks.content + 1, chunk.bytes[stop - 1] == 0x3A, end < chunk.range.upperBound else { return nil }
    let next = LineMarks(chunk, end + 1)
    return !next.isBlank && next.indentation > marks.indentation ? stop - 1 : nil
  }

  /// Returns the keys above a line, by indentation.
  private static func path(_ chunk: Chunk, _ line: Int, _ marks: LineMarks) -> [Substring] {
    var path: [Substring] = marks.key.map { [$0] } ?? []
    var limit = marks.indentation
    var allowsEqual = marks.isElement
    var line = line
    if marks.isElement, marks.key != nil { limit = marks.elementIndentation }
    while line > chunk.range.lowerBound, limit > 0 || allowsEqual {
      line = chunk.lineStart(line - 1)
      let above = LineMarks(chunk, line)
      guard !above.isBlank, above.isEntry else { continue }
      let isParent = above.keyIndentation < limit || allowsEqual && above.keyIndentation == limit && !above.isElement
      guard isParent, let key = above.key else { continue }
      path.append(key)
      limit = above.isElement ? above.elementIndentation : above.keyIndentation
      allowsEqual = above.isElement
    }
    return path.reversed()
  }
}

/// The beginning of a line: indentation, `- `, a key.
struct LineMarks {
  var isBlank = true
  /// Columns before the first sign, before the last `- `, and before the key.
  var indentation = 0
  var elementIndentation = 0
  var keyIndentation = 0
  var isElement = false
  var key: Substring?
  /// Offset of the content after them.
  var content: Int

  var isEntry: Bool { isElement || key != nil }

  init(_ chunk: Chunk, _ line: Int) {
    let end = chunk.lineEnd(line)
    var index = line
    func skipSpaces() { while index < end, chunk.bytes[index] == 0x20 { index += 1 } }
    skipSpaces()
    indentation = index - line
    isBlank = index == end || chunk.bytes[index] == 0x23 || chunk.bytes[index] == 0x0D
    if index < end, chunk.bytes[index] == 0x2D, index + 1 == end || chunk.bytes[index + 1] == 0x20 {
      isElement = true
      elementIndentation = index - line
      index += 1
      skipSpaces()
    }
    keyIndentation = index - line
    var stop = index
    let isRoot = index == line
    while stop < end, Self.isKeyByte(chunk.bytes[stop], isRoot: isRoot) { stop += 1 }
    if stop > index, stop < end, chunk.bytes[stop] == 0x3A, stop + 1 == end || chunk.bytes[stop + 1] <= 0x20 {
      key = Substring(decoding: chunk.bytes[index..<stop], as: UTF8.self)
      index = min(end, stop + 1)
      skipSpaces()
    }
    content = index
  }

  /// Whether a byte may be part of a key. Root keys contain a space between kind and name.
  private static func isKeyByte(_ byte: UInt8, isRoot: Bool) -> Bool {
    isWordByte(byte) || byte == 0x2E || isRoot && byte == 0x20
  }
}
