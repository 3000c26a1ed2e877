import TruthsText

/// The entry of a list or mapping that a line belongs to, found from the text alone, since libyaml has given up on it.
struct LineItem {
  /// The keys above the entry, from the root, with its own key at the end where it has one.
  let path: [Substring]
  /// Whether the entry is one of a list.
  let isElement: Bool
  /// What stands behind the `- ` and the key, without white space around it, continuing lines included.
  let content: Range<Int>

  /// What the entry is, as a message names it; `nil` where its place takes neither clause, value nor text.
  var noun: String? {
    guard let last = path.last else { return nil }
    if isClause { return "clause" }
    if isElement, last == "produces" { return "clause" }
    if last == "default" || path.contains("let") || path.contains("produces") { return "value" }
    return Self.textKeys.contains(last) ? "text" : nil
  }

  /// Whether a clause stands here, alone or behind `rule:` or `if:`.
  var isClause: Bool {
    guard let last = path.last else { return false }
    if isElement, Self.clauseKeys.contains(last) { return true }
    return last == "rule" || last == "if"
  }

  /// Whether an expression is read here, so that a sign of YAML at its beginning is one of ours.
  var isExpression: Bool { noun != nil && noun != "text" }

  static let clauseKeys: [Substring] = ["requires", "invariants", "ensures"]

  private static let textKeys: [Substring] = ["summary", "outcome", "verb", "object", "must_not", "enforced_by", "version"]
}

extension LineItem {
  /// The item of the line that holds an offset.
  ///
  /// - Parameter last: a place that belongs to it too, though an entry seems to stand there: inside the braces that it begins
  ///   with.
  /// - Complexity: O(lines above it in the chunk), which is why callers count how often they ask.
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
    var end = chunk.lineEnd(line)
    if let head = Self.headEnd(chunk, marks, end) {
      end = head
    } else {
      while end < chunk.range.upperBound {
        let next = LineMarks(chunk, end + 1)
        guard !next.isBlank, next.indentation > marks.indentation, end + 1 <= last ?? offset || !next.isEntry else { break }
        end = chunk.lineEnd(end + 1)
      }
    }
    content = marks.content..<max(marks.content, chunk.clauseEnd(marks.content, end))
    isElement = marks.key == nil && marks.isElement
    path = Self.path(chunk, line, marks)
  }

  /// Where the content ends on a line that closes with a `:` and has lines under it: it is a key then.
  private static func headEnd(_ chunk: Chunk, _ marks: LineMarks, _ end: Int) -> Int? {
    let stop = chunk.trimmedEnd(marks.content, end)
    guard stop > marks.content + 1, chunk.bytes[stop - 1] == 0x3A, end < chunk.range.upperBound else { return nil }
    let next = LineMarks(chunk, end + 1)
    return !next.isBlank && next.indentation > marks.indentation ? stop - 1 : nil
  }

  /// The keys above a line, by indentation.
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

/// What stands at the beginning of a line: indentation, `- `, a key.
struct LineMarks {
  var isBlank = true
  /// The columns before the first sign, before the last `- `, and before the key.
  var indentation = 0
  var elementIndentation = 0
  var keyIndentation = 0
  var isElement = false
  var key: Substring?
  /// Where the content behind all this begins.
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

  /// Root keys hold a space between kind and name.
  private static func isKeyByte(_ byte: UInt8, isRoot: Bool) -> Bool {
    isWordByte(byte) || byte == 0x2E || isRoot && byte == 0x20
  }
}
